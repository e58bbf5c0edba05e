#include "formalism/speeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/count.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"
#include "expr/text/assignment.h"
#include "expr/text/print.h"
#include "model/formulas.h"

namespace kinemate {
namespace {

// u = Σ row · s + rest
struct Definition {
  Expr speed;
  std::vector<Expr> row;
  Expr rest;
};

// Every name must be the machine's own.
void check_names(const Model& model, const Kinematics& kinematics, Expr formula) {
  const auto roles = symbol_roles(model);
  std::vector<std::string> known = undeclared_parameters(model);
  for (const auto& [name, role] : roles) known.push_back(name);
  std::sort(known.begin(), known.end());
  const std::unordered_set<Expr> speeds(kinematics.speeds.begin(), kinematics.speeds.end());
  for (Expr symbol : free_symbols(formula)) {
    const std::string name(symbol.name());
    const auto role = roles.find(name);
    const bool is_rate = symbol.primes() == 1 && role != roles.end() && role->second == Role::kCoordinate;
    if (is_rate || speeds.contains(symbol)) continue;
    if (role != roles.end() && (role->second == Role::kInput || role->second == Role::kState))
      throw Error(
          ErrorCode::kSpeeds,
          fmt::format("--speeds: {} is {}", name, role->second == Role::kInput ? "an input" : "a state of a load"),
          "a speed is a formula of rates, coordinates, parameters and the time");
    if (symbol.primes() == 0 && std::binary_search(known.begin(), known.end(), name)) continue;
    const std::string near = nearest(name, std::vector<std::string_view>(known.begin(), known.end()));
    throw Error(ErrorCode::kSpeeds,
                fmt::format("--speeds: {} is no speed, coordinate or parameter of this machine", to_text(symbol)),
                near.empty() || near == name ? "speeds are formulas of the rates of coordinates, such as q1' + q2'"
                                             : fmt::format("did you mean {}?", near));
  }
}

Definition read_definition(const Model& model, const Kinematics& kinematics, const std::string& text) {
  Substitution parsed;
  parse_assignment(text, {.source = "--speeds"}, parsed);
  if (parsed.symbols.empty())
    throw Error(ErrorCode::kSpeeds, fmt::format("--speeds: {} defines a function", text),
                "a speed is a symbol, such as u1 = q1' + q2'");
  const auto [speed, formula] = *parsed.symbols.begin();
  if (speed.primes() > 0)
    throw Error(ErrorCode::kSpeeds, fmt::format("--speeds: {} is the derivative of something", to_text(speed)),
                "a speed has a name of its own, without primes");
  const std::vector<std::string> open = undeclared_parameters(model);
  if (symbol_roles(model).contains(std::string(speed.name())) ||
      std::find(open.begin(), open.end(), speed.name()) != open.end())
    throw Error(ErrorCode::kSpeeds, fmt::format("--speeds: the machine has the name {} already", to_text(speed)),
                "choose another name for the speed");
  check_names(model, kinematics, formula);
  const Expr resolved = substitute(formula, kinematics.resolution);
  Substitution still;
  for (Expr s : kinematics.speeds) still.symbols.emplace(s, Expr(0));
  Definition definition{speed, gradient(resolved, kinematics.speeds), substitute(resolved, still)};
  const std::unordered_set<Expr> speeds(kinematics.speeds.begin(), kinematics.speeds.end());
  for (Expr symbol : free_symbols(definition.row))
    if (speeds.contains(symbol))
      throw Error(ErrorCode::kSpeeds, fmt::format("--speeds: {} is not linear in {}", to_text(speed), to_text(symbol)),
                  "speeds are linear combinations of the rates of coordinates");
  return definition;
}

// The cheapest column that is not zero and not taken; columns.size() where there is none.
std::size_t find_pivot(const Definition& definition, const std::vector<bool>& taken) {
  std::size_t best = taken.size();
  double least = 0;
  for (std::size_t j = 0; j < taken.size(); ++j) {
    const Expr entry = definition.row[j];
    if (taken[j] || entry.is_zero() || test_zero(entry).zero) continue;
    const double price = entry.is_number() ? 0 : 1 + cost({&entry, 1});
    if (best == taken.size() || price < least) {
      best = j;
      least = price;
    }
  }
  return best;
}

}  // namespace

SpeedChoice choose_speeds(const Model& model, const Kinematics& kinematics, std::span<const std::string> definitions) {
  const std::size_t f = kinematics.speeds.size();
  // each solved for one s: s_j = value, in terms of u and of the s that are not replaced
  std::vector<bool> taken(f, false);
  std::vector<Expr> value = kinematics.speeds;
  std::unordered_set<Expr> known;
  for (const std::string& text : definitions) {
    Definition definition = read_definition(model, kinematics, text);
    if (!known.insert(definition.speed).second)
      throw Error(ErrorCode::kSpeeds, fmt::format("--speeds: {} is defined twice", to_text(definition.speed)));
    // put in what is solved already
    Expr rest = definition.rest;
    std::vector<Expr> row(f, Expr(0));
    for (std::size_t j = 0; j < f; ++j) {
      if (definition.row[j].is_zero()) continue;
      if (!taken[j]) {
        row[j] += definition.row[j];
        continue;
      }
      const std::vector<Expr> by = gradient(value[j], kinematics.speeds);
      Expr constant = value[j];
      for (std::size_t k = 0; k < f; ++k) {
        row[k] += definition.row[j] * by[k];
        constant -= by[k] * kinematics.speeds[k];
      }
      rest += definition.row[j] * constant;
    }
    for (Expr& entry : row) entry = simplify(entry, kBriefly);
    definition.row = row;
    const std::size_t pivot = find_pivot(definition, taken);
    if (pivot == f)
      throw Error(ErrorCode::kSpeeds,
                  fmt::format("--speeds: {} depends on the speeds before it", to_text(definition.speed)),
                  "each definition has to add a direction of its own");
    Expr solved = definition.speed - rest;
    for (std::size_t k = 0; k < f; ++k)
      if (k != pivot) solved -= row[k] * kinematics.speeds[k];
    solved = simplify(solved / row[pivot], kBriefly);
    Substitution known_speed;
    known_speed.symbols.emplace(kinematics.speeds[pivot], solved);
    for (std::size_t j = 0; j < f; ++j)
      if (taken[j]) value[j] = simplify(substitute(value[j], known_speed), kBriefly);
    value[pivot] = solved;
    taken[pivot] = true;
  }
  // the chosen ones in their order, then those of the joints that stay
  SpeedChoice choice{{}, std::move(value)};
  for (const std::string& text : definitions) {
    Substitution parsed;
    parse_assignment(text, {.source = "--speeds"}, parsed);
    choice.speeds.push_back(parsed.symbols.begin()->first);
  }
  for (std::size_t j = 0; j < f; ++j)
    if (!taken[j]) choice.speeds.push_back(kinematics.speeds[j]);
  return choice;
}

Equations change_speeds(const Kinematics& kinematics, const Equations& equations, const SpeedChoice& choice) {
  Rates change;  // s in the place of coordinates
  change.coordinates = equations.speeds;
  change.rates = choice.joint_speeds;
  change.H = jacobian(choice.joint_speeds, choice.speeds);
  const Substitution to_chosen = to_chosen_speeds(kinematics, choice);
  // ρ: what changes s at constant u
  const Rates rates = compute_rates(kinematics);
  Seeds drift{{make_symbol("t"), Expr(1)}};
  for (std::size_t i = 0; i < rates.coordinates.size(); ++i)
    drift.emplace(rates.coordinates[i], substitute(rates.rates[i], to_chosen));
  change.bias = differentiate(choice.joint_speeds, drift);
  Equations result = make_equations(choice.speeds);
  project(change, substitute(equations.mass, to_chosen), substitute(equations.bias, to_chosen), result);
  auto transposed = [&](const std::vector<Expr>& forces, std::vector<Expr>& to) {
    const std::vector<Expr> of_chosen = substitute(forces, to_chosen);
    for (std::size_t k = 0; k < to.size(); ++k)
      for (std::size_t i = 0; i < of_chosen.size(); ++i)
        if (!change.H[i][k].is_zero()) to[k] += change.H[i][k] * of_chosen[i];
  };
  transposed(equations.forces, result.forces);
  transposed(equations.conservative, result.conservative);
  return result;
}

Substitution to_chosen_speeds(const Kinematics& kinematics, const SpeedChoice& choice) {
  Substitution result;
  for (std::size_t i = 0; i < kinematics.speeds.size(); ++i)
    result.symbols.emplace(kinematics.speeds[i], choice.joint_speeds[i]);
  const Rates rates = compute_rates(kinematics);
  Seeds motion{{make_symbol("t"), Expr(1)}};
  for (std::size_t i = 0; i < rates.coordinates.size(); ++i)
    motion.emplace(rates.coordinates[i], substitute(rates.rates[i], result));
  for (Expr u : choice.speeds) motion.emplace(u, make_symbol(u.name(), u.primes() + 1));
  const std::vector<Expr> accelerations = differentiate(choice.joint_speeds, motion);
  for (std::size_t i = 0; i < kinematics.speeds.size(); ++i) {
    const Expr s = kinematics.speeds[i];
    result.symbols.emplace(make_symbol(s.name(), s.primes() + 1), accelerations[i]);
  }
  return result;
}

}  // namespace kinemate
