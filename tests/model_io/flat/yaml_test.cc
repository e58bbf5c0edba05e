#include "model_io/flat/yaml.h"

#include "model_io/flat_fixture.h"

namespace kinemate {
namespace {

class FlatYamlTest : public FlatTest {
 protected:
  static std::string wrong(const std::string& text) { return mistakes_of(read_flat_yaml(text, "f.yaml")); }
};

TEST_F(FlatYamlTest, EverySectionInEveryForm) {
  const FlatReading reading = read_flat_yaml(R"(
name: ladder
parameters: {R1: 10, R2: , q1: {value: 30, unit: deg, remark: angle}, c: 2*R1}
inputs: {"q1'": 0.5, u: {remark: voltage}}
unknowns: [i1, i2, "a1'"]
equations:
  - R1*i1 + i2 = u
  - mesh: R2*i2 = if(q1' == 2, 3, c)
  - a1' - i2 <= 3 = 1
)",
                                             "f.yaml");
  EXPECT_EQ(mistakes_of(reading), "");
  EXPECT_EQ(summary(reading.system), R"(ladder
R1 = 10
R2
q1 = pi/6 (angle)
c = 2*R1
in q1' = 1/2
in u (voltage)
i1?
i2?
a1'?
equation 1: i2 + R1*i1 = u
mesh: R2*i2 = if(q1' == 2, 3, c)
equation 3: a1' - i2 <= 3 = 1
)");
  EXPECT_EQ(reading.system.known[1].place->line, 3);
  EXPECT_EQ(reading.system.known[1].place->column, 22);
  EXPECT_EQ(reading.system.unknowns[2].place->column, 20);
  EXPECT_EQ(reading.system.equations[1].place->line, 8);
  EXPECT_EQ(reading.system.equations[1].place->column, 11);
}

TEST_F(FlatYamlTest, UnknownsWithRemarksAndInputsAsAList) {
  const FlatReading reading = read_flat_yaml(
      "inputs: [a, b'']\nunknowns: {x: of the load, y: }\nequations: [x = a, \"y = max(a, b'')\"]\n", "f");
  EXPECT_EQ(mistakes_of(reading), "");
  EXPECT_EQ(summary(reading.system),
            "\nin a\nin b''\nx? (of the load)\ny?\nequation 1: x = a\nequation 2: y = max(a, b'')\n");
}

struct Wrong {
  const char* text;
  const char* mistakes;
};

TEST_F(FlatYamlTest, EveryMistakeWithItsPlace) {
  const Wrong table[] = {
      {"", "1:1 the file is empty | a list of equations has unknowns and equations: see docs/flat_equations.md\n"},
      {"unknowns: [x]\n", "1:1 a list of equations needs the key equations (each with one =)\n"},
      {"unknowns: []\nequations: []\n",
       "1:11 expected a list of names, found a list of 0\n2:12 expected a list of equations, found a list of 0\n"},
      {"unknowns: {}\nequations: [x = 1]\n", "1:11 there are no unknowns\n"},
      {"unknowns: [x]\nequations:\n", "2:1 equations has no value; expected a list of equations\n"},
      {"unknowns: [x]\nequations: [x = 1]\nequation: 3\n",
       "3:1 a list of equations has no key 'equation' | did you mean equations?\n"},
      {"unknowns: [x]\nequations: [x]\n", "2:13 an equation has one sign of equality: = | x = 0?\n"},
      {"unknowns: [x]\nequations:\n  - x = 1 = 2\n", "3:11 an equation has one sign of equality: =\n"},
      {"unknowns: [x]\nequations:\n  - x == 1\n", "3:7 an equation has one sign of equality: =\n"},
      {"unknowns: [x]\nequations:\n  - = 1\n", "3:5 expected a formula, found nothing\n"},
      {"unknowns: [current]\nequations:\n  - 2*curent + curent' = 1\n",
       "3:7 curent is not declared | did you mean current?\n3:16 curent' is not declared | did you mean current?\n"},
      {"unknowns: [x]\nequations:\n  - x = y\n  - x = y\n", "3:9 y is not declared\n"},
      {"unknowns: [x, x]\nequations: [x = 1]\n", "1:15 x is declared twice | the first is in line 1\n"},
      {"parameters: {x: 1}\nunknowns: [x]\nequations: [x = 1]\n",
       "2:12 x is declared as known and as unknown | the first is in line 1\n"},
      {"parameters: {a: 1, a: 2}\nunknowns: [x]\nequations: [x = a]\n",
       "1:20 a stands twice here | the first is in line 1\n"},
      {"parameters: {a: 1}\ninputs: {a: 2}\nunknowns: [x]\nequations: [x = a]\n",
       "2:10 a is declared twice | the first is in line 1\n"},
      {"parameters: {a: b, b: 2*c, c: a, d: a}\nunknowns: [x]\nequations: [x = a]\n",
       "1:14 the values of parameters run in a circle: a, b, c | give one of them a number, or leave it open\n"},
      {"parameters: {a: 2*x}\nunknowns: [x]\nequations: [x = a]\n",
       "1:19 the value of a holds x, an unknown | values are formulas of parameters; what follows from unknowns is an "
       "unknown with an equation\n"},
      {"unknowns: [pi, sqrt, 2x]\nequations: [1 = 1]\n",
       "1:12 an unknown cannot be called pi: formulas know it as something else\n1:16 an unknown cannot be called "
       "sqrt: "
       "formulas know it as something else\n1:22 '2x' cannot be the name of an unknown: formulas could not refer to it "
       "| letters, digits and underscores, no digit first; primes behind them\n"},
      {"unknowns: [x]\nequations:\n  - a: x = 1\n  - a: x = 2\n",
       "4:5 a is already the name of another equation | the first is in line 3\n"},
      {"unknowns: [x]\nequations:\n  - x = 1\n  - equation 1: x = 2\n",
       "4:5 equation 1 is already the name of another equation | the first is in line 3\n"},
      {"unknowns: [x]\nequations:\n  - {a: x = 1, b: x = 2}\n",
       "3:5 an equation has one name, found 2 | each begins with a dash of its own\n"},
      {"unknowns: [x]\nequations:\n  - f(x) = cso(x) + x(2) + ln(x)\n",
       "3:5 there is no function f | equations have built-in functions only: see docs/formulas.md\n"
       "3:12 there is no function cso | did you mean cos?\n3:21 there is no function x | a product is written x*(...)\n"
       "3:28 there is no function ln | log(x) is the natural logarithm\n"},
      {"unknowns: [x]\nequations:\n  - x = 1/0\n", "3:10 division by zero\n"},
      {"unknowns: [x]\nequations: {a: x = 1}\n", "2:12 expected a list of equations, found a mapping\n"},
      {"unknowns: x y\nequations:\n  - x = z\n", "1:11 expected a list of names, or a mapping, found 'x y'\n"},
      {"parameters: {a: 1,5}\nunknowns: [x]\nequations: [x = a]\n",
       "1:17 1,5 is no number | numbers have a decimal point: 1.5\n"},
      {"parameters: {a: {value: 3, unit: kgg}}\nunknowns: [x]\nequations: [x = a]\n",
       "1:34 the unit kgg is not known | write kg*g\n"},
      {"unknowns: [x]\nequations: [x = min(1, 2)]\n",
       "2:13 this formula is cut at its comma | between brackets and braces a formula with a comma stands in quotes: "
       "\"x = min(1, 2)\"\n"},
      {"joints: {}\nbodies: {}\n",
       "2:1 this is the file of a machine: it has bodies | its equations as a list: kinemate convert f.yaml --to "
       "equations\n"},
      {"a: [b\nc: d\n",
       "2:2 expected ',' or ']' of the list that begins in line 1, column 4 | a bracket or brace is not closed, or a "
       "comma is missing\n"},
  };
  for (const Wrong& row : table) EXPECT_EQ(wrong(row.text), row.mistakes) << row.text;
}

TEST_F(FlatYamlTest, DepthAndSizeMeetNoLimit) {
  const std::string deep(100'000, '('), closed(100'000, ')');
  EXPECT_EQ(wrong("unknowns: [x]\nequations:\n  - " + deep + "x" + closed + " = 1\n"), "");
  std::string text = "unknowns:\n", equations = "equations:\n";
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format("  x{}:\n", i);
    equations += fmt::format("  - x{} + 2*x{} - sin({}) = {}\n", i, (i + 1) % 20'000, i, i);
  }
  const FlatReading reading = read_flat_yaml(text + equations, "f");
  EXPECT_EQ(mistakes_of(reading), "");
  EXPECT_EQ(reading.system.equations.size(), 20'000u);
  EXPECT_EQ(reading.system.equations.back().place->line, 40'002);
}

}  // namespace
}  // namespace kinemate
