#include "flat/solve.h"

#include "expr/count.h"
#include "flat/anonymous.h"
#include "flat/fixture.h"
#include "flat/numeric_solve.h"

namespace kinemate {
namespace {

class SolveFlatTest : public FlatTest {
 protected:
  static std::string refused(const std::string& text, FlatOrder order = FlatOrder::kAutomatic) {
    try {
      solve_flat(flat(text), order);
    } catch (const FlatMistakes& mistakes) {
      return mistakes_of({{}, mistakes.errors});
    }
    return "";
  }

  static std::string reasons_of(const FlatSolution& solution) {
    std::string reasons;
    for (const SolvedBlock& block : solution.blocks) reasons += block.reason;
    return reasons;
  }

  // Solved, checked at random values; with what that took.
  struct Effort {
    std::size_t fill_in = 0;
    double operations = 0;
    bool by_structure = true;
    std::vector<double> values{};
  };
  static Effort solve_and_check(const FlatSystem& system, FlatOrder order, const Values& values) {
    const FlatSolution solution = solve_flat(system, order);
    Effort effort{0, count_shared(solution.values).total(), true, evaluate(solution.values, values)};
    EXPECT_LT(left_over(system, values, effort.values), 1e-11);
    for (const SolvedBlock& block : solution.blocks) {
      effort.fill_in += block.fill_in;
      if (block.block.unknowns.size() > 1) effort.by_structure = effort.by_structure && block.by_structure;
    }
    return effort;
  }
};

TEST_F(SolveFlatTest, BlocksInTheirOrder) {
  const FlatSystem system = flat(R"(inputs: [q]
unknowns: [z, x, c, y]
equations:
  - z = x*y
  - c*x + y = 1
  - x - c^2*y = q
  - c = cos(q)
)");
  std::vector<std::string> steps;
  const FlatSolution solution =
      solve_flat(system, FlatOrder::kAutomatic, [&](const std::string& step) { steps.push_back(step); });
  EXPECT_EQ(steps, (std::vector<std::string>{"blocks", "elimination in a block of 2 unknowns"}));
  ASSERT_EQ(solution.blocks.size(), 3u);
  EXPECT_EQ(solution.blocks[0].block.unknowns, (std::vector<std::size_t>{2}));
  EXPECT_EQ(solution.blocks[1].block.unknowns, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(solution.blocks[1].entries, 4u);
  EXPECT_EQ(solution.blocks[1].order.size(), 2u);
  EXPECT_EQ(to_text(solution.values[2]), "cos(q)");
  for (const double q : {0.3, 2.0}) {
    const Values values{{make_symbol("q"), q}};
    EXPECT_LT(left_over(system, values, evaluate(solution.values, values)), 1e-14);
  }
}

// Whatever their length, names and order: the work for each rung is the same.
TEST_F(SolveFlatTest, LaddersInLinearWork) {
  std::mt19937_64 random(2);
  for (std::uint64_t seed : {0u, 1u, 2u}) {
    for (const std::size_t rungs : {1u, 2u, 3u, 10u, 20u, 40u, 80u}) {
      const FlatSystem made = make_anonymous(resistor_ladder(rungs), seed).system;
      const Effort effort = solve_and_check(made, FlatOrder::kAutomatic, random_known(made, random));
      EXPECT_LE(effort.fill_in, 2 * rungs);
      EXPECT_LE(effort.operations, 13 * double(rungs));
    }
  }
}

// From rung to rung currents grow by more than two, and all tears come to act on each other: the structure of a long
// ladder is no use, which is noticed in time.
TEST_F(SolveFlatTest, LongLaddersAreDeclined) {
  const std::pair<std::size_t, const char*> cases[] = {
      {10, "elimination along the flow of information loses digits: "},
      {40, "elimination along the flow of information takes more than 30 products for each coefficient"}};
  for (const auto& [rungs, reason] : cases) {
    const FlatSystem ladder = resistor_ladder(rungs);
    EXPECT_TRUE(reasons_of(solve_flat(ladder)).starts_with(reason));
    try {
      solve_flat(ladder, FlatOrder::kStructure);
      ADD_FAILURE() << "solved by structure";
    } catch (const FlatMistakes& mistakes) {
      EXPECT_TRUE(mistakes.errors[0].message.starts_with(std::string("the structure is missing: ") + reason));
    }
  }
  EXPECT_TRUE(solve_flat(resistor_ladder(2), FlatOrder::kStructure).blocks[0].by_structure);
}

// The current into a ladder, by its resistance from the far end.
TEST_F(SolveFlatTest, LaddersAreSolvedRightly) {
  const FlatSystem ladder = resistor_ladder(30);
  std::mt19937_64 random(4);
  const Values values = random_known(ladder, random);
  const auto value = [&](const std::string& name) { return values.at(make_symbol(name)); };
  double conductance = 0;  // of what lies behind a rung
  for (int k = 30; k >= 1; --k)
    conductance = 1 / (value(fmt::format("R{}", k)) + 1 / (1 / value(fmt::format("S{}", k)) + conductance));
  const Effort effort = solve_and_check(ladder, FlatOrder::kAutomatic, values);
  EXPECT_NEAR(effort.values[0], value("u") * conductance, 1e-12 * value("u"));
}

std::vector<std::size_t> random_tree(std::size_t nodes, std::mt19937_64& random) {
  std::vector<std::size_t> parents{0};
  for (std::size_t k = 1; k < nodes; ++k) parents.push_back(1 + random() % k);
  return parents;
}

TEST_F(SolveFlatTest, RandomTreesInLinearWork) {
  std::mt19937_64 random(6);
  for (int round = 0; round < random_cases(6); ++round) {
    const FlatSystem made = make_anonymous(resistor_tree(random_tree(40, random)), random()).system;
    const Values values = random_known(made, random);
    const Effort found = solve_and_check(made, FlatOrder::kAutomatic, values);
    EXPECT_LE(found.fill_in, made.unknowns.size());
    EXPECT_LE(found.operations, 10 * double(made.unknowns.size()));
    const std::vector<double> numeric = solve_numerically(made, values);
    for (std::size_t i = 0; i < numeric.size(); ++i) EXPECT_NEAR(found.values[i], numeric[i], 1e-11);
  }
}

// Heat through walls: temperatures have no coefficient of 1 anywhere, so they are what is torn.
TEST_F(SolveFlatTest, TreesOfWalls) {
  std::mt19937_64 random(8);
  for (const std::size_t rooms : {20u, 40u, 80u}) {
    std::string known = "outside: ", unknown, equations;
    std::vector<std::string> away(rooms + 1);
    const std::vector<std::size_t> parents = random_tree(rooms, random);
    for (std::size_t k = 1; k <= rooms; ++k) away[parents[k - 1]] += fmt::format(" + q{}", k);
    for (std::size_t k = 1; k <= rooms; ++k) {
      const std::string from = parents[k - 1] == 0 ? "outside" : fmt::format("T{}", parents[k - 1]);
      known += fmt::format(", G{0}: , H{0}: , P{0}: ", k);
      unknown += fmt::format("{0}q{1}, h{1}, T{1}", k == 1 ? "" : ", ", k);
      equations += fmt::format("  - q{0} = G{0}*({1} - T{0})\n  - h{0} = H{0}*(T{0} - outside)\n", k, from);
      equations += fmt::format("  - P{0} + q{0} = h{0}{1}\n", k, away[k]);
    }
    const FlatSystem system =
        make_anonymous(flat("parameters: {" + known + "}\nunknowns: [" + unknown + "]\nequations:\n" + equations),
                       rooms)
            .system;
    const Effort effort = solve_and_check(system, FlatOrder::kAutomatic, random_known(system, random));
    EXPECT_LE(effort.fill_in, 2 * system.unknowns.size());
    EXPECT_LE(effort.operations, 10 * double(system.unknowns.size()));
  }
}

// Where an order along the flow is possible but takes more than twice the work, only who asks for it gets it.
TEST_F(SolveFlatTest, StructuresThatDoNotPay) {
  std::mt19937_64 random(10);
  const FlatSystem system = resistor_tree(random_tree(20, random));
  const Values values = random_known(system, random);
  const FlatSolution automatic = solve_flat(system), by_structure = solve_flat(system, FlatOrder::kStructure);
  EXPECT_EQ(reasons_of(automatic), "an order that asks for no structure takes less than half the work");
  EXPECT_TRUE(by_structure.blocks[0].by_structure);
  EXPECT_EQ(by_structure.blocks[0].topology.nodes.size(), by_structure.blocks[0].tears.size());
  EXPECT_LT(2 * automatic.blocks[0].fill_in, by_structure.blocks[0].fill_in);
  EXPECT_LT(left_over(system, values, evaluate(by_structure.values, values)), 1e-10);
}

// Masses on masses: a tree in the sense of mechanics, solved along it.
TEST_F(SolveFlatTest, CarriedMassesByStructure) {
  std::mt19937_64 random(12);
  std::vector<Effort> efforts;
  for (const std::size_t masses : {10u, 20u, 40u}) {
    const FlatSystem made = make_anonymous(carried_masses(random_tree(masses, random)), masses).system;
    efforts.push_back(solve_and_check(made, FlatOrder::kStructure, random_known(made, random)));
    EXPECT_TRUE(efforts.back().by_structure);
    EXPECT_LE(efforts.back().fill_in, 2 * made.unknowns.size());
  }
}

TEST_F(SolveFlatTest, WithoutStructureSparselyOrNotAtAll) {
  std::mt19937_64 random(3);
  for (const Coefficients coefficients : {Coefficients::kNumbers, Coefficients::kSymbols}) {
    const FlatSystem system = make_anonymous(dense_system(7, coefficients), 1).system;
    const FlatSolution solution = solve_flat(system);
    ASSERT_EQ(solution.blocks.size(), 1u);
    EXPECT_FALSE(solution.blocks[0].by_structure);
    EXPECT_EQ(solution.blocks[0].reason,
              "of 7 unknowns that depend on each other only 0 follow from others by coefficients of 1 and -1");
    EXPECT_EQ(solution.blocks[0].entries, 49u);
    EXPECT_EQ(solution.blocks[0].fill_in, 0u);
    EXPECT_EQ(solution.blocks[0].order.size(), 7u);
    const Values values = random_known(system, random);
    EXPECT_LT(left_over(system, values, evaluate(solution.values, values)), 1e-10);
    EXPECT_TRUE(solve_flat(system, FlatOrder::kSparse).blocks[0].reason.empty());
    try {
      solve_flat(system, FlatOrder::kStructure);
      ADD_FAILURE() << "solved by structure";
    } catch (const FlatMistakes& mistakes) {
      EXPECT_EQ(mistakes_of({{}, mistakes.errors}),
                "0:0 the structure is missing: of 7 unknowns that depend on each other only 0 follow from others by "
                "coefficients of 1 and -1 | --order sparse needs none\n");
    }
  }
}

// Some coefficients of 1 in a random net make no tree, but must do no harm.
TEST_F(SolveFlatTest, RandomNets) {
  std::mt19937_64 random(9);
  for (int round = 0; round < random_cases(20); ++round) {
    const std::size_t n = 4 + random() % 12;
    FlatSystem system;
    for (std::size_t i = 0; i < n; ++i) {
      system.known.push_back({make_symbol(fmt::format("p{}", i)), {}, "", false, {}});
      system.unknowns.push_back({make_symbol(fmt::format("x{}", i)), "", {}});
      system.equations.push_back(
          {"", Expr(static_cast<long>(2 + random() % 3)) * system.unknowns[i].symbol, Expr(1), {}});
    }
    for (FlatEquation& equation : system.equations)
      for (int k = 0; k < 3; ++k)
        equation.left += (random() % 4 == 0 ? system.known[random() % n].symbol : Expr(1 - 2 * long(random() % 2))) *
                         system.unknowns[random() % n].symbol;
    const Values values = random_known(system, random);
    std::vector<double> expected;
    try {
      expected = solve_numerically(system, values);
    } catch (const Error&) {
      continue;
    }
    const std::vector<double> found = evaluate(solve_flat(system).values, values);
    double scale = 1;
    for (double x : expected) scale = std::max(scale, std::abs(x));
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(found[i], expected[i], 1e-9 * scale) << "round " << round;
  }
}

// A pivot along the flow may be small at the values that are given; then sparse LU chooses another.
TEST_F(SolveFlatTest, LostDigitsAreNoticed) {
  const FlatSystem system = flat(R"(parameters: {a: 1/10^13, b: 3}
unknowns: [x, y, z]
equations:
  - z = a*x + y
  - b*z = 1 - x
  - y = 1 - b*z - b*x
)");
  const FlatSolution solution = solve_flat(system);
  ASSERT_EQ(solution.blocks.size(), 1u);
  EXPECT_LE(solution.blocks[0].residual, 1e-11);
  const Values values = values_of_known(system);
  EXPECT_LT(left_over(system, values, evaluate(solution.values, values)), 1e-12);
}

// An unknown that stands on both sides and cancels: the block has a triangle in it and no tear.
TEST_F(SolveFlatTest, UnknownsThatCancel) {
  for (const FlatOrder order : {FlatOrder::kAutomatic, FlatOrder::kStructure, FlatOrder::kSparse}) {
    const FlatSolution solution = solve_flat(flat("unknowns: [x, y]\nequations: [x + y = x + 1, x + y = 3]\n"), order);
    EXPECT_EQ(to_text(solution.values[0]), "2");
    EXPECT_EQ(to_text(solution.values[1]), "1");
  }
}

TEST_F(SolveFlatTest, MistakesNameEquationAndLine) {
  EXPECT_EQ(refused(R"(unknowns: [x, y]
equations:
  - x + y = 1
  - law: x*y = 2
)"),
            "4:10 law is not linear in its unknowns: x*y | x, y must be found together with what stands in this "
            "equation, which takes equations that are linear in them; what is known belongs to the parameters\n");
  EXPECT_EQ(refused("unknowns: [x, y]\nequations:\n  - x + y = 1\n  - again: 2*x + 2*y = 2\n"),
            "4:12 singular: again follows from equation 1 (line 3) | so these are not determined: x, y\n");
  EXPECT_EQ(refused("unknowns: [x, y]\nequations:\n  - x + y = 1\n  - again: 2*x + 2*y = 3\n"),
            "4:12 singular: again contradicts equation 1 (line 3) | so these are not determined: x, y\n");
  EXPECT_EQ(refused("unknowns: [x, y]\nequations: [x + y = 1]\n"),
            "1:15 under-determined: 1 equation for the 2 unknowns x, y: equation 1 (line 2) | an equation is missing, "
            "or one of these is known and belongs to the parameters\n");
  EXPECT_EQ(refused("unknowns: [x]\nequations:\n  - x = 1\n  - x = 2\n"),
            "4:5 over-determined: 2 equations for the 1 unknown x: equation 1 (line 3), equation 2 (line 4) | one of "
            "these equations is too many, or a parameter in them is meant to be unknown\n");
}

// A network that no resistor ties to a voltage: the same whether or not its structure is used.
TEST_F(SolveFlatTest, NetworksWithoutGround) {
  const std::string text = R"(parameters: {R: , S: , I: }
unknowns: [i, j, u, v, w]
equations:
  - u - v = R*i
  - v - w = S*j
  - i = I
  - i = j
  - loop: w - u = -R*i - S*j
)";
  for (const FlatOrder order : {FlatOrder::kAutomatic, FlatOrder::kStructure, FlatOrder::kSparse}) {
    const std::string found = refused(text, order);
    EXPECT_NE(found.find("singular: "), std::string::npos) << found;
    EXPECT_NE(found.find("follows from"), std::string::npos) << found;
    EXPECT_NE(found.find("so these are not determined: u, v, w"), std::string::npos) << found;
  }
}

// Numbers that were rounded on the way: a contradiction is none the less found.
TEST_F(SolveFlatTest, SingularInRoundedNumbers) {
  const std::string text = R"(unknowns: [x, y, z]
equations:
  - 0.1234567890123*x + 0.2345678901234*y + 1/3*z = 1
  - 0.987654321987*x + 0.1111111111117*y + 1/7*z = 2
  - sum: 1.1111111109993*x + 0.3456790012351*y + 10/21*z = 4
)";
  EXPECT_EQ(refused(text),
            "5:10 singular: sum contradicts equation 1 (line 3), equation 2 (line 4) | so these are not determined: x, "
            "y, z\n");
}

// Beyond so many products there are no formulas, but there is a reason.
TEST_F(SolveFlatTest, FormulasThatWouldBeTooLong) {
  FlatSystem system;
  const std::size_t n = 220;
  for (std::size_t i = 0; i < n; ++i) system.unknowns.push_back({make_symbol(fmt::format("x{}", i)), "", {}});
  for (std::size_t i = 0; i < n; ++i) {
    Expr sum;
    for (std::size_t k = 0; k < n; ++k) sum += Expr(i == k ? 5 : 3) * system.unknowns[k].symbol;
    system.equations.push_back({fmt::format("equation {}", i + 1), sum, Expr(1), {}});
  }
  const FlatSolution solution = solve_flat(system);
  EXPECT_TRUE(solution.values.empty());
  EXPECT_EQ(solution.blocks.back().reason, "formulas of more than 3000000 products would come about");
}

}  // namespace
}  // namespace kinemate
