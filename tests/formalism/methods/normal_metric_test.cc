#include "formalism/methods/normal_metric.h"

#include "expr/simplify/forms.h"
#include "formalism/fixture.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class NormalMetricTest : public ModelTest {
 protected:
  static void expect_normal(const Model& model) {
    const Kinematics kinematics = compute_kinematics(model);
    const Metric plain = compute_metric(model, kinematics), normal = compute_normal_metric(model, kinematics);
    ASSERT_EQ(plain.g.size(), normal.g.size());
    ASSERT_EQ(plain.christoffel.size(), normal.christoffel.size());
    for (std::size_t i = 0; i < plain.g.size(); ++i) EXPECT_EQ(normal.g[i], normalize(plain.g[i])) << i;
    for (std::size_t i = 0; i < plain.christoffel.size(); ++i)
      EXPECT_EQ(normal.christoffel[i], normalize(plain.christoffel[i])) << i;
  }
};

TEST_F(NormalMetricTest, IsTheNormalFormOfTheMetric) {
  expect_normal(machine(R"(
bodies: {a: &b {mass: m, center: [0, c, 0], inertia: {xx: A, yy: B, zz: C}}, b: *b, c: *b}
joints:
  i: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  j: {type: revolute, axis: x, from: {body: a, at: [0, l, 0]}, to: b, coordinate: q2}
  k: {type: cylindrical, axis: z, from: {body: b, at: [0, l, 0]}, to: c, coordinates: [q3, x]}
)"));
}

// Functions of time are no polynomials: the same by the other way.
TEST_F(NormalMetricTest, WhereSomethingIsNotPolynomial) {
  expect_normal(read_machine_file(KINEMATE_SOURCE "/examples/lagr_pendulum/model.yaml").model);
}

}  // namespace
}  // namespace kinemate
