#include "analysis/weak/weak_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

constexpr double kRoundedUp = 1 + 1e-13;  // products and sums of a few doubles

double size_of(const Rational& coefficient) { return std::abs(coefficient.to_double()) * kRoundedUp; }

class Sizes {
 public:
  Sizes(const HarmonicForms& forms, const Box& box, const std::function<bool(Expr)>& is_position)
      : forms_(forms), box_(box) {
    for (Expr variable : forms.variables) {
      const std::vector<Expr> symbols = free_symbols(variable);
      const bool given = !unspecified_calls({&variable, 1}).empty();  // a function of time is no position
      position_.push_back(!given && std::all_of(symbols.begin(), symbols.end(), is_position));
      moving_.push_back(given || !symbols.empty());
      largest_.push_back(find_largest(variable, box));
    }
    for (Expr angle : forms.angles) {
      const std::vector<Expr> symbols = free_symbols(angle);
      turning_.push_back(!symbols.empty());
      bounded_ = bounded_ || std::any_of(symbols.begin(), symbols.end(), [&](Expr s) { return box.contains(s); });
    }
  }

  bool is_position(std::size_t variable) const { return position_[variable]; }

  // Whether the term moves inside of its entry.
  bool is_constant(const HarmonicTerm& term, bool whole) const {
    for (std::size_t i = 0; i < term.multiples.size(); ++i)
      if (term.multiples[i] != 0 && turning_[i]) return false;
    const Exponents& exponents = forms_.monomials[term.monomial];
    for (std::size_t v = 0; v < exponents.size(); ++v)
      if (exponents[v] > 0 && moving_[v] && (whole || position_[v])) return false;
    return true;
  }

  // Π max|x|^e over the variables that are positions, or those that are not; infinite where there is no bound.
  double of_variables(std::uint32_t monomial, bool positions) const {
    double size = 1;
    const Exponents& exponents = forms_.monomials[monomial];
    for (std::size_t v = 0; v < exponents.size(); ++v) {
      if (exponents[v] == 0 || position_[v] != positions) continue;
      if (!largest_[v]) return std::numeric_limits<double>::infinity();
      size *= std::pow(*largest_[v], static_cast<double>(exponents[v])) * kRoundedUp;
    }
    return size;
  }

  double of_harmonic(const HarmonicTerm& term) {
    if (!bounded_) return 1;
    const auto [found, is_new] = harmonics_.try_emplace({term.multiples, term.sine}, 1.0);
    if (is_new) {
      const Expr argument = harmonic_argument(forms_, term.multiples);
      const std::optional<double> size = find_largest(term.sine ? sin(argument) : cos(argument), box_);
      if (size) found->second = std::min(*size, 1.0);
    }
    return found->second;
  }

  [[noreturn]] void refuse(std::uint32_t monomial, bool whole) const {
    std::string names;
    const Exponents& exponents = forms_.monomials[monomial];
    for (std::size_t v = 0; v < exponents.size(); ++v) {
      if (exponents[v] == 0 || largest_[v] || !(whole || position_[v])) continue;
      const std::vector<Expr> missing = missing_ranges(forms_.variables[v], box_);
      if (missing.empty())
        throw Error(ErrorCode::kReduction, fmt::format("{} has no bound over the box", to_text(forms_.variables[v])),
                    "a smaller box that keeps clear of where it is not defined may do");
      for (Expr leaf : missing) names += fmt::format("{}{}", names.empty() ? "" : ", ", to_text(leaf));
    }
    throw Error(ErrorCode::kReduction, fmt::format("terms cannot be weighed: there is no range for {}", names),
                "give each a range, such as 'x = -1 .. 1'");
  }

 private:
  const HarmonicForms& forms_;
  const Box& box_;
  std::vector<bool> position_, moving_, turning_;
  std::vector<std::optional<double>> largest_;
  bool bounded_ = false;  // some angle
  std::map<std::pair<AngleMultiples, bool>, double> harmonics_;
};

}  // namespace

void check_threshold(const Threshold& threshold) {
  const bool mixed = threshold.kind == Threshold::Kind::kMixed;
  if (threshold.kind != Threshold::Kind::kMean && !(threshold.mu >= 0 && threshold.mu <= 1))
    throw Error(ErrorCode::kReduction, fmt::format("the threshold mu = {} is not between 0 and 1", threshold.mu),
                "0.01 drops what is below one hundredth of the largest term of its entry");
  if (mixed && !(threshold.epsilon >= 0 && std::isfinite(threshold.epsilon)))
    throw Error(ErrorCode::kReduction,
                fmt::format("the weight epsilon = {} is negative or no number", threshold.epsilon),
                "it says how much the mean counts beside the largest term: 1 for example");
  if (mixed && threshold.mu == 0 && threshold.epsilon == 0)
    throw Error(ErrorCode::kReduction, "the mixed threshold has no value for epsilon = 0 and mu = 0",
                "one of both must be positive");
}

std::vector<HarmonicEntry> make_entries(const HarmonicForms& forms, const Box& box,
                                        const std::function<bool(Expr symbol)>& is_position, bool whole) {
  Sizes sizes(forms, box, is_position);
  std::vector<HarmonicEntry> entries;
  for (std::size_t f = 0; f < forms.formulas.size(); ++f) {
    std::map<Exponents, std::size_t> known;  // by exponents of what is no position
    for (std::size_t t = 0; t < forms.formulas[f].size(); ++t) {
      const HarmonicTerm& term = forms.formulas[f][t];
      Exponents outer = forms.monomials[term.monomial];
      for (std::size_t v = 0; v < outer.size(); ++v)
        if (whole || sizes.is_position(v)) outer[v] = 0;
      const auto [found, is_new] = known.try_emplace(outer, entries.size());
      if (is_new) {
        HarmonicEntry entry{f, term.monomial, Expr(1), 1, {}, {}, {}};
        for (std::size_t v = 0; v < outer.size(); ++v)
          if (outer[v] > 0) entry.factor *= pow(forms.variables[v], Expr(static_cast<long>(outer[v])));
        if (!whole) entry.factor_size = sizes.of_variables(term.monomial, false);
        entries.push_back(std::move(entry));
      }
      HarmonicEntry& entry = entries[found->second];
      double size = size_of(term.coefficient) * sizes.of_harmonic(term) * sizes.of_variables(term.monomial, true);
      if (whole) size *= sizes.of_variables(term.monomial, false);
      if (!std::isfinite(size)) sizes.refuse(term.monomial, whole);
      entry.terms.push_back(t);
      entry.sizes.push_back(size);
      entry.constant.push_back(sizes.is_constant(term, whole));
    }
  }
  return entries;
}

namespace {

// C of some sizes; those of `out` do not count, those beside do.
double threshold_of(std::span<const double> sizes, const std::vector<bool>& out, std::span<const double> beside,
                    const Threshold& threshold) {
  double largest = 0, squares = 0, count = 0;
  const auto add = [&](double size) {
    if (size == 0) return;
    largest = std::max(largest, size);
    squares += size * size;
    ++count;
  };
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (!out[i]) add(sizes[i]);
  for (const double size : beside) add(size);
  if (count == 0) return 0;
  const double mean = std::sqrt(squares) / count;
  double limit = threshold.mu * largest;
  if (threshold.kind == Threshold::Kind::kMean) limit = mean;
  if (threshold.kind == Threshold::Kind::kMixed)
    limit = (threshold.epsilon * mean + threshold.mu * largest) / (threshold.epsilon + threshold.mu);
  return std::min(limit, largest);
}

HarmonicForms select(const HarmonicForms& forms, const Dropped& dropped, bool wanted) {
  HarmonicForms result{forms.angles, forms.variables, forms.monomials, {}};
  for (std::size_t f = 0; f < forms.formulas.size(); ++f) {
    std::vector<HarmonicTerm>& terms = result.formulas.emplace_back();
    for (std::size_t t = 0; t < forms.formulas[f].size(); ++t)
      if (dropped[f][t] == wanted) terms.push_back(forms.formulas[f][t]);
  }
  return result;
}

}  // namespace

void weigh_slopes(const HarmonicForms& forms, const Box& box, std::span<const Expr> by, HarmonicEntry& entry) {
  for (Expr symbol : by) {
    std::vector<double> slopes;
    for (std::size_t i = 0; i < entry.terms.size(); ++i) {
      const HarmonicTerm& term = forms.formulas[entry.formula][entry.terms[i]];
      double factor = 0;
      for (std::size_t a = 0; a < forms.angles.size(); ++a) {
        if (term.multiples[a] == 0) continue;
        const double slope = find_largest(differentiate(forms.angles[a], symbol), box).value_or(1);
        factor += slope * std::abs(static_cast<signed char>(term.multiples[a]));
      }
      const Exponents& exponents = forms.monomials[term.monomial];
      for (std::size_t v = 0; v < exponents.size(); ++v) {
        if (exponents[v] == 0 || !(forms.variables[v] == symbol)) continue;
        const double size = find_largest(symbol, box).value_or(1);
        factor += static_cast<double>(exponents[v]) / std::max(size, 1e-300);
      }
      slopes.push_back(entry.sizes[i] * factor);
    }
    entry.slopes.push_back(std::move(slopes));
  }
}

void weigh_together(std::vector<HarmonicEntry>& entries,
                    const std::function<std::optional<std::size_t>(std::size_t formula)>& group_of) {
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t e = 0; e < entries.size(); ++e)
    if (const auto group = group_of(entries[e].formula)) groups[*group].push_back(e);
  for (const auto& [group, members] : groups)
    for (const std::size_t mine : members)
      for (const std::size_t other : members)
        for (std::size_t i = 0; i < entries[other].sizes.size(); ++i)
          if (other != mine || entries[other].constant[i]) entries[mine].beside.push_back(entries[other].sizes[i]);
}

Dropped find_weak_terms(const HarmonicForms& forms, std::span<const HarmonicEntry> entries,
                        const Threshold& threshold) {
  check_threshold(threshold);
  Dropped dropped;
  for (const std::vector<HarmonicTerm>& terms : forms.formulas) dropped.emplace_back(terms.size(), false);
  for (const HarmonicEntry& entry : entries) {
    std::vector<bool> weak = entry.constant;
    weak.flip();
    // what has no size at all is weak beside what has some, but no slope is no reason to stay
    constexpr std::span<const double> no_others;
    const auto keep_strong = [&](std::span<const double> sizes, bool zeros_too) {
      const double limit = threshold_of(sizes, entry.constant, zeros_too ? entry.beside : no_others, threshold);
      for (std::size_t i = 0; i < weak.size(); ++i)
        if (sizes[i] >= limit && (zeros_too || sizes[i] > 0)) weak[i] = false;
    };
    keep_strong(entry.sizes, true);
    for (const std::vector<double>& slopes : entry.slopes) keep_strong(slopes, false);
    for (std::size_t i = 0; i < weak.size(); ++i)
      if (weak[i]) dropped[entry.formula][entry.terms[i]] = true;
  }
  return dropped;
}

EntryLoss loss_of(const HarmonicEntry& entry, const Dropped& dropped, const Threshold& threshold) {
  EntryLoss loss;
  loss.terms = entry.terms.size();
  loss.threshold = threshold_of(entry.sizes, entry.constant, entry.beside, threshold);
  for (std::size_t i = 0; i < entry.terms.size(); ++i) {
    if (!dropped[entry.formula][entry.terms[i]]) continue;
    ++loss.dropped;
    loss.sum += entry.sizes[i] * kRoundedUp;
  }
  return loss;
}

HarmonicForms keep_terms(const HarmonicForms& forms, const Dropped& dropped) { return select(forms, dropped, false); }
HarmonicForms dropped_terms(const HarmonicForms& forms, const Dropped& dropped) { return select(forms, dropped, true); }

}  // namespace kinemate
