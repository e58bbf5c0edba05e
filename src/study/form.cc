#include "study/form.h"

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "expr/forms.h"
#include "expr/simplify.h"

namespace kinemate {
namespace {

// Units of algebra for all formulas together and for each; few formulas get more each.
constexpr double kAllWork = 3e7, kMostWork = 1e6, kLeastWork = 1e4;
constexpr double kAllFormWork = 5e9,
                 kLeastFormWork = 1e6;  // for the other forms: beyond, they need more memory than time

class Formulas {
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

void add_matrices(RobersonWittenburg& matrices, Formulas& formulas) {
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

Formulas collect(Derivation& derivation) {
  Formulas formulas;
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
  if (derivation.matrices) add_matrices(*derivation.matrices, formulas);
  return formulas;
}

std::vector<Expr> in_form(const std::vector<Expr>& formulas, Form form) {
  if (form == Form::kRecursive) return formulas;
  if (form == Form::kSimplified) {
    const double each = kAllWork / static_cast<double>(std::max<std::size_t>(formulas.size(), 1));
    return simplify(formulas, {.work = std::clamp(each, kLeastWork, kMostWork)});
  }
  const double each =
      std::max(kAllFormWork / static_cast<double>(std::max<std::size_t>(formulas.size(), 1)), kLeastFormWork);
  std::unordered_map<Expr, Expr> known;
  std::vector<Expr> result;
  for (Expr formula : formulas) {
    const auto [found, is_new] = known.try_emplace(formula);
    if (is_new)
      found->second = form == Form::kExpanded     ? normalize(formula, each)
                      : form == Form::kMultiangle ? multi_angle(formula, each)
                                                  : factor(normalize(formula, each), each);
    result.push_back(found->second);
  }
  return result;
}

}  // namespace

std::vector<Expr*> formulas_of(Derivation& derivation) { return collect(derivation).places(); }

void put_in_form(Derivation& derivation, Form form) {
  derivation.form = form;
  const std::vector<Expr*> places = formulas_of(derivation);
  std::vector<Expr> values;
  for (const Expr* place : places) values.push_back(*place);
  try {
    values = in_form(values, form);
  } catch (const Error& error) {
    throw Error(error.message, "the forms simplified and recursive are for machines of any size", error.kind);
  }
  for (std::size_t i = 0; i < values.size(); ++i) *places[i] = values[i];
  if (!derivation.sections.contains(Section::kEquations)) return;
  for (std::size_t i = 0; i < derivation.equations.forces.size(); ++i)  // short as its parts are
    derivation.equations.forces[i] = derivation.timed.h[i] - derivation.timed.p[i];
}

}  // namespace kinemate
