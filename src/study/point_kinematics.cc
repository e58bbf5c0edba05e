#include "study/point_kinematics.h"

#include <algorithm>
#include <unordered_set>

#include "expr/graph.h"
#include "loops/closed_kinematics.h"
#include "loops/named_closing.h"
#include "study/form.h"

namespace kinemate {
namespace {

std::vector<DependentFormula> dependent_formulas(const Closing& closing, const std::vector<ClosingName>& names) {
  std::vector<DependentFormula> all;
  for (const ClosureStep& step : closing.steps) all.push_back({"dependent coordinates", step.coordinate, step.formula});
  for (const ClosingName& name : names)
    all.push_back({name.kind == ClosingName::Kind::kBias ? "dependent accelerations: s_D' = Ic s' + xi"
                                                         : "dependent speeds: s_D = Ic s + eta",
                   name.symbol, name.formula});
  return all;
}

std::vector<Expr> formulas_of(PointMotion motion) {
  std::vector<Expr> formulas;
  std::vector<Vector*> vectors = vectors_of(motion);
  for (Vector& row : motion.rotation.rows) vectors.push_back(&row);
  for (const Vector* v : vectors) formulas.insert(formulas.end(), {v->x, v->y, v->z});
  return formulas;
}

// What moves while the independent speeds are 0: dependent ones are η then.
void let_rest(const std::vector<Expr>& independent, const std::vector<ClosingName>& names, PointMotion& motion) {
  Substitution zero, rest;
  for (Expr s : independent) zero.symbols.emplace(s, Expr(0));
  for (const ClosingName& name : names)
    if (name.kind == ClosingName::Kind::kSpeed) rest.symbols.emplace(name.symbol, substitute(name.formula, zero));
  for (Vector* v : {&motion.drift, &motion.angular_drift})
    *v = {substitute(v->x, rest), substitute(v->y, rest), substitute(v->z, rest)};
}

// Those that the motion needs, and what these need.
void keep_needed(PointKinematics& made) {
  const std::vector<Expr> symbols = free_symbols(formulas_of(made.motion));
  std::unordered_set<Expr> needed(symbols.begin(), symbols.end());
  std::vector<DependentFormula> kept;
  for (auto one = made.dependent.rbegin(); one != made.dependent.rend(); ++one) {
    if (!needed.contains(one->symbol)) continue;
    for (Expr symbol : free_symbols(one->formula)) needed.insert(symbol);
    kept.push_back(*one);
  }
  made.dependent.assign(kept.rbegin(), kept.rend());
  std::erase_if(made.implicit, [&](Expr q) { return !needed.contains(q); });
}

void simplify_dependent(std::vector<DependentFormula>& dependent) {
  std::vector<Expr> formulas;
  for (const DependentFormula& one : dependent) formulas.push_back(one.formula);
  formulas = simplify_within_a_second(formulas);
  for (std::size_t i = 0; i < dependent.size(); ++i) dependent[i].formula = formulas[i];
}

}  // namespace

PointKinematics compute_point_kinematics(const Model& model, const Attachment& place, const Vector& position,
                                         const std::optional<Attachment>& axes) {
  PointKinematics made;
  Kinematics kinematics = compute_closed_kinematics(model);
  std::vector<ClosingName> names;
  if (kinematics.closing) {
    NamedClosing named = name_closing(model, kinematics);
    made.dependent = dependent_formulas(*kinematics.closing, named.names);
    made.implicit = kinematics.closing->followed;
    made.notes = kinematics.closing->notes;
    kinematics = std::move(named.kinematics);
    names = std::move(named.names);
  }
  const Pose<Expr> frame = pose_on_body(model, place);
  PointMotion motion =
      in_file_order(kinematics, compute_point_motion(model, kinematics, body_of(model, place), frame.at(position)));
  motion.rotation = motion.rotation * frame.rotation;
  let_rest(kinematics.speeds, names, motion);
  if (axes) motion = in_axes(motion, inertial_pose(model, kinematics, *axes).rotation);
  made.motion = simplify(motion);
  keep_needed(made);
  simplify_dependent(made.dependent);
  return made;
}

}  // namespace kinemate
