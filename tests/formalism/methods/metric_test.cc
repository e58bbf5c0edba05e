#include "formalism/methods/metric.h"

#include "formalism/fixture.h"
#include "formalism/methods/kane.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class MetricTest : public ModelTest {};

// Habelt 1978, example 6.2: a pendulum on a support that moves as fu(t), with a mass that slides in it.
TEST_F(MetricTest, LagrsExample) {
  const Model model = read_machine_file(KINEMATE_SOURCE "/examples/lagr_pendulum/model.yaml").model;
  const Metric metric = compute_metric(model, compute_kinematics(model));
  ASSERT_EQ(metric.coordinates.size(), 4u);
  auto expect = [&](Expr found, const char* formula) { EXPECT_TRUE(is_zero(found - parse(formula))) << formula; };
  expect(metric.g_at(1, 1), "m1 + m2 + m3");
  expect(metric.g_at(1, 2), "(m2*R + m3*(R - q3))*cos(q2)");
  expect(metric.g_at(1, 3), "-m3*sin(q2)");
  expect(metric.g_at(2, 2), "m2*R^2 + m3*(R - q3)^2 + th11 + th22");
  expect(metric.g_at(3, 3), "m3");
  expect(metric.g_at(2, 3), "0");
  expect(metric.christoffel_at(1, 2, 2), "-(m2*R + m3*(R - q3))*sin(q2)");
  expect(metric.christoffel_at(1, 2, 3), "-m3*cos(q2)");
  expect(metric.christoffel_at(2, 2, 3), "-m3*(R - q3)");
  expect(metric.christoffel_at(3, 2, 2), "m3*(R - q3)");
  expect(metric.christoffel_at(2, 1, 1), "0");
  expect(metric.christoffel_at(1, 0, 0), "(m1 + m2 + m3)*fu''(t)");
  expect(metric.christoffel_at(2, 0, 0), "(m2*R + m3*(R - q3))*cos(q2)*fu''(t)");
  expect(metric.christoffel_at(3, 0, 0), "-m3*sin(q2)*fu''(t)");
}

// A knife's edge: nonholonomic, and the same by the metric of all its positions.
TEST_F(MetricTest, DirectionsThatAreFewerThanCoordinates) {
  const Model model = machine(R"(
gravity: [1, 2, 0]
bodies: {knife: {mass: 2, center: [0.3, 0.1, 0], inertia: {xx: 1, yy: 1, zz: 1.5}}}
joints:
  blade: {type: custom, from: world, to: knife, coordinates: [x, y, a], position: [x, y, 0], rotation: [[z, a]],
          speeds: [v, w], free_directions: [[0, 0, 0, cos(a), sin(a), 0], [0, 0, 1, 0, 0, 0]]}
)");
  const Kinematics kinematics = compute_kinematics(model);
  std::mt19937_64 random(1);
  const Values values = random_state(model, kinematics, random);
  const NumericEquations a = numbers(derive_by_kane(model, kinematics), values);
  const NumericEquations b = numbers(derive_by_metric(model, kinematics), values);
  EXPECT_LT(largest(a.mass - b.mass), 1e-13);
  EXPECT_GT(largest(a.bias), 1e-3);
  EXPECT_LT(largest(a.bias - b.bias), 1e-13);
}

}  // namespace
}  // namespace kinemate
