#include "study/programs/shortest_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "expr/count.h"
#include "formalism/formalisms.h"
#include "formalism/methods/align_axes.h"
#include "loops/closing.h"
#include "model/topology/subsystems.h"
#include "program/cost.h"
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
constexpr std::size_t kFewForMass = 6;       // the same of M alone
constexpr std::size_t kSeveralForComposite = 12;  // so many that algorithms of O(n³) may be shorter, and lose no digits
                                                  // to the condition of M
constexpr std::size_t kFewForImplicit = 6;  // so many that inverses of whole inertias may be shorter, as of one free body
constexpr double kWorthTrying = 1.5;     // as derived, of the least: what costs more does not win after all passes,
constexpr double kWorthTryingFew = 3.5;   // nor this of few speeds, where passes and simplifying gain most
constexpr std::size_t kManyForPasses = 200;  // beyond, loops are worth more than what more passes find in a recursion

constexpr std::size_t kLoopsByEquations = 6;   // speeds of the tree: up to so many minimal equations may be shortest
constexpr std::size_t kLoopsByRecursion = 60;  // and beyond so many they are never
constexpr std::size_t kBodiesOfOnePart = 60;   // of a subsystem: beyond, T of its loops, where each body moves with many
                                               // speeds, is longer than a recursion over the tree with its loops as loads
constexpr double kManyOperations = 25'000;     // as derived: passes that look at neighbours alone

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

// How large a machine with loops or constraints is; of others nothing is asked.
struct ClosedSize {
  std::size_t speeds = 0, of_tree = 0, largest_part = 0;  // a part is a subsystem, in bodies
  bool in_parts = false;  // no subsystem holds all bodies: a recursion over parts is shorter than equations of all

  explicit ClosedSize(const ProgramSource& machine) {
    if (!machine.kinematics.closing) return;
    speeds = machine.kinematics.speeds.size();
    of_tree = machine.kinematics.closing->tree.speeds.size();
    for (const FoundSubsystem& part : find_subsystems(machine.model, machine.kinematics.tree))
      largest_part = std::max(largest_part, part.bodies.size());
    in_parts = largest_part + 1 < machine.model.bodies.size();
  }

  bool has_large_part() const { return largest_part > kBodiesOfOnePart; }
};

// Each stage once: many of the ways that are tried have the same.
Progress say_once(const Progress& progress) {
  return [&progress, said = std::set<std::string>()](const std::string& stage) mutable {
    if (said.insert(stage).second) progress(stage);
  };
}

// What the cheapest of several ways to a program is.
class Contest {
 public:
  Contest(ProgramSource machine, const ProgramRequest& request, const Progress& progress)
      : machine_(std::move(machine)),
        request_(request),
        progress_(say_once(progress)),
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

  // Equations whose results are derivatives, or they themselves: another formalism may write them shorter.
  void try_formalisms() {
    const std::string first = request_.formalism;
    if (machine_.kinematics.closing || find_obstacle(machine_.model, machine_.kinematics)) return try_equations();
    const std::string formalisms[] = {first, "recursion"};
    double costs[2];
    for (std::size_t i = 0; i < 2; ++i) {
      request_.formalism = formalisms[i];
      costs[i] = estimate(Algorithm{Algorithm::Kind::kEquations});
    }
    for (std::size_t i = 0; i < 2; ++i) {
      request_.formalism = formalisms[i];
      if (costs[i] <= kWorthTrying * std::min(costs[0], costs[1])) try_equations();
    }
    request_.formalism = first;
  }

  // Of a recursion that the machine can be solved by: its cost as derived, in axes that turn with the links.
  double estimate(Recursion recursion) { return estimate(Algorithm{Algorithm::Kind::kRecursion, recursion}); }

  // Of ways to solve a closed machine; none: it is none.
  std::optional<double> estimate_possible(const Algorithm& algorithm) {
    try {
      return estimate(algorithm);
    } catch (const Error&) {  // equations say it better, if nothing can
      return std::nullopt;
    }
  }

  bool can_have_subsystems() const {
    return machine_.model.macro_joints && request_.base == BaseInputs::kNoBase &&
           !find_macro_obstacle(machine_, request_.purpose);
  }

  bool has_entry() const { return best_.has_value(); }

  ShortestProgram winner() {
    best_->base = std::move(machine_.base);
    return std::move(*best_);
  }

 private:
  double estimate(const Algorithm& algorithm) {
    request_.algorithm = algorithm;
    derive_for_program(machine_, request_, keep_quiet);
    return weighted_cost(make_machine_program(machine_, request_, formulas_for_program(machine_, request_)));
  }

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
    const bool large = many_ || count_operations(program).total() > kManyOperations;
    Optimized other = large ? optimize_locally(program) : optimize(program);
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
  const Progress progress_;
  const bool many_;  // speeds
  const bool fastest_;
  double least_ = 0;
  std::optional<ShortestProgram> best_;
};

// Which of several costs as derived are worth all passes: the two least, and what is near to them.
std::vector<bool> worth_trying(const std::vector<std::optional<double>>& costs, std::size_t speeds) {
  const double factor = speeds <= kFewForEquations ? kWorthTryingFew : kWorthTrying;
  std::vector<double> known;
  for (const auto& cost : costs)
    if (cost) known.push_back(*cost);
  std::sort(known.begin(), known.end());
  std::vector<bool> worth;
  for (const auto& cost : costs)
    worth.push_back(cost && (known.size() < 2 || *cost <= std::max(known[1], factor * known[0])));
  return worth;
}

// A tree that recursions can take, the algorithm left open.
void try_recursions(Contest& contest, const ProgramRequest& request, std::size_t speeds) {
  if (!needs_inertia(request.purpose) || speeds > kSeveralForComposite)
    return contest.try_recursion(Recursion::kArticulated);
  std::vector<Recursion> recursions;
  std::vector<std::optional<double>> costs;
  for (const RecursionName& row : kRecursions) {
    const bool few = speeds <= kFewForImplicit && request.base == BaseInputs::kNoBase;
    if (!few && !is_explicit(row.recursion)) continue;  // which is longer, and takes no base parameters
    recursions.push_back(row.recursion);
    costs.emplace_back(contest.estimate(row.recursion));
  }
  const std::vector<bool> worth = worth_trying(costs, speeds);
  for (std::size_t i = 0; i < recursions.size(); ++i)
    if (worth[i]) contest.try_recursion(recursions[i]);
  if (speeds <= kFewForEquations || speeds > kFewForImplicit || request.base != BaseInputs::kNoBase) return;
  const auto equations = contest.estimate_possible({Algorithm::Kind::kEquations});  // of one free body they are shorter
  if (equations && *equations <= kWorthTryingFew * **std::ranges::min_element(costs)) contest.try_equations();
}

// Several joints share a speed.
void try_shared_speeds(Contest& contest) {
  try {
    contest.try_subsystems();
  } catch (const Error&) {  // equations say it better
  }
}

// A machine whose loops bind speeds, the algorithm left open.
void try_closed_ways(Contest& contest, const ClosedSize& size, bool recursive) {
  constexpr Recursion kClosed[] = {Recursion::kArticulated, Recursion::kComposite};
  std::vector<std::optional<double>> costs(4);  // subsystems, equations, recursions
  if (recursive)
    for (std::size_t i = 0; i < 2; ++i)
      costs[2 + i] = contest.estimate_possible({Algorithm::Kind::kRecursion, kClosed[i]});
  const bool other = costs[2] || costs[3];
  if (contest.can_have_subsystems() && !(other && size.has_large_part()))
    costs[0] = contest.estimate_possible({Algorithm::Kind::kSubsystems});
  const bool parted = costs[0] && size.in_parts && size.speeds > kFewForEquations;
  const bool small = size.of_tree <= kLoopsByEquations || size.speeds <= kFewForEquations;
  if (!small && !parted && size.of_tree <= kLoopsByRecursion)
    costs[1] = contest.estimate_possible({Algorithm::Kind::kEquations});
  const std::vector<bool> worth = worth_trying(costs, size.speeds);
  const auto possibly = [](auto attempt) {
    try {
      attempt();
    } catch (const Error&) {  // in these axes there is no way
    }
  };
  if (worth[0]) possibly([&] { contest.try_subsystems(); });
  for (std::size_t i = 0; i < 2; ++i)
    if (worth[2 + i]) possibly([&] { contest.try_closed(kClosed[i]); });
  if (worth[1] || (small && !parted) || !contest.has_entry()) contest.try_equations();
}

}  // namespace

std::optional<std::string> find_excess(const ProgramSource& machine, Algorithm::Kind kind) {
  if (!machine.kinematics.closing) return std::nullopt;
  const ClosedSize size(machine);
  const bool dense = kind == Algorithm::Kind::kSubsystems || kind == Algorithm::Kind::kEquations;
  if (!dense || !size.has_large_part()) return std::nullopt;
  return fmt::format("loops bind {} bodies to each other", size.largest_part);
}

ShortestProgram make_shortest_program(const Model& model, const ProgramRequest& request, const Progress& progress) {
  return make_shortest_program(prepare_for_program(model, request, progress), request, progress);
}

ShortestProgram make_shortest_program(ProgramSource machine, const ProgramRequest& request, const Progress& progress) {
  const std::size_t speeds = machine.kinematics.speeds.size();
  const bool any = !request.reduction && (request.algorithm.kind == Algorithm::Kind::kShortest ||
                                          request.algorithm.kind == Algorithm::Kind::kFastest);
  const bool recursive =
      any ? !find_obstacle(machine, request.purpose) : request.algorithm.kind == Algorithm::Kind::kRecursion;
  const bool derived = needs_equations(machine, request.purpose);
  const bool closed = machine.kinematics.closing != nullptr;
  const ClosedSize size(machine);
  Contest contest(std::move(machine), request, progress);
  if (!derived) {
    contest.try_formulas();
  } else if (request.algorithm.kind == Algorithm::Kind::kSubsystems && !request.reduction) {
    contest.try_subsystems();
  } else if (closed && any) {
    try_closed_ways(contest, size, recursive);
  } else if (closed && recursive) {
    contest.try_closed(request.algorithm.recursion);
  } else if (recursive && !any) {
    contest.try_recursion(request.algorithm.recursion);
  } else {
    if (recursive) try_recursions(contest, request, speeds);
    if (any && !recursive && contest.can_have_subsystems()) try_shared_speeds(contest);
    const std::size_t most_for_equations = request.purpose == Purpose::kMass ? kFewForMass : kFewForEquations;
    const bool with_equations = request.base == BaseInputs::kNoBase && request.purpose != Purpose::kRegressor;
    if (!recursive && any) {
      contest.try_formalisms();
    } else if (!recursive || (any && speeds <= most_for_equations && with_equations)) {
      contest.try_equations();
    }
  }
  return contest.winner();
}

}  // namespace kinemate
