#include "formalism/links/closed_recursion.h"

#include <fmt/format.h>

#include "expr/count.h"
#include "formalism/links/cut_joint.h"
#include "formalism/loop_fixture.h"
#include "formalism/methods/kane.h"
#include "formalism/methods/recursive.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

constexpr const char* kClosedExamples[] = {"four_bar",      "slider_crank",     "four_bar_chain",
                                           "excavator_arm", "andrews_squeezer", "concrete_pump_mast",
                                           "bricard",       "suspended_chain",  "spatial_slider_crank"};

class ClosedRecursionTest : public ModelTest {
 protected:
  static Model example(const std::string& name) {
    return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
  }

  static ClosedAccelerations closed_by(const Model& model, const Kinematics& kinematics, ClosedMethod method,
                                       AxesRule rule = AxesRule::kTurned) {
    const MachineLinks links = make_links(model, kinematics);
    return compute_closed_accelerations(model, kinematics, links, make_formula_system(links, choose_axes(links, rule)),
                                        method);
  }
};

// The machine at a state as one system of ṡ and the loads of all conditions, redundant ones too:
//   M ṡ − Jᵀ λ = τ − k,  J ṡ = −(bias of the second derivatives of the residuals)
struct DenseClosed {
  DenseClosed(const Model& model, const Kinematics& kinematics, const Values& values)
      : tree(numbers(derive_by_kane(model, kinematics), values)) {
    std::vector<Expr> rates;
    for (Expr speed : kinematics.speeds) rates.push_back(make_symbol(speed.name(), speed.primes() + 1));
    const LinearNumbers second = linear_numbers(
        time_derivatives(kinematics, time_derivatives(kinematics, loop_residuals(model, kinematics))), rates, values);
    J = second.A;
    const Eigen::Index f = J.cols(), c = J.rows();
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(f + c, f + c);
    all.topLeftCorner(f, f) = tree.mass;
    all.topRightCorner(f, c) = -J.transpose();
    all.bottomLeftCorner(c, f) = J;
    Eigen::VectorXd right(f + c);
    right << tree.forces - tree.bias, -second.b;
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-11);
    accelerations = decomposition.compute(all).solve(right).head(f);
  }

  NumericEquations tree;
  Eigen::MatrixXd J;
  Eigen::VectorXd accelerations;
};

Eigen::VectorXd values_of(const std::vector<Expr>& formulas, const Values& values) {
  const std::vector<double> found = evaluate(with_sample_functions(formulas), values);
  return Eigen::Map<const Eigen::VectorXd>(found.data(), static_cast<Eigen::Index>(found.size()));
}

// Four bars on a slope that slides: what closes the loop acts on the very link that carries it.
constexpr const char* kSlidingBars = R"(name: sliding-bars
gravity: [0, -10, 0]
bodies:
  slope: &body {mass: 1, center: [0.5, 0.1, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
  a: *body
  b: *body
  c: *body
joints:
  i: {type: prismatic, axis: [3/5, 4/5, 0], from: world, to: slope, coordinate: x}
  j: {type: revolute, axis: z, from: slope, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [1.1, 0, 0]}, to: c, coordinate: q3}
  m: {cut: true, type: revolute, axis: z, from: {body: c, at: [1, 0, 0]}, to: {body: slope, at: [1, 0, 0]}, coordinate: q4}
initial: {q1: pi/2, q2: -pi/2, q3: -pi/2, q4: pi/2}
)";

// Of both methods, in every example that has loops: M ṡ + k = τ + Bᵀ λ and g̈ = 0.
TEST_F(ClosedRecursionTest, AgreesWithOneDenseSystem) {
  std::mt19937_64 random(5);
  std::vector<Model> machines{machine(kSlidingBars)};
  for (const char* name : kClosedExamples) machines.push_back(example(name));
  for (const Model& model : machines) {
    SCOPED_TRACE(model.name);
    const Kinematics kinematics = compute_kinematics(model);
    const CutRows rows = find_cut_rows(model, kinematics.tree);
    const ClosedAccelerations linear = closed_by(model, kinematics, ClosedMethod::kLinear),
                              cubic = closed_by(model, kinematics, ClosedMethod::kCubic);
    for (int trial = 0; trial < 2; ++trial) {
      const Values values = random_closed_state(model, kinematics, random);
      const DenseClosed dense(model, kinematics, values);
      const double scale = std::max(1.0, largest(dense.accelerations));
      for (const ClosedAccelerations* closed : {&linear, &cubic}) {
        const Eigen::VectorXd accelerations = values_of(closed->accelerations, values),
                              multipliers = values_of(closed->multipliers, values);
        EXPECT_LT(largest(accelerations - dense.accelerations), 1e-10 * scale);
        Eigen::VectorXd rest = dense.tree.mass * accelerations + dense.tree.bias - dense.tree.forces;
        const double load = largest(rest) + largest(dense.tree.forces) + largest(dense.tree.bias);
        Eigen::Index next = 0;
        for (std::size_t i = 0; i < rows.redundant.size(); ++i) {
          if (rows.redundant[i]) continue;
          EXPECT_EQ(closed->conditions[static_cast<std::size_t>(next)].meaning, rows.conditions[i].meaning);
          rest -= dense.J.row(static_cast<Eigen::Index>(i)).transpose() * multipliers[next++];
        }
        EXPECT_EQ(next, multipliers.size());
        EXPECT_LT(largest(rest), 1e-10 * load);
      }
    }
  }
}

// Axes that do not turn with their links, and inertia moved between them, change no result.
TEST_F(ClosedRecursionTest, AxesAndRegroupedInertia) {
  std::mt19937_64 random(6);
  for (const char* name : {"suspended_chain", "andrews_squeezer", "excavator_arm", "spatial_slider_crank", "bricard"}) {
    SCOPED_TRACE(name);
    const Model model = example(name);
    const Kinematics kinematics = compute_kinematics(model);
    const Values values = random_closed_state(model, kinematics, random);
    const ClosedAccelerations expected = closed_by(model, kinematics, ClosedMethod::kLinear);
    const Eigen::VectorXd accelerations = values_of(expected.accelerations, values),
                          multipliers = values_of(expected.multipliers, values);
    MachineLinks links = make_links(model, kinematics);
    regroup_inertia(links);
    for (AxesRule rule : kAxesRules)
      for (ClosedMethod method : {ClosedMethod::kLinear, ClosedMethod::kCubic}) {
        const ClosedAccelerations closed = compute_closed_accelerations(
            model, kinematics, links, make_formula_system(links, choose_axes(links, rule)), method);
        EXPECT_LT(largest(values_of(closed.accelerations, values) - accelerations),
                  1e-10 * std::max(1.0, largest(accelerations)));
        EXPECT_LT(largest(values_of(closed.multipliers, values) - multipliers),
                  1e-10 * std::max(1.0, largest(multipliers)));
      }
  }
}

// A chain that hangs on rods: where the tree is the shallowest one, loops are neighbours of two others only.
std::string hanging_chain(int loops, bool cut_at_rods) {
  std::string bodies, joints = "joints:\n  j1: {type: revolute, axis: z, from: world, to: b1, coordinate: q1}\n", at;
  for (int i = 1; i <= 2 * loops; ++i) {
    bodies += fmt::format("  b{}: {{mass: 1, center: [0.5, 0, 0], inertia: {{yy: 0.1, zz: 0.1}}}}\n", i);
    at += fmt::format("  q{}: {}\n", i, i == 1 ? "-pi/4" : i % 2 == 0 ? "pi/2" : "-pi/2");
    if (i > 1)
      joints += fmt::format(
          "  j{0}: {{type: revolute, axis: z, from: {{body: b{1}, at: [1, 0, 0]}}, to: b{0}, coordinate: q{0}}}\n", i,
          i - 1);
  }
  for (int k = 1; k <= loops; ++k) {
    bodies += fmt::format("  r{}: {{mass: 1, center: [0, -0.5, 0], inertia: {{xx: 0.1, zz: 0.1}}}}\n", k);
    joints += fmt::format(
        "  t{0}: {{type: revolute, axis: z, from: {{body: world, at: [{0}*sqrt(2), 1, 0]}}, to: r{0}, coordinate: "
        "a{0}}}\n"
        "  e{0}: {{{2}type: revolute, axis: z, from: {{body: b{1}, at: [1, 0, 0]}}, to: {{body: r{0}, at: [0, -1, "
        "0]}}, coordinate: e{0}}}\n",
        k, 2 * k, cut_at_rods ? "cut: true, " : "");
  }
  return "gravity: [0, -10, 0]\nbodies:\n" + bodies + joints + "initial:\n" + at;
}

// Pendulums that rods couple as a tree: each to the one of half its number. The rods nearest to the first come last in
// the file, so that to begin with them, as its order has it, would couple all the others.
std::string coupled_pendulums(int count) {
  std::string bodies, joints = "joints:\n";
  for (int i = count; i >= 1; --i) {
    bodies += fmt::format("  p{}: {{mass: 1, center: [0, -0.5, 0], inertia: {{xx: 0.1, zz: 0.1}}}}\n", i);
    joints += fmt::format(
        "  h{0}: {{type: revolute, axis: z, from: {{body: world, at: [{0}, 0, 0]}}, to: p{0}, coordinate: q{0}}}\n", i);
    if (i == 1) continue;
    bodies += fmt::format("  r{}: {{mass: 1, center: [-0.5, 0, 0], inertia: {{yy: 0.1, zz: 0.1}}}}\n", i);
    joints += fmt::format(
        "  a{0}: {{type: revolute, axis: z, from: {{body: p{0}, at: [0, -1, 0]}}, to: r{0}, coordinate: a{0}}}\n"
        "  b{0}: {{cut: true, type: revolute, axis: z, from: {{body: p{1}, at: [0, -1, 0]}}, to: {{body: r{0}, at: "
        "[-{2}, 0, 0]}}, coordinate: b{0}}}\n",
        i, i / 2, i - i / 2);
  }
  return "gravity: [1, -10, 0]\nbodies:\n" + bodies + joints;
}

double cost_of(const Model& model) {
  const Kinematics kinematics = compute_kinematics(model);
  const MachineLinks links = make_links(model, kinematics);
  const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kStillParallels));
  return count_shared(
             compute_closed_accelerations(model, kinematics, links, system, ClosedMethod::kLinear).accelerations)
      .total();
}

// Twice the loops, twice the operations; cut at the rods, the tree is a chain and all loops meet in it.
TEST_F(ClosedRecursionTest, NeighbouringLoopsCostLinearly) {
  const double few = cost_of(machine(hanging_chain(4, false))), more = cost_of(machine(hanging_chain(8, false))),
               many = cost_of(machine(hanging_chain(16, false)));
  EXPECT_NEAR((many - more) / (more - few), 2, 0.2);
  EXPECT_GT(cost_of(machine(hanging_chain(16, true))), 3 * many);
}

TEST_F(ClosedRecursionTest, ConditionsAreEliminatedInAGoodOrder) {
  const double few = cost_of(machine(coupled_pendulums(7))), more = cost_of(machine(coupled_pendulums(15))),
               many = cost_of(machine(coupled_pendulums(31)));
  EXPECT_NEAR((many - more) / (more - few), 2, 0.3);
}

TEST_F(ClosedRecursionTest, TreesHaveNoMultipliers) {
  const Model model = example("planar_pendulum");
  const Kinematics kinematics = compute_kinematics(model);
  const MachineLinks links = make_links(model, kinematics);
  const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  const ClosedAccelerations closed =
      compute_closed_accelerations(model, kinematics, links, system, ClosedMethod::kLinear);
  EXPECT_TRUE(closed.multipliers.empty());
  EXPECT_EQ(closed.accelerations, compute_accelerations(system, Recursion::kArticulated).accelerations);
}

TEST_F(ClosedRecursionTest, RefusesConstraintsAndUnknownCoordinates) {
  const auto refusal = [&](const std::string& text) {
    const Model model = machine(text);
    return message_of([&] { closed_by(model, compute_kinematics(model), ClosedMethod::kLinear); });
  };
  const std::string chain = hanging_chain(1, true);
  EXPECT_EQ(refusal(chain), "");
  EXPECT_EQ(refusal(chain + "constraints: {still: {type: holonomic, equation: q1 - a1}}\n"),
            "the recursions close loops by joints, and still is a constraint");
  EXPECT_EQ(refusal(chain + "loads: {motor: {type: joint, joint: j1, effort: sin(e1)}}\n"),
            "the equations depend on e1, of a joint that closes a loop");
}

}  // namespace
}  // namespace kinemate
