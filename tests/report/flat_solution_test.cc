#include "report/flat_solution.h"

#include <nlohmann/json.hpp>

#include "flat/numeric_solve.h"
#include "formalism/flatten.h"
#include "model/fixture.h"
#include "model_io/flat/yaml.h"
#include "model_io/machine_file.h"
#include "program/interpret.h"
#include "program/routine.h"
#include "study/programs/flat_program.h"

namespace kinemate {
namespace {

class FlatSolutionTest : public ModelTest {
 protected:
  // A list with everything that the command would find out about it.
  struct Solved {
    explicit Solved(const std::string& text, FlatOrder order = FlatOrder::kAutomatic) : Solved(read(text), order) {}
    explicit Solved(FlatSystem list, FlatOrder order = FlatOrder::kAutomatic)
        : system(std::move(list)), solution(solve_flat(system, order)), report{system, solution, {}, {}, {}, {}} {
      for (std::size_t u = 0; u < system.unknowns.size(); ++u) report.unknowns.push_back(u);
      report.program = make_flat_program(system, solution, report.unknowns);
      const Values known = values_of_known(system);
      if (known.size() != system.known.size()) return;
      report.by_lu = solve_numerically(system, known);
      report.values = run_once(Routine(report.program->program, 1, interpret), example_inputs(system));
    }
    static FlatSystem read(const std::string& text) {
      FlatReading reading = read_flat_yaml(text, "list.yaml");
      for (const Error& mistake : reading.mistakes) ADD_FAILURE() << render(mistake);
      return std::move(reading.system);
    }

    FlatSystem system;
    FlatSolution solution;
    FlatReport report;
  };

  static void expect_part(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }

  // Two rungs of a ladder.
  static constexpr const char* kLadder = R"(name: ladder
inputs: {U: 12, R: 1}
unknowns: {i1: current, i2: , v1: , v2: , p: }
equations:
  - U - v1 = R*i1
  - v1 - v2 = R*i2
  - node: i1 = v1/(2*R) + i2
  - end: v2 = R*i2
  - power: p = R*i2^2
)";

  // Bodies that hang on one another; the second carries the third and the fourth.
  static FlatSystem branched() {
    const Model model = machine(R"(name: branched
gravity: [0, 0, -981/100]
bodies:
  a: &body {mass: 2, center: [1/2, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
  b: *body
  c: *body
  d: *body
joints:
  j1: {type: revolute, axis: y, from: world, to: a, coordinate: q1}
  j2: {type: revolute, axis: y, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  j3: {type: revolute, axis: y, from: {body: b, at: [2, 0, 0]}, to: c, coordinate: q3}
  j4: {type: revolute, axis: y, from: {body: b, at: [1, 0, 0]}, to: d, coordinate: q4}
)");
    return flatten(model, compute_kinematics(model));
  }
};

TEST_F(FlatSolutionTest, Text) {
  EXPECT_EQ(flat_solution_text(Solved(kLadder).report, {}), R"(ladder: 5 equations, 2 known symbols
  1 unknown follows by its own equation, one after the other; 1 block has to be solved together

block of 4 unknowns, 10 coefficients
  flow          3 unknowns follow by coefficients of 1 and -1 from 1 tearing variable
  tree          i1
  order         along the tree, leaves first
  fill-in       1 coefficient, residual at sampled values below 1e-14

  operations    6 multiplications, 4 additions, 2 divisions, 1 other
  shortened     5 multiplications, 2 additions, 1 division, 0 others

i1 = 6
i2 = 3
v1 = 6
v2 = 3
p = 9
the same by sparse LU in numbers, to 1e-14
)");
}

TEST_F(FlatSolutionTest, Lists) {
  const std::string all =
      flat_solution_text(Solved(kLadder).report, {.tree = false, .order = true, .formulas = true, .values = false});
  expect_part(all, "\n  tearing       i1\n");
  expect_part(all, "\n  pivots        v2 by end, i2 by node, v1 by equation 1, i1 by equation 2\n");
  EXPECT_TRUE(all.ends_with("\n\nh1 = U/R\ni1 = h1/2\ni2 = h1/4\nv1 = U/2\nv2 = U/4\np = U^2/(16*R)\n")) << all;
}

TEST_F(FlatSolutionTest, OnlyWhatWasAskedFor) {
  Solved solved(kLadder);
  solved.report.unknowns = {3};
  solved.report.program = make_flat_program(solved.system, solved.solution, solved.report.unknowns);
  solved.report.values = std::vector<double>{3};
  const std::string text = flat_solution_text(solved.report, {});
  EXPECT_TRUE(text.ends_with("\n\nv2 = 3\nthe same by sparse LU in numbers, to 1e-14\n")) << text;
}

// A tree is written from its root: branches behind each fork have one more plus.
TEST_F(FlatSolutionTest, TreesAndLoops) {
  const Solved tree(branched(), FlatOrder::kStructure);
  const std::string text = flat_solution_text(tree.report, {});
  expect_part(text, "  tree          a_dwz > b_dwz\n                + d_dwz\n                + c_dwz\n");
  expect_part(text, "\na_ay = 0\n");  // not -0
  EXPECT_EQ(text.find("  loops "), std::string::npos) << text;
  const Model four_bar = read_machine_file(KINEMATE_SOURCE "/examples/four_bar/model.yaml").model;
  const Solved loop(flatten(four_bar, compute_kinematics(four_bar)), FlatOrder::kStructure);
  expect_part(flat_solution_text(loop.report, {}), "\n  loops         ");
}

TEST_F(FlatSolutionTest, WhyThereIsNoStructure) {
  const std::string text = flat_solution_text(Solved(kLadder, FlatOrder::kSparse).report, {});
  expect_part(text, "\n  order         sparse LU, little fill-in and no small pivots at sampled values\n");
  EXPECT_EQ(text.find("  flow "), std::string::npos) << text;
  // nothing follows by 1 or -1
  const Solved full("inputs: {a: 2}\nunknowns: [x, y]\nequations:\n  - a*x + 2*y = 1\n  - 3*x - a*y = 2\n");
  expect_part(flat_solution_text(full.report, {}), "sampled values, since ");
}

TEST_F(FlatSolutionTest, WhyThereAreNoNumbers) {
  const std::string text = flat_solution_text(
      Solved("inputs: [a, b]\nparameters: {c: 2}\nunknowns: [x]\nequations: [a*x = b + c]\n").report, {});
  EXPECT_TRUE(text.ends_with("\n\n  no numbers    since these have no values: a, b; --set gives one\n")) << text;
}

TEST_F(FlatSolutionTest, LongListsAreCut) {
  std::string text = "unknowns: [x1";
  for (int i = 2; i <= 40; ++i) text += fmt::format(", x{}", i);
  text += "]\nequations:\n  - x1 = 1\n";
  for (int i = 2; i <= 40; ++i) text += fmt::format("  - x{} = 2*x{}\n", i, i - 1);
  const Solved solved(text);
  const std::string brief = flat_solution_text(solved.report, {}),
                    all = flat_solution_text(solved.report, {.all = true});
  expect_part(brief, "\nx30 = 536870912\n... and 10 more: --show values, or --only NAMES\n");
  expect_part(all, "\nx40 = 549755813888\n");
}

TEST_F(FlatSolutionTest, Json) {
  const auto json = nlohmann::json::parse(flat_solution_json(Solved(kLadder).report));
  EXPECT_EQ(json["name"], "ladder");
  EXPECT_EQ(json["equations"], 5);
  EXPECT_EQ(json["known"], 2);
  ASSERT_EQ(json["blocks"].size(), 2u);
  const auto& block = json["blocks"][0];
  EXPECT_EQ(block["unknowns"], (std::vector<std::string>{"i1", "i2", "v1", "v2"}));
  EXPECT_EQ(block["coefficients"], 10);
  EXPECT_EQ(block["fill_in"], 1);
  EXPECT_EQ(block["by_structure"], true);
  EXPECT_FALSE(block.contains("reason"));
  EXPECT_EQ(block["tearing_variables"], (std::vector<std::string>{"i1"}));
  EXPECT_EQ(block["tree"][0]["tearing_variable"], "i1");
  EXPECT_EQ(block["tree"][0]["residual"], "equation 2");
  EXPECT_TRUE(block["tree"][0]["parent"].is_null());
  EXPECT_EQ(block["order"][0], (std::vector<std::string>{"end", "v2"}));
  EXPECT_EQ(json["blocks"][1]["unknowns"], (std::vector<std::string>{"p"}));
  EXPECT_EQ(json["operations"].dump(), R"({"additions":2,"divisions":1,"multiplications":5,"total":8})");
  EXPECT_EQ(json["values"]["p"], 9.0);
}

}  // namespace
}  // namespace kinemate
