#include "loops/positions/explicit_closure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "expr/substitute.h"
#include "loops/positions/loop_paths.h"
#include "loops/positions/loop_start.h"
#include "loops/positions/plain_numbers.h"
#include "loops/positions/solve_coordinate.h"
#include "model/constraint_equations.h"
#include "model/joints/joint.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostUnknowns = 12;  // a loop of more has no equation in one of them
constexpr double kUnknownPrice = 1000;     // of a way around, against that of a joint

SteadyPose substitute_in(SteadyPose pose, const Substitution& put_in) {
  for (Vector* v :
       {&pose.rotation.rows[0], &pose.rotation.rows[1], &pose.rotation.rows[2], &pose.position, &pose.back_position})
    for (std::size_t i = 0; i < 3; ++i) (*v)[i] = substitute((*v)[i], put_in);
  if (pose.turn) pose.turn->angle = substitute(pose.turn->angle, put_in);
  return pose;
}

class ClosureSearch {
 public:
  ClosureSearch(const Model& model, const Tree& tree, std::span<const Expr> known, std::span<const Expr> wanted,
                const Values& start)
      : model_(model),
        tree_(tree),
        samples_(model, complete_start(model, tree, start)),
        known_(known.begin(), known.end()),
        wanted_(wanted.begin(), wanted.end()) {
    for (const Coordinate& coordinate : model.coordinates)
      if (coordinate.drive) known_.insert(make_symbol(coordinate.name));
    for (const TreeJoint& joint : tree.joints) add_joint(joint.joint);
    for (std::size_t joint : tree.secondary) add_joint(joint);
    add_equations();
  }

  ExplicitClosure run() {
    std::vector<Expr> sought = wanted_;
    search(sought);
    if (!all_known()) {  // then whatever helps
      for (std::size_t joint : tree_.secondary)
        for (std::size_t q : model_.joints[joint].coordinates)
          sought.push_back(make_symbol(model_.coordinates[q].name));
      search(sought);
    }
    return result();
  }

 private:
  bool all_known() const {
    return std::all_of(wanted_.begin(), wanted_.end(), [&](Expr q) { return known_.contains(q); });
  }

  void add_joint(std::size_t joint) {
    if (model_.joints[joint].from.world_axes) return;  // what its orientation is against is no joint's end
    motions_.emplace(joint, make_elementary_motions(model_, joint));
  }

  // ---- equations of constraints ----
  struct HolonomicEquation {
    Expr residual;  // is 0
    std::string meaning;
    bool used = false;
  };

  void add_equations() {
    if (model_.constraints.empty()) return;
    const Kinematics kinematics = compute_kinematics(model_, tree_);
    for (const Constraint& constraint : model_.constraints)
      for (Expr residual : compute_constraint_equations(model_, kinematics, constraint).holonomic)
        equations_.push_back({residual, "constraint " + constraint.name});
  }

  // One with a single unknown that stands in it with a constant factor, as the height of what rolls.
  bool solve_equations(const std::vector<Expr>& sought) {
    bool found = false;
    for (HolonomicEquation& equation : equations_) {
      if (equation.used) continue;
      std::vector<Expr> unknown;
      for (Expr symbol : free_symbols(equation.residual))
        if (is_coordinate(symbol) && !known_.contains(symbol)) unknown.push_back(symbol);
      if (unknown.size() != 1 || std::find(sought.begin(), sought.end(), unknown[0]) == sought.end()) continue;
      const Expr slope = simplify(gradient(equation.residual, unknown)[0], kBriefly);
      const std::vector<Expr> symbols = free_symbols(slope);
      const bool constant = std::none_of(symbols.begin(), symbols.end(),
                                         [&](Expr s) { return is_coordinate(s) || s == make_symbol("t"); });
      if (!constant || samples_.at_start(slope) == 0) continue;
      const Expr without = substitute(equation.residual, Substitution{{{unknown[0], Expr(0)}}, {}});
      const CharacteristicEquation value{CharacteristicEquation::Form::kValue,
                                         simplify(-without / slope, kBriefly),
                                         Expr(0),
                                         Expr(0),
                                         Expr(0),
                                         1,
                                         equation.meaning};
      auto solution = solve_equation(value, unknown[0], false, samples_);
      if (!solution) continue;
      equation.used = found = true;
      take(std::move(*solution));
    }
    return found;
  }

  bool is_coordinate(Expr symbol) const {
    return symbol.primes() == 0 && std::any_of(model_.coordinates.begin(), model_.coordinates.end(),
                                               [&](const auto& q) { return q.name == symbol.name(); });
  }

  // ---- ways around ----
  void search(const std::vector<Expr>& sought) {
    std::vector<LoopPath> loops;
    for (std::size_t joint : tree_.secondary) loops.push_back(make_tree_loop(model_, tree_, joint));
    do {
      while (solve_equations(sought) || solve_loops(loops, sought)) {
      }
    } while (!all_known() && solve_loops(find_other_loops(), sought));
  }

  void take(CoordinateSolution solution) {
    known_.insert(solution.coordinate);
    put_in_if_plain(solution);
    solutions_.push_back(std::move(solution));
  }

  std::size_t unknowns_of(std::size_t joint) const {
    std::size_t count = 0;
    for (const ElementaryMotion& motion : motions_.at(joint)) count += is_known(motion, known_) ? 0 : 1;
    return count;
  }

  // Over every unknown joint the way with the fewest unknowns, then the shortest one.
  std::vector<LoopPath> find_other_loops() const {
    std::vector<double> prices(model_.joints.size(), std::numeric_limits<double>::infinity());
    for (const auto& [joint, motions] : motions_)
      prices[joint] = 1 + kUnknownPrice * static_cast<double>(unknowns_of(joint));
    std::vector<LoopPath> loops;
    for (const auto& [joint, motions] : motions_) {
      if (unknowns_of(joint) == 0) continue;
      LoopPath loop = find_cheapest_loop(model_, tree_, joint, prices);
      if (!loop.empty()) loops.push_back(std::move(loop));
    }
    return loops;
  }

  // True where a coordinate was found.
  bool solve_loops(const std::vector<LoopPath>& loops, const std::vector<Expr>& sought) {
    std::vector<std::pair<std::size_t, const LoopPath*>> order;
    for (const LoopPath& loop : loops) {
      std::size_t unknowns = 0;
      const bool usable =
          std::all_of(loop.begin(), loop.end(), [&](const LoopStep& s) { return motions_.contains(s.joint); });
      if (!usable) continue;
      for (const LoopStep& step : loop) unknowns += unknowns_of(step.joint);
      if (unknowns > 0 && unknowns <= kMostUnknowns) order.push_back({unknowns, &loop});
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first, a.second->size()) < std::pair(b.first, b.second->size());
    });
    bool found = false;
    for (const auto& [unknowns, loop] : order)
      while (solve_loop(motions_around(*loop), sought)) found = true;  // plain coordinates may have been put in
    return found;
  }

  // ---- one loop ----
  struct LoopMotions {
    std::vector<ElementaryMotion> motions;
    double length = 1e-9;  // of its larger parts, m
  };

  bool solve_loop(const LoopMotions& loop, const std::vector<Expr>& sought) {
    const MotionChain chain = make_motion_chain(loop.motions, known_);
    std::optional<CoordinateSolution> best;
    for (Expr q : sought) {
      if (known_.contains(q)) continue;
      const std::size_t u = only_link_of(chain, q);
      if (u != kNone) offer(chain, u, loop.length, best);
    }
    if (!best) return false;
    take(std::move(*best));
    return true;
  }

  // A coordinate that is a plain sum of others, as in a parallelogram, does not hide them from what comes after it.
  void put_in_if_plain(const CoordinateSolution& solution) {
    const Expr formula = write_solutions(std::vector{solution}, samples_)[0].formula;
    if (!is_plain_sum(formula)) return;
    const Substitution put_in{{{solution.coordinate, formula}}, {}};
    for (auto& [joint, motions] : motions_)
      for (ElementaryMotion& motion : motions) {
        const auto mine = std::find(motion.coordinates.begin(), motion.coordinates.end(), solution.coordinate);
        if (mine == motion.coordinates.end()) continue;
        motion.coordinates.erase(mine);
        for (Expr symbol : free_symbols(formula))
          if (known_.contains(symbol)) motion.coordinates.push_back(symbol);
        motion.pose = substitute_in(motion.pose, put_in);
      }
  }

  // What is fixed on one body is one pose, and a short one: it comes back in all formulas.
  LoopMotions motions_around(const LoopPath& loop) {
    LoopMotions result;
    std::vector<ElementaryMotion>& around = result.motions;
    for (const LoopStep& step : loop) {
      const std::vector<ElementaryMotion>& motions = motions_.at(step.joint);
      for (const ElementaryMotion& motion : step.reversed ? reverse(motions) : motions) {
        const bool joins =
            motion.kind == MotionKind::kFixed && !around.empty() && around.back().kind == MotionKind::kFixed;
        if (joins) {
          around.back().pose = compose(around.back().pose, motion.pose);
        } else {
          around.push_back(motion);
        }
      }
    }
    if (around.size() > 1) {  // the loop begins on a body, too
      around.back().pose = compose(around.back().pose, around.front().pose);
      around.erase(around.begin());
    }
    for (const ElementaryMotion& motion : around) {
      const double square = samples_.at_start(dot(motion.pose.position, motion.pose.position));
      if (motion.kind == MotionKind::kFixed && square > result.length * result.length)
        result.length = std::sqrt(square);
    }
    for (ElementaryMotion& motion : around) {
      if (motion.kind != MotionKind::kFixed) continue;
      motion.pose = with_plain_numbers(motion.pose, result.length);
      for (Vector* place : {&motion.pose.position, &motion.pose.back_position})
        for (std::size_t i = 0; i < 3; ++i) (*place)[i] = shortened((*place)[i]);
    }
    return result;
  }

  Expr shortened(Expr formula) {
    const auto [known, is_new] = short_.try_emplace(formula, formula);
    if (is_new) known->second = simplify(formula, kShortly);
    return known->second;
  }

  // Of a turn or shift by this coordinate, if it moves nothing else.
  static std::size_t only_link_of(const MotionChain& chain, Expr q) {
    std::size_t found = kNone;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const ElementaryMotion& motion = chain[i].motion;
      if (std::find(motion.coordinates.begin(), motion.coordinates.end(), q) == motion.coordinates.end()) continue;
      const bool simple = motion.kind == MotionKind::kTurn || motion.kind == MotionKind::kShift;
      if (!simple || found != kNone) return kNone;
      found = i;
    }
    return found;
  }

  void offer(const MotionChain& chain, std::size_t u, double length, std::optional<CoordinateSolution>& best) const {
    std::vector<CharacteristicEquation> equations = find_characteristic_equations(model_, chain, u, samples_, length);
    add_combinations(equations);
    const ElementaryMotion& motion = chain[u].motion;
    for (const CharacteristicEquation& equation : equations) {
      if (best && branch_rank(equation) > branch_rank(best->equation)) continue;
      auto solution = solve_equation(equation, motion.coordinates[0], motion.kind == MotionKind::kTurn, samples_);
      if (!solution) continue;
      if (!best || branch_rank(equation) < branch_rank(best->equation) ||
          solution_cost(*solution) < solution_cost(*best))
        best = std::move(solution);
    }
  }

  // Two equations with a branch say together which.
  static void add_combinations(std::vector<CharacteristicEquation>& equations) {
    std::vector<CharacteristicEquation> turns;
    for (const CharacteristicEquation& equation : equations) {
      if (branch_rank(equation) == 0) return;
      if (equation.form == CharacteristicEquation::Form::kTurn) turns.push_back(equation);
    }
    for (std::size_t i = 0; i < turns.size(); ++i)
      for (std::size_t j = i + 1; j < turns.size(); ++j) equations.push_back(combine_turns(turns[i], turns[j]));
  }

  // ---- formulas ----
  // Steps that no wanted coordinate needs are left out.
  ExplicitClosure result() const {
    std::unordered_set<Expr> needed(wanted_.begin(), wanted_.end());
    std::vector<CoordinateSolution> kept;
    for (auto solution = solutions_.rbegin(); solution != solutions_.rend(); ++solution) {
      if (!needed.contains(solution->coordinate)) continue;
      const CharacteristicEquation& e = solution->equation;
      const Expr parts[] = {e.a, e.b, e.c, e.ahead};
      for (Expr symbol : free_symbols(parts)) needed.insert(symbol);
      kept.push_back(*solution);
    }
    std::reverse(kept.begin(), kept.end());
    Substitution drives;
    add_drives(model_.coordinates, drives.symbols);
    const std::vector<WrittenSolution> written = write_solutions(kept, samples_);
    ExplicitClosure closure;
    for (std::size_t i = 0; i < kept.size(); ++i)
      closure.steps.push_back({kept[i].coordinate, substitute(written[i].formula, drives), kept[i].equation.meaning,
                               substitute(written[i].arctangent, drives), substitute(written[i].radius, drives)});
    for (Expr q : wanted_)
      if (!known_.contains(q)) closure.unsolved.push_back(q);
    return closure;
  }

  const Model& model_;
  const Tree& tree_;
  PositionSamples samples_;
  std::unordered_set<Expr> known_;
  std::vector<Expr> wanted_;
  std::map<std::size_t, std::vector<ElementaryMotion>> motions_;  // of usable joints, `from` to `to`
  std::unordered_map<Expr, Expr> short_;                          // formulas that were simplified
  std::vector<HolonomicEquation> equations_;
  std::vector<CoordinateSolution> solutions_;
};

}  // namespace

bool is_plain_sum(Expr formula) {
  const Graph graph(formula);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    const bool plain = node.kind() == Kind::kSum || node.kind() == Kind::kSymbol || node.kind() == Kind::kRational ||
                       node.kind() == Kind::kPi ||
                       (node.kind() == Kind::kProduct && node.operand(0).kind() == Kind::kRational);
    if (!plain) return false;
  }
  return true;
}

bool has_one_branch(Expr formula) {
  const Graph graph(formula);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    const bool root =
        node.kind() == Kind::kPower &&
        !(node.operand(1).is_rational() && node.operand(1).rational().is_integer() && node.operand(1).real() > 0);
    const bool other_call =
        node.kind() == Kind::kCall && node.function() != Function::kSin && node.function() != Function::kCos;
    if (root || other_call || node.kind() == Kind::kUnspecified) return false;
  }
  return true;
}

ExplicitClosure find_explicit_closure(const Model& model, const Tree& tree, std::span<const Expr> known,
                                      std::span<const Expr> wanted, const Values& start) {
  return ClosureSearch(model, tree, known, wanted, start).run();
}

}  // namespace kinemate
