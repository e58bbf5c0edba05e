#include "codegen/matlab/source.h"

#include <gtest/gtest.h>

#include "codegen/matlab/language.h"
#include "codegen/pendulum_programs.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(MatlabSource, APendulum) {
  const Program program = pendulum_ode({});
  const CodeInterface interface = make_interface(program, "pendulum", matlab_language());
  const MatlabSource source = write_matlab_source(program, interface, 1000);
  EXPECT_EQ(source.text,
            "function dx = pendulum_ode(t, x, u, p)\n"
            "%PENDULUM_ODE ode of pendulum: by hand\n"
            "%   dx = pendulum_ode(t, x, u, p)\n"
            "%\n"
            "%   t: input, time\n"
            "%   x: input, the state\n"
            "%     x(1): phi -- an angle\n"
            "%     x(2): omega -- its rate\n"
            "%   u: input, inputs\n"
            "%     u(1): torque\n"
            "%   p: input, parameters\n"
            "%     p(1): m\n"
            "%     p(2): l -- length\n"
            "%   dx: result, rates of x\n"
            "%     dx(1): phi'\n"
            "%     dx(2): omega'\n"
            "%\n"
            "%   Made by Kinemate.\n"
            "%#codegen\n"
            "  dx = zeros(2, 1);\n"
            "  dx(2) = u(1) / (p(1) * (p(2) * p(2))) - sin(x(1)) * (9.81 / p(2));\n"
            "  dx(1) = x(2);\n"
            "end\n");
  EXPECT_EQ(matlab_definitions(source.called), "");
}

TEST(MatlabSource, MatricesAreShapedAtTheEnd) {
  const Program program = program_of(2, [](Builder& builder, const ValueList& x) {
    return ValueList{builder.square_root(x[0]), builder.multiply(x[0], x[1])};
  });
  Program matrix = program;
  matrix.outputs = {{"A", "both", {{"A(1,1)", "a root"}, {"A(1,2)", ""}}, 2}};
  const CodeInterface interface = make_interface(matrix, "a", matlab_language());
  const MatlabSource source = write_matlab_source(matrix, interface, 1000);
  EXPECT_EQ(source.text,
            "function A = a_test(x)\n"
            "%A_TEST test of machine\n"
            "%   A = a_test(x)\n"
            "%\n"
            "%   x: input\n"
            "%     x(1): x0\n"
            "%     x(2): x1\n"
            "%   A: result, 1 x 2 matrix, both\n"
            "%     A(1,1): a root\n"
            "%\n"
            "%   Made by Kinemate.\n"
            "%#codegen\n"
            "  A_rows = zeros(2, 1);\n"
            "  A_rows(1) = sqrt_of(x(1));\n"
            "  A_rows(2) = x(1) * x(2);\n"
            "  A = reshape(A_rows, 2, 1).';\n"
            "end\n");
  EXPECT_EQ(matlab_definitions(source.called),
            "\nfunction y = sqrt_of(x)\n  if x >= 0\n    y = sqrt(x);\n  else\n    y = NaN;\n  end\nend\n");
}

// Each part takes what it reads and gives back what it changes.
TEST(MatlabSource, LongProgramsAreCut) {
  const Program program = program_of(2, [](Builder& builder, const ValueList& x) {
    Value sum = builder.add(x[0], x[1]), product = x[1];
    for (int i = 0; i < 3; ++i) product = builder.multiply(product, sum), sum = builder.add(product, sum);
    return ValueList{sum, product};
  });
  const CodeInterface interface = make_interface(program, "a", matlab_language());
  const std::string text = write_matlab_source(program, interface, 4).text;
  const std::string body = text.substr(text.find("%#codegen\n") + 10);
  EXPECT_EQ(body,
            "  y = zeros(2, 1);\n"
            "  w = zeros(2, 1);\n"
            "  w = test_part_1(w, x);\n"
            "  y = test_part_2(w, y);\n"
            "end\n"
            "\n"
            "function w = test_part_1(w, x)\n"
            "  z0 = x(1) + x(2);\n"
            "  z1 = x(2) * z0;\n"
            "  w(2) = z1;\n"
            "  w(1) = z0 + z1;\n"
            "end\n"
            "\n"
            "function y = test_part_2(w, y)\n"
            "  z0 = w(2) * w(1);\n"
            "  z1 = w(1) + z0;\n"
            "  z2 = z0 * z1;\n"
            "  y(2) = z2;\n"
            "  y(1) = z1 + z2;\n"
            "end\n");
}

TEST(MatlabSource, Calls) {
  const std::vector<std::string> none, one = {"a"}, two = {"a", "b"};
  EXPECT_EQ(matlab_call(none, "f", none), "f()");
  EXPECT_EQ(matlab_call(one, "f", two), "a = f(a, b)");
  EXPECT_EQ(matlab_call(two, "f", one), "[a, b] = f(a)");
}

}  // namespace
}  // namespace kinemate
