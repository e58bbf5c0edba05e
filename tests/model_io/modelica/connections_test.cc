#include "model_io/modelica/connections.h"

#include "model_io/modelica_fixture.h"

namespace kinemate {
namespace {

const char* const kParts = R"(
connector Pin Real v; flow Real i; end Pin;
connector Port Real v; flow Real i; end Port;
connector Flange parameter Real r = 1; Real phi; flow Real tau; end Flange;
model Resistor Pin p, n; end Resistor;
model Box Pin port; Resistor r; equation connect(port, r.p); end Box;
model Shaft Flange a; end Shaft;
)";

class ModelicaConnectionsTest : public ModelicaPartsTest {
 protected:
  // Equations of a model with these parts, "name: left = right", then mistakes.
  std::string connected(const std::string& inside) {
    const ModelicaInstances all = parts(kParts + ("model M " + inside) + " end M;");
    ModelicaNotes once(notes_);
    std::string text;
    for (const ModelicaConnectionEquation& equation : make_connection_equations(all, once))
      text += fmt::format("{}: {} = {}\n", equation.name, to_text(equation.left), to_text(equation.right));
    std::sort(notes_.begin(), notes_.end(), [](const TextNote& a, const TextNote& b) { return a.offset < b.offset; });
    for (const TextNote& note : notes_)
      text += fmt::format("! {}{}{}\n", note.message, note.hint.empty() ? "" : " | ", note.hint);
    return text;
  }
};

TEST_F(ModelicaConnectionsTest, PotentialsAreEqualAndFlowsAddUpToZero) {
  EXPECT_EQ(connected("Resistor a, b; equation connect(a.p, b.p); connect(b.n, a.n);"),
            "connection of a.p, b.p: a.p.v = b.p.v\nconnection of a.p, b.p: a.p.i + b.p.i = 0\n"
            "connection of a.n, b.n: a.n.v = b.n.v\nconnection of a.n, b.n: a.n.i + b.n.i = 0\n");
}

// n connectors have n - 1 equal potentials and one sum, however they are connected.
TEST_F(ModelicaConnectionsTest, SetsAreJoined) {
  const std::string expected =
      "connection of a.p, b.p, c.p, d.p: a.p.v = b.p.v\nconnection of a.p, b.p, c.p, d.p: a.p.v = c.p.v\n"
      "connection of a.p, b.p, c.p, d.p: a.p.v = d.p.v\n"
      "connection of a.p, b.p, c.p, d.p: a.p.i + b.p.i + c.p.i + d.p.i = 0\n";
  for (const char* how : {"connect(a.p, b.p); connect(b.p, c.p); connect(c.p, d.p);",
                          "connect(d.p, c.p); connect(b.p, a.p); connect(c.p, a.p); connect(a.p, d.p);"}) {
    const std::string text = connected(std::string("Resistor a, b, c, d; equation ") + how);
    EXPECT_TRUE(text.starts_with(expected)) << text;
  }
}

TEST_F(ModelicaConnectionsTest, FlowsThatNobodyConnectsAreZero) {
  EXPECT_EQ(connected("Resistor a;"), "a.p, not connected: a.p.i = 0\na.n, not connected: a.n.i = 0\n");
  EXPECT_EQ(connected("Pin alone;"), "alone, not connected: alone.i = 0\n");
}

// A connector of a class is connected with its inside and with its outside; from inside its flows count negative.
TEST_F(ModelicaConnectionsTest, FromInsideAndFromOutside) {
  EXPECT_EQ(connected("Box b; Resistor a; equation connect(a.p, b.port);"),
            "connection of b.port, a.p: b.port.v = a.p.v\nconnection of b.port, a.p: a.p.i + b.port.i = 0\n"
            "connection of b.port, b.r.p: b.port.v = b.r.p.v\n"
            "connection of b.port, b.r.p: b.r.p.i - b.port.i = 0\n"
            "b.r.n, not connected: b.r.n.i = 0\na.n, not connected: a.n.i = 0\n");
}

TEST_F(ModelicaConnectionsTest, ConnectorsOfOtherClassesFitByTheirVariables) {
  EXPECT_EQ(connected("Pin p; Port q; equation connect(p, q);"),
            "p, not connected: p.i = 0\nconnection of p, q: p.v = q.v\nconnection of p, q: -p.i - q.i = 0\n"
            "q, not connected: q.i = 0\n");
  EXPECT_EQ(connected("Shaft a, b; equation connect(a.a, b.a);"),  // parameters are not connected
            "connection of a.a, b.a: a.a.phi = b.a.phi\nconnection of a.a, b.a: a.a.tau + b.a.tau = 0\n");
}

TEST_F(ModelicaConnectionsTest, Mistakes) {
  const std::pair<const char*, const char*> table[] = {
      {"Resistor a; Shaft s; equation connect(a.p, s.a);",
       "! connectors of class Pin and Flange do not fit: their variables differ\n"},
      {"Resistor a; equation connect(a.p, a.p);", "! a.p is connected with itself\n"},
      {"Resistor a; equation connect(a.p, a.q);", "! there is no connector a.q | did you mean a.n?\n"},
      {"Resistor left; equation connect(left.p, lift.n);", "! there is no connector lift.n | did you mean left.n?\n"},
      {"Resistor a; equation connect(a, a.p);", "! a is no connector\n"},
  };
  for (const auto& [inside, expected] : table) {
    const std::string text = connected(inside);
    EXPECT_TRUE(text.ends_with(expected)) << text;
  }
}

TEST_F(ModelicaConnectionsTest, EquationsHaveThePlaceOfTheirConnection) {
  const std::string text = std::string(kParts) + "model M Resistor a, b; equation connect(a.p, b.p); end M;";
  const ModelicaInstances all = parts(text);
  ModelicaNotes once(notes_);
  const auto equations = make_connection_equations(all, once);
  ASSERT_EQ(equations.size(), 4u);
  EXPECT_EQ(equations[0].offset, text.find("a.p, b.p"));
  EXPECT_EQ(equations[2].offset, text.find("connector Pin"));
}

}  // namespace
}  // namespace kinemate
