#include "study/derivation.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "expr/count.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "formalism/closed_equations.h"
#include "formalism/closed_loads.h"
#include "formalism/ignorable.h"
#include "formalism/methods/kane.h"
#include "formalism/methods/normal_metric.h"
#include "formalism/speeds.h"
#include "loops/closed_kinematics.h"
#include "loops/named_closing.h"
#include "study/form.h"
#include "study/reduction/safe_reduction.h"
#include "study/singular.h"

namespace kinemate {
namespace {

// Q_ρ = Σ τ_k ∂s_k/∂q̇_ρ; nothing for joints with fewer directions than coordinates
std::vector<Expr> forces_on_coordinates(const Model& model, const Kinematics& kinematics, const Equations& equations) {
  const Rates rates = compute_rates(kinematics);
  try {
    const Velocities velocities = compute_velocities(model, kinematics, rates);
    require_known_speeds(model, velocities, equations.speeds);
    std::vector<Expr> speeds;
    for (Expr s : equations.speeds) speeds.push_back(substitute(s, velocities.of_speeds));
    const std::vector<std::vector<Expr>> by = jacobian(speeds, velocities.symbols);
    std::vector<Expr> forces(rates.coordinates.size(), Expr(0));
    for (std::size_t k = 0; k < speeds.size(); ++k)
      for (std::size_t i = 0; i < forces.size(); ++i) forces[i] += by[k][i] * equations.forces[k];
    return forces;
  } catch (const Error&) {
    return {};
  }
}

// Sum of all parts of a split.
std::vector<Expr> whole(const ForceSplit& split) {
  std::vector<Expr> sums;
  for (std::size_t i = 0; i < split.gradient.size(); ++i)
    sums.push_back(split.gradient[i] + split.rest[i] + split.unsplit[i]);
  return sums;
}

// None for speeds that are no rates of coordinates, unless nothing else is wanted.
std::optional<Derivation::ClassifiedForces> classify(const Model& model, const Derivation& derivation) {
  GeneralizedForces given{derivation.equations.forces, derivation.rates.coordinates, derivation.equations.speeds, {}};
  bool are_rates = given.speeds.size() == given.coordinates.size();
  for (std::size_t i = 0; are_rates && i < given.speeds.size(); ++i)
    are_rates = given.speeds[i] == make_symbol(given.coordinates[i].name(), 1);
  if (!are_rates) {
    if (derivation.sections.size() > 1) return std::nullopt;
    throw Error(ErrorCode::kFormalism,
                "--show forces: classes of forces need speeds that are the rates of the coordinates",
                "joints with Euler parameters or with speeds of their own have others");
  }
  for (const Input& input : model.inputs) given.inputs.push_back(input.name);
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) given.inputs.push_back(state.name);
  Derivation::ClassifiedForces result{classify_forces(given), {}, {}};
  result.potential = find_potential(whole(result.classes.position), given.coordinates);
  result.dissipation = find_potential(whole(result.classes.velocity), given.speeds);
  return result;
}

void keep_part(Derivation& derivation, SpecialCase::Scope part) {
  const auto clear = [](std::vector<Expr>& formulas) { std::fill(formulas.begin(), formulas.end(), Expr(0)); };
  Energies none;
  Energies& energies = derivation.energies ? *derivation.energies : none;
  if (part == SpecialCase::Scope::kForces) {
    energies.kinetic = Expr(0);
    for (std::vector<Expr>* formulas : {&derivation.equations.mass, &derivation.equations.bias}) clear(*formulas);
    if (derivation.metric) clear(derivation.metric->g), clear(derivation.metric->christoffel);
  } else if (part == SpecialCase::Scope::kInertia) {
    energies.potential = energies.dissipation = Expr(0);
    for (std::vector<Expr>* formulas :
         {&derivation.metric_forces, &derivation.equations.conservative, &derivation.timed.p, &derivation.timed.h})
      clear(*formulas);
  }
}

void check_speeds(const DerivationRequest& request, const std::set<Section>& sections) {
  if (request.speeds.empty()) return;
  for (const auto& [section, what] : {std::pair{Section::kMetric, "the metric is of the coordinates"},
                                      std::pair{Section::kForces, "classes of forces are of the coordinates"},
                                      std::pair{Section::kMatrices, "R1 to R6 are of the speeds of the joints"}})
    if (sections.contains(section))
      throw Error(ErrorCode::kSpeeds, fmt::format("--speeds cannot be used here: {}", what),
                  "leave that section out with --show equations");
}

// Sections that are of trees alone are left out, or refused where they are asked for.
void check_closed(const DerivationRequest& request, std::set<Section>& sections) {
  if (request.reduction)
    throw Error(ErrorCode::kOnlyTrees, "--reduce is for machines without closed loops and constraints");
  for (const Section section : {Section::kMetric, Section::kMatrices, Section::kForces, Section::kBodies}) {
    if (!sections.contains(section)) continue;
    if (request.sections.contains(section))
      throw Error(ErrorCode::kOnlyTrees, "this section is of machines without closed loops and constraints",
                  "--show equations,energies,reactions,integrals are of all");
    sections.erase(section);
    sections.insert(Section::kEquations);
  }
}

std::string owner_text(const Model& model, const Condition& condition) {
  if (condition.constraint != kNone) return fmt::format("constraint {}", model.constraints[condition.constraint].name);
  const std::string joint = fmt::format("joint {}", model.joints[condition.joint].name);
  return condition.meaning.empty() ? joint : fmt::format("{}: {}", joint, condition.meaning);
}

// What follows gets names, so that equations can be read; conditions where there are no formulas.
void show_closing(const Model& model, Kinematics& kinematics, Derivation& result) {
  const Closing& closing = *kinematics.closing;
  result.notes = closing.notes;
  for (std::size_t row : closing.redundant)
    result.redundant.push_back(owner_text(model, closing.conditions.conditions[row].owner));
  for (const ClosureStep& step : closing.steps)
    result.steps.push_back({"coordinates that follow", step.coordinate, step.formula});
  Substitution found = explicit_positions(closing);
  if (!closing.followed.empty())
    for (std::size_t i = 0; i < closing.conditions.conditions.size(); ++i) {
      const LoopCondition& condition = closing.conditions.conditions[i];
      const bool follows = std::binary_search(closing.redundant.begin(), closing.redundant.end(), i);
      if (!condition.holonomic || condition.defines != kNone || follows) continue;
      if (!simplify(substitute(condition.residual, found), kBriefly).is_zero())
        result.conditions.push_back({owner_text(model, condition.owner), condition.residual});
    }
  NamedClosing named = name_closing(model, kinematics);
  for (const ClosingName& name : named.names) {
    const char* group = name.kind == ClosingName::Kind::kBias ? "accelerations that follow: s_D' = Ic s' + xi"
                                                              : "speeds that follow: s_D = Ic s + eta";
    result.steps.push_back({group, name.symbol, name.formula});
  }
  // rates of coordinates that are speeds which follow are told by these
  result.rates = compute_rates(named.kinematics);
  kinematics = std::move(named.kinematics);
}

std::vector<Expr> formulas_of(const Equations& equations) {
  std::vector<Expr> formulas;
  for (const auto* part : {&equations.mass, &equations.bias, &equations.forces, &equations.conservative})
    formulas.insert(formulas.end(), part->begin(), part->end());
  return formulas;
}

constexpr double kShortStep = 80;  // cost of a formula that needs no name

// Speeds that are shown once more as rates, and that nothing else needs.
void drop_unused_speeds(Derivation& result) {
  std::unordered_set<Expr> needed;
  for (Expr symbol : free_symbols(formulas_of(result.equations))) needed.insert(symbol);
  std::unordered_map<Expr, int> shown;
  for (const RecursionStep& step : result.steps) {
    ++shown[step.symbol];
    for (Expr symbol : free_symbols(step.formula)) needed.insert(symbol);
  }
  std::erase_if(result.steps,
                [&](const RecursionStep& step) { return !needed.contains(step.symbol) && shown[step.symbol]-- > 1; });
}

// With 0 for coordinates that do not matter, and without names for what is short then. Rates that turn with these
// coordinates are shown as they are.
void leave_out_ignorable(const Kinematics& closed, const Rates& rates, Derivation& result) {
  const bool loops = !closed.tree.secondary.empty();
  std::vector<Expr> formulas;
  for (const RecursionStep& step : result.steps) formulas.push_back(step.formula);
  const std::vector<Expr> symbols = free_symbols(formulas);
  const auto stands_there = [&](Expr q) { return std::find(symbols.begin(), symbols.end(), q) != symbols.end(); };
  if (loops && std::none_of(result.ignorable.begin(), result.ignorable.end(), stands_there)) return;
  formulas = simplify(without_ignorable(std::move(formulas), result.ignorable), kBriefly);
  Substitution inlined;
  std::vector<RecursionStep> kept;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    RecursionStep& step = result.steps[i];
    step.formula = substitute(formulas[i], inlined);
    const bool speed = step.symbol.primes() > 0, position = step.group == "coordinates that follow";
    const bool inline_it = step.formula.is_number() || (!loops && !speed && cost({&step.formula, 1}) <= kShortStep);
    if (inline_it && !position) {
      inlined.symbols.emplace(step.symbol, step.formula);
    } else {
      kept.push_back(step);
    }
  }
  result.steps = std::move(kept);
  const std::unordered_set<Expr> ignorable(result.ignorable.begin(), result.ignorable.end());
  for (std::size_t i = 0; i < rates.coordinates.size(); ++i) {
    const std::vector<Expr> in_rate = free_symbols(rates.rates[i]);
    if (std::any_of(in_rate.begin(), in_rate.end(), [&](Expr s) { return ignorable.contains(s); }))
      result.steps.push_back({"rates that turn with coordinates of which the equations see nothing",
                              make_symbol(rates.coordinates[i].name(), 1), rates.rates[i]});
  }
  Equations& e = result.equations;
  for (auto* part : {&e.mass, &e.bias, &e.forces, &e.conservative})
    *part = substitute(without_ignorable(std::move(*part), result.ignorable), inlined);
  drop_unused_speeds(result);
}

void simplify_steps(Derivation& result) {
  std::vector<Expr> formulas;
  for (const RecursionStep& step : result.steps) formulas.push_back(step.formula);
  for (const Derivation::ShownCondition& condition : result.conditions) formulas.push_back(condition.residual);
  formulas = simplify_within_a_second(formulas);
  std::size_t next = 0;
  for (RecursionStep& step : result.steps) step.formula = formulas[next++];
  for (Derivation::ShownCondition& condition : result.conditions) condition.residual = formulas[next++];
}

void find_reactions(const Model& model, const Kinematics& kinematics, Derivation& result) {
  if (!kinematics.closing) {
    result.reactions = compute_joint_loads(model, kinematics);
    return;
  }
  ClosedLoads closed = compute_closed_loads(model, kinematics);
  result.reactions = std::move(closed.loads);
  result.multipliers = std::move(closed.equations);
  for (const ClosedLoads::Undetermined& one : closed.undetermined) result.undetermined.push_back(describe(model, one));
}

// The equations without their weak terms; the title says what was dropped.
void drop_weak_terms(const Model& model, const Kinematics& kinematics, const ReductionRequest& request,
                     Derivation& derivation) {
  const Reducible reducible(model, kinematics, derivation.equations, request);
  SafeReduction safe = reduce_safely(reducible, request.threshold);
  derivation.equations = std::move(safe.reduced.equations);
  derivation.formalism += fmt::format(", {}", describe(reducible, safe));
}

}  // namespace

std::set<Section> sections_of(const std::string& formalism) {
  std::set<Section> sections = {Section::kEquations, Section::kIntegrals};
  if (formalism == "lagrange" || formalism == "jacobian") sections.insert(Section::kEnergies);
  if (formalism == "newton-euler") sections.insert(Section::kBodies);
  if (formalism == "joint-loads") sections.insert(Section::kReactions);
  if (formalism == "metric") return {Section::kEnergies, Section::kMetric, Section::kIntegrals};
  if (formalism == "roberson-wittenburg") return {Section::kMatrices, Section::kIntegrals};
  return sections;
}

Derivation derive(const Model& given, const DerivationRequest& request, const Progress& progress) {
  Model model = given;
  model.contacts_keep_sides = true;  // formulas are for reading
  const Formalism& formalism = find_formalism(request.formalism);
  Derivation result;
  result.formalism = formalism.title;
  result.sections = request.sections.empty() ? sections_of(request.formalism) : request.sections;
  if (request.reduction && request.sections.empty()) result.sections = {Section::kEquations};
  if (request.reduction && result.sections != std::set{Section::kEquations})
    throw Error(ErrorCode::kReduction, "--reduce: only equations can be shown without their weak terms",
                "leave --show out");
  check_speeds(request, result.sections);
  auto wanted = [&](Section section) { return result.sections.contains(section); };
  progress("kinematics");
  Kinematics kinematics = compute_closed_kinematics(model);
  const Rates rates = result.rates = compute_rates(kinematics);
  if (kinematics.closing) {
    check_closed(request, result.sections);
    const Equations plain = derive_by_kane(model, kinematics);
    result.singularity = find_lasting_singularity(model, kinematics, plain.mass);
    result.ignorable = find_ignorable(formulas_of(plain), rates.coordinates, kinematics.closing->start);
    for (const ClosureStep& step : kinematics.closing->steps) std::erase(result.ignorable, step.coordinate);
    show_closing(model, kinematics, result);
  }
  const std::vector<Vector> references = request.references.empty() ? origins_of_bodies(model) : request.references;

  progress(fmt::format("{} in {} speed{}", formalism.title, kinematics.speeds.size(),
                       kinematics.speeds.size() == 1 ? "" : "s"));
  if (wanted(Section::kMetric))
    result.metric =
        request.form == Form::kExpanded ? compute_normal_metric(model, kinematics) : compute_metric(model, kinematics);
  result.equations =
      request.formalism == "newton-euler" && !kinematics.closing ? derive_by_newton_euler(model, kinematics, references)
      : request.formalism == "metric" && result.metric           ? derive_by_metric(model, kinematics, *result.metric)
                                                                 : derive_by(formalism, model, kinematics);
  if (kinematics.closing && !wanted(Section::kReactions)) leave_out_ignorable(kinematics, rates, result);
  if (!kinematics.closing) result.singularity = find_lasting_singularity(model, kinematics, result.equations.mass);
  if (request.reduction) {
    progress("weak terms");
    drop_weak_terms(model, kinematics, *request.reduction, result);
  }
  if (wanted(Section::kIntegrals) || wanted(Section::kEnergies)) result.energies = compute_energies(model, kinematics);
  if (wanted(Section::kMetric)) result.metric_forces = forces_on_coordinates(model, kinematics, result.equations);
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states)
      result.states.push_back({state.name, substitute(state.rate, kinematics.resolution)});
  if (wanted(Section::kBodies)) result.bodies = compute_body_equations(model, kinematics, references);
  if (wanted(Section::kReactions)) find_reactions(model, kinematics, result);
  if (wanted(Section::kMatrices)) result.matrices = compute_roberson_wittenburg(model, kinematics);
  if (wanted(Section::kForces)) {
    progress("classes of forces");
    result.forces = classify(model, result);
  }
  if (wanted(Section::kIntegrals)) {
    progress("first integrals");
    result.integrals = find_integrals(model, kinematics, result.equations, *result.energies);
  }
  if (!wanted(Section::kEnergies)) result.energies.reset();
  if (!request.speeds.empty()) {
    const SpeedChoice choice = choose_speeds(model, kinematics, request.speeds);
    const Equations equations = change_speeds(kinematics, result.equations, choice);
    const Substitution to_chosen = to_chosen_speeds(kinematics, choice);
    for (Expr* formula : formulas_of(result)) *formula = substitute(*formula, to_chosen);
    result.equations = equations;
  }
  result.timed = split_explicit_time(model, result.equations.forces);
  if (request.formalism == "recursion" && request.form == Form::kRecursive && request.speeds.empty() &&
      !kinematics.closing) {
    RecursiveForm form = write_recursive_form(model, kinematics);
    result.steps = std::move(form.steps);
    result.equations.mass = std::move(form.mass);
    result.equations.bias = std::move(form.bias);
  }
  keep_part(result, request.part);
  progress("writing the formulas down");
  if (request.form != Form::kRecursive) use_unit_norms(model, result);
  put_in_form(result, request.form);
  if (kinematics.closing && request.form != Form::kRecursive) simplify_steps(result);
  if (!result.steps.empty() && !kinematics.closing) {  // the loads are no recursion
    result.timed.p = simplify(result.timed.p);
    result.timed.h = simplify(result.timed.h);
    for (std::size_t i = 0; i < result.timed.h.size(); ++i)
      result.equations.forces[i] = result.timed.h[i] - result.timed.p[i];
  }
  return result;
}

}  // namespace kinemate
