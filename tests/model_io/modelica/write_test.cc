#include "model_io/modelica/write.h"

#include "model_io/flat_fixture.h"
#include "model_io/modelica/modelica.h"

namespace kinemate {
namespace {

class ModelicaWriteTest : public FlatTest {};

TEST_F(ModelicaWriteTest, ReadsBackToTheSameSystem) {
  const FlatSystem system = difficult_system();
  const std::string text = write_modelica_flat(system);
  EXPECT_EQ(text, R"--(model difficult
  parameter Real m = 0.31 "mass: \"kg\"";
  parameter Real 'end' = Modelica.Constants.pi*m/7;
  parameter Real open;
  input Real q(start = 2);
  input Real 'q\'' "rate\nof q";
  Real 'q\'\'';
  Real body.frame[2].f[1,3] "force";
  Real 'a b';
  Real ')--"
                  "\xCF\x89"
                  R"--(';
equation
  m*'q\'\'' = body.frame[2].f[1,3] - 'a b'/3;
  'a b'^(1/3) + body.frame[2].f[1,3]*sin(q) = (if q < 'q\'' then 1 else 0)*(if q < 'q\'' then 'end' else -'q\'') "a \"named\" one";
  ')--"
                  "\xCF\x89"
                  R"--(' = (m + q)^(-'q\'')/(q - 1);
  'a b' + ')--"
                  "\xCF\x89"
                  R"--(' = max(q, Modelica.Math.asinh('q\''));
end difficult;
)--");
  const FlatReading reading = read_modelica(text, "m.mo");
  EXPECT_EQ(mistakes_of(reading), "");
  EXPECT_EQ(summary(reading.system), summary(system));
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    EXPECT_EQ(reading.system.equations[i].left, system.equations[i].left);
    EXPECT_EQ(reading.system.equations[i].right, system.equations[i].right);
  }
}

TEST_F(ModelicaWriteTest, TheTimeIsModelicas) {
  FlatSystem system;
  const Expr time = make_symbol("time"), x = make_symbol("x");
  system.known = {{time, std::nullopt, "", true, {}}};
  system.unknowns = {{x, "", {}}};
  system.equations = {{"equation 1", x, time, {}}};
  EXPECT_EQ(write_modelica_flat(system), "model Equations\n  Real x;\nequation\n  x = time;\nend Equations;\n");
}

// Of a class in a package.
TEST_F(ModelicaWriteTest, NamesOfClassesHaveNoDots) {
  FlatSystem system;
  system.name = "Electric.Circuit";
  const std::string text = write_modelica_flat(system);
  EXPECT_EQ(text, "model Electric_Circuit\nequation\nend Electric_Circuit;\n");
  EXPECT_EQ(read_modelica(text, "m.mo").system.name, "Electric_Circuit");
}

}  // namespace
}  // namespace kinemate
