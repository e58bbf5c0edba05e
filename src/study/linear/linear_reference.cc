#include "study/linear/linear_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "expr/text/print.h"
#include "formalism/methods/joint_loads.h"
#include "study/linear/carried.h"
#include "study/linear/equilibrium.h"
#include "study/linear/exact_equilibrium.h"
#include "study/linear/time_terms.h"

namespace kinemate {
namespace {

using Eigen::Index;
using About = ReferenceRequest::About;

bool is_among(const std::vector<Expr>& symbols, Expr symbol) {
  return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

std::vector<Expr> state_symbols(const ProgramSource& source) {
  std::vector<Expr> symbols;
  for (const LoadState& state : source.states) symbols.push_back(make_symbol(state.name));
  return symbols;
}

bool gives_positions(const ProgramSource& source, const std::vector<Given>& given) {
  const std::vector<Expr> positions = position_symbols(source);
  return std::any_of(given.begin(), given.end(), [&](const Given& one) { return is_among(positions, one.left); });
}

// The functions of time of a motion, with the speeds and accelerations that follow.
SymbolFormulas motion_values(const ProgramSource& source, const std::vector<Given>& along) {
  SymbolFormulas values;
  for (const Given& one : along) {
    const bool coordinate = is_among(source.rates.coordinates, one.left);
    if (!coordinate && !is_among(source.equations.speeds, one.left))
      refuse_name(fmt::format("--along: '{}' is no coordinate of this machine", to_text(one.left)), to_text(one.left),
                  source.rates.coordinates);
    values[one.left] = one.value;
    if (coordinate && is_among(source.equations.speeds, make_symbol(one.left.name(), 1)))
      values.emplace(make_symbol(one.left.name(), 1), differentiate(one.value, time_symbol()));
  }
  for (const Given& one : along)
    if (is_among(source.equations.speeds, one.left)) values[one.left] = one.value;
  for (Expr speed : source.equations.speeds) {
    const Expr s = values.emplace(speed, Expr(0)).first->second;
    values[make_symbol(speed.name(), speed.primes() + 1)] = simplify(differentiate(s, time_symbol()), kBriefly);
  }
  return values;
}

[[noreturn]] void refuse_residual(const std::vector<std::string>& forces) {
  throw Error(ErrorCode::kNoEquilibrium,
              fmt::format("the reference is no equilibrium; what remains: {}", fmt::join(forces, ", ")),
              "--residual keeps these forces as a constant term, --near instead of --at searches an equilibrium from "
              "there, --about state follows the motion");
}

std::vector<std::string> forces_at(const VariedMachine& machine, const MachinePoint& point) {
  const EquilibriumEquations equations(machine, point);
  const Eigen::VectorXd residual = equations.residual(equations.unknowns());
  std::vector<std::string> forces;
  for (Index i = 0; i < residual.size() && forces.size() < 8; ++i)
    if (std::abs(residual[i]) > 1e-9 * residual.cwiseAbs().maxCoeff())
      forces.push_back(fmt::format("{} {:.6g}", equations.describe(i), -residual[i]));
  return forces;
}

MachinePoint motion_point(const VariedMachine& machine, const Model& model, const ReferenceRequest& request) {
  const ProgramSource& source = machine.source();
  State state = resting_state(model, source.kinematics, request.at);
  const SymbolFormulas values = motion_values(source, request.along);
  std::vector<Expr> symbols, formulas;
  for (const auto& [symbol, formula] : values) symbols.push_back(symbol), formulas.push_back(formula);
  require_values(formulas, state);
  const std::vector<double> numbers = evaluate(formulas, state.values);
  for (std::size_t i = 0; i < symbols.size(); ++i) state.values[symbols[i]] = numbers[i];
  MachinePoint point = machine.point_of(state);
  const std::vector<Expr> accelerations = accelerations_of(machine.speeds());
  for (std::size_t i = 0; i < accelerations.size(); ++i)
    point.a[static_cast<Index>(i)] = state.values.at(accelerations[i]);
  return point;
}

// What is put into formulas: 0, 1, and fractions of a turn, whose sines are short.
bool is_put_in(Expr value) {
  if (value == Expr(0) || value == Expr(1)) return true;
  const Expr turns = value / make_pi();
  return turns.is_rational();
}

void put_in(Expr symbol, Expr value, LinearReference& reference) {
  if (value == symbol) return;
  if (is_put_in(value)) {
    reference.values[symbol] = value;
  } else {
    reference.kept.push_back({to_text(symbol), value});
  }
}

void keep_number(Expr symbol, double number, LinearReference& reference) {
  if (number == 0) {
    reference.values[symbol] = Expr(0);
  } else {
    reference.kept.push_back({to_text(symbol), make_real(number)});
  }
}

// Speeds, accelerations, inputs: as given, else 0.
SymbolFormulas resting_values(const ProgramSource& source, const std::vector<Given>& at) {
  SymbolFormulas values;
  for (Expr speed : source.equations.speeds) values[speed] = Expr(0);
  for (Expr rate : accelerations_of(source.equations.speeds)) values[rate] = Expr(0);
  for (const Input& input : source.model.inputs) values[make_symbol(input.name)] = Expr(0);
  const std::vector<Expr> positions = position_symbols(source);
  for (const Given& one : at)
    if (one.left.kind() == Kind::kSymbol && !is_among(positions, one.left)) values[one.left] = one.value;
  return values;
}

LinearReference moving_reference(const ProgramSource& source, const ReferenceRequest& request) {
  LinearReference reference;
  if (request.along.empty()) return reference;
  reference.values = motion_values(source, request.along);
  SymbolFormulas rest = initial_positions(source);
  for (const Input& input : source.model.inputs) rest[make_symbol(input.name)] = Expr(0);
  for (const Given& one : request.at)
    if (one.left.kind() == Kind::kSymbol) rest[one.left] = one.value;
  for (const auto& [symbol, value] : rest) reference.values.emplace(symbol, value);
  return reference;
}

}  // namespace

State resting_state(const Model& model, const Kinematics& kinematics, std::span<const Given> given) {
  std::vector<Given> all;
  for (Expr speed : kinematics.speeds) all.push_back({speed, Expr(0)});
  all.insert(all.end(), given.begin(), given.end());
  return make_state(model, kinematics, all);
}

Model with_given_parameters(const Model& model, ReferenceRequest& request) {
  return with_given_parameters(model, {&request.at, &request.near});
}

bool has_numbers(const ReferenceRequest& request) { return request.about != About::kMotion || !request.along.empty(); }

MachinePoint find_reference(const VariedMachine& machine, const Model& model, const ReferenceRequest& request) {
  const Kinematics& kinematics = machine.source().kinematics;
  if (request.about == About::kMotion) return motion_point(machine, model, request);
  if (request.about == About::kState)
    return with_accelerations_of(machine, machine.point_of(make_state(model, kinematics, request.at)));
  const bool given = gives_positions(machine.source(), request.at);
  std::vector<Given> start = request.near;
  start.insert(start.end(), request.at.begin(), request.at.end());
  const MachinePoint point = machine.point_of(resting_state(model, kinematics, start));
  if (!given) return find_equilibrium(machine, point);
  if (!request.residual && !is_equilibrium(machine, point)) refuse_residual(forces_at(machine, point));
  return point;
}

LinearReference make_reference(const ProgramSource& source, const ReferenceRequest& request,
                               const std::optional<MachinePoint>& numbers) {
  LinearReference reference;
  const std::vector<Expr> accelerations = accelerations_of(source.equations.speeds);
  const auto numbers_of = [&](const std::vector<Expr>& symbols, const Eigen::VectorXd& values) {
    for (std::size_t i = 0; i < symbols.size(); ++i) keep_number(symbols[i], values[static_cast<Index>(i)], reference);
  };
  if (request.about == About::kMotion) return moving_reference(source, request);
  if (request.about == About::kState) {
    reference.rests = true;  // the accelerations are those that the forces make
    if (!numbers) return reference;
    numbers_of(source.rates.coordinates, numbers->q), numbers_of(source.equations.speeds, numbers->s);
    numbers_of(accelerations, numbers->a), numbers_of(state_symbols(source), numbers->z);
    std::vector<Expr> inputs;
    for (const Input& input : source.model.inputs) inputs.push_back(make_symbol(input.name));
    numbers_of(inputs, numbers->u);
    return reference;
  }
  reference.rests = !request.residual;
  if (!numbers && reference.rests && is_carried(source, part_time(residual_of(source.equations))))
    refuse_carried(source.model);
  const SymbolFormulas others = resting_values(source, request.at);
  std::optional<SymbolFormulas> positions;
  if (gives_positions(source, request.at)) {
    positions = initial_positions(source);
    for (const Given& one : request.at)
      if (positions->contains(one.left)) (*positions)[one.left] = one.value;
    if (!request.residual && !numbers)
      if (const auto forces = remaining_forces(source, others, *positions); !forces.empty()) refuse_residual(forces);
  } else {
    positions = find_exact_equilibrium(source, others, numbers);
  }
  const std::vector<Expr> symbols = position_symbols(source);
  if (positions)
    for (Expr symbol : symbols) put_in(symbol, positions->at(symbol), reference);
  else if (numbers)
    numbers_of(source.rates.coordinates, numbers->q), numbers_of(state_symbols(source), numbers->z);
  else
    reference.rests = false;  // any position: the forces there are shown
  std::vector<Expr> order = source.equations.speeds;
  order.insert(order.end(), accelerations.begin(), accelerations.end());
  for (const Input& input : source.model.inputs) order.push_back(make_symbol(input.name));
  for (Expr symbol : order) put_in(symbol, others.at(symbol), reference);
  return reference;
}

std::vector<NamedFormula> find_exact_positions(const ProgramSource& source, const ReferenceRequest& request,
                                               const std::optional<MachinePoint>& numbers) {
  std::vector<NamedFormula> formulas;
  if (const auto positions = find_exact_equilibrium(source, resting_values(source, request.at), numbers))
    for (Expr symbol : position_symbols(source)) formulas.push_back({to_text(symbol), positions->at(symbol)});
  return formulas;
}

}  // namespace kinemate
