#include "report/derivation/entries.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/normal/zero_test.h"
#include "expr/text/latex_text.h"
#include "expr/text/print.h"
#include "formalism/event_integrals.h"
#include "report/potential.h"
#include "report/words.h"

namespace kinemate {
namespace {

std::string place_text(const char* name, std::initializer_list<std::size_t> indices) {
  return fmt::format("{}({})", name, fmt::join(indices, ","));
}

std::string place_latex(const char* name, std::initializer_list<std::size_t> indices) {
  const bool wide = std::any_of(indices.begin(), indices.end(), [](std::size_t i) { return i > 9; });
  return fmt::format("{}_{{{}}}", name, fmt::join(indices, wide ? "," : ""));
}

class Printer {
 public:
  Printer(const Model& model, const Derivation& derivation) : model_(model), derivation_(derivation) {}

  PrintedDerivation print() {
    const auto has = [&](Section section) { return derivation_.sections.contains(section); };
    add_head();
    add_rates();
    add_conditions();
    add_states();
    if (derivation_.energies) add_energies();
    if (has(Section::kMetric)) add_metric();
    if (has(Section::kBodies)) add_bodies();
    if (has(Section::kEquations) && !derivation_.equations.speeds.empty()) add_equations();
    if (derivation_.matrices) add_matrices();
    if (has(Section::kReactions)) add_reactions();
    if (derivation_.forces) add_force_classes();
    if (has(Section::kIntegrals)) add_integrals();
    return std::move(printed_);
  }

 private:
  using Part = SpecialCase::Scope;

  void begin(std::string title, std::string otherwise = "0", Part part = Part::kAll) {
    printed_.groups.push_back({std::move(title), {}, std::move(otherwise), part});
    part_ = part;
  }
  void begin(std::string title, Part part) { begin(std::move(title), "0", part); }
  void add(std::string text, std::string latex, Expr formula) {
    if (formula.is_zero()) return;
    printed_.groups.back().entries.push_back({std::move(text), std::move(latex), formula, {}, part_});
  }
  void add_equation(std::string text, Expr left, Expr right) {
    if (left.is_zero() && right.is_zero()) return;
    const std::string latex = fmt::format("\\text{{{}}}\\colon", latex_words(text));
    printed_.groups.back().entries.push_back({std::move(text), latex, left, {right}});
  }
  void add_vector(const char* name, const char* latex, std::span<const Expr> entries) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      add(place_text(name, {i + 1}), place_latex(latex, {i + 1}), entries[i]);
  }
  void add_triangle(const char* name, const char* latex, std::span<const Expr> entries, std::size_t first) {
    for (std::size_t i = 0, e = 0; e < entries.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j, ++e)
        add(place_text(name, {j + first, i + first}), place_latex(latex, {j + first, i + first}), entries[e]);
  }
  // x, y and z behind a name
  void add_components(const std::string& text, const std::string& latex, const Vector& v) {
    const bool indexed = latex.find('_') != std::string::npos;
    const std::string name = indexed ? fmt::format("\\left({}\\right)", latex) : latex;
    for (std::size_t d = 0; d < 3; ++d)
      add(fmt::format("{} {}", text, "xyz"[d]), fmt::format("{}_{{{}}}", name, "xyz"[d]), v[d]);
  }

  void add_head() {
    const std::vector<Expr>& speeds = derivation_.equations.speeds;
    std::vector<std::string> words, symbols;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      words.push_back(fmt::format("{} {}", i + 1, to_text(speeds[i])));
      symbols.push_back(fmt::format("$s_{{{}}} = {}$", i + 1, to_latex(speeds[i])));
    }
    printed_.title = fmt::format("{}: {}", model_.name.empty() ? "machine" : model_.name, derivation_.formalism);
    if (speeds.empty()) {
      printed_.head = {{"no freedoms: nothing moves by itself", "No freedoms: nothing moves by itself."}};
      return;
    }
    printed_.head = {
        {fmt::format("speeds s: {}", fmt::join(words, ", ")), fmt::format("Speeds {}", fmt::join(symbols, ", "))}};
    if (derivation_.sections.contains(Section::kEquations))
      printed_.head.push_back({"equations: M s' + k + p = h", "Equations: $M \\dot s + k + p = h$"});
  }

  // only where speeds are no rates
  void add_rates() {
    const Rates& rates = derivation_.rates;
    begin("rates of the coordinates", "");
    for (std::size_t i = 0; i < rates.coordinates.size(); ++i) {
      const Expr rate = make_symbol(rates.coordinates[i].name(), 1);
      if (!(rate == rates.rates[i])) {
        printed_.groups.back().entries.push_back({to_text(rate), to_latex(rate), rates.rates[i], {}});
      }
    }
  }

  // of closed loops whose coordinates have no formulas
  void add_conditions() {
    begin("what is 0 where the loops are closed", "");
    for (const Derivation::ShownCondition& condition : derivation_.conditions) {
      const std::string latex = fmt::format("\\text{{{}}}\\colon", latex_words(condition.owner));
      printed_.groups.back().entries.push_back({condition.owner, latex, condition.residual, {}});
    }
    for (const std::string& note : derivation_.notes) printed_.head.push_back({note, latex_words(note)});
    if (!derivation_.redundant.empty()) {
      const std::string text = fmt::format("conditions that follow from others and are left out: {}",
                                           fmt::join(derivation_.redundant, "; "));
      printed_.head.push_back({text, latex_words(text)});
    }
    if (!derivation_.ignorable.empty()) {
      std::vector<std::string> names;
      for (Expr q : derivation_.ignorable) names.push_back(to_text(q));
      const std::string text = fmt::format("nothing in M, k, p, h depends on {}", fmt::join(names, ", "));
      printed_.head.push_back({text, latex_words(text)});
    }
    if (!derivation_.undetermined.empty()) {
      const std::string text = fmt::format("loads that are not determined, the smallest that hold the loops: of {}",
                                           fmt::join(derivation_.undetermined, ", "));
      printed_.head.push_back({text, latex_words(text)});
    }
  }

  // of loads that have states
  void add_states() {
    begin("rates of the states of loads", "");
    for (const LoadState& state : derivation_.states) {
      const Expr rate = make_symbol(state.name, 1);
      printed_.groups.back().entries.push_back({to_text(rate), to_latex(rate), state.rate, {}});
    }
  }

  void add_energies() {
    begin("energies", Part::kInertia);
    add("T", "T", derivation_.energies->kinetic);
    part_ = Part::kForces;
    add("V", "V", derivation_.energies->potential);
    add("D", "D", derivation_.energies->dissipation);
  }

  void add_equations() {
    for (const RecursionStep& step : derivation_.steps) {
      if (printed_.groups.empty() || printed_.groups.back().title != step.group) begin(step.group, Part::kInertia);
      printed_.groups.back().has_steps = derivation_.form == Form::kRecursive;
      add(to_text(step.symbol), to_latex(step.symbol), step.formula);
    }
    begin("M: mass matrix, symmetric", Part::kInertia);
    add_triangle("M", "M", derivation_.equations.mass, 1);
    begin("k: centrifugal, Coriolis and other inertia terms", Part::kInertia);
    add_vector("k", "k", derivation_.equations.bias);
    begin("p: gravity, springs, dampers and other loads of the state", Part::kForces);
    add_vector("p", "p", derivation_.timed.p);
    begin("h: loads in which the time or an input stands", Part::kForces);
    add_vector("h", "h", derivation_.timed.h);
    if (!derivation_.energies) return;
    begin("f: what of h - p is conservative, -dV/dq", Part::kForces);
    add_vector("f", "f", derivation_.equations.conservative);
  }

  void add_metric() {
    const Metric& metric = *derivation_.metric;
    std::string numbered;
    for (std::size_t i = 0; i < metric.coordinates.size(); ++i)
      numbered += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, to_text(metric.coordinates[i]));
    begin("g: metric, symmetric; of the coordinates " + numbered, Part::kInertia);
    add_triangle("g", "g", metric.g, 0);
    begin("Gamma: Christoffel symbols of the first kind, symmetric in the last two", Part::kInertia);
    for (std::size_t rho = 1, e = 0; rho < metric.coordinates.size(); ++rho)
      for (std::size_t mu = 0; mu < metric.coordinates.size(); ++mu)
        for (std::size_t nu = 0; nu <= mu; ++nu, ++e)
          add(place_text("Gamma", {rho, nu, mu}), fmt::format("\\Gamma_{{{},{}{}{}}}", rho, nu, mu > 9 ? "," : "", mu),
              metric.christoffel[e]);
    if (derivation_.metric_forces.empty()) return;
    begin("Q: generalised forces", Part::kForces);
    add_vector("Q", "Q", derivation_.metric_forces);
  }

  void add_bodies() {
    for (const BodyEquation& body : derivation_.bodies) {
      const Vector& P = body.reference;
      const bool origin = P == Vector{};
      begin(fmt::format("body {}: momentum in inertial axes, moments about {} in axes of the body",
                        model_.bodies[body.body].name,
                        origin ? "its origin" : fmt::format("[{}, {}, {}]", to_text(P.x), to_text(P.y), to_text(P.z))));
      Vector force = body.force, torque = body.torque;
      for (const CutLoad& cut : body.cuts) {
        force += cut.load.force;
        torque += cut.load.torque;
      }
      for (std::size_t d = 0; d < 3; ++d)
        add_equation(fmt::format("force {}", "xyz"[d]), body.momentum_rate[d], force[d]);
      for (std::size_t d = 0; d < 3; ++d)
        add_equation(fmt::format("moment {}", "xyz"[d]), body.spin_rate[d], torque[d]);
    }
  }

  void add_verdict(const PotentialAnswer& answer, const char* what, std::span<const Expr> variables) {
    const std::string text = describe_potential(answer, what, variables);
    printed_.head.push_back({text, latex_words(text)});
  }

  void add_force_classes() {
    const auto& [classes, potential, dissipation] = *derivation_.forces;
    const auto any = [](const ForceSplit& split) {
      return std::any_of(split.gradient.begin(), split.gradient.end(), [](Expr e) { return !e.is_zero(); }) ||
             std::any_of(split.rest.begin(), split.rest.end(), [](Expr e) { return !e.is_zero(); }) ||
             !split.is_complete();
    };
    if (any(classes.position))
      add_verdict(potential, "potential of what depends on positions", derivation_.rates.coordinates);
    if (any(classes.velocity))
      add_verdict(dissipation, "dissipation function of what depends on rates", derivation_.equations.speeds);
    begin("functions of the forces: Q = -dV/dq, Q = -dD/dq'", "", Part::kForces);
    if (any(classes.position) && classes.position.function) add("V", "V", *classes.position.function);
    if (any(classes.velocity) && classes.velocity.function) add("D", "D", *classes.velocity.function);
    constexpr std::pair<ForceClass, const char*> kClasses[] = {
        {ForceClass::kConservative, "conservative forces: -dV/dq"},
        {ForceClass::kCirculatory, "circulatory forces: no work along rays from q = 0"},
        {ForceClass::kPositionUnsplit, "forces of positions, not split"},
        {ForceClass::kDissipative, "dissipative forces: -dD/dq'"},
        {ForceClass::kGyroscopic, "gyroscopic forces: no power"},
        {ForceClass::kVelocityUnsplit, "forces of rates, not split"},
        {ForceClass::kTime, "forces in which the time or an input stands"}};
    for (const auto& [force_class, title] : kClasses) {
      begin(title, "", Part::kForces);
      add_vector("Q", "Q", classes.of(force_class));
    }
  }

  void add_reactions() {
    for (const JointLoad& reaction : derivation_.reactions) {
      begin(fmt::format("{}: its load on {}, about the {}, in inertial axes", owner_of(model_, reaction),
                        model_.bodies[reaction.body].name, reaction.joint == kNone ? "point of contact" : "joint"));
      add_components("force", "f", reaction.load.force);
      add_components("torque", "\\tau", reaction.load.torque);
    }
    for (const ClosedLoads::EquationForce& force : derivation_.multipliers) {
      begin(fmt::format("constraint {}: its effort along a speed is lambda times the slope of its rate by that speed",
                        model_.constraints[force.constraint].name));
      add("lambda", "\\lambda", force.multiplier);
    }
  }

  void add_matrices() {
    const RobersonWittenburg& parts = *derivation_.matrices;
    const std::size_t f = parts.speeds.size();
    const bool has_added =
        std::any_of(parts.added.begin(), parts.added.end(), [](Expr formula) { return !formula.is_zero(); });
    printed_.head.push_back(
        {fmt::format(
             "equations: M s' = [s R1_i s] + [w0 R2_i s] + [w0 R3_i w0] + R4 w0' + R5 [F - m a0] + R6 [T] + e{}, in "
             "axes of the base",
             has_added ? " - c" : ""),
         fmt::format(
             "Equations: $M \\dot s = [s^T R^1_i s] + [\\omega_0^T R^2_i s] + [\\omega_0^T R^3_i \\omega_0] + R^4 "
             "\\dot\\omega_0 + R^5 [F - m \\ddot r_0] + R^6 [T] + \\eta{}$, in axes of the base",
             has_added ? " - c" : "")});
    begin("M: mass matrix, symmetric", Part::kInertia);
    add_triangle("M", "M", parts.mass, 1);
    begin("R1: of s_j s_k, both orders together; s_0 = 1");
    for (std::size_t i = 0; i < f; ++i)
      for (std::size_t j = 0, e = 0; j <= f; ++j)
        for (std::size_t k = 0; k <= j; ++k, ++e)
          add(place_text("R1", {i + 1, k, j}), place_latex("R^1", {i + 1, k, j}), parts.R1[i][e]);
    begin("R2: of w0 and s_k; s_0 = 1");
    for (std::size_t i = 0; i < f; ++i)
      for (std::size_t k = 0; k <= f; ++k)
        add_components(place_text("R2", {i + 1, k}), place_latex("R^2", {i + 1, k}), parts.R2[i][k]);
    begin("R3: of w0 twice, symmetric");
    for (std::size_t i = 0; i < f; ++i) {
      const Matrix R3 = parts.R3[i].matrix();
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k <= j; ++k)
          add(fmt::format("{} {}{}", place_text("R3", {i + 1}), "xyz"[k], "xyz"[j]),
              fmt::format("R^3_{{{},{}{}}}", i + 1, "xyz"[k], "xyz"[j]), R3(j, k));
    }
    begin("R4: of w0'");
    for (std::size_t i = 0; i < f; ++i)
      add_components(place_text("R4", {i + 1}), place_latex("R^4", {i + 1}), parts.R4[i]);
    for (const auto& [name, latex, rows] : {std::tuple{"R5", "R^5", &parts.R5}, std::tuple{"R6", "R^6", &parts.R6}}) {
      begin(fmt::format("{}: of the {} of each body", name,
                        rows == &parts.R5 ? "forces F - m a0 at the centre of mass" : "torques T"));
      for (std::size_t i = 0; i < f; ++i)
        for (std::size_t b = 1; b < model_.bodies.size(); ++b)
          add_components(fmt::format("{}({},{})", name, i + 1, model_.bodies[b].name),
                         fmt::format("{}_{{{},\\text{{{}}}}}", latex, i + 1, latex_words(model_.bodies[b].name)),
                         (*rows)[i][b]);
    }
    begin("the base: angular velocity w0, its rate, acceleration a0", "at rest");
    add_components("w0", "\\omega_0", parts.angular_velocity);
    add_components("w0'", "\\dot\\omega_0", parts.angular_acceleration);
    add_components("a0", "\\ddot r_0", parts.acceleration);
    begin("external loads: gravity and loads on bodies");
    for (std::size_t b = 1; b < model_.bodies.size(); ++b) {
      const std::string& name = model_.bodies[b].name;
      add_components(fmt::format("F({})", name), fmt::format("F^{{\\text{{{}}}}}", latex_words(name)),
                     parts.external[b].force);
      add_components(fmt::format("T({})", name), fmt::format("T^{{\\text{{{}}}}}", latex_words(name)),
                     parts.external[b].torque);
    }
    begin("e: generalised loads of the joints");
    add_vector("e", "\\eta", parts.efforts);
    if (!has_added) return;
    begin("c: of the kinetic terms that were added");
    add_vector("c", "c", parts.added);
  }

  void add_integrals() {
    const Integrals& integrals = derivation_.integrals;
    if (!integrals.cyclic.empty()) {
      std::vector<std::string> names, symbols;
      for (Expr q : integrals.cyclic) {
        names.push_back(to_text(q));
        symbols.push_back(fmt::format("${}$", to_latex(q)));
      }
      const char* plural = names.size() == 1 ? "" : "s";
      printed_.head.push_back({fmt::format("cyclic (ignorable) coordinate{} {}: absent from T, V and forces", plural,
                                           fmt::join(names, ", ")),
                               fmt::format("Cyclic (ignorable) coordinate{} {}: absent from $T$, $V$ and forces",
                                           plural, fmt::join(symbols, ", "))});
    }
    std::vector<FirstIntegral> always, between;
    for (const FirstIntegral& integral : integrals.integrals)
      (only_between_events(model_, integral) ? between : always).push_back(integral);
    begin("constant while the machine moves",
          derivation_.sections.size() == 1 && between.empty() ? "nothing was found" : "");
    add_integrals(always);
    if (between.empty()) return;
    begin("constant from one event to the next");
    add_integrals(between);
  }

  void add_integrals(const std::vector<FirstIntegral>& integrals) {
    for (const FirstIntegral& integral : integrals) {
      switch (integral.kind) {
        case FirstIntegral::Kind::kMomentum:
          add("momentum of " + to_text(integral.coordinate), fmt::format("p_{{{}}}", to_latex(integral.coordinate)),
              integral.formula);
          break;
        case FirstIntegral::Kind::kEnergy: add("energy T + V", "T + V", integral.formula); break;
        case FirstIntegral::Kind::kJacobi: add("Jacobi's integral", "J", integral.formula); break;
      }
    }
  }

  const Model& model_;
  const Derivation& derivation_;
  PrintedDerivation printed_;
  Part part_ = Part::kAll;
};

// What shortens formulas that are read: parts that save so many operations, and parts of texts that are endless.
constexpr AbbreviateOptions kForReading = {.prefix = "z", .least = 4, .gain = 10};
constexpr AbbreviateOptions kRecursively = {.prefix = "z", .gain = 2};

}  // namespace

Abbreviated abbreviate_for(const Derivation& derivation, std::span<const Expr> formulas, double longest) {
  AbbreviateOptions options = derivation.form == Form::kRecursive ? kRecursively : kForReading;
  options.longest = longest;
  return abbreviate(formulas, options);
}

namespace {

bool are_equal(Expr a, Expr b) { return a == b || test_zero(a - b).zero; }

bool are_equal(std::span<const Expr> a, std::span<const Expr> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](Expr x, Expr y) { return are_equal(x, y); });
}

// What a case makes of an entry; said together with a case before that makes the same of it.
void add_special(PrintedEntry& entry, const std::string& name, Expr formula, std::vector<Expr> right) {
  if (are_equal(entry.formula, formula) && are_equal(entry.right, right)) return;
  for (PrintedEntry::Special& before : entry.cases)
    if (are_equal(before.formula, formula) && are_equal(before.right, right)) return before.names.push_back(name);
  entry.cases.push_back({{name}, formula, std::move(right)});
}

template <class Elements, class Same>
auto find_in(Elements& elements, Same same) {
  return std::find_if(elements.begin(), elements.end(), same);
}

// Entries of the case that the machine does not have are 0 there.
void add_new_entries(PrintedGroup& group, const PrintedGroup& own) {
  std::size_t place = 0;
  for (const PrintedEntry& entry : own.entries) {
    const auto same = find_in(group.entries, [&](const PrintedEntry& other) { return other.text == entry.text; });
    if (same != group.entries.end()) {
      place = static_cast<std::size_t>(same - group.entries.begin()) + 1;
      continue;
    }
    PrintedEntry none = entry;
    none.formula = Expr(0);
    std::fill(none.right.begin(), none.right.end(), Expr(0));
    group.entries.insert(group.entries.begin() + static_cast<std::ptrdiff_t>(place++), std::move(none));
  }
}

void add_case(PrintedDerivation& printed, const DerivedCase& special) {
  const std::string& name = special.special.name;
  const SpecialCase::Scope scope = special.special.scope;
  PrintedDerivation own = Printer(special.model, special.derivation).print();
  std::size_t place = 0;
  for (PrintedGroup& of_case : own.groups) {
    if (scope != SpecialCase::Scope::kAll)
      std::erase_if(of_case.entries, [&](const PrintedEntry& entry) { return entry.part != scope; });
    auto group = find_in(printed.groups, [&](const PrintedGroup& other) { return other.title == of_case.title; });
    if (group == printed.groups.end())
      group = printed.groups.insert(printed.groups.begin() + static_cast<std::ptrdiff_t>(place),
                                    {of_case.title, {}, of_case.otherwise, of_case.part});
    place = static_cast<std::size_t>(group - printed.groups.begin()) + 1;
    add_new_entries(*group, of_case);
    for (PrintedEntry& entry : group->entries) {
      if (scope != SpecialCase::Scope::kAll && entry.part != scope) continue;
      const auto found = find_in(of_case.entries, [&](const PrintedEntry& other) { return other.text == entry.text; });
      if (found == of_case.entries.end()) {
        add_special(entry, name, Expr(0), std::vector<Expr>(entry.right.size(), Expr(0)));
      } else {
        add_special(entry, name, found->formula, found->right);
      }
    }
  }
}

HeadLine describe_case(const SpecialCase& special) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : special.settings) settings.push_back(fmt::format("{} = {}", name, value));
  const std::string part = special.scope == SpecialCase::Scope::kInertia  ? ", of the inertia"
                           : special.scope == SpecialCase::Scope::kForces ? ", of the forces"
                                                                          : "";
  const std::string remark = special.remark.empty() ? "" : fmt::format(" ({})", special.remark);
  const std::string text = fmt::format("case {}{}: {}{}", special.name, part, fmt::join(settings, ", "), remark);
  return {text, latex_words(text)};
}

template <class Visit>
void visit_formulas(PrintedDerivation& printed, Visit visit) {
  for (PrintedGroup& group : printed.groups)
    for (PrintedEntry& entry : group.entries) {
      if (group.has_steps) continue;
      visit(entry.formula);
      for (Expr& right : entry.right) visit(right);
      for (PrintedEntry::Special& special : entry.cases) {
        visit(special.formula);
        for (Expr& right : special.right) visit(right);
      }
    }
}

// Abbreviations may hold names of the steps of a recursion.
void put_behind_steps(PrintedDerivation& printed) {
  const auto last = std::find_if(printed.groups.rbegin(), printed.groups.rend(),
                                 [](const PrintedGroup& group) { return group.has_steps; });
  if (last == printed.groups.rend() || printed.abbreviations.empty()) return;
  PrintedGroup group{"with", {}};
  for (const Abbreviation& a : printed.abbreviations)
    group.entries.push_back({to_text(a.symbol), to_latex(a.symbol), a.formula, {}});
  printed.abbreviations.clear();
  printed.groups.insert(last.base(), std::move(group));
}

PrintedDerivation finish(PrintedDerivation printed, const Derivation& derivation, double longest) {
  std::erase_if(printed.groups,
                [](const PrintedGroup& group) { return group.entries.empty() && group.otherwise.empty(); });
  std::vector<Expr> formulas;
  visit_formulas(printed, [&](Expr formula) { formulas.push_back(formula); });
  Abbreviated abbreviated = abbreviate_for(derivation, formulas, longest);
  std::size_t next = 0;
  visit_formulas(printed, [&](Expr& formula) { formula = abbreviated.formulas[next++]; });
  printed.abbreviations = std::move(abbreviated.abbreviations);
  put_behind_steps(printed);
  return printed;
}

}  // namespace

PrintedDerivation make_printed(const Model& model, const Derivation& derivation, double longest) {
  return finish(Printer(model, derivation).print(), derivation, longest);
}

PrintedDerivation make_printed(const DerivedCase& special, double longest) {
  const SpecialCase::Scope scope = special.special.scope;
  PrintedDerivation printed = Printer(special.model, special.derivation).print();
  const HeadLine what = describe_case(special.special);
  printed.title = what.text;
  printed.head.clear();
  if (scope != SpecialCase::Scope::kAll)
    for (PrintedGroup& group : printed.groups) {
      const std::size_t before = group.entries.size();
      std::erase_if(group.entries, [&](const PrintedEntry& entry) { return entry.part != scope; });
      if (group.part != scope || group.entries.size() < before) group.otherwise = "";
    }
  return finish(std::move(printed), special.derivation, longest);
}

PrintedDerivation make_printed(std::span<const DerivedCase> cases, double longest) {
  const DerivedCase& general = cases.front();
  PrintedDerivation printed = Printer(general.model, general.derivation).print();
  for (const DerivedCase& special : cases.subspan(1)) {
    printed.head.push_back(describe_case(special.special));
    add_case(printed, special);
  }
  return finish(std::move(printed), general.derivation, longest);
}

}  // namespace kinemate
