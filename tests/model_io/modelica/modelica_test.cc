// Flat files as a user writes them, and every mistake with its place; components and connections are tested with the
// files that flatten them.
#include "model_io/modelica/modelica.h"

#include "model_io/flat_fixture.h"

namespace kinemate {
namespace {

class ModelicaTest : public FlatTest {
 protected:
  static std::string wrong(const std::string& text) { return mistakes_of(read_modelica(text, "m.mo")); }
  // In a model with Real x, y and parameter Real a.
  static std::string wrong_equation(const std::string& text) {
    return wrong("model M\n  Real x, y;\n  parameter Real a;\nequation\n" + text + "\nend M;\n");
  }
  static std::string wrong_declaration(const std::string& text) {
    return wrong("model M\n  Real x;\n" + text + "\nequation\n  x = 1;\nend M;\n");
  }
};

TEST_F(ModelicaTest, EverythingThatAFlatFileMayHave) {
  const FlatReading reading = read_modelica(R"--(within;
/* a comment
   of two lines */
model Pendulum "with friction"
  parameter Real m = 0.31 "mass", l(unit = "m", min = 0) = 2*m;
  constant Modelica.Units.SI.Acceleration g = Modelica.Constants.g_n;
  parameter Integer n = 3;
  parameter Boolean b = true;
  parameter Real open;
  input Real u(start = 3) "torque" + " of the drive";
  output Real y annotation(Dialog(group = "a"));
  SI.Angle phi(start = 0.1, fixed = true, stateSelect = StateSelect.prefer) "angle";  // a state
  Real body.frame_a.f[2], 'a b', T[1,2];
  Real c = cos(phi);
protected
  final Real w, s;
initial equation
  phi = 3;
equation
  der(phi) = w "kinematics";
  m*l^2*der(w) = -m*g*l*sin(phi) + u - n;
  body.frame_a.f[2] = abs(u)*b + 'a b';
  der(der(s)) = s + open;
  'a b' = atan2(c, time)*T[1,2] annotation(a = 1);
  y + T[1,2] = der(s);
  T[1,2] = 7.;
  annotation(experiment(StopTime = 1));
end Pendulum;
)--",
                                            "m.mo");
  EXPECT_EQ(mistakes_of(reading), "");
  EXPECT_EQ(summary(reading.system), R"(Pendulum
m = 0.31 (mass)
l = 2*m
g = 9.80665
n = 3
b = 1
open
in u = 3 (torque of the drive)
in phi = 0.1 (angle)
in w
in s
in s'
in time
y?
phi'?
body.frame_a.f[2]?
a b?
T[1,2]?
c?
w'?
s''?
declaration of c: c = cos(phi)
kinematics: phi' = w
equation 3: l^2*m*w' = u - g*m*l*sin(phi) - n
equation 4: body.frame_a.f[2] = a b + b*abs(u)
equation 5: s'' = open + s
equation 6: a b = T[1,2]*atan2(c, time)
equation 7: T[1,2] + y = s'
equation 8: T[1,2] = 7
)");
  EXPECT_EQ(reading.system.equations[1].place->line, 20);
  EXPECT_EQ(reading.system.equations[1].place->column, 3);
  EXPECT_EQ(reading.system.unknowns[3].place->column, 27);
}

TEST_F(ModelicaTest, MistakesOfEquations) {
  const std::pair<const char*, const char*> table[] = {
      {"  x = ax;", "5:7 ax is not declared | did you mean x?\n"},
      {"  x = pi;", "5:7 pi is not declared | write Modelica.Constants.pi\n"},
      {"  x + y;", "5:3 expected '=' in this equation, found ';'\n"},
      {"  x = 1 = 2;", "5:9 an equation has one sign of equality: =\n"},
      {"  x := 1;", "5:5 ':=' stands in algorithms | an equation is written a = b\n"},
      {"  x = 1\n  y = 2;", "5:8 expected ';' behind this equation, found 'y'\n"},
      {"  x = 1 2;\n  y = z;", "5:8 expected ';' behind this equation, found the number 2\n6:7 z is not declared\n"},
      {"  x = 3*;\n  y = (1;", "5:9 expected a value, found ';'\n6:9 expected ')', found ';'\n"},
      {"  for i in 1:3 loop x = i; end for;\n  y = z;",
       "5:3 the flat subset has no loops (for)\n6:7 z is not declared\n"},
      {"  when x > 1 then y = 2; end when;", "5:3 the flat subset has no events (when)\n"},
      {"  if x > 1 then y = 2; else y = 3; end if;",
       "5:3 the flat subset has no equations under conditions (if ... end if) | an expression may have conditions: x = "
       "if c then a else b;\n"},
      {"  assert(x > 1, \"no\");", "5:3 assert is no equation: the flat subset has no such thing\n"},
      {"algorithm\n  x := 1;\n  for i in 1:2 loop y := 2; end for;",
       "5:1 an algorithm is no equation: the flat subset has no such thing | write what it computes as equations\n"},
      {"  connect(x, y);", "5:11 there is no connector x\n5:14 there is no connector y\n"},
      {"  {x, y} = 1;", "5:3 an array stands here: equations are scalar\n"},
      {"  x[1:2] = 1;", "5:6 expected ']' behind an index, found ':'\n"},
      {"  der(a) = 1;", "5:7 a is a parameter: it has no derivative here\n"},
      {"  x = $ 1;\n  y = \xC3\xBC;",
       "5:7 unexpected character '$'\n6:7 unexpected character '\xC3\xBC' | names have "
       "letters without accents, digits and underscores; others stand in quotes: '\xCE\xA9'\n"},
      {"  x = sni(y);", "5:7 there is no function sni | did you mean sin?\n"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(wrong_equation(text), expected) << text;
}

TEST_F(ModelicaTest, MistakesOfDeclarations) {
  const std::pair<const char*, const char*> table[] = {
      {"  Real x;", "3:8 x is declared twice | the first is in line 2\n"},
      {"  parameter Real a = b, b = 2*a;",
       "3:18 the values of parameters run in a circle: a, b | give one of them a number, or leave it open\n"},
      {"  parameter Real a = 2*x;", "3:24 the value of a holds x, an unknown | values are formulas of parameters\n"},
      {"  parameter Real a = 2*z;", "3:24 z is not declared\n"},
      {"  Rael y;", "3:3 there is no class Rael | did you mean Real?\n"},
      {"  Body b;", "3:3 there is no class Body | variables are Real; other classes stand in the same file\n"},
      {"  Integer k;",
       "3:3 a variable of type Integer: the flat subset has none | parameters may be Integer or Boolean; "
       "variables are Real\n"},
      {"  parameter String s = \"a\";", "3:13 a variable of type String: the flat subset has none\n"},
      {"  Real[3] y;", "3:3 arrays are not read: equations are scalar | declare the elements one by one\n"},
      {"  Real y[n];",
       "3:10 expected a number as index, found 'n' | equations are scalar: arrays are written out, element "
       "by element\n"},
      {"  Real y(strat = 1);", "3:10 Real has no attribute 'strat' | did you mean start?\n"},
      {"  Real y", "3:9 expected ';' behind this declaration, found 'equation'\n"},
      {"  Real 3;", "3:8 expected a name behind Real, found the number 3\n"},
      {"  y = 3;", "3:5 expected a name behind y, found '='\n"},
      {"  extends Base;", "3:3 the flat subset has no inheritance (extends)\n"},
      {"  import Modelica.Math;", "3:3 the flat subset has no imports\n"},
      {"  discrete Real d;", "3:3 the flat subset has no discrete variables\n"},
      {"  replaceable Real d;", "3:3 the flat subset has no replaceable elements\n"},
      {"  function f\n    input Real u; output Real y;\n  algorithm y := u; end f;\n  Real z = w;",
       "3:3 the flat subset has no functions\n6:12 w is not declared\n"},
      {"  Real y if x > 1;", "3:10 the flat subset has no components under conditions\n"},
      {"  Real y = 1 \"a\" \"b\";", "3:17 expected ';' behind this declaration, found a text in quotes\n"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(wrong_declaration(text), expected) << text;
}

TEST_F(ModelicaTest, MistakesOfFiles) {
  const std::pair<const char*, const char*> table[] = {
      {"", "1:1 there is no model in this file | equations stand in: model NAME ... end NAME;\n"},
      {"package P end P;", "1:1 there is no model in this file | equations stand in: model NAME ... end NAME;\n"},
      {"model M end M;", "1:1 model M has no equations\n"},
      {"model M\n  Real x;\nequation\n  x = 1;\n", "4:9 'end M;' is missing | model M begins in line 1\n"},
      {"model M\n  Real x;\nequation\n  x = 1;\nend N;\n", "5:5 'end N' does not end model M | it begins in line 1\n"},
      {"model M\n  Real x;\nequation\n  x = 1;\nend M\n",
       "5:6 expected ';' behind 'end M', found the end of the file\n"},
      {"model M\n  Real x;\nequation\n  x = 1;\nend;\n",
       "5:4 expected 'M' behind 'end', found ';'\n5:5 'end M;' is missing "
       "| model M begins in line 1\n"},
      {"model 3", "1:7 expected the name of a model, found the number 3\n"},
      {"model A = B;", "1:9 classes that are other names of classes are not read | write the class out\n"},
      {"end; equation end M;",
       "1:1 expected a model, found 'end' | a Modelica file begins with: model NAME\n"
       "1:6 expected a model, found 'equation' | a Modelica file begins with: model NAME\n"
       "1:15 expected a model, found 'end' | a Modelica file begins with: model NAME\n"},
      {"model M /* a", "1:9 this comment has no end | comments end with */\n"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(wrong(text), expected) << text;
}

TEST_F(ModelicaTest, SizeMeetsNoLimit) {
  std::string text = "model M\n", equations = "equation\n";
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format("  Real x{};\n", i);
    equations += fmt::format("  x{} + 2*x{} - sin({}) = {};\n", i, (i + 1) % 20'000, i, i);
  }
  const FlatReading reading = read_modelica(text + equations + "end M;\n", "m.mo");
  EXPECT_EQ(mistakes_of(reading), "");
  EXPECT_EQ(reading.system.equations.size(), 20'000u);
  EXPECT_EQ(reading.system.equations.back().place->line, 40'002);
}

TEST_F(ModelicaTest, ManyMistakesTakeNoTimeOutOfProportion) {
  std::string text = "model M\n", equations = "equation\n";
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format("  Real variable{};\n", i);
    equations += fmt::format("  variable{} = wrong{};\n", i, i);
  }
  EXPECT_EQ(read_modelica(text + equations + "end M;\n", "m.mo").mistakes.size(), 10'001u);
  EXPECT_EQ(read_modelica(std::string(1'000'000, '$'), "m.mo").mistakes.size(), 10'001u);
}

}  // namespace
}  // namespace kinemate
