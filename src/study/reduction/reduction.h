// Equations of motion without their weak terms, and what that can change at the most.
//
// Formulas of machines whose numbers are known become sums of harmonics (analysis/weak/weak_terms.h), once; then they are
// reduced by as many thresholds as one likes. Where energies are reduced the equations follow from them by Lagrange's
// method: what is left is again a mechanical system and keeps its energy.
#pragma once

#include "analysis/weak/weak_terms.h"
#include "study/reduction/reduction_subject.h"

namespace kinemate {

struct ReductionRequest {
  enum class Of : std::uint8_t { kRows, kMatrices, kEnergies };
  Of of = Of::kRows;
  Threshold threshold;
  Box box;             ///< of states; angles that are not in it turn freely
  bool whole = false;  ///< weighs all terms of a formula against each other, by the ranges of speeds and loads too
};

/// What is left for one threshold.
struct ReducedEquations {
  Equations equations;             ///< sums of harmonics where something is dropped
  Dropped dropped;                 ///< of the formulas that were reduced
  std::size_t terms = 0;           ///< that are left
  std::vector<double> mass_loss;   ///< at least |M − M̃| of each entry, a lower triangle
  std::vector<double> force_loss;  ///< at least |r − r̃| of each row, r = τ − k; infinite where ranges are missing
};

class Reducible {
 public:
  /// Throws Error for open parameters, for ranges that are missing to weigh terms, for formulas that would be too large
  /// and, for energies, where these are no functions of rates. REQUIRES: the equations are those of the machine.
  Reducible(const Model& model, const Kinematics& kinematics, const Equations& equations,
            const ReductionRequest& request);

  const Model& model() const { return model_; }
  const Equations& exact() const { return exact_; }
  /// The box with ranges of one turn for angles that turn freely.
  const Box& box() const { return box_; }
  /// What the equations depend on and the box does not have.
  const std::vector<Expr>& missing() const { return missing_; }
  const HarmonicForms& forms() const { return forms_; }
  const std::vector<HarmonicEntry>& entries() const { return entries_; }
  std::size_t term_count() const;
  /// What an entry belongs to, for people: "M(2, 1)", "k(1) at q1'^2".
  std::string describe(const HarmonicEntry& entry) const;
  /// By how much M can change, at the most, for a change of a coordinate by one.
  double influence(Expr coordinate) const;

  /// The terms that are weak for a threshold.
  Dropped weak_terms(const Threshold& threshold) const;
  /// How many of the first formulas are the lower triangle of M; 0 where M is no list of them.
  std::size_t mass_formulas() const;
  ReducedEquations reduce(const Threshold& threshold) const;
  ReducedEquations reduce(const Dropped& dropped) const;
  /// With the `count` largest terms of M, or of T, that are dropped brought back.
  Dropped restore(Dropped dropped, std::size_t count) const;

  /// The same in nested form, to compute with, and as sums of harmonics, of which intervals know most: throughout, or in
  /// each coefficient.
  Equations nest(const ReducedEquations& reduced) const;
  Equations spell_out(const ReducedEquations& reduced) const;

 private:
  bool is_position(Expr symbol) const;
  /// At least |row| of each of these rows over the box: M, and τ − k of all the others.
  void set_losses(const HarmonicForms& lost, const Box& box, ReducedEquations& result) const;
  /// The same where the formulas are coefficients: with a symbol for what each of them loses.
  void set_losses_of_coefficients(const HarmonicForms& lost, ReducedEquations& result) const;
  HarmonicForms forms_of_rows(const ReducedEquations& reduced) const;

  Model model_;
  Equations exact_;
  std::unique_ptr<const ReductionSubject> subject_;
  Box box_;
  std::vector<Expr> coordinates_, missing_;
  HarmonicForms forms_;
  std::vector<HarmonicEntry> entries_;
  bool by_coefficients_ = false;  ///< rows would have too many terms: they are not multiplied out, and bounds are wider
};

}  // namespace kinemate
