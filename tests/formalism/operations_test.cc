// How short the programs of recursions are: the counts that are promised, of machines of the literature.
#include <fmt/format.h>

#include "formalism/fixture.h"
#include "formalism/methods/recursive.h"
#include "model/specialise.h"
#include "model_io/machine_file.h"
#include "program/optimize.h"
#include "program/translate.h"

namespace kinemate {
namespace {

class OperationsTest : public ModelTest {};

OperationCount count(const std::vector<Expr>& formulas) {
  InputFormulas inputs{{"x", "", {}}, free_symbols(formulas)};
  inputs.array.entries.resize(inputs.symbols.size());
  OutputFormulas outputs{{"y", "", std::vector<Entry>(formulas.size())}, formulas};
  return optimize(translate(std::vector{inputs}, std::vector{outputs})).passes.back().count;
}

// + − · ÷ and calls count one each, sign changes nothing
double counted(const OperationCount& count) { return count.total() - count.negations; }

// Links of a machine with numbers for its parameters, in one of the forms that are tried for programs.
template <class Visit>
void for_each_form(const MachineLinks& given, Visit visit) {
  for (AxesRule rule : kAxesRules)
    for (bool common_length : {false, true}) {
      MachineLinks links = given;
      if (common_length) use_common_length(links);
      regroup_inertia(links);
      visit(make_formula_system(links, choose_axes(links, rule)));
    }
}

// n equal links along z, axes x and y in turn; a load on every body in its axes, and a base that moves: symbols.
MachineLinks keppler_pendulum(int n) {
  std::string inputs, bodies, joints, loads;
  for (int i = 1; i <= n; ++i) {
    for (const char* name : {"Mx", "My", "Mz", "Fx", "Fy", "Fz"}) inputs += fmt::format("{}{}: , ", name, i);
    bodies += fmt::format(
        "  b{}: {{mass: 1.31, center: [0, 0, 0.37], inertia: {{xx: 0.0713, yy: 0.0527, zz: 0.0191}}}}\n", i);
    joints +=
        fmt::format("  j{0}: {{type: revolute, axis: {1}, from: {2}, to: b{0}, coordinate: q{0}}}\n", i,
                    i % 2 == 1 ? "x" : "y", i == 1 ? "world" : fmt::format("{{body: b{}, at: [0, 0, 0.83]}}", i - 1));
    loads += fmt::format(
        "  m{0}: {{type: torque, body: b{0}, axes: b{0}, vector: [Mx{0}, My{0}, Mz{0}]}}\n"
        "  f{0}: {{type: force, point: {{body: b{0}}}, axes: b{0}, vector: [Fx{0}, Fy{0}, Fz{0}]}}\n",
        i);
  }
  const Model model = machine("name: pendulum\ninputs: {" + inputs + "}\nbodies:\n" + bodies + "joints:\n" + joints +
                              "loads:\n" + loads);
  MachineLinks links = make_links(model, compute_kinematics(model));
  const auto vector = [](const std::string& name) {
    return Vector{make_symbol(name + "x"), make_symbol(name + "y"), make_symbol(name + "z")};
  };
  links.base = {vector("w0"), {vector("dw0"), vector("ddr0")}};
  return links;
}

TEST_F(OperationsTest, KepplersPendulum) {
  const double limits[] = {23, 125, 317, 590, 888, 1190, 1490};
  double before = 0;
  for (int n = 1; n <= 7; ++n) {
    double least = 1e9;
    for_each_form(keppler_pendulum(n), [&](const FormulaSystem& system) {
      for (Recursion recursion : {Recursion::kArticulated, Recursion::kComposite})
        least = std::min(least, counted(count(compute_accelerations(system, recursion).accelerations)));
    });
    EXPECT_LE(least, 0.85 * limits[n - 1]) << n;
    if (n > 5) {
      EXPECT_LE(least - before, 250) << n;
    }
    before = least;
    RecordProperty("operations_" + std::to_string(n), static_cast<int>(least));
  }
}

MachineLinks puma() {
  const Model given = read_machine_file(KINEMATE_SOURCE "/examples/puma_560/model.yaml").model;
  Model model = specialise(given, {{}, std::vector<std::string>{}});
  model.loads.clear();
  model.inputs.clear();
  MachineLinks links = make_links(model, compute_kinematics(model));
  round_constants(links);
  return links;
}

std::vector<Expr> speeds_of_puma() {
  std::vector<Expr> speeds;
  for (int i = 1; i <= 6; ++i) speeds.push_back(make_symbol("theta" + std::to_string(i), 1));
  return speeds;
}

TEST_F(OperationsTest, InverseDynamicsOfThePumaInNumbers) {
  double least = 1e9;
  for_each_form(puma(), [&](const FormulaSystem& system) {
    least = std::min(least, counted(count(compute_efforts(system, speeds_of_puma()))));
  });
  EXPECT_LE(least, 340);
  RecordProperty("operations", static_cast<int>(least));
}

// Ten symbols for every link: mass, moment, tensor about its joint.
TEST_F(OperationsTest, InverseDynamicsOfThePumaInSymbols) {
  MachineLinks links = puma();
  for (std::size_t i = 0; i < links.links.size(); ++i) {
    const auto symbol = [&](const char* name) { return make_symbol(name + std::to_string(i + 1)); };
    links.links[i].inertia = {
        symbol("m"),
        {symbol("hx"), symbol("hy"), symbol("hz")},
        {symbol("Ixx"), symbol("Iyy"), symbol("Izz"), symbol("Ixy"), symbol("Ixz"), symbol("Iyz")}};
  }
  bool reached = false;
  for_each_form(links, [&](const FormulaSystem& system) {
    const OperationCount found = count(compute_efforts(system, speeds_of_puma()));
    reached = reached || (found.multiplications <= 292 && found.additions <= 250);
  });
  EXPECT_TRUE(reached);
}

}  // namespace
}  // namespace kinemate
