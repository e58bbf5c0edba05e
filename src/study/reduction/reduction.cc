#include "study/reduction/reduction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "analysis/weak/nested_harmonics.h"
#include "base/error.h"
#include "expr/graph.h"
#include "expr/simplify/forms.h"
#include "expr/text/print.h"
#include "model/formulas.h"
#include "study/form.h"

namespace kinemate {
namespace {

constexpr double kRoundedUp = 1 + 1e-12;    // sums of many doubles
constexpr double kReductionNormWork = 1e7;  // for each formula with Euler parameters
constexpr double kWork = 3e9;               // about half a minute
constexpr std::size_t kMostMultipliedOut = 10'000;  // terms of coefficients: rows of more take gigabytes

HarmonicForms forms_of(std::span<const Expr> formulas) {
  try {
    Work work(kWork);
    return make_harmonic_forms(formulas, work);
  } catch (const WorkExceeded&) {
    throw Error(
        ErrorCode::kTooLarge, "the equations have too many terms as sums of sines and cosines of multiple angles",
        "machines of about seven joints can be reduced; recursions compute larger ones faster than any reduction");
  }
}

void require_numbers(const Model& model, std::span<const Expr> formulas) {
  std::vector<std::string> names = undeclared_parameters(model), open;
  for (const Parameter& parameter : model.parameters) names.push_back(parameter.name);
  const std::vector<Expr> symbols = free_symbols(formulas);
  for (const std::string& name : names)
    if (std::find(symbols.begin(), symbols.end(), make_symbol(name)) != symbols.end()) open.push_back(name);
  if (open.empty()) return;
  throw Error(ErrorCode::kMissingValue,
              fmt::format("parameter{} without a value: {}", open.size() == 1 ? "" : "s", fmt::join(open, ", ")),
              fmt::format("which terms are weak depends on numbers: --set \"{} = 1\"", open[0]));
}

// Range of one turn for what only stands in angles, alone and as a multiple. Euler parameters stay within -1 and 1.
Box complete_box(const Model& model, const HarmonicForms& forms, Box box) {
  for (const Joint& joint : model.joints) {
    for (std::size_t index : euler_coordinates(joint))
      box.try_emplace(make_symbol(model.coordinates[index].name), Range{-1, 1});
  }
  std::vector<Expr> other;  // not alone in an angle
  for (Expr variable : forms.variables)
    for (Expr symbol : free_symbols(variable)) other.push_back(symbol);
  std::vector<std::pair<Expr, double>> turns;
  for (Expr angle : forms.angles) {
    const Scaled scaled = split_number(angle);
    if (scaled.rest.kind() == Kind::kSymbol) {
      turns.emplace_back(scaled.rest, std::numbers::pi / std::abs(scaled.number.real()));
    } else {
      for (Expr symbol : free_symbols(angle)) other.push_back(symbol);
    }
  }
  for (const auto& [symbol, half] : turns)
    if (std::find(other.begin(), other.end(), symbol) == other.end()) box.try_emplace(symbol, Range{-half, half});
  return box;
}

// Euler parameters have norm one, which takes most of their terms away.
void use_unit_norms(const Model& model, std::vector<Expr>& formulas) {
  for (const auto& [symbol, square] : unit_norms(model)) {
    for (Expr& formula : formulas) {
      try {
        formula = replace_square(formula, symbol, square, kReductionNormWork);
      } catch (const Error&) {  // too large: it stays
      }
    }
  }
}

std::unique_ptr<const ReductionSubject> make_subject(const Model& model, const Kinematics& kinematics,
                                                     const Equations& equations, ReductionRequest::Of of) {
  std::unique_ptr<ReductionSubject> subject = of == ReductionRequest::Of::kEnergies ? reduce_energies(model, kinematics)
                                              : of == ReductionRequest::Of::kMatrices
                                                  ? reduce_matrices(model, kinematics)
                                                  : reduce_rows(equations);
  use_unit_norms(model, subject->formulas);
  return subject;
}

// M, then r: forces and bias may share terms.
std::vector<Expr> rows_lost(const Equations& lost) {
  std::vector<Expr> rows = lost.mass;
  for (std::size_t i = 0; i < lost.forces.size(); ++i) rows.push_back(lost.forces[i] - lost.bias[i]);
  return rows;
}

std::vector<Expr> write_out(const HarmonicForms& forms) {
  std::vector<Expr> formulas;
  for (const std::vector<HarmonicTerm>& terms : forms.formulas) formulas.push_back(write_harmonics(forms, terms));
  return formulas;
}

}  // namespace

Reducible::Reducible(const Model& model, const Kinematics& kinematics, const Equations& equations,
                     const ReductionRequest& request)
    : model_(model), exact_(equations), subject_(make_subject(model, kinematics, equations, request.of)) {
  for (const Coordinate& coordinate : model.coordinates) coordinates_.push_back(make_symbol(coordinate.name));
  require_numbers(model, subject_->formulas);
  forms_ = forms_of(subject_->formulas);
  by_coefficients_ = subject_->are_coefficients && term_count() > kMostMultipliedOut;
  box_ = complete_box(model, forms_, request.box);
  for (Expr row : rows_of(exact_))
    for (Expr leaf : missing_ranges(row, box_))
      if (std::find(missing_.begin(), missing_.end(), leaf) == missing_.end()) missing_.push_back(leaf);
  entries_ = make_entries(
      forms_, box_, [this](Expr symbol) { return is_position(symbol); }, request.whole);
  const std::size_t masses = exact_.mass.size(), speeds = exact_.speeds.size();
  if (request.whole && subject_->are_rows)  // k, conservative and other forces of a row
    weigh_together(entries_, [&](std::size_t formula) {
      return formula < masses ? std::nullopt : std::optional((formula - masses) % speeds);
    });
  if (request.of == ReductionRequest::Of::kEnergies)
    for (HarmonicEntry& entry : entries_)
      if (entry.formula < 2) weigh_slopes(forms_, box_, coordinates_, entry);
}

bool Reducible::is_position(Expr symbol) const {
  return symbol == make_symbol("t") ||
         std::find(coordinates_.begin(), coordinates_.end(), symbol) != coordinates_.end();
}

std::size_t Reducible::term_count() const {
  std::size_t count = 0;
  for (const auto& formula : forms_.formulas) count += formula.size();
  return count;
}

std::string Reducible::describe(const HarmonicEntry& entry) const {
  const std::string& name = subject_->names[entry.formula];
  return entry.factor.is_one() ? name : fmt::format("{} at {}", name, to_text(entry.factor));
}

double Reducible::influence(Expr coordinate) const {
  double sum = 0;
  for (const HarmonicEntry& entry : entries_) {
    if (entry.formula >= subject_->inertial) continue;
    for (std::size_t i = 0; i < entry.terms.size(); ++i) {
      const HarmonicTerm& term = forms_.formulas[entry.formula][entry.terms[i]];
      for (std::size_t a = 0; a < forms_.angles.size(); ++a) {
        const Scaled scaled = split_number(forms_.angles[a]);
        if (scaled.rest == coordinate)
          sum +=
              entry.sizes[i] * std::abs(static_cast<signed char>(term.multiples[a])) * std::abs(scaled.number.real());
      }
      const Exponents& exponents = forms_.monomials[term.monomial];
      for (std::size_t v = 0; v < exponents.size(); ++v)
        if (exponents[v] > 0 && forms_.variables[v] == coordinate) sum += entry.sizes[i];
    }
  }
  return sum;
}

void Reducible::set_losses(const HarmonicForms& lost, const Box& box, ReducedEquations& result) const {
  const std::size_t masses = exact_.mass.size(), speeds = exact_.speeds.size();
  result.mass_loss.assign(masses, 0);
  result.force_loss.assign(speeds, 0);
  for (const HarmonicEntry& entry : make_entries(
           lost, box, [this](Expr symbol) { return is_position(symbol); }, false)) {
    const double sum = std::accumulate(entry.sizes.begin(), entry.sizes.end(), 0.0);
    if (sum == 0) continue;
    double& loss =
        entry.formula < masses ? result.mass_loss[entry.formula] : result.force_loss[(entry.formula - masses) % speeds];
    loss += sum * entry.factor_size * kRoundedUp;
  }
}

void Reducible::set_losses_of_coefficients(const HarmonicForms& lost, ReducedEquations& result) const {
  std::vector<double> sizes(lost.formulas.size(), 0);
  for (const HarmonicEntry& entry : make_entries(
           lost, box_, [this](Expr symbol) { return is_position(symbol); }, false))
    sizes[entry.formula] +=
        std::accumulate(entry.sizes.begin(), entry.sizes.end(), 0.0) * entry.factor_size * kRoundedUp;
  Box box = box_;
  std::vector<Expr> marks;
  for (std::size_t f = 0; f < sizes.size(); ++f) {
    marks.emplace_back(sizes[f] == 0 ? Expr(0) : make_symbol(fmt::format("loss of {}", subject_->names[f])));
    if (sizes[f] != 0) box.insert_or_assign(marks.back(), Range{-sizes[f], sizes[f]});
  }
  set_losses(forms_of(rows_lost(subject_->lost(marks))), box, result);
}

HarmonicForms Reducible::forms_of_rows(const ReducedEquations& reduced) const {
  if (subject_->are_rows) return keep_terms(forms_, reduced.dropped);
  std::vector<Expr> rows = rows_of(reduced.equations);
  use_unit_norms(model_, rows);
  return forms_of(rows);
}

Dropped Reducible::weak_terms(const Threshold& threshold) const { return find_weak_terms(forms_, entries_, threshold); }

std::size_t Reducible::mass_formulas() const {
  return subject_->are_rows || subject_->are_coefficients ? subject_->inertial : 0;
}

ReducedEquations Reducible::reduce(const Threshold& threshold) const { return reduce(weak_terms(threshold)); }

ReducedEquations Reducible::reduce(const Dropped& dropped) const {
  ReducedEquations result{exact_, dropped, 0, {}, {}};
  result.mass_loss.assign(exact_.mass.size(), 0);
  result.force_loss.assign(exact_.speeds.size(), 0);
  for (const std::vector<bool>& list : dropped)
    result.terms += static_cast<std::size_t>(std::count(list.begin(), list.end(), false));
  if (result.terms == term_count()) return result;
  const HarmonicForms kept = keep_terms(forms_, dropped), lost = dropped_terms(forms_, dropped);
  std::vector<Expr> left, gone;
  for (std::size_t f = 0; f < subject_->formulas.size(); ++f) {
    left.push_back(lost.formulas[f].empty() ? subject_->formulas[f] : write_harmonics(kept, kept.formulas[f]));
    if (!subject_->are_rows && !by_coefficients_) gone.push_back(write_harmonics(lost, lost.formulas[f]));
  }
  result.equations = subject_->equations(left);
  if (subject_->are_rows) {
    set_losses(lost, box_, result);
  } else if (by_coefficients_) {
    set_losses_of_coefficients(lost, result);
  } else {
    set_losses(forms_of(rows_lost(subject_->lost(gone))), box_, result);
  }
  return result;
}

Dropped Reducible::restore(Dropped dropped, std::size_t count) const {
  struct Lost {
    double size;
    std::size_t formula, term;
  };
  std::vector<Lost> lost;
  for (const HarmonicEntry& entry : entries_) {
    if (entry.formula >= subject_->inertial) continue;
    for (std::size_t i = 0; i < entry.terms.size(); ++i)
      if (dropped[entry.formula][entry.terms[i]]) lost.push_back({entry.sizes[i], entry.formula, entry.terms[i]});
  }
  std::stable_sort(lost.begin(), lost.end(), [](const Lost& a, const Lost& b) { return a.size > b.size; });
  for (std::size_t i = 0; i < std::min(count, lost.size()); ++i) dropped[lost[i].formula][lost[i].term] = false;
  return dropped;
}

Equations Reducible::nest(const ReducedEquations& reduced) const {
  if (by_coefficients_)
    return subject_->equations(nest_harmonics(keep_terms(forms_, reduced.dropped), coordinates_));
  return from_rows(exact_.speeds, nest_harmonics(forms_of_rows(reduced), coordinates_));
}

Equations Reducible::spell_out(const ReducedEquations& reduced) const {
  if (by_coefficients_) return subject_->equations(write_out(keep_terms(forms_, reduced.dropped)));
  return from_rows(exact_.speeds, write_out(forms_of_rows(reduced)));
}

}  // namespace kinemate
