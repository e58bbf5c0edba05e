#include "codegen/modelica/function.h"

#include <gtest/gtest.h>

#include "codegen/modelica/language.h"
#include "codegen/pendulum_programs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

ModelicaFunctions written_functions(const Program& program, std::size_t chunk = 1000) {
  CodeNames names(modelica_language());
  return write_modelica_functions(program, names, chunk);
}

TEST(ModelicaFunction, ASmallOne) {
  const ModelicaFunctions made = written_functions(pendulum_ode({}));
  EXPECT_EQ(made.name, "ode");
  EXPECT_EQ(made.text, R"(function ode "ode of pendulum: by hand"
  input Real t "time";
  input Real x[2] "the state";
  // x[1]: phi -- an angle
  // x[2]: omega -- its rate
  input Real u[1] "inputs";
  // u[1]: torque
  input Real p[2] "parameters";
  // p[1]: m
  // p[2]: l -- length
  output Real dx[2] "rates of x";
  // dx[1]: phi'
  // dx[2]: omega'
algorithm
  dx[2] := u[1] / (p[1] * (p[2] * p[2])) - sin(x[1]) * (9.81 / p[2]);
  dx[1] := x[2];
end ode;
)");
}

TEST(ModelicaFunction, Matrices) {
  const std::string text = written_functions(pendulum_jacobian({.inputs = false, .outputs = false})).text;
  EXPECT_NE(text.find("  output Real A[2, 2];\n  // A[1, 1]: A(1,1)\n"), std::string::npos);
  EXPECT_NE(text.find("protected\n  Real A_rows[4] \"row by row\";\n"), std::string::npos);
  EXPECT_NE(text.find("  A := {{A_rows[2 * (i - 1) + j] for j in 1:2} for i in 1:2};\nend jacobian;\n"),
            std::string::npos);
}

TEST(ModelicaFunction, LongOnesInParts) {
  const Program program = program_of(3, [](Builder& builder, const ValueList& x) {
    const Value a = builder.multiply(x[0], x[1]), b = builder.add(a, x[2]);
    return ValueList{a, builder.multiply(b, b), builder.add(builder.multiply(b, a), x[0])};
  });
  EXPECT_EQ(written_functions(program, 3).text, R"(function test_part_1 "part 1 of 2 of test"
  input Real w_before[1];
  input Real x[3];
  input Real y_before[3];
  output Real w[1];
  output Real y[3];
protected
  Real z0;
algorithm
  w := w_before;
  y := y_before;
  z0 := x[1] * x[2];
  y[1] := z0;
  w[1] := x[3] + z0;
end test_part_1;

function test_part_2 "part 2 of 2 of test"
  input Real w[1];
  input Real x[3];
  input Real y_before[3];
  output Real y[3];
algorithm
  y := y_before;
  y[2] := w[1] * w[1];
  y[3] := x[1] + y[1] * w[1];
end test_part_2;

function test "test of machine"
  input Real x[3];
  // x[1]: x0
  // x[2]: x1
  // x[3]: x2
  output Real y[3];
  // y[1]: y0
  // y[2]: y1
  // y[3]: y2
protected
  Real w[1];
algorithm
  w := fill(0.0, 1);
  y := fill(0.0, 3);
  (w, y) := test_part_1(w, x, y);
  y := test_part_2(w, x, y);
end test;
)");
}

TEST(ModelicaFunction, NamesThatAreTaken) {
  CodeNames names(modelica_language());
  Program program = with_inputs(1);
  program.name = "end";
  EXPECT_EQ(write_modelica_functions(program, names, 10).name, "end_v");
  EXPECT_EQ(write_modelica_functions(program, names, 10).name, "end_v_2");
}

}  // namespace
}  // namespace kinemate
