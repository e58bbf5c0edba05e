// Classes as they are written. Mistakes of what a user writes have their tables in modelica_test.cc.
#include "model_io/modelica/class.h"

#include "model_io/flat_fixture.h"

namespace kinemate {
namespace {

class ModelicaClassTest : public FlatTest {
 protected:
  // Classes with their parts, one in each line, and behind them "!offset message".
  static std::string read(const std::string& text) {
    std::vector<TextNote> notes;
    std::string summary;
    for (const ModelicaClass& c : read_modelica_classes(text, notes)) {
      summary += fmt::format("{} {}{}{}\n", c.kind, c.name, remark(c.remark), c.damaged ? " damaged" : "");
      for (const ModelicaComponent& component : c.components) summary += "  " + describe(component) + "\n";
      for (const ModelicaEquation& equation : c.equations)
        summary += fmt::format("  {} = {}{}\n", to_text(equation.left), to_text(equation.right), remark(equation.name));
      for (const ModelicaConnection& connection : c.connections)
        summary += fmt::format("  {} -- {}\n", connection.first.text, connection.second.text);
    }
    for (const TextNote& note : notes) summary += fmt::format("!{} {}\n", note.offset, note.message);
    return summary;
  }

 private:
  static std::string remark(const std::string& text) { return text.empty() ? "" : " (" + text + ")"; }

  static std::string describe(const ModelicaComponent& component) {
    static constexpr const char* kRoles[] = {"", "parameter ", "input "};
    std::string text = kRoles[static_cast<std::size_t>(component.role)];
    text += fmt::format("{}{} {}", component.flow ? "flow " : "", component.type, to_text(component.name.symbol()));
    if (component.start) text += " from " + to_text(component.start->value);
    if (component.value) text += " = " + to_text(component.value->value);
    for (const auto& [name, formula] : component.settings)
      text += fmt::format(" [{} = {}]", name.text, to_text(formula.value));
    return text + remark(component.remark);
  }
};

TEST_F(ModelicaClassTest, ClassesInTheOrderInWhichTheyEnd) {
  EXPECT_EQ(read(R"(within A.B;
encapsulated package P "all of it"
  partial connector Pin Real v; flow Real i; end Pin;
  package Q
    final class Part
      P.Pin p;
    end Part;
  end Q;
  block Sum input Real a, b = 2; output Real c; equation c = a + b "the sum"; end Sum;
end P;
model 'a model' end 'a model';
)"),
            "connector P.Pin\n  Real v\n  flow Real i\n"
            "class P.Q.Part\n  P.Pin p\n"
            "package P.Q\n"
            "block P.Sum\n  input Real a\n  input Real b = 2\n  Real c\n  c = a + b (the sum)\n"
            "package P (all of it)\n"
            "model a model\n");
}

TEST_F(ModelicaClassTest, DeclarationsWithWhatTheySet) {
  EXPECT_EQ(
      read(R"(model M
  parameter Real m(unit = "kg", min = f({1, 2}, (3))) = 2, n = m/3 "half" + " of it";
  Real x(start = 2*m, fixed = true), y;
protected
  constant SI.Length l = 1;
  Modelica.Blocks.Interfaces.RealInput u;
public
  Body b(each m = 2*m, final frame.x = l) "a body" annotation(Placement(extent = {{1, 2}}));
  parameter Boolean flag = true;
end M;
)"),
      "model M\n  parameter Real m = 2\n  parameter Real n = m/3 (half of it)\n  Real x from 2*m\n  Real y\n"
      "  parameter Real l = 1\n  Real u\n  Body b [m = 2*m] [frame.x = l] (a body)\n  parameter Boolean flag = 1\n");
}

TEST_F(ModelicaClassTest, EquationsAndConnections) {
  EXPECT_EQ(read("model M Real x; equation 2*x = 3 + x \"first\"; connect(a.b[2], c) annotation(Line()); "
                 "public Real y; initial equation x = 1; y = 2; equation y = -x; end M;"),
            "model M\n  Real x\n  Real y\n  2*x = x + 3 (first)\n  y = -x\n  a.b[2] -- c\n");
}

TEST_F(ModelicaClassTest, SymbolsKnowTheirPlaces) {
  std::vector<TextNote> notes;
  const auto classes = read_modelica_classes("model M Real x = y; equation x = z*y; end M;", notes);
  ASSERT_EQ(classes.size(), 1u);
  EXPECT_EQ(classes[0].offset, 0u);
  EXPECT_EQ(classes[0].components[0].name.offset, 13u);
  EXPECT_EQ(classes[0].components[0].type_offset, 8u);
  EXPECT_EQ(classes[0].components[0].value->uses[0].offset, 17u);
  EXPECT_EQ(classes[0].equations[0].offset, 29u);
  ASSERT_EQ(classes[0].equations[0].uses.size(), 3u);
  EXPECT_EQ(classes[0].equations[0].uses[2].offset, 35u);
}

// A mistake takes away its statement, not what stands behind it. Of a class with a declaration that cannot be read
// names may be missing, and it says so.
TEST_F(ModelicaClassTest, ReadingGoesOnBehindMistakes) {
  EXPECT_EQ(read("model A Real x 3; Real y; equation x = ; y = 1; end A; model B equation x = 2; end B;"),
            "model A damaged\n  Real x\n  Real y\n  y = 1\nmodel B\n  x = 2\n"
            "!14 expected ';' behind this declaration, found the number 3\n!39 expected a value, found ';'\n");
  EXPECT_EQ(read("record R Real a; end R; type T = Real; model M Real x; end M;"),
            "model M\n  Real x\n!0 the flat subset has no records\n!24 the flat subset has no types of one's own\n");
  EXPECT_EQ(read("model M equation for i in 1:2 loop for j in 1:2 loop a = b; end for; end for; c = d; end M;"),
            "model M\n  c = d\n!17 the flat subset has no loops (for)\n");
  EXPECT_EQ(
      read("model M Real x; algorithm x := 1; equation y = 2; end M; model N end N;"),
      "model M\n  Real x\n  y = 2\nmodel N\n!16 an algorithm is no equation: the flat subset has no such thing\n");
}

TEST_F(ModelicaClassTest, MistakesOfModificationsAndConnections) {
  const std::pair<const char*, const char*> table[] = {
      {"Body b(m(start = 2));", "!16 modifications inside of modifications are not read\n"},
      {"Body b(m);", "!16 expected '=' behind m, found ')'\n"},
      {"Body b(m = 2 n = 3);", "!20 expected ',' or ')', found 'n'\n"},
      {"Body b(redeclare Real x);", "!15 the flat subset has no redeclarations\n"},
      {"Body b(2);", "!15 expected a name in the parentheses, found the number 2\n"},
      {"Real x := 2;", "!15 ':=' stands in algorithms\n"},
      {"annotation(a = (1;", "!8 the parenthesis of this annotation is not closed\n"},
      {"equation connect(a b);", "!26 expected ',' in connect(...), found 'b'\n"},
      {"equation connect(2, b);", "!25 expected a connector, found the number 2\n"},
      {"equation connect(a, b;", "!29 expected ')' behind the second connector, found ';'\n"},
  };
  for (const auto& [text, expected] : table) {
    const std::string all = read(fmt::format("model M {} end M;", text));
    EXPECT_NE(all.find(expected), std::string::npos) << text << "\n" << all;
  }
}

}  // namespace
}  // namespace kinemate
