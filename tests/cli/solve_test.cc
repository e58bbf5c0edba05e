#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace kinemate {
namespace {

const char* const kLadder = R"(name: ladder
parameters: {U: 12, R: 100}
unknowns: [i1, i2, v1, v2, p]
equations:
  - U - v1 = R*i1
  - v1 - v2 = R*i2
  - node: i1 = v1/(2*R) + i2
  - end: v2 = R*i2
  - power: p = R*i2^2
)";

std::string list(const std::string& text) { return file_with("list.yaml", text); }
std::string ladder() { return list(kLadder); }

std::string content_of_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SolveVerb, Text) {
  expect("solve " + ladder() + " --quiet", 0, R"(ladder: 5 equations
  1 unknown follows by its own equation, one after the other; 1 block has to be solved together

block of 4 unknowns, 10 coefficients
  flow          3 unknowns follow by coefficients of 1 and -1 from 1 tearing variable
  tree          i1
  order         along the tree, leaves first
  fill-in       1 coefficient, residual at sampled values below 1e-14

  operations    0 multiplications, 0 additions, 0 divisions, 0 others
  shortened     0 multiplications, 0 additions, 0 divisions, 0 others

i1 = 0.06
i2 = 0.03
v1 = 6
v2 = 3
p = 0.09
the same by sparse LU in numbers, to 1e-14
)");
  expect_error("solve " + ladder(), 0, "elimination in a block of 4 unknowns ...");
}

TEST(SolveVerb, FormulasOfWhatIsKept) {
  const std::string out = run("solve " + ladder() + " --keep U,R --show formulas --only v1,p --quiet").out;
  EXPECT_TRUE(out.ends_with("\n\nv1 = U/2\np = U^2/(16*R)\n")) << out;
  // set to another number, or to a formula of what stays
  EXPECT_TRUE(run("solve " + ladder() + " --set 'U = 24' --only v2 --quiet")
                  .out.ends_with("\n\nv2 = 6\nthe same by sparse LU in numbers, to 1e-14\n"));
  const std::string set = run("solve " + ladder() + " --set 'U = 2*R' --keep R --show formulas --only i1 --quiet").out;
  EXPECT_TRUE(set.ends_with("\n\ni1 = 1\n")) << set;
}

TEST(SolveVerb, Lists) {
  const std::string tree = run("solve " + ladder() + " --show tree,order --quiet").out;
  EXPECT_NE(tree.find("\n  pivots        v2 by end, i2 by node, v1 by equation 1, i1 by equation 2\n"),
            std::string::npos)
      << tree;
  EXPECT_EQ(tree.find("v1 = 6"), std::string::npos) << tree;
  const std::string all = run("solve " + ladder() + " --show all --keep R --quiet").out;
  for (const char* part : {"\n  tree ", "\n  pivots ", "\nv1 = 6\n", "\ni1 = 6/R\n"})
    EXPECT_NE(all.find(part), std::string::npos) << part << all;
}

TEST(SolveVerb, Orders) {
  const std::string sparse = run("solve " + ladder() + " --order sparse --quiet").out;
  EXPECT_NE(sparse.find("\n  order         sparse LU"), std::string::npos) << sparse;
  EXPECT_NE(sparse.find("\nv1 = 6\n"), std::string::npos) << sparse;
  const std::string full =
      list("parameters: {a: 2}\nunknowns: [x, y]\nequations:\n  - a*x + 2*y = 1\n  - 3*x - a*y = 2\n");
  expect_error("solve " + full + " --quiet", 0, "sampled values, since");
  expect_error("solve " + full + " --order structure --quiet", 1, "the structure is missing: ");
}

TEST(SolveVerb, Json) {
  const auto json = nlohmann::json::parse(run("solve " + ladder() + " --json").out);
  EXPECT_EQ(json["name"], "ladder");
  EXPECT_EQ(json["values"]["v2"], 3.0);
  EXPECT_EQ(json["blocks"][0]["by_structure"], true);
  const auto only = nlohmann::json::parse(run("solve " + ladder() + " --json --only v2").out);
  EXPECT_EQ(only["values"].size(), 1u);
}

// The equations of a machine without names, in both forms.
TEST(SolveVerb, YamlAndModelicaAreTheSame) {
  const std::string examples = KINEMATE_SOURCE "/examples/";
  const std::string yaml = file_with("flat.yaml", ""), modelica = file_with("flat.mo", "");
  for (const auto& [form, path] : {std::pair("equations", yaml), std::pair("modelica", modelica)}) {
    ASSERT_EQ(run("convert " + examples + "planar_pendulum/model.yaml --seed 3 --to " + form + " -o " + path).code, 0);
  }
  const auto one = nlohmann::json::parse(run("solve " + yaml + " --json").out),
             other = nlohmann::json::parse(run("solve " + modelica + " --json").out);
  EXPECT_EQ(one["values"], other["values"]);
  EXPECT_EQ(one["equations"], 48);
  EXPECT_EQ(one["blocks"], other["blocks"]);
}

TEST(SolveVerb, ProgramsPrintTheSameNumbers) {
  namespace fs = std::filesystem;
  const std::string folder = testing::TempDir() + "kinemate_solve_" + std::to_string(getpid());
  const std::string arguments = "solve " + ladder() + " --keep U,R --only i1,v2,p";
  expect_error(arguments + " -o " + folder, 0, "wrote " + folder + "/ladder_solve.c");
  const std::string program = folder + "/program";
  ASSERT_EQ(
      std::system(("cc -o " + program + " " + folder + "/*.c -lm && " + program + " > " + folder + "/out").c_str()), 0);
  const auto values = nlohmann::json::parse(run(arguments + " --json").out)["values"];
  std::istringstream lines(content_of_file(folder + "/out"));
  std::string name, equals;
  double value = 0;
  std::size_t count = 0;
  for (; lines >> name >> equals >> value; ++count) {
    ASSERT_TRUE(values.contains(name)) << name;
    EXPECT_NEAR(value, values[name].get<double>(), 1e-15 * std::abs(value)) << name;
  }
  EXPECT_EQ(count, 3u);
  fs::remove_all(folder);
}

// Each mistake names its equation and its line.
TEST(SolveVerb, WrongLists) {
  struct Case {
    const char* text;
    const char* message;
  };
  const Case cases[] = {
      {"unknowns: [x, y]\nequations:\n  - law: x*y = 1\n  - x + y = 3\n",
       ":3:10: error: law is not linear in its unknowns: x*y [K151]\n"},
      {"unknowns: [x]\nequations:\n  - sin(x) = 1/2\n",
       ":3:5: error: equation 1 is not linear in its unknowns: sin(x) [K151]\n"},
      {"unknowns: [x, y]\nequations:\n  - one: x + y = 1\n  - two: 2*x + 2*y = 2\n",
       ":4:10: error: singular: two follows from one (line 3) [K151]\n"},
      {"unknowns: [x, y]\nequations:\n  - one: x + y = 1\n  - two: 2*x + 2*y = 3\n",
       ":4:10: error: singular: two contradicts one (line 3) [K151]\n"},
      {"unknowns: [x, y]\nequations:\n  - x + y = 1\n",
       ":1:15: error: under-determined: 1 equation for the 2 unknowns x, y: equation 1 (line 3) [K150]\n"},
      {"unknowns: [x]\nequations:\n  - x = 1\n  - again: x = 2\n",
       ":4:12: error: over-determined: 2 equations for the 1 unknown x: equation 1 (line 3), again (line 4) [K150]\n"},
      {"unknowns: [xray]\nequations:\n  - xray = 2*xrai\n",
       ":3:14: error: xrai is not declared [K113]\n  |   - xray = 2*xrai\n  |              ^\n  hint: did you mean xray?\n"},
      {"unknowns: [x, x]\nequations:\n  - x = 1\n", ":1:15: error: x is declared twice [K114]\n"},
      {"parameters: {x: 1}\nunknowns: [x]\nequations:\n  - x = 1\n",
       ":2:12: error: x is declared as known and as unknown [K114]\n"},
      {"unknowns: [x, y]\nequations:\n  - law: x = 1\n  - law: y = 2\n",
       ":4:5: error: law is already the name of another equation [K114]\n"},
      {"unknowns: [x]\nequations:\n  - x = 1\n  - x = 3 +\n", ":4:"},
      {"bodies: {a: {mass: 1}}\n", ":1:1: error: this is the file of a machine: it has bodies [K752]\n"},
      {"", ":1:1: error: the file is empty [K102]\n"},
      {"model M\n  Real x;\nequation\n  x = y;\nend M;\n", ":4:7: error: y is not declared [K113]\n"},
      {"model M\n  Real x, y;\nequation\n  x*y = 1 \"law\";\n  x = y;\nend M;\n",
       ":4:3: error: law is not linear in its unknowns: "},
      {"model M\n  Real x, y;\nequation\n  x + y = 1;\nend M;\n", ":2:11: error: under-determined: "},
  };
  for (const Case& c : cases) {
    const std::string path = list(c.text);
    expect_error("solve " + path + " --quiet", 1, path + c.message);
  }
}

TEST(SolveVerb, WrongArguments) {
  expect_error("solve " + ladder() + " --only v3", 2,
               "error: --only: there is no unknown v3 [K113]\n  hint: did you mean v1?\n");
  expect_error("solve " + ladder() + " --show trees", 2, "there are: tree, order, formulas, values, all");
  expect_error("solve " + ladder() + " --set 'V = 2'", 2, "error: --set: there is no parameter V [K113]\n");
  expect_error("solve " + ladder() + " --set 'v1 = 2'", 2, "error: --set: v1 is an unknown [K216]\n");
  expect_error("solve " + ladder() + " --set 'U = 2*R' --set 'R = U'", 2, "circle");
  expect_error("solve " + ladder() + " --keep v1", 2, "error: --keep: v1 is an unknown [K216]\n");
  expect_error("solve " + ladder() + " --order any", 2, "--order");
  expect_error("solve " + ladder() + " --to cobol -o x", 2, "cobol");
  expect_error("solve", 2, "file");
  expect_error("solve /no/such/list.yaml", 4, "cannot be opened");
}

// Where an example value makes it singular, all but the numbers is there.
TEST(SolveVerb, NumbersBeyondDoubles) {
  for (const char* equation : {"1e400*x = 1", "1e308*1e308*x = 1", "x = 2^1024", "x + 1e400*x = 1e400"}) {
    const std::string list = file_with("beyond.yaml", fmt::format("unknowns: [x]\nequations:\n  - {}\n", equation));
    expect_error("solve --quiet " + list, 3, "beyond the range of double precision");
  }
  expect_error(
      "solve --quiet " + file_with("zero.yaml", "parameters: {a: 0}\nunknowns: [x]\nequations:\n  - x = 1/a\n"), 1,
      "zero.yaml:4:5: error: with the values of the parameters, equation 1: division by zero");
}

TEST(SolveVerb, SingularAtTheseValuesAlone) {
  const std::string path = list("inputs: {a: 0}\nunknowns: [x]\nequations:\n  - a*x = 3\n");
  const Outcome outcome = run("solve " + path + " --show formulas,values --quiet");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.out.find("\nx = 3/a\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("error: the equations are singular at these values: x [K401]\n"), std::string::npos)
      << outcome.out;
}

TEST(SolveVerb, NumbersThatAreNotKnown) {
  expect_error("solve " + list("inputs: [a]\nunknowns: [x]\nequations:\n  - a*x = 3\n") + " --quiet", 0,
               "\n  no numbers    since these have no values: a; --set gives one\n");
}

}  // namespace
}  // namespace kinemate
