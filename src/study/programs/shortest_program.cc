#include "study/programs/shortest_program.h"

#include <algorithm>
#include <optional>
#include <set>

#include "expr/count.h"
#include "formalism/formalisms.h"
#include "formalism/methods/align_axes.h"
#include "loops/closing.h"
#include "model/topology/subsystems.h"
#include "program/order/locality.h"
#include "study/form.h"

namespace kinemate {
namespace {

constexpr std::size_t kShort =
    2000;  // nodes: beyond, results simplified one by one do not get shorter than shared ones

void simplify(std::span<Expr* const> places) {
  std::vector<Expr> formulas;
  for (const Expr* place : places) formulas.push_back(*place);
  formulas = simplify_within_a_second(formulas);
  for (std::size_t i = 0; i < places.size(); ++i) *places[i] = formulas[i];
}

void simplify_equations(ProgramSource& machine) {
  std::vector<Expr*> places;
  for (std::vector<Expr>* part :
       {&machine.equations.mass, &machine.equations.bias, &machine.equations.forces, &machine.rates.rates})
    for (Expr& formula : *part) places.push_back(&formula);
  for (LoadState& state : machine.states) places.push_back(&state.rate);
  simplify(places);
}

// Whether they were short enough.
bool simplify_results(std::vector<OutputFormulas>& outputs) {
  std::vector<Expr*> places;
  std::vector<Expr> formulas;
  for (OutputFormulas& output : outputs)
    for (Expr& formula : output.formulas) places.push_back(&formula), formulas.push_back(formula);
  if (count_nodes(formulas) > kShort) return false;
  simplify(places);
  return true;
}

constexpr std::size_t kFewForEquations = 4;  // so many that equations written out may be shorter than a recursion
constexpr std::size_t kSeveralForComposite =
    12;  // so many that composite bodies may be shorter, and lose no digits to the condition of M
constexpr std::size_t kManyForPasses = 200;  // beyond, loops are worth more than what more passes find in a recursion

constexpr std::size_t kLoopsByEquations = 6;   // speeds of the tree: up to so many minimal equations are shortest
constexpr std::size_t kLoopsByRecursion = 60;  // and beyond so many they are never

std::string describe(Recursion recursion, Purpose purpose) {
  if (purpose == Purpose::kInverse) return "Newton and Euler, recursively";
  if (purpose == Purpose::kMass) return "composite bodies";
  if (purpose == Purpose::kRegressor) return "directions of the joints, outward";
  return std::string(kRecursions[static_cast<std::size_t>(recursion)].title);
}

// Whether aligning axes changes how links stand against each other.
bool is_askew(const MachineLinks& links) {
  MachineLinks aligned = links;
  round_constants(aligned);
  align_axes(aligned);
  for (std::size_t i = 0; i < links.links.size(); ++i)
    if (!(aligned.links[i].near == links.links[i].near)) return true;
  return false;
}

// Whether there is more than one subsystem that holds all bodies: then a recursion over parts is shorter than equations
// of the whole.
bool hangs_in_parts(const ProgramSource& machine) {
  const auto found = find_subsystems(machine.model, machine.kinematics.tree);
  return std::none_of(found.begin(), found.end(),
                      [&](const FoundSubsystem& one) { return one.bodies.size() + 1 == machine.model.bodies.size(); });
}

// What the cheapest of several ways to a program is.
class Contest {
 public:
  Contest(ProgramSource machine, const ProgramRequest& request, const Progress& progress)
      : machine_(std::move(machine)),
        request_(request),
        progress_(progress),
        many_(machine_.kinematics.speeds.size() > kManyForPasses),
        fastest_(request.algorithm.kind == Algorithm::Kind::kFastest) {}

  void try_equations() {
    request_.algorithm.kind = Algorithm::Kind::kEquations;
    derive_for_program(machine_, request_, progress_);
    std::vector<OutputFormulas> formulas = formulas_for_program(machine_, request_);
    progress_("passes that shorten it");
    const std::string way =
        std::string(find_formalism(request_.formalism).title) + (request_.reduction ? " without weak terms" : "");
    const PassResult derived = enter(formulas, way, {});
    // derivatives of many equations share more as they were derived
    if (request_.purpose == Purpose::kJacobian && machine_.kinematics.speeds.size() > kFewForEquations) return;
    progress_("the same, simplified first");
    simplify_equations(machine_);
    formulas = formulas_for_program(machine_, request_);
    enter(formulas, way, derived);
    if (simplify_results(formulas)) enter(formulas, way, derived);
  }

  // Of what needs no equations.
  void try_formulas() {
    std::vector<OutputFormulas> formulas = formulas_for_program(machine_, request_);
    const PassResult derived = enter(formulas, "kinematics", {});
    if (simplify_results(formulas)) enter(formulas, "kinematics", derived);
  }

  void try_recursion(Recursion recursion) {
    request_.algorithm = {Algorithm::Kind::kRecursion, recursion};
    if (request_.purpose == Purpose::kRegressor) return try_recursion_in_axes();
    std::set<std::vector<LinkAxes>> seen;
    const MachineLinks links = make_links(machine_.model, machine_.kinematics);
    for (AxesRule rule : kAxesRules) {
      if (many_ && rule != AxesRule::kStillParallels) continue;
      if (!seen.insert(choose_axes(links, rule)).second) continue;
      request_.algorithm.axes = rule;
      for (bool common_length : {false, true}) {
        request_.algorithm.common_length = common_length;
        request_.algorithm.aligned = true;
        try_recursion_in_axes();
        // frames that are turned cost operations where inertias are no numbers
        request_.algorithm.aligned = false;
        if (request_.base != BaseInputs::kNoBase && is_askew(links)) try_recursion_in_axes();
      }
    }
  }

  // A closed machine by a recursion over its tree: parallel axes are where loops have most to gain.
  void try_closed(Recursion recursion) {
    for (AxesRule rule : {AxesRule::kTurned, AxesRule::kStillParallels}) {
      request_.algorithm = {Algorithm::Kind::kRecursion, recursion, rule};
      derive_for_program(machine_, request_, progress_);
      enter(formulas_for_program(machine_, request_),
            describe(recursion, request_.purpose) + ", loops closed by their loads", {});
    }
  }

  // Loops as joints, in all axes.
  void try_subsystems() {
    request_.algorithm = {Algorithm::Kind::kSubsystems};
    if (!find_macro_obstacle(machine_, request_.purpose)) {
      const Kinematics& kinematics = machine_.kinematics;
      const MachineLinks links = make_links(machine_.model, kinematics.closing ? kinematics.closing->tree : kinematics);
      std::set<std::vector<LinkAxes>> seen;
      for (AxesRule rule : kAxesRules) {
        if (many_ && rule != AxesRule::kStillParallels) continue;
        if (!seen.insert(choose_axes(links, rule)).second) continue;
        request_.algorithm.axes = rule;
        try_one_of_subsystems();
      }
      return;
    }
    try_one_of_subsystems();  // which says why not
  }

  // The same where it may be that there is none.
  void try_closed_recursion() {
    try {
      try_closed(Recursion::kArticulated);
    } catch (const Error&) {  // of what recursions cannot take: equations can
    }
  }

  void try_possible_subsystems() {
    if (!machine_.model.macro_joints || request_.base != BaseInputs::kNoBase) return;
    if (find_macro_obstacle(machine_, request_.purpose)) return;
    try {
      try_subsystems();
    } catch (const Error&) {  // equations say it better
    }
  }

  bool has_entry() const { return best_.has_value(); }

  ShortestProgram winner() {
    best_->base = std::move(machine_.base);
    return std::move(*best_);
  }

 private:
  void try_recursion_in_axes() {
    derive_for_program(machine_, request_, progress_);
    enter(formulas_for_program(machine_, request_), describe(request_.algorithm.recursion, request_.purpose), {});
  }

  void try_one_of_subsystems() {
    derive_for_program(machine_, request_, progress_);
    enter(formulas_for_program(machine_, request_), "articulated bodies, O(n), subsystems as joints", {});
  }

  // `derived`: the count before formulas were simplified. Returns that as derived.
  PassResult enter(const std::vector<OutputFormulas>& formulas, std::string way,
                   const std::optional<PassResult>& derived) {
    const Program program = make_machine_program(machine_, request_, formulas);
    Optimized other = many_ ? optimize_locally(program) : optimize(program);
    const PassResult first = other.passes.front();
    const double worth = fastest_ ? estimate_cycles(other.program) : other.passes.back().cost;
    if (best_ && worth >= least_) return first;
    least_ = worth;
    if (derived) {
      other.passes.front().pass = "simplified";
      other.passes.insert(other.passes.begin(), *derived);
    }
    best_ = {std::move(other), std::move(way), {}};
    return first;
  }

  ProgramSource machine_;
  ProgramRequest request_;
  const Progress& progress_;
  const bool many_;  // speeds
  const bool fastest_;
  double least_ = 0;
  std::optional<ShortestProgram> best_;
};

}  // namespace

ShortestProgram make_shortest_program(const Model& model, const ProgramRequest& request, const Progress& progress) {
  ProgramSource machine = prepare_for_program(model, request, progress);
  const std::size_t speeds = machine.kinematics.speeds.size();
  const bool any = !request.reduction && (request.algorithm.kind == Algorithm::Kind::kShortest ||
                                          request.algorithm.kind == Algorithm::Kind::kFastest);
  const bool recursive =
      any ? !find_obstacle(machine, request.purpose) : request.algorithm.kind == Algorithm::Kind::kRecursion;
  const bool derived = needs_equations(machine, request.purpose);
  const bool closed = machine.kinematics.closing != nullptr;
  const std::size_t links = closed ? machine.kinematics.closing->tree.speeds.size() : 0;
  const bool in_parts = closed && hangs_in_parts(machine);
  Contest contest(std::move(machine), request, progress);
  if (!derived) {
    contest.try_formulas();
    return contest.winner();
  }
  if (request.algorithm.kind == Algorithm::Kind::kSubsystems && !request.reduction) {
    contest.try_subsystems();
    return contest.winner();
  }
  if (closed && any) {
    contest.try_possible_subsystems();
    if (links > kLoopsByEquations && !contest.has_entry()) contest.try_closed_recursion();
    const bool parted = contest.has_entry() && in_parts && speeds > kFewForEquations;
    if (!contest.has_entry() || (links <= kLoopsByRecursion && !parted)) contest.try_equations();
    return contest.winner();
  }
  if (closed && recursive) {
    contest.try_closed(request.algorithm.recursion);
    return contest.winner();
  }
  if (recursive && !any) {
    contest.try_recursion(request.algorithm.recursion);
  } else if (recursive) {
    contest.try_recursion(Recursion::kArticulated);
    if (speeds <= kSeveralForComposite && needs_inertia(request.purpose)) contest.try_recursion(Recursion::kComposite);
  }
  if (any && !recursive) contest.try_possible_subsystems();  // several joints share a speed
  const bool with_equations = request.base == BaseInputs::kNoBase && request.purpose != Purpose::kRegressor;
  if (!recursive || (any && speeds <= kFewForEquations && with_equations)) contest.try_equations();
  return contest.winner();
}

}  // namespace kinemate
