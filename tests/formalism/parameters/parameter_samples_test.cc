#include "formalism/parameters/parameter_samples.h"

#include <Eigen/Dense>

#include "formalism/fixture.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

class ParameterSamplesTest : public ModelTest {};

// Hinges about z with weight across, the second at a distance l: of a body the joint feels the moments across and the
// inertia about z; on a body that turns about the same direction, too, nothing else of the tensor has an effect.
TEST_F(ParameterSamplesTest, TwoHinges) {
  const Model model = machine(R"(gravity: [0, -10, 0]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  one: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  two: {type: revolute, axis: z, from: {body: a, at: [2, 0, 0]}, to: b, coordinate: q2}
)");
  const Kinematics kinematics = compute_kinematics(model);
  RandomMotions motions(model, kinematics, make_links(model, kinematics));
  BodyPair pair{1, 0, {}};
  for (std::size_t k = 0; k < kParameterCount; ++k) {
    const InertiaList<double> moved = to_list(move(unit_inertia<double>(k), Vector3<double>{-2, 0, 0}));
    for (std::size_t i = 0; i < kParameterCount; ++i)
      pair.on_before(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = moved[i];
  }
  const BodyPair pairs[] = {{0, kBase, {}}, pair};
  const std::vector<ParameterSample> samples = sample_pairs(motions, pairs);
  ASSERT_EQ(samples.size(), 2u);
  const bool first_feels[] = {false, true, true, false, false, false, true, false, false, false};
  const bool second_has_effect[] = {true, true, true, false, false, false, true, false, false, false};
  for (Eigen::Index k = 0; k < 10; ++k) {
    EXPECT_EQ(samples[0].differences.col(k).norm() > 1e-10, first_feels[k]) << k;
    EXPECT_EQ(samples[1].differences.col(k).norm() > 1e-10, first_feels[k]) << k;
    EXPECT_EQ(samples[1].effects[k] > 1e-10, second_has_effect[k]) << k;
    EXPECT_GE(samples[1].scale[k] * (1 + 1e-14), samples[1].differences.col(k).norm()) << k;
  }
}

// However many joints there are before a body, what is compared is as long as the columns of Y itself.
TEST_F(ParameterSamplesTest, DirectionsInShortKeepLengths) {
  std::string text = "gravity: [0, 0, -10]\nbodies: {", joints = "}\njoints:\n";
  for (int i = 1; i <= 9; ++i) {
    const std::string n = std::to_string(i);
    text += "b" + n + ": {mass: 1}, ";
    joints += "  j" + n + ": {type: revolute, axis: " + "xyz"[i % 3] +
              ", from: {body: " + (i == 1 ? "world" : "b" + std::to_string(i - 1)) + ", at: [1, 1/2, 0]}, to: b" + n +
              ", coordinate: q" + n + "}\n";
  }
  const Model model = machine(text + joints);
  const Kinematics kinematics = compute_kinematics(model);
  const MachineLinks links = make_links(model, kinematics);
  RandomMotions of_pairs(model, kinematics, links), of_columns(model, kinematics, links);
  const BodyPair pair{8, 7, Eigen::Matrix<double, 10, 10>::Zero()};
  const ParameterSample sample = sample_pairs(of_pairs, {&pair, 1})[0];
  std::vector<LinkParameter> parameters;
  for (std::size_t k = 0; k < kParameterCount; ++k) parameters.push_back({8, k});
  const ColumnSample columns = sample_columns(of_columns, parameters);
  EXPECT_EQ(columns.columns.rows(), 24 * 9);
  EXPECT_LT(sample.differences.rows(), columns.columns.rows());
  for (Eigen::Index k = 0; k < 10; ++k) {
    EXPECT_NEAR(sample.effects[k], columns.columns.col(k).norm(), 1e-12 * sample.effects[k]);
    EXPECT_NEAR(sample.differences.col(k).norm(), sample.effects[k], 1e-12 * sample.effects[k]);
    EXPECT_GE(columns.scale[k] * (1 + 1e-14), columns.columns.col(k).norm());
  }
}

}  // namespace
}  // namespace kinemate
