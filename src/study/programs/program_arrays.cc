#include "study/programs/program_arrays.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/count.h"
#include "expr/normal/algebraic_turns.h"
#include "expr/text/print.h"
#include "study/machine_parameters.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongFormula = 300;  // nodes: nobody reads what is longer

std::string meaning_of_base(const BaseParameters& parameters, const BaseParameter& base) {
  return count_nodes({&base.formula, 1}) > kLongFormula ? "with what the bodies behind it add"
                                                        : regrouped_text(parameters, base);
}

std::string meaning_of(const ProgramSource& machine, Expr symbol) {
  const Kinematics& kinematics = machine.kinematics;
  for (std::size_t i = 0; i < kinematics.relations.size(); ++i) {
    const JointRelation& relation = kinematics.relations[i];
    const std::string& joint = machine.model.joints[kinematics.tree.joints[i].joint].name;
    if (std::find(relation.symbols.begin(), relation.symbols.end(), symbol) != relation.symbols.end())
      return fmt::format("coordinate of joint {}", joint);
  }
  for (const Joint& joint : machine.model.joints) {
    for (std::size_t index : joint.coordinates)
      if (symbol == make_symbol(machine.model.coordinates[index].name))
        return fmt::format("coordinate of joint {}", joint.name);
    const std::vector<Expr> speeds = joint_speeds(machine.model, joint);
    if (std::find(speeds.begin(), speeds.end(), symbol) != speeds.end())
      return fmt::format("speed of joint {}", joint.name);
  }
  for (const LoadElement& load : machine.model.loads)
    for (const LoadState& state : load.states)
      if (symbol == make_symbol(state.name)) return fmt::format("state of load {}", load.name);
  for (const Parameter& parameter : machine.model.parameters)
    if (symbol == make_symbol(parameter.name)) return parameter.remark;
  for (const Input& input : machine.model.inputs)
    if (symbol == make_symbol(input.name)) return input.remark;
  for (const BaseParameter& base : machine.base.base)
    if (symbol == base.symbol) return meaning_of_base(machine.base, base);
  return "";
}

}  // namespace

std::vector<Expr> put_in_positions(const ProgramSource& machine, std::span<const Expr> formulas) {
  if (machine.positions.symbols.empty()) return {formulas.begin(), formulas.end()};
  return write_turns_algebraically(substitute(formulas, machine.positions), machine.radii);
}

std::vector<Expr> state_of(const ProgramSource& machine) {
  std::vector<Expr> x = machine.rates.coordinates;
  x.insert(x.end(), machine.equations.speeds.begin(), machine.equations.speeds.end());
  for (const auto* states : {&machine.states, &machine.guides})
    for (const LoadState& state : *states) x.push_back(make_symbol(state.name));
  return x;
}

Array make_array(const ProgramSource& machine, std::string name, std::string meaning, std::span<const Expr> symbols) {
  Array array{std::move(name), std::move(meaning), {}};
  for (Expr symbol : symbols) array.entries.push_back({to_text(symbol), meaning_of(machine, symbol)});
  return array;
}

Array make_rate_array(const ProgramSource& machine, std::string name, std::string meaning,
                      std::span<const Expr> symbols) {
  Array array = make_array(machine, std::move(name), std::move(meaning), symbols);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    Entry& entry = array.entries[i];
    if (!entry.meaning.empty()) entry.meaning = fmt::format("rate of the {}", entry.meaning);
    entry.name = to_text(make_symbol(symbols[i].name(), symbols[i].primes() + 1));
  }
  return array;
}

Array make_matrix_array(std::string name, std::string meaning, std::size_t rows, std::size_t columns) {
  Array array{std::move(name), std::move(meaning), {}, columns};
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      array.entries.push_back({fmt::format("{}({},{})", array.name, i + 1, j + 1), ""});
  return array;
}

}  // namespace kinemate
