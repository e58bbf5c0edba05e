#include "codegen/modelica/inputs.h"

#include <gtest/gtest.h>

#include "codegen/modelica/language.h"
#include "codegen/pendulum_programs.h"

namespace kinemate {
namespace {

TEST(ModelicaInputs, RolesAndValues) {
  const PendulumOptions options{.unspecified = true};
  CodeNames names(modelica_language());
  names.take("l");
  const std::vector<Program> programs = pendulum_programs(options);
  const ModelicaInputs inputs = make_modelica_inputs(programs, pendulum_example(options), names);
  std::string text;
  for (const std::vector<ModelicaVariable>& variables : inputs.variables)
    for (const ModelicaVariable& variable : variables) text += declare(variable);
  EXPECT_EQ(text, R"--(  Real phi(start = 0.5, fixed = true) "an angle";
  Real omega(start = -0.25, fixed = true) "its rate";
  input Real torque(start = 0.125);
  input Real f_phi(start = 2.0) "f(phi)";
  input Real g_t(start = 1.0) "g(t)";
  parameter Real m = 1.5;
  parameter Real l_2 = 0.75 "l -- length";
)--");
  EXPECT_EQ(inputs.variables[0][0].name, "time");
}

}  // namespace
}  // namespace kinemate
