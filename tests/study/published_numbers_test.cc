// Numbers that others have published or computed.
#include "study/robot_record.h"

namespace kinemate {
namespace {

class PublishedNumbersTest : public StudyTest {};

Eigen::VectorXd vector(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

// RBDL's tests, after Featherstone's code: gravity along -y, unit masses, everything at 0.
struct Chain {
  std::string bodies, joints;
  int count = 0;

  Chain& add(const std::string& from, const std::string& at, const char* axis, const std::string& center,
             const std::string& inertia = "{xx: 1, yy: 1, zz: 1}") {
    const std::string i = std::to_string(++count);
    bodies += "  b" + i + ": {mass: 1, center: " + center + ", inertia: " + inertia + "}\n";
    joints += "  j" + i + ": {type: revolute, axis: " + axis + ", from: {body: " + from + ", at: " + at + "}, to: b" +
              i + ", coordinate: q" + i + "}\n";
    return *this;
  }
  // In the order in which bodies were added; the tree has its own.
  Eigen::VectorXd accelerations() const {
    const StateNumbers n =
        evaluate_at(machine("gravity: [0, -9.81, 0]\nbodies:\n" + bodies + "joints:\n" + joints), {});
    Eigen::VectorXd result(count);
    for (int i = 0; i < count; ++i) {
      const std::string speed = "q" + std::to_string(i + 1) + "'";
      result[i] =
          (*n.acceleration)[std::find(n.speed_names.begin(), n.speed_names.end(), speed) - n.speed_names.begin()];
    }
    return result;
  }
};

TEST_F(PublishedNumbersTest, SmallChains) {
  const std::string x = "[1, 0, 0]", y = "[0, 1, 0]", z = "[0, 0, 1]", origin = "[0, 0, 0]";
  Chain one, two, three, spatial, tree;
  one.add("world", origin, "z", "[1.5, 1, 1]", "{xx: 1, yy: 2, zz: 3}");
  EXPECT_TRUE(is_near(one.accelerations(), vector({-2.3544}), 1e-14));
  two.add("world", origin, "z", x).add("b1", x, "z", x);
  EXPECT_TRUE(is_near(two.accelerations(), vector({-5.886, 3.924}), 1e-14));
  three.add("world", origin, "z", x).add("b1", x, "z", x).add("b2", x, "z", x);
  EXPECT_TRUE(is_near(three.accelerations(), vector({-6.03692307692308, 3.77307692307692, 1.50923076923077}), 5.1e-15));
  spatial.add("world", origin, "z", x).add("b1", x, "y", y);
  EXPECT_TRUE(is_near(spatial.accelerations(), vector({-3.924, 0}), 1e-14));
  tree.add("world", origin, "z", x).add("b1", x, "y", y).add("b2", y, "x", z);
  tree.add("b1", "[-0.5, 0, 0]", "y", y).add("b4", "[0, -0.5, 0]", "x", z);
  EXPECT_TRUE(is_near(
      tree.accelerations(),
      vector({-1.60319066147860, -.534396887159533, 4.10340466926070, .267198443579767, 5.30579766536965}), 6e-15));
}

// RBDL's test of spherical joints, where gravity is along -z.
TEST_F(PublishedNumbersTest, SphericalJoint) {
  const Model model = machine(
      "gravity: [0, 0, -9.81]\nbodies: {b: {mass: 1, center: [0.5, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}}\n"
      "joints: {ball: {type: spherical, sequence: zyx, from: world, to: b, coordinates: [a, b, c]}}\n");
  EvaluateRequest request;
  request.accelerations = given({"a'' = 1", "b'' = 1", "c'' = 1"});
  const StateNumbers n =
      evaluate_at(model, {"a = 1", "b = 1", "c = 1", "a' = 1", "b' = 1", "c' = 1"}, std::nullopt, request);
  Eigen::Matrix3d mass;
  mass << 1.0729816454316, 0, -.8414709848079, 0, 1.25, 0, -.8414709848079, 0, 1;
  EXPECT_TRUE(is_near(*n.mass, mass, 5.1e-14));
  EXPECT_TRUE(is_near(*n.required_effort, vector({-.53611600195085, -.74621832606188, -.38177329067604}), 2e-14));
}

// Corke and Armstrong-Hélouvry 1994, and what Corke's toolbox computes; the rotors add Jm G² to the diagonal.
TEST_F(PublishedNumbersTest, Puma560) {
  const Model model = example("puma_560");
  const double rotor[] = {2e-4, 2e-4, 2e-4, 33e-6, 33e-6, 33e-6},
               gear[] = {-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686};
  EvaluateRequest request;
  request.accelerations = given({});
  const StateNumbers rest = evaluate_at(model, {}, std::nullopt, request);
  EXPECT_TRUE(is_near(*rest.required_effort, vector({0, 31.6399, 6.0351, 0, .0283, 0}), 5e-5));
  Eigen::MatrixXd mass = *rest.mass;
  for (Eigen::Index i = 0; i < 6; ++i) mass(i, i) += rotor[i] * gear[i] * gear[i];
  EXPECT_TRUE(is_near(mass.diagonal(), vector({3.6594, 4.4137, .9378, .1925, .1713, .1941}), 6e-5));
  EXPECT_NEAR(mass(0, 1), -.4044, 5e-5);
  EXPECT_NEAR(mass(0, 2), .1006, 5e-5);
  EXPECT_NEAR(mass(0, 3), -.0025, 5e-5);
  EXPECT_NEAR(mass(1, 2), .3509, 5e-5);
  EXPECT_NEAR(mass(1, 4), .0024, 5e-5);
  EXPECT_NEAR(mass(2, 4), .0015, 5e-5);
  EXPECT_TRUE(is_near(mass * vector({1, 2, 3, 1, 2, 3}), vector({3.15, 9.4805, 3.6189, .1901, .3519, .5823}), 1.1e-4));
}

TEST_F(PublishedNumbersTest, RobotsAgreeWithAnotherEngine) {
  if (!robots_are_here()) GTEST_SKIP() << "the robots of others are not here: " << kRobots;
  for_each_record([](const RobotRecord& record) {
    EvaluateRequest request;
    for (std::size_t i = 0; i < record.kinematics.speeds.size(); ++i)
      request.efforts.push_back({record.kinematics.speeds[i], make_real(record.effort[static_cast<Eigen::Index>(i)])});
    const StateNumbers n = evaluate_state(record.model, record.kinematics, record.state, request);
    EXPECT_TRUE(is_near(*n.mass, record.mass, 1e-12 * largest(record.mass)));
    EXPECT_TRUE(is_near(*n.bias - *n.forces, record.bias, 1e-12 * largest(record.bias)));
    EXPECT_TRUE(is_near(*n.acceleration, record.acceleration, 1e-12 * largest(record.acceleration)));
    EXPECT_NEAR(n.energies->kinetic, record.kinetic, 1e-12 * record.kinetic);
  });
}

// Drake's KUKA iiwa: the pose of its last link, from MotionGenesis.
TEST_F(PublishedNumbersTest, KukaPose) {
  if (!robots_are_here()) GTEST_SKIP() << "the robots of others are not here: " << kRobots;
  const Reading reading = read_urdf(read_text_file(kRobots + "kuka_iiwa_robot_drake.urdf"), "kuka", {});
  ASSERT_TRUE(reading.mistakes.empty());
  const Model& model = reading.model;
  std::vector<std::string> state;
  for (const Coordinate& q : model.coordinates)
    state.push_back(q.name + (state.size() % 2 == 0 ? " = pi/3" : " = pi/6"));
  ASSERT_EQ(state.size(), 7u);
  EvaluateRequest request;
  request.points.resize(1);
  request.points[0].place.body = find_body(model, "iiwa_link_7");
  ASSERT_NE(request.points[0].place.body, kNone);
  const PointNumbers p = evaluate_at(model, state, std::nullopt, request).points[0];
  EXPECT_TRUE(
      is_near(to_eigen(p.position), Eigen::Vector3d(0.2970356451892219, 0.1727696964662288, 1.154681973689345), 1e-14));
  Eigen::Matrix3d rotation;
  rotation << -.5939002959880204, .8043869080239565, -.015625, -.8043869080239565, -.5932991120359317,
      .03094940802395521, .015625, .03094940802395527, .9993988160479114;
  EXPECT_TRUE(is_near(to_eigen(p.rotation), rotation, 1e-14));
}

}  // namespace
}  // namespace kinemate
