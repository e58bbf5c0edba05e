// What the equations say is computed in tests/agreement.
#include "codegen/modelica/flat.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "codegen/pendulum_programs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(ModelicaFlatModel, EveryAbbreviationHasAnEquation) {
  const std::vector<Program> programs = {pendulum_ode({}), pendulum_outputs({})};
  const ModelicaFlat made = write_modelica_flat_model(programs, "PendulumFlat", pendulum_example());
  EXPECT_FALSE(made.library);
  EXPECT_EQ(made.text, R"(// Made by Kinemate.
model PendulumFlat "ode of pendulum: by hand"
  Real phi(start = 0.5, fixed = true) "an angle";
  Real omega(start = -0.25, fixed = true) "its rate";
  input Real torque(start = 0.125);
  parameter Real m = 1.5;
  parameter Real l = 0.75 "length";
  output Real side;
  output Real rate "of omega";
protected
  Real sin_phi, z0;
equation
  sin_phi = sin(phi);
  z0 = torque / (m * (l * l)) - sin_phi * (9.81 / l);
  der(omega) = z0;
  side = l * sin_phi;
  der(phi) = omega;
  rate = z0;
end PendulumFlat;
)");
}

TEST(ModelicaFlatModel, FunctionsOfTheLibraryAndOnesThatAreNowhere) {
  const auto write = [](Function function) {
    Program like = pendulum_ode({});
    Builder builder(like);
    const Value rate = builder.call(function, std::array{builder.input(1)});
    const Program program = builder.finish(like.outputs, {builder.input(2), rate});
    return write_modelica_flat_model({&program, 1}, "F", {});
  };
  const ModelicaFlat made = write(Function::kErf);
  EXPECT_TRUE(made.library);
  EXPECT_NE(made.text.find("  der(omega) = Modelica.Math.Special.erf(phi);\n"), std::string::npos) << made.text;
  EXPECT_NE(made.text.find("  annotation(uses(Modelica(version = \"4.0.0\")));\nend F;\n"), std::string::npos);
  EXPECT_THROW(write(Function::kFactorial), Error);
}

}  // namespace
}  // namespace kinemate
