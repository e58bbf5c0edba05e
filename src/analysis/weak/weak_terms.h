// Weak terms of sums of harmonics: which they are, and what is lost without them (Keppler, Barthels, Seemann 2005).
//
// A formula falls into entries: the coefficient of each product of speeds, inputs and other quantities that are no
// positions, a sum c₀ + Σ cᵢ fᵢ with |fᵢ| ≤ 1 over the box. A term with |cᵢ| below a threshold C is weak. c₀, what does
// not vary, always stays, and so does the largest cᵢ: no entry vanishes.
#pragma once

#include <functional>
#include <optional>

#include "analysis/weak/box.h"
#include "analysis/weak/harmonic_form.h"

namespace kinemate {

struct Threshold {
  enum class Kind : std::uint8_t {
    kLargest,  ///< C = μ·max|cᵢ|
    kMean,     ///< C = √(Σcᵢ²)/n
    kMixed     ///< C = (ε·√(Σcᵢ²)/n + μ·max|cᵢ|)/(ε + μ), between the mean and max|cᵢ|
  };
  Kind kind = Kind::kLargest;
  double mu = 0;
  double epsilon = 0;
};

/// Throws Error for μ or ε that are negative or no numbers, μ above 1, and for ε = μ = 0 mixed.
void check_threshold(const Threshold& threshold);

/// One entry of one formula.
struct HarmonicEntry {
  std::size_t formula;
  std::uint32_t monomial;  ///< its factor: one of its monomials, with the exponents of positions left out
  Expr factor;
  double factor_size;              ///< at least max|factor| over the box; infinite where a range is missing
  std::vector<std::size_t> terms;  ///< in the formula
  std::vector<double> sizes;       ///< |cᵢ| of each, at least
  std::vector<bool> constant;      ///< part of c₀
  /// For formulas whose derivatives matter: |∂(cᵢ fᵢ)/∂x| of each term by each of some symbols, at least.
  std::vector<std::vector<double>> slopes = {};
  /// Sizes of terms of other entries that count beside its own where the threshold is made: it may vanish then.
  std::vector<double> beside = {};
};

/// Fills in the slopes by these symbols. A term is then weak where it is weak beside the others of its entry, and so
/// are all of its derivatives: no derivative of an entry vanishes.
void weigh_slopes(const HarmonicForms& forms, const Box& box, std::span<const Expr> by, HarmonicEntry& entry);

/// REQUIRES: `is_position` says of a symbol whether entries may depend on it. With `whole` each formula is one entry,
/// and all quantities count by their ranges. Throws Error where a range is missing to which a size refers.
std::vector<HarmonicEntry> make_entries(const HarmonicForms& forms, const Box& box,
                                        const std::function<bool(Expr symbol)>& is_position, bool whole);

/// Weighs entries of the same group against each other: every term of the group counts for the thresholds of all its
/// entries, also what does not vary and stays. REQUIRES: entries made with `whole`. `group_of` has a number for each
/// formula, none where it is weighed by itself.
void weigh_together(std::vector<HarmonicEntry>& entries,
                    const std::function<std::optional<std::size_t>(std::size_t formula)>& group_of);

/// What is dropped of an entry.
struct EntryLoss {
  std::size_t terms = 0, dropped = 0;
  double threshold = 0;  ///< C
  double sum = 0;        ///< Σ|cᵢ| of what is dropped: a bound of the error, at most dropped·C
};

/// For each formula, which terms are dropped.
using Dropped = std::vector<std::vector<bool>>;

Dropped find_weak_terms(const HarmonicForms& forms, std::span<const HarmonicEntry> entries, const Threshold& threshold);
/// Of one entry.
EntryLoss loss_of(const HarmonicEntry& entry, const Dropped& dropped, const Threshold& threshold);

/// The terms that are left, or those that are dropped.
HarmonicForms keep_terms(const HarmonicForms& forms, const Dropped& dropped);
HarmonicForms dropped_terms(const HarmonicForms& forms, const Dropped& dropped);

}  // namespace kinemate
