#include "codegen/modelica/model.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"

namespace kinemate {
namespace {

TEST(ModelicaModel, StatesParametersInputsAndOutputs) {
  const PendulumOptions options{.unspecified = true};
  const std::vector<Program> programs = {pendulum_ode(options), pendulum_outputs(options)};
  const std::string functions[] = {"ode", "outputs"};
  EXPECT_EQ(write_modelica_model(programs, functions, pendulum_example(options)), R"--(model Machine "pendulum"
  Real state[2](start = {0.5, -0.25}, each fixed = true);
  Real phi = state[1] "an angle";
  Real omega = state[2] "its rate";
  input Real torque(start = 0.125);
  input Real f_phi(start = 2.0) "f(phi)";
  input Real g_t(start = 1.0) "g(t)";
  parameter Real m = 1.5;
  parameter Real l = 0.75 "length";
  Real results[2] "outputs";
  output Real side = results[1];
  output Real rate = results[2] "of omega";
equation
  der(state) = ode(time, state, {torque}, {f_phi}, {m, l});
  results = outputs(time, state, {torque}, {g_t, f_phi}, {m, l});
end Machine;
)--");
}

// Names of functions and of Modelica itself are those of others; the vector of the states has another name then.
TEST(ModelicaModel, NamesThatAreTaken) {
  Program program = pendulum_ode({});
  program.inputs[1].entries = {{"ode", ""}, {"state", ""}};
  program.inputs[4].entries = {{"time", ""}, {"y", ""}};
  const std::string functions[] = {"ode"};
  const std::string text = write_modelica_model({&program, 1}, functions, {});
  EXPECT_NE(text.find("  Real ode_2 = state_2[1] \"ode\";\n  Real state = state_2[2];\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  der(state_2) = ode(time, state_2, {torque}, {time_v, y});\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace kinemate
