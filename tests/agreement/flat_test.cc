// Machines as anonymous lists of equations: solved without knowing mechanics, the accelerations are those of
// recursions, of Kane's equations and, with loops, of multipliers, at random states; and the work is linear in the
// bodies.
#include <Eigen/Dense>

#include "expr/count.h"
#include "flat/anonymous.h"
#include "flat/numeric_solve.h"
#include "flat/solve.h"
#include "formalism/flatten.h"
#include "formalism/loop_fixture.h"
#include "formalism/methods/kane.h"
#include "formalism/methods/recursive.h"
#include "model/specialise.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

constexpr double kTolerance = 1e-11;

class FlatAgreement : public ModelTest {};

std::string chain(std::size_t bodies, const char* axes) {
  std::string text = "parameters: {g: 9.81, m: 2, d: 0.4, J: 0.03}\ngravity: [0, 1, -g]\nbodies:\n",
              joints = "joints:\n";
  for (std::size_t i = 1; i <= bodies; ++i) {
    text += fmt::format("  b{}: {{mass: m, center: [d/2, d/9, 0], inertia: {{xx: J/4, yy: J, zz: J}}}}\n", i);
    joints += fmt::format("  j{0}: {{type: revolute, axis: {1}, from: {2}, to: b{0}, coordinate: q{0}}}\n", i,
                          axes[i % 2], i == 1 ? "world" : fmt::format("{{body: b{}, at: [d, 0, 0]}}", i - 1));
  }
  return text + joints;
}
std::string planar_pendulum(std::size_t bodies) { return chain(bodies, "yy"); }
std::string spatial_pendulum(std::size_t bodies) { return chain(bodies, "zy"); }

// Every body carries two others, by joints of one to three freedoms.
std::string branched(std::size_t bodies) {
  std::string text = "gravity: [0, 0, -9.81]\nbodies:\n", joints = "joints:\n";
  const char* const types[] = {"type: revolute, axis: y, coordinates: [a{0}]",
                               "type: universal, axes: [x, y], coordinates: [a{0}, b{0}]",
                               "type: spherical, sequence: zyx, coordinates: [a{0}, b{0}, c{0}]",
                               "type: prismatic, axis: z, coordinates: [a{0}]"};
  for (std::size_t i = 1; i <= bodies; ++i) {
    text += fmt::format("  b{}: {{mass: 1, center: [0.1, 0.2, -0.1], inertia: {{xx: 0.1, yy: 0.2, zz: 0.15}}}}\n", i);
    joints += fmt::format("  j{0}: {{{1}, from: {2}, to: b{0}}}\n", i, fmt::format(fmt::runtime(types[i % 4]), i),
                          i == 1 ? "world" : fmt::format("{{body: b{}, at: [0.3, {}, 0]}}", i / 2, i % 2));
  }
  return text + joints;
}

// The same list with the numbers of a state.
FlatSystem with_values(FlatSystem flat, const Values& state) {
  for (FlatKnown& known : flat.known) known.value = make_real(state.at(known.symbol));
  return flat;
}

// Every name another word of letters at random.
FlatSystem with_random_names(const FlatSystem& system, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Substitution names;
  const auto rename = [&](Expr& symbol) {
    std::string word;
    for (int i = 0; i < 12; ++i) word += static_cast<char>('a' + random() % 26);
    names.symbols.emplace(symbol, make_symbol(word));
    symbol = make_symbol(word);
  };
  FlatSystem renamed = system;
  for (FlatKnown& known : renamed.known) rename(known.symbol);
  for (FlatUnknown& unknown : renamed.unknowns) rename(unknown.symbol);
  for (FlatEquation& equation : renamed.equations) {
    equation.left = substitute(equation.left, names);
    equation.right = substitute(equation.right, names);
  }
  return renamed;
}

struct Effort {
  std::size_t fill_in = 0, tears = 0;
  double operations = 0;
  bool by_structure = true;
  std::string reasons{};
};

Effort effort_of(const FlatSolution& solution) {
  Effort effort;
  for (const SolvedBlock& block : solution.blocks) {
    effort.fill_in += block.fill_in;
    effort.tears += block.tears.size();
    if (block.block.unknowns.size() <= 6) continue;  // a joint or two by themselves
    effort.by_structure = effort.by_structure && block.by_structure;
    effort.reasons += block.reason;
  }
  effort.operations = count_shared(solution.values).total();
  return effort;
}

// Solved without names and in any order; at all states the first unknowns are what is expected.
Effort expect_solved(const FlatSystem& flat, std::uint64_t seed, const std::vector<Values>& states,
                     const std::vector<Eigen::VectorXd>& expected, double tolerance = kTolerance) {
  const AnonymousNames made = make_anonymous(with_values(flat, states[0]), seed);
  const FlatSystem hidden = with_random_names(made.system, seed);
  const FlatSolution solution = solve_flat(hidden);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const Values values =
        values_of_known(with_random_names(make_anonymous(with_values(flat, states[k]), seed).system, seed));
    const std::vector<double> found = evaluate(solution.values, values), numeric = solve_numerically(hidden, values);
    const double size = largest(expected[k]) + 1e-3;
    for (Eigen::Index i = 0; i < expected[k].size(); ++i) {
      const std::size_t at = made.unknown_at[static_cast<std::size_t>(i)];
      EXPECT_NEAR(found[at], expected[k][i], tolerance * size) << "state " << k << ", seed " << seed;
      EXPECT_NEAR(numeric[at], expected[k][i], 10 * tolerance * size) << "state " << k << ", seed " << seed;
    }
  }
  return effort_of(solution);
}

// Accelerations by articulated bodies.
Eigen::VectorXd by_recursion(const Model& model, const Kinematics& kinematics, const Values& state) {
  const MachineLinks links = make_links(model, kinematics);
  const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  const std::vector<double> found =
      evaluate(compute_accelerations(system, Recursion::kArticulated).accelerations, state);
  return Eigen::Map<const Eigen::VectorXd>(found.data(), static_cast<Eigen::Index>(found.size()));
}

// M⁻¹ (τ − k); none where some direction has too little inertia to tell.
std::optional<Eigen::VectorXd> by_kane(const Model& model, const Kinematics& kinematics, const Values& state,
                                       double least = 1e-4) {
  const NumericEquations kane = numbers(derive_by_kane(model, kinematics), state);
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(kane.mass);
  if (lu.rcond() < least) return std::nullopt;
  return lu.solve(kane.forces - kane.bias);
}

// M ṡ + k = τ + Jᵀ λ, J ṡ + γ = 0 of the residuals' second derivatives.
Eigen::VectorXd by_multipliers(const Model& model, const Kinematics& kinematics, const Values& state) {
  const NumericEquations tree = numbers(derive_by_kane(model, kinematics), state);
  std::vector<Expr> rates;
  for (Expr speed : kinematics.speeds) rates.push_back(make_symbol(speed.name(), speed.primes() + 1));
  const std::vector<Expr> conditions =
      time_derivatives(kinematics, time_derivatives(kinematics, loop_residuals(model, kinematics)));
  const auto [J, gamma] = linear_numbers(conditions, rates, state);
  const Eigen::Index f = J.cols(), rows = J.rows();
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(f + rows, f + rows);
  A.topLeftCorner(f, f) = tree.mass;
  A.topRightCorner(f, rows) = -J.transpose();
  A.bottomLeftCorner(rows, f) = J;
  Eigen::VectorXd right(f + rows);
  right << tree.forces - tree.bias, -gamma;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(1e-9);
  return decomposition.compute(A).solve(right).head(f);
}

std::vector<Values> random_states(const Model& model, const Kinematics& kinematics, std::mt19937_64& random) {
  return {random_state(model, kinematics, random), random_state(model, kinematics, random)};
}

// A machine under several seeds: solved by structure, with about the same effort whatever it is called.
Effort expect_recursion(const std::string& text, std::mt19937_64& random) {
  const Model model = machine(text);
  const Kinematics kinematics = compute_kinematics(model);
  const std::vector<Values> states = random_states(model, kinematics, random);
  std::vector<Eigen::VectorXd> expected;
  for (const Values& state : states) expected.push_back(by_recursion(model, kinematics, state));
  const FlatSystem flat = flatten(model, kinematics);
  std::vector<Effort> efforts;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    efforts.push_back(expect_solved(flat, seed, states, expected));
    EXPECT_TRUE(efforts.back().by_structure) << efforts.back().reasons;
    EXPECT_TRUE(kinematics.speeds.size() < 4 || efforts.back().tears >= kinematics.speeds.size()) << "seed " << seed;
    EXPECT_NEAR(double(efforts.back().fill_in), double(efforts.front().fill_in),
                0.25 * double(efforts.front().fill_in) + 2);
    EXPECT_NEAR(efforts.back().operations, efforts.front().operations, 0.2 * efforts.front().operations);
  }
  return efforts.front();
}

void expect_linear(std::string (*make)(std::size_t), std::size_t least) {
  std::mt19937_64 random(17);
  std::vector<Effort> efforts;
  for (const std::size_t bodies : {least, 2 * least, 4 * least}) {
    SCOPED_TRACE(bodies);
    efforts.push_back(expect_recursion(make(bodies), random));
  }
  // the last bodies cost less than the others, so what further ones add is compared
  const auto added = [&](std::size_t i) { return double(efforts[i].fill_in) - double(efforts[i - 1].fill_in); };
  EXPECT_LE(added(2), 2.3 * added(1));
  EXPECT_LE(efforts[2].operations - efforts[1].operations, 2.1 * (efforts[1].operations - efforts[0].operations));
}

TEST_F(FlatAgreement, PlanarPendulumsInLinearWork) { expect_linear(planar_pendulum, 10); }

TEST_F(FlatAgreement, SpatialPendulumsInLinearWork) { expect_linear(spatial_pendulum, 5); }

TEST_F(FlatAgreement, BranchedTreesInLinearWork) { expect_linear(branched, 6); }

TEST_F(FlatAgreement, ShortChains) {
  std::mt19937_64 random(2);
  for (const std::size_t bodies : {1u, 2u, 3u}) {
    SCOPED_TRACE(bodies);
    expect_recursion(planar_pendulum(bodies), random);
    expect_recursion(spatial_pendulum(bodies), random);
  }
}

// Every joint, loads of every kind: solved, by structure or not.
TEST_F(FlatAgreement, RandomTrees) {
  std::mt19937_64 random(23);
  int compared = 0, by_structure = 0;
  for (int round = 0; round < random_cases(25); ++round) {
    SCOPED_TRACE(round);
    const Model model = random_massive_machine(random, 5);
    const Kinematics kinematics = compute_kinematics(model);
    const std::vector<Values> states = random_states(model, kinematics, random);
    if (kinematics.speeds.empty() || find_obstacle(model, kinematics)) continue;
    std::vector<Eigen::VectorXd> expected;
    for (const Values& state : states)
      if (const auto accelerations = by_kane(model, kinematics, state)) expected.push_back(*accelerations);
    if (expected.size() != states.size()) continue;
    by_structure += expect_solved(flatten(model, kinematics), random(), states, expected).by_structure ? 1 : 0;
    ++compared;
  }
  EXPECT_GE(compared, random_cases(25) / 2);
  EXPECT_GE(2 * by_structure, compared);
}

Model example(const std::string& name) {
  return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
}

// What is unspecified must be given.
struct FlatTree {
  const char* name;
  std::vector<std::string> set = {};
};

class FlatTrees : public FlatAgreement, public testing::WithParamInterface<FlatTree> {};

TEST_P(FlatTrees, AgreeWithKane) {
  const auto& [name, set] = GetParam();
  const Model model = specialise(example(name), {set, std::nullopt});
  const Kinematics kinematics = compute_kinematics(model);
  std::mt19937_64 random(31);
  const std::vector<Values> states = random_states(model, kinematics, random);
  std::vector<Eigen::VectorXd> expected;
  for (const Values& state : states) expected.push_back(by_kane(model, kinematics, state, 1e-12).value());
  const Effort effort = expect_solved(flatten(model, kinematics), 7, states, expected);
  EXPECT_TRUE(effort.by_structure) << effort.reasons;
}

INSTANTIATE_TEST_SUITE_P(Examples, FlatTrees,
                         testing::Values(FlatTree{"cardan_double_pendulum", {"w($1) = $1/3"}},
                                         FlatTree{"cart_pendulums"}, FlatTree{"disc_guided_mass"},
                                         FlatTree{"flyball_governor"}, FlatTree{"lagr_pendulum", {"fu($1) = $1^2/5"}},
                                         FlatTree{"planar_pendulum"}, FlatTree{"puma_560"}, FlatTree{"quadruped"}),
                         [](const auto& row) { return std::string(row.param.name); });

struct FlatLoop {
  const char* name;
  double tolerance = kTolerance;
};

class FlatLoops : public FlatAgreement, public testing::WithParamInterface<FlatLoop> {};

TEST_P(FlatLoops, AgreeWithMultipliers) {
  const auto& [name, tolerance] = GetParam();
  const Model model = example(name);
  const Kinematics kinematics = compute_kinematics(model);
  std::mt19937_64 random(41);
  std::vector<Values> states;
  std::vector<Eigen::VectorXd> expected;
  for (int i = 0; i < 2; ++i) {
    states.push_back(random_closed_state(model, kinematics, random));
    expected.push_back(by_multipliers(model, kinematics, states.back()));
  }
  const FlatSystem flat = flatten(model, kinematics);
  for (const std::uint64_t seed : {1u, 2u}) expect_solved(flat, seed, states, expected, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Examples, FlatLoops,
                         testing::Values(FlatLoop{"four_bar"}, FlatLoop{"four_bar_chain"}, FlatLoop{"slider_crank"},
                                         FlatLoop{"spatial_slider_crank"}, FlatLoop{"andrews_squeezer"},
                                         FlatLoop{"excavator_arm"},
                                         // five loops behind each other: the digits that are lost depend on the order
                                         FlatLoop{"concrete_pump_mast", 2e-9}),
                         [](const auto& row) { return std::string(row.param.name); });

// The four-bar once more: its structure is found, with the loop.
TEST_F(FlatAgreement, TheFourBarHasALoop) {
  const Model model = example("four_bar");
  const Kinematics kinematics = compute_kinematics(model);
  std::mt19937_64 random(43);  // at the start of the example, coefficients vanish
  const FlatSystem flat = with_values(flatten(model, kinematics), random_closed_state(model, kinematics, random));
  std::vector<std::size_t> fill_in;
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    const FlatSolution solution = solve_flat(make_anonymous(flat, seed).system);
    std::size_t tears = 0, loops = 0;
    for (const SolvedBlock& block : solution.blocks) {
      if (block.block.unknowns.size() == 1) continue;
      EXPECT_TRUE(block.by_structure) << block.reason;
      for (const FlowTopology::Node& node : block.topology.nodes) {
        ++tears;
        loops += node.closes_loop ? 1 : 0;
      }
    }
    EXPECT_EQ(tears, 5u);  // three angles, two loads of the joint that closes
    EXPECT_GE(loops, 1u) << "seed " << seed;
    fill_in.push_back(effort_of(solution).fill_in);
  }
  const auto [least, most] = std::minmax_element(fill_in.begin(), fill_in.end());
  EXPECT_LE(2 * *most, 3 * *least);
}

}  // namespace
}  // namespace kinemate
