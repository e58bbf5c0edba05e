#include "formalism/explicit_time.h"

#include "formalism/fixture.h"
#include "formalism/methods/lagrange.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class ExplicitTimeTest : public ModelTest {};

TEST_F(ExplicitTimeTest, Terms) {
  Model model = machine("bodies: {a: {mass: 1}}\ninputs: [F]\n");
  auto expect = [&](const char* force, const char* p, const char* h) {
    const TimedForces parts = split_explicit_time(model, {parse(force)});
    EXPECT_TRUE(is_zero(parts.p[0] - parse(p))) << force;
    EXPECT_TRUE(is_zero(parts.h[0] - parse(h))) << force;
  };
  expect("k*(x - sin(t))", "-k*x", "-k*sin(t)");
  expect("F*cos(x) - d*x'", "d*x'", "F*cos(x)");
  expect("(x + t)^2", "-x^2", "2*x*t + t^2");
  expect("(x + t)*(y + F)", "-x*y", "x*F + t*y + t*F");
  expect("sqrt(x + t)", "0", "sqrt(x + t)");
  expect("sqrt(x)", "-sqrt(x)", "0");
  expect("k*(x - w(t))/sqrt(x^2 + 1)", "-k*x/sqrt(x^2 + 1)", "-k*w(t)/sqrt(x^2 + 1)");
}

// Pietruszka 2014, (2.160): rotating disc with guided mass.
TEST_F(ExplicitTimeTest, DiscWithGuidedMass) {
  const Model model = read_machine_file(KINEMATE_SOURCE "/examples/disc_guided_mass/model.yaml").model;
  const Equations equations = derive_by_lagrange(model, compute_kinematics(model));
  const TimedForces parts = split_explicit_time(model, equations.forces);
  auto expect = [&](Expr found, const char* formula) { EXPECT_TRUE(is_zero(found - parse(formula))) << formula; };
  expect(equations.mass_at(0, 0), "((R - a)^2 + e^2)*m + Iz");
  expect(equations.mass_at(1, 0), "-m*e");
  expect(equations.mass_at(1, 1), "m");
  expect(equations.bias[0], "2*m*(Omega + phi')*(R - a)*R'");
  expect(equations.bias[1], "-m*(Omega + phi')^2*(R - a)");
  expect(parts.p[0], "kw*phi + dw*phi'");
  expect(parts.p[1], "k*(R - L0) + d*R'");
  expect(parts.h[0], "Phi0*(kw*cos(Omega*t) - dw*Omega*sin(Omega*t))");
  expect(parts.h[1], "0");
}

}  // namespace
}  // namespace kinemate
