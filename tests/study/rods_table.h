// Table 1 of Keppler, Barthels and Seemann (2005) with our own bodies: the rods of bench/machines/generate, with
// symbols for velocity and accelerations of the base. A row is M and the whole right-hand side without weak terms.
#pragma once

#include <string>
#include <utility>

#include "analysis/weak/nested_harmonics.h"
#include "analysis/weak/weak_terms.h"
#include "expr/graph.h"
#include "formalism/methods/roberson_wittenburg.h"
#include "program/cost.h"
#include "program/translate.h"
#include "study/reduction/reduction_subject.h"

namespace kinemate {

inline constexpr double kRodsThresholds[] = {0, 0.01, 0.1};
/// Operations by number of bodies and threshold, as published.
inline constexpr long kPublishedOperations[][3] = {{58, 33, 33},          {291, 208, 192},      {1259, 1074, 749},
                                                   {5042, 3724, 2525},    {18541, 11463, 8068}, {64058, 34020, 22677},
                                                   {211299, 94228, 62325}};

/// Without negations, as the source counts.
inline double count_published_way(const Program& program) {
  const OperationCount count = count_operations(program);
  return count.total() - count.negations;
}

class Rods {
 public:
  explicit Rods(Model model) : model_(std::move(model)) {
    model_.base.reset();  // symbols take its place
    kinematics_ = compute_kinematics(model_);
    parts_ = compute_roberson_wittenburg(model_, kinematics_);
    parts_.angular_velocity = three_symbols("w0");
    parts_.angular_acceleration = three_symbols("dw0");
    const Vector acceleration = three_symbols("a0");  // F − m r̈₀ is one vector for each body
    for (std::size_t b = 1; b < model_.bodies.size(); ++b)
      parts_.external[b].force -= acceleration * model_.bodies[b].mass;
    std::vector<Expr> formulas;
    for (const MatrixEntry& entry : matrix_entries(parts_)) formulas.push_back(*entry.place);
    Work work(1e12);
    forms_ = make_harmonic_forms(formulas, work);
    entries_ = make_entries(
        forms_, {}, [](Expr) { return true; }, false);
    for (const Coordinate& coordinate : model_.coordinates) coordinates_.push_back(make_symbol(coordinate.name));
  }

  /// What is left of all entries of M and R¹ ... R⁶.
  HarmonicForms reduce(double mu) const {
    return keep_terms(forms_, find_weak_terms(forms_, entries_, {Threshold::Kind::kLargest, mu, 0}));
  }

  /// No pass is run.
  Program make_program(const HarmonicForms& kept) const {
    const std::vector<Expr> nested = nest_harmonics(kept, coordinates_);
    RobersonWittenburg parts = parts_;
    const std::vector<MatrixEntry> entries = matrix_entries(parts);
    for (std::size_t i = 0; i < entries.size(); ++i) *entries[i].place = nested[i];
    const Equations equations = assemble(model_, kinematics_, parts);
    std::vector<Expr> all = equations.mass;
    for (std::size_t i = 0; i < equations.bias.size(); ++i) all.push_back(equations.forces[i] - equations.bias[i]);
    const std::vector<Expr> known = free_symbols(all);
    const InputFormulas inputs{{"x", "", std::vector<Entry>(known.size()), 0}, known};
    const OutputFormulas outputs{{"y", "", std::vector<Entry>(all.size()), 0}, all};
    return translate({&inputs, 1}, {&outputs, 1});
  }

 private:
  static Vector three_symbols(const std::string& stem) {
    return {make_symbol(stem + "x"), make_symbol(stem + "y"), make_symbol(stem + "z")};
  }

  Model model_;
  Kinematics kinematics_;
  RobersonWittenburg parts_;
  HarmonicForms forms_;
  std::vector<HarmonicEntry> entries_;
  std::vector<Expr> coordinates_;
};

inline std::size_t count_terms(const HarmonicForms& forms) {
  std::size_t terms = 0;
  for (const auto& formula : forms.formulas) terms += formula.size();
  return terms;
}

}  // namespace kinemate
