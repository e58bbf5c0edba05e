#include "study/reduction/safe_reduction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/error.h"
#include "expr/text/print.h"
#include "model/formulas.h"

namespace kinemate {
namespace {

double largest_share(std::span<const double> errors, std::span<const double> scale) {
  double share = 0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    if (errors[i] == 0) continue;
    share = std::max(share, scale[i] > 0 ? errors[i] / scale[i] : std::numeric_limits<double>::infinity());
  }
  return share;
}

bool is_lost(const SafeReduction& reduction) {
  return reduction.bound.definite == AccelerationBound::Definite::kLost ||
         (reduction.sampled && reduction.sampled->lost > 0);
}

constexpr std::size_t kSampledPositions = 200;

std::size_t terms_left(const Dropped& dropped) {
  std::size_t terms = 0;
  for (const std::vector<bool>& list : dropped)
    terms += static_cast<std::size_t>(std::count(list.begin(), list.end(), false));
  return terms;
}

// Shares of the largest term of an entry at which something more is dropped.
std::vector<double> steps_of(const Reducible& reducible) {
  std::vector<double> steps = {0};
  for (const HarmonicEntry& entry : reducible.entries()) {
    double largest = 0;
    for (std::size_t i = 0; i < entry.terms.size(); ++i)
      if (!entry.constant[i]) largest = std::max(largest, entry.sizes[i]);
    for (std::size_t i = 0; i < entry.terms.size(); ++i)
      if (!entry.constant[i] && entry.sizes[i] < largest) steps.push_back(entry.sizes[i] / largest);
  }
  std::sort(steps.begin(), steps.end());
  // just above a share, rounded to three digits: what is that weak is dropped
  for (double& step : steps) {
    if (step == 0) continue;
    const double unit = std::pow(10, std::floor(std::log10(step)) - 2);
    step = std::min((std::floor(step / unit) + 1) * unit, 1.0);
  }
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

}  // namespace

double SafeReduction::guaranteed() const {
  return sampled ? largest_share(bound.error, sampled->scale) : std::numeric_limits<double>::infinity();
}

double SafeReduction::measured() const {
  return sampled ? largest_share(sampled->acceleration, sampled->scale) : std::numeric_limits<double>::infinity();
}

SafeReduction reduce_safely(const Reducible& reducible, const Threshold& threshold, std::size_t states) {
  const Dropped weak = reducible.weak_terms(threshold);
  const std::size_t without = terms_left(weak);
  Dropped dropped = weak;
  std::size_t count = 1;
  // where forces have no ranges, M alone is tried first: bounds and all other terms take many times as long
  for (; !reducible.missing().empty() && loses_mass(reducible, dropped, kSampledPositions); count *= 2) {
    Dropped fewer = reducible.restore(weak, count);
    if (fewer == dropped) break;
    dropped = std::move(fewer);
  }
  SafeReduction result{threshold, reducible.reduce(dropped), 0, {}, {}};
  for (;; count *= 2) {
    result.restored = result.reduced.terms - without;
    result.bound = bound_accelerations(reducible, result.reduced);
    if (reducible.missing().empty()) result.sampled = sample_errors(reducible, result.reduced, states);
    if (!is_lost(result)) return result;
    Dropped fewer = reducible.restore(weak, count);
    if (fewer == result.reduced.dropped) return result;  // none is left to bring back: M itself is not definite
    result.reduced = reducible.reduce(fewer);
  }
}

static void refuse_missing(std::span<const Expr> missing) {
  if (missing.empty()) return;
  std::set<std::string> names;
  for (Expr leaf : missing) names.insert(to_text(leaf));
  throw Error(ErrorCode::kReduction, fmt::format("no range for {}", fmt::join(names, ", ")),
              fmt::format("errors of accelerations are known for a box of states: --range \"{} = -1 .. 1\"; the words "
                          "coordinates, speeds, states and inputs stand for all of a kind",
                          *names.begin()));
}

std::string describe(const Reducible& reducible, const SafeReduction& reduction) {
  const std::size_t all = reducible.term_count();
  std::string text = fmt::format("{} of {} terms dropped", all - reduction.reduced.terms, all);
  if (reduction.restored > 0) text += fmt::format(" ({} more would cost M its definiteness)", reduction.restored);
  if (reduction.bound.definite == AccelerationBound::Definite::kProven) text += ", M positive definite in the box";
  if (reduction.bound.definite == AccelerationBound::Definite::kUndecided)
    text += ", M not shown to be positive definite in all of the box";
  return text;
}

void require_ranges(const Model& model, const Equations& equations, const Box& box) {
  Box with_positions = box;
  with_positions.try_emplace(make_symbol("t"), Range{0, 0});
  for (const Coordinate& coordinate : model.coordinates)
    with_positions.try_emplace(make_symbol(coordinate.name), Range{0, 0});
  // a parameter has no range: Reducible says which need a value
  for (const Parameter& parameter : model.parameters)
    with_positions.try_emplace(make_symbol(parameter.name), Range{0, 0});
  for (const std::string& name : undeclared_parameters(model))
    with_positions.try_emplace(make_symbol(name), Range{0, 0});
  std::vector<Expr> missing;
  for (Expr row : rows_of(equations))
    for (Expr leaf : missing_ranges(row, with_positions)) missing.push_back(leaf);
  refuse_missing(missing);
}

void require_ranges(const Reducible& reducible) { refuse_missing(reducible.missing()); }

SafeReduction reduce_to_error(const Reducible& reducible, double error, bool by_samples, std::size_t states) {
  if (!(error >= 0 && std::isfinite(error)))
    throw Error(ErrorCode::kReduction, fmt::format("the error {} is negative or no number", error),
                "0.001 allows a thousandth of the largest acceleration");
  const std::vector<double> steps = steps_of(reducible);
  SafeReduction best = reduce_safely(reducible, {Threshold::Kind::kLargest, 0, 0}, states);
  std::size_t low = 0, high = steps.size();  // good at low, not good at high
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    SafeReduction next = reduce_safely(reducible, {Threshold::Kind::kLargest, steps[middle], 0}, states);
    if ((by_samples ? next.measured() : next.guaranteed()) <= error) {
      best = std::move(next);
      low = middle;
    } else {
      high = middle;
    }
  }
  return best;
}

}  // namespace kinemate
