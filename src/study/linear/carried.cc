#include "study/linear/carried.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "formalism/energy.h"
#include "loops/closing.h"
#include "study/linear/moving_parts.h"
#include "study/linear/time_terms.h"
#include "study/programs/program_arrays.h"

namespace kinemate {
namespace {

// T of s = T s_I + η: where the time stands in it, forces reach the independent speeds by ratios that change.
std::vector<Expr> ratios_of(const ProgramSource& source) {
  std::vector<Expr> ratios;
  if (!source.kinematics.closing) return ratios;
  for (const std::vector<Expr>& row : source.kinematics.closing->T) ratios.insert(ratios.end(), row.begin(), row.end());
  return put_in_positions(source, ratios);
}

Expr potential_of_gravity(const ProgramSource& source) {
  const Model& model = source.model;
  Expr V;
  if (model.gravity == Vector{}) return V;
  for (std::size_t b = 1; b < model.bodies.size(); ++b)
    V -= dot(model.gravity, source.kinematics.bodies[b].pose.at(model.bodies[b].center)) * model.bodies[b].mass;
  return V;
}

// Whether what moves the machine hides how much gravity and springs pull in the mean. The foot of a spring may move in
// any way: it excites the machine.
bool hides_potentials(const ProgramSource& source) {
  if (moving_parts(source.model).empty()) return false;
  const std::vector<Expr>& q = source.rates.coordinates;
  const Expr energies[] = {potential_of_gravity(source), compute_energies(source.model, source.kinematics).potential};
  const std::vector<Expr> V = put_in_positions(source, energies);
  for (const Expr slope : gradient(V[0], q))  // the time may cancel where it stands
    if (change_with_time({slope}) && hides_mean(part_time({&slope, 1})[0].with)) return true;
  for (const Expr slope : gradient(V[1], q))
    if (change_with_time({slope}) && hides_mean(part_time({&slope, 1})[0].with, q)) return true;
  return false;
}

bool any_holds(const std::vector<Expr>& formulas, const std::vector<Expr>& symbols) {
  const std::vector<Expr> inside = free_symbols(formulas);
  return std::any_of(inside.begin(), inside.end(),
                     [&](Expr symbol) { return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end(); });
}

// Coordinates without a formula that constraints move: ratios, potentials and the balance may not depend on them.
bool depends_on_moved_coordinates(const ProgramSource& source, std::span<const PartedFormula> parted) {
  if (!change_with_time(source.gaps)) return false;
  if (!source.kinematics.closing) return true;
  const std::vector<Expr>& moved = source.kinematics.closing->followed;
  std::vector<Expr> balance = ratios_of(source);
  for (const PartedFormula& one : parted) balance.push_back(one.without);
  const Expr V = compute_energies(source.model, source.kinematics).potential;
  for (Expr slope : gradient(put_in_positions(source, {&V, 1})[0], source.rates.coordinates)) balance.push_back(slope);
  return any_holds(balance, moved);
}

}  // namespace

bool is_carried(const ProgramSource& source, std::span<const PartedFormula> parted) {
  if (depends_on_moved_coordinates(source, parted)) return true;
  const std::vector<Expr>& q = source.rates.coordinates;
  if (std::any_of(parted.begin(), parted.end(), [&](const PartedFormula& one) { return swings_within(one.with, q); }))
    return true;
  const bool excited =
      std::any_of(parted.begin(), parted.end(), [](const PartedFormula& one) { return !one.with.is_zero(); });
  return excited && (change_with_time(ratios_of(source)) || hides_potentials(source));
}

void refuse_carried(const Model& model) {
  const std::vector<std::string> parts = moving_parts(model);
  throw Error(ErrorCode::kNoEquilibrium,
              fmt::format("there is no equilibrium: the machine is carried along as time goes on{}, and forces of its "
                          "positions change with it",
                          parts.empty() ? "" : fmt::format(" by {}", fmt::join(parts, ", "))),
              "linearize --about state or --about motion takes the time as it is");
}

}  // namespace kinemate
