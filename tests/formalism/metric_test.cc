#include "formalism/metric.h"

#include "formalism/fixture.h"
#include "formalism/kane.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class MetricTest : public ModelTest {};

TEST_F(MetricTest, AgreesWithKaneOnRandomTrees) {
  std::mt19937_64 random(31);
  int compared = 0;
  for (int round = 0; round < 60; ++round) {
    const Model model = random_massive_machine(random, 4);
    const Kinematics kinematics = compute_kinematics(model);
    const bool rates =
        std::all_of(kinematics.speeds.begin(), kinematics.speeds.end(), [](Expr s) { return s.primes() == 1; });
    if (!rates) continue;
    ++compared;
    const Values values = random_state(model, kinematics, random);
    const NumericEquations a = numbers(derive_by_kane(model, kinematics), values);
    const NumericEquations b = numbers(derive_by_metric(model, kinematics), values);
    EXPECT_LT(largest(a.mass - b.mass), 1e-10 * std::max(1.0, largest(a.mass))) << round;
    EXPECT_LT(largest(a.bias - b.bias), 1e-10 * std::max(1.0, largest(a.bias))) << round;
  }
  EXPECT_GT(compared, 15);
}

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

}  // namespace
}  // namespace kinemate
