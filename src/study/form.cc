#include "study/form.h"

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "expr/count.h"
#include "expr/graph.h"
#include "expr/simplify/forms.h"
#include "expr/simplify/simplify.h"

namespace kinemate {
namespace {

// Units of algebra for all formulas together and for each; few formulas get more each. Of very many formulas most are
// too long to be simplified at all, so that all of it would be spent in vain.
constexpr double kAllWork = 3e7, kMostWork = 1e6, kLeastWork = 1e4;
constexpr std::size_t kVeryMany = 1000;
constexpr double kAllWorkOfVeryMany = 5e6, kLeastWorkOfVeryMany = 1e3;
constexpr double kFormNormWork = 1e5;  // for each formula with Euler parameters
constexpr double kAllFormWork = 1e9,
                 kLeastFormWork = 1e6;  // for the other forms: beyond, they need more memory than time

class FormulaPlaces {
 public:
  void add(Expr& formula) { places_.push_back(&formula); }
  void add(std::vector<Expr>& formulas) {
    for (Expr& formula : formulas) add(formula);
  }
  void add(Vector& v) {
    for (Expr* e : {&v.x, &v.y, &v.z}) add(*e);
  }
  void add(std::vector<Vector>& vectors) {
    for (Vector& v : vectors) add(v);
  }
  void add(Load<Expr>& load) {
    add(load.torque);
    add(load.force);
  }
  const std::vector<Expr*>& places() const { return places_; }

 private:
  std::vector<Expr*> places_;
};

void add_matrices(RobersonWittenburg& matrices, FormulaPlaces& formulas) {
  formulas.add(matrices.mass);
  for (std::size_t i = 0; i < matrices.speeds.size(); ++i) {
    formulas.add(matrices.R1[i]);
    formulas.add(matrices.R2[i]);
    for (Expr* e : {&matrices.R3[i].xx, &matrices.R3[i].yy, &matrices.R3[i].zz, &matrices.R3[i].xy, &matrices.R3[i].xz,
                    &matrices.R3[i].yz})
      formulas.add(*e);
    formulas.add(matrices.R4[i]);
    formulas.add(matrices.R5[i]);
    formulas.add(matrices.R6[i]);
  }
  formulas.add(matrices.angular_velocity);
  formulas.add(matrices.angular_acceleration);
  formulas.add(matrices.acceleration);
  for (Load<Expr>& load : matrices.external) formulas.add(load);
  formulas.add(matrices.efforts);
  formulas.add(matrices.added);
}

FormulaPlaces collect(Derivation& derivation) {
  FormulaPlaces formulas;
  formulas.add(derivation.rates.rates);
  for (LoadState& state : derivation.states) formulas.add(state.rate);
  formulas.add(derivation.metric_forces);
  if (derivation.sections.contains(Section::kEquations)) {
    for (std::vector<Expr>* part : {&derivation.equations.mass, &derivation.equations.bias,
                                    &derivation.equations.conservative, &derivation.timed.p, &derivation.timed.h})
      formulas.add(*part);
  }
  if (derivation.energies)
    for (Expr* e : {&derivation.energies->kinetic, &derivation.energies->potential, &derivation.energies->dissipation})
      formulas.add(*e);
  for (FirstIntegral& integral : derivation.integrals.integrals) formulas.add(integral.formula);
  if (derivation.metric && derivation.form != Form::kExpanded) {  // it is in normal form then
    formulas.add(derivation.metric->g);
    formulas.add(derivation.metric->christoffel);
  }
  for (BodyEquation& body : derivation.bodies) {
    for (Vector* v : {&body.momentum_rate, &body.spin_rate, &body.force, &body.torque}) formulas.add(*v);
    for (CutLoad& cut : body.cuts) formulas.add(cut.load);
  }
  for (JointLoad& load : derivation.reactions) {
    formulas.add(load.load);
    formulas.add(load.origin);
  }
  for (ClosedLoads::EquationForce& force : derivation.multipliers) formulas.add(force.multiplier);
  if (derivation.matrices) add_matrices(*derivation.matrices, formulas);
  return formulas;
}

// Operations of each formula, written out.
std::vector<double> lengths_of(std::span<const Expr> formulas) {
  const Graph graph(formulas);
  std::vector<double> lengths(graph.size(), 0), result;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (graph.operands(i).empty()) continue;
    lengths[i] = 1;
    for (std::uint32_t operand : graph.operands(i)) lengths[i] += lengths[operand];
  }
  for (std::uint32_t root : graph.roots()) result.push_back(lengths[root]);
  return result;
}

// As it is where factors are beyond the budget.
Expr factored(Expr formula, double work) {
  try {
    return factor(formula, work);
  } catch (const Error&) {
    return formula;
  }
}

std::vector<Expr> in_form(const std::vector<Expr>& formulas, Form form) {
  if (form == Form::kRecursive) return formulas;
  if (form == Form::kSimplified) return simplify_within_a_second(formulas);
  const double each =
      std::max(kAllFormWork / static_cast<double>(std::max<std::size_t>(formulas.size(), 1)), kLeastFormWork);
  std::unordered_map<Expr, Expr> known;
  std::vector<Expr> result;
  for (Expr formula : formulas) {
    const auto [found, is_new] = known.try_emplace(formula);
    if (is_new)
      found->second = form == Form::kExpanded     ? normalize(formula, each)
                      : form == Form::kMultiangle ? multi_angle(formula, each)
                                                  : factored(normalize(formula, each), each);
    result.push_back(found->second);
  }
  return result;
}

}  // namespace

std::vector<Expr> simplify_within_a_second(std::span<const Expr> formulas) {
  const double count = static_cast<double>(std::max<std::size_t>(formulas.size(), 1));
  if (formulas.size() <= kVeryMany)
    return simplify(formulas, {.work = std::clamp(kAllWork / count, kLeastWork, kMostWork)});
  const double each = std::max(kAllWorkOfVeryMany / count, kLeastWorkOfVeryMany);
  std::vector<Expr> result(formulas.begin(), formulas.end()), shorter;
  const std::vector<double> lengths = lengths_of(formulas);
  for (std::size_t i = 0; i < result.size(); ++i)
    if (lengths[i] <= each) shorter.push_back(result[i]);
  shorter = simplify(shorter, {.work = each});
  for (std::size_t i = 0, next = 0; i < result.size(); ++i)
    if (lengths[i] <= each) result[i] = shorter[next++];
  return result;
}

std::vector<Expr*> formulas_of(Derivation& derivation) { return collect(derivation).places(); }

std::vector<std::pair<Expr, Expr>> unit_norms(const Model& model) {
  std::vector<std::pair<Expr, Expr>> squares;
  for (const Joint& joint : model.joints) {
    const auto p = euler_coordinates(joint);
    if (p.empty()) continue;
    Expr square(1);
    for (std::size_t index : p.subspan(1)) square -= pow(make_symbol(model.coordinates[index].name), Expr(2));
    squares.emplace_back(make_symbol(model.coordinates[p[0]].name), square);
  }
  return squares;
}

void use_unit_norms(const Model& model, Derivation& derivation) {
  const std::vector<std::pair<Expr, Expr>> squares = unit_norms(model);
  if (squares.empty()) return;
  std::unordered_map<Expr, Expr> known;
  for (Expr* place : formulas_of(derivation)) {
    const auto [found, is_new] = known.try_emplace(*place, *place);
    if (is_new) {
      Expr& best = found->second;
      try {
        Expr reduced = best;
        for (const auto& [symbol, by] : squares) reduced = replace_square(reduced, symbol, by, kFormNormWork);
        if (cost({&reduced, 1}) < cost({&best, 1})) best = reduced;
      } catch (const Error&) {  // too large, or a hidden division by zero: it stays
      }
    }
    *place = found->second;
  }
}

void put_in_form(Derivation& derivation, Form form) {
  derivation.form = form;
  const std::vector<Expr*> places = formulas_of(derivation);
  std::vector<Expr> values;
  for (const Expr* place : places) values.push_back(*place);
  try {
    values = in_form(values, form);
  } catch (const Error& error) {
    if (error.message != "the result would be too large") throw;
    throw Error(ErrorCode::kTooLarge, "this form would be too large",
                "the forms simplified and recursive are for machines of any size");
  }
  for (std::size_t i = 0; i < values.size(); ++i) *places[i] = values[i];
  if (!derivation.sections.contains(Section::kEquations)) return;
  for (std::size_t i = 0; i < derivation.equations.forces.size(); ++i)  // short as its parts are
    derivation.equations.forces[i] = derivation.timed.h[i] - derivation.timed.p[i];
}

}  // namespace kinemate
