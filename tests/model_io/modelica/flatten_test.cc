// Components and connections as flat lists; flat files themselves are in modelica_test.cc.
#include "model_io/modelica/flatten.h"

#include "expr/evaluate.h"
#include "flat/numeric_solve.h"
#include "model_io/flat_fixture.h"
#include "model_io/modelica/modelica.h"

namespace kinemate {
namespace {

class ModelicaFlattenTest : public FlatTest {
 protected:
  static FlatSystem flat(const std::string& text) {
    const FlatReading reading = read_modelica(text, "m.mo");
    EXPECT_EQ(mistakes_of(reading), "");
    return reading.system;
  }
  static std::string wrong(const std::string& text) { return mistakes_of(read_modelica(text, "m.mo")); }

  // The unknowns by their names, where every known symbol has a value.
  static std::map<std::string, double> solved(const FlatSystem& system) {
    const std::vector<double> values = solve_numerically(system, values_of_known(system));
    std::map<std::string, double> by_name;
    for (std::size_t i = 0; i < values.size(); ++i) by_name[to_text(system.unknowns[i].symbol)] = values[i];
    return by_name;
  }
};

const char* const kElectric = R"(package Electric
  connector Pin Real v; flow Real i; end Pin;
  model Resistor "Ohm's law"
    parameter Real R = 1 "resistance";
    Pin p, n;
  equation
    p.v - n.v = R*p.i "Ohm";
    p.i + n.i = 0;
  end Resistor;
  model Source
    input Real U;
    Pin p, n;
  equation
    p.v - n.v = U;
    p.i + n.i = 0;
  end Source;
  model Ground Pin p; equation p.v = 0; end Ground;
  model Divider "two in a row, and what is between"
    parameter Real total;
    Pin top, middle, bottom;
    Resistor upper(R = total/4), lower(R = 3*total/4);
  equation
    connect(top, upper.p);
    connect(upper.n, middle);
    connect(lower.p, upper.n);
    connect(lower.n, bottom);
  end Divider;
end Electric;
)";

TEST_F(ModelicaFlattenTest, EveryPartOfOneComponent) {
  EXPECT_EQ(summary(flat(std::string(kElectric) + R"(model M
  Electric.Source s(U = 5);
  Electric.Resistor r(R = 2);
  Electric.Ground g;
equation
  connect(s.p, r.p); connect(s.n, r.n); connect(r.n, g.p);
end M;)")),
            R"(M
r.R = 2 (resistance)
s.U?
s.p.v?
s.p.i?
s.n.v?
s.n.i?
r.p.v?
r.p.i?
r.n.v?
r.n.i?
g.p.v?
g.p.i?
declaration of s.U: s.U = 5
equation 2: s.p.v - s.n.v = s.U
equation 3: s.n.i + s.p.i = 0
r: Ohm: r.p.v - r.n.v = r.R*r.p.i
equation 5: r.n.i + r.p.i = 0
equation 6: g.p.v = 0
connection of s.p, r.p: s.p.v = r.p.v
connection of s.p, r.p: r.p.i + s.p.i = 0
connection of s.n, r.n, g.p: s.n.v = r.n.v
connection of s.n, r.n, g.p: s.n.v = g.p.v
connection of s.n, r.n, g.p: r.n.i + s.n.i + g.p.i = 0
)");
}

// A divider under load, by hand: 1 + 3 ohm with 6 ohm beside the lower one, 12 volt over 1 + 2 ohm.
TEST_F(ModelicaFlattenTest, ClassesInClassesSolveRight) {
  const auto values = solved(flat(std::string(kElectric) + R"(model Circuit
  parameter Real U = 12;
  Electric.Source source(U = U);
  Electric.Divider divider(total = 4);
  Electric.Resistor load(R = 6);
  Electric.Ground ground;
equation
  connect(source.p, divider.top);
  connect(source.n, divider.bottom);
  connect(divider.middle, load.p);
  connect(load.n, ground.p);
  connect(ground.p, divider.bottom);
end Circuit;)"));
  EXPECT_NEAR(values.at("source.p.i"), -4, 1e-12);
  EXPECT_NEAR(values.at("divider.upper.p.i"), 4, 1e-12);
  EXPECT_NEAR(values.at("load.p.v"), 8, 1e-12);
  EXPECT_NEAR(values.at("load.p.i"), 4.0 / 3, 1e-12);
  EXPECT_NEAR(values.at("divider.middle.i"), -4.0 / 3, 1e-12);
  EXPECT_NEAR(values.at("ground.p.i"), 0, 1e-12);
}

// Inputs of the model are known; those of components too where nothing is said of them, else they follow.
TEST_F(ModelicaFlattenTest, Inputs) {
  const char* const text =
      "model A input Real u, w; Real x; equation x = 2*u + w; end A;\n"
      "model M input Real v(start = 3); A a(u = v + b.x); A b(u = 1); end M;\n";
  EXPECT_EQ(summary(flat(text)), R"(M
in v = 3
in a.w
in b.w
a.u?
a.x?
b.u?
b.x?
declaration of a.u: a.u = b.x + v
declaration of b.u: b.u = 1
equation 3: a.x = 2*a.u + a.w
equation 4: b.x = 2*b.u + b.w
)");
}

TEST_F(ModelicaFlattenTest, StatesOfComponentsAreKnown) {
  EXPECT_EQ(summary(flat("model Mass parameter Real m = 2; Real s(start = 1), v; input Real f; "
                         "equation der(s) = v; m*der(v) = f; end Mass;\n"
                         "model M Mass a(f = -a.s), b(f = der(a.v)); Real spring = a.s - b.s; end M;")),
            R"(M
a.m = 2
in a.s = 1
in a.v
b.m = 2
in b.s = 1
in b.v
a.s'?
a.v'?
a.f?
b.s'?
b.v'?
b.f?
spring?
declaration of a.f: a.f = -a.s
declaration of b.f: b.f = a.v'
declaration of spring: spring = a.s - b.s
equation 4: a.s' = a.v
equation 5: a.m*a.v' = a.f
equation 6: b.s' = b.v
equation 7: b.m*b.v' = b.f
)");
}

TEST_F(ModelicaFlattenTest, TheLastModelIsTaken) {
  const std::string text =
      "model A Real x; equation x = 1; end A; model B Real y; equation y = 2; end B; connector C Real z; end C;";
  EXPECT_EQ(summary(flat(text)), "B\ny?\nequation 1: y = 2\n");
  EXPECT_EQ(summary(flat("package P model A Real x; equation x = 1; end A; end P;")), "P.A\nx?\nequation 1: x = 1\n");
}

TEST_F(ModelicaFlattenTest, PlacesInTheClassOfAnEquation) {
  const FlatSystem system = flat("model A\n  Real x;\nequation\n  x = 1;\nend A;\nmodel M\n  A a, b;\nend M;\n");
  ASSERT_EQ(system.equations.size(), 2u);
  EXPECT_EQ(system.equations[1].place->line, 4);
  EXPECT_EQ(system.unknowns[1].place->line, 2);
}

TEST_F(ModelicaFlattenTest, Mistakes) {
  const std::pair<const char*, const char*> table[] = {
      // told once, though the class is used twice
      {"model A\n  Real x;\nequation\n  x = y;\nend A;\nmodel M\n  A a, b;\nend M;\n",
       "4:7 a.y is not declared | did you mean a.x?\n"},
      {"model A\n  Real xray;\nend A;\nmodel M\n  A a;\nequation\n  a.xrai = 1;\nend M;\n",
       "7:3 a.xrai is not declared | did you mean a.xray?\n"},
      {"model A\n  parameter Real m;\n  Real x;\nequation\n  x = m;\nend A;\nmodel M\n  Real y = 1;\n  A a(m = "
       "y);\nend "
       "M;\n",
       "9:11 the value of a.m holds y, an unknown | values are formulas of parameters\n"},
      {"model A\n  input Real u;\nequation\n  der(u) = 1;\nend A;\n",
       "4:7 u is an input: it has no derivative here | declare its derivative as another input\n"},
      {"model A\n  Real x(start = z);\nequation\n  der(x) = 1;\nend A;\n", "2:18 z is not declared\n"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(wrong(text), expected) << text;
}

// Where a class is missing, names that may stand in it are not missed.
TEST_F(ModelicaFlattenTest, OneMistakeIsToldOnce) {
  EXPECT_EQ(wrong("model M\n  Wheel w;\n  Real x;\nequation\n  x = w.r;\n  connect(w.a, w.b);\nend M;\n"),
            "2:3 there is no class Wheel | variables are Real; other classes stand in the same file\n");
}

}  // namespace
}  // namespace kinemate
