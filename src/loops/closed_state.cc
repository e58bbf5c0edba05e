#include "loops/closed_state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/normal/sample_functions.h"
#include "expr/text/print.h"
#include "loops/loop_samples.h"
#include "model/topology/assembly.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kNoticed = 1e-6;  // radians or parts of the machine's size: what is said of given values that move
constexpr double kContradiction = 1e-8;  // of speeds, relative

// Coordinates whose rates are independent speeds.
std::unordered_set<Expr> independent_coordinates(const Kinematics& kinematics) {
  std::unordered_set<Expr> result;
  const std::unordered_set<Expr> speeds(kinematics.speeds.begin(), kinematics.speeds.end());
  for (const JointRelation& relation : kinematics.closing->tree.relations) {
    const bool all =
        std::all_of(relation.speeds.begin(), relation.speeds.end(), [&](Expr s) { return speeds.contains(s); });
    for (Expr q : relation.symbols)
      if (all || speeds.contains(make_symbol(q.name(), 1))) result.insert(q);
  }
  for (Expr q : kinematics.closing->conditions.coordinates)
    if (speeds.contains(make_symbol(q.name(), 1))) result.insert(q);
  return result;
}

class StateCloser {
 public:
  StateCloser(const Model& model, const Kinematics& kinematics, const ChosenSymbols& chosen, Values& values)
      : model_(model),
        closing_(*kinematics.closing),
        chosen_(chosen),
        values_(values),
        walker_(model, kinematics.tree, Numbers{values, {}}, closing_.conditions.joints),
        independent_(independent_coordinates(kinematics)) {}

  std::vector<std::string> close() {
    close_positions();
    close_speeds();
    return std::move(notes_);
  }

 private:
  const std::vector<Expr>& coordinates() const { return walker_.closure().coordinates(); }

  bool is_closed(const NewtonResult& result) const { return walker_.is_closed(result); }

  // Which coordinates stay while others close the loops.
  template <class Holds>
  std::vector<bool> holding(Holds holds) const {
    std::vector<bool> held;
    for (Expr q : coordinates()) held.push_back(holds(q));
    return held;
  }

  // What is chosen gives way as late as possible, independent coordinates last.
  Assembly close_near(const VectorXd& guess, const std::unordered_set<Expr>& now) const {
    Placement placement{guess, {}, {}};
    for (std::size_t i = 0; i < coordinates().size(); ++i) {
      const Expr q = coordinates()[i];
      placement.firmness.push_back(now.contains(q) ? Firmness::kGiven
                                   : is_initial(q) ? Firmness::kInitial
                                                   : Firmness::kFree);
      if (independent_.contains(q)) placement.ordered.push_back(i);
    }
    return assemble(walker_, placement);
  }

  // The initial values where they close; else the position that the closing has found, whose branch formulas of
  // positions are on, moved to where independent coordinates are given.
  NewtonResult close_start() const {
    const NewtonResult as_given = walker_.close(walker_.start(), holding([&](Expr q) { return is_initial(q); }));
    if (is_closed(as_given)) return as_given;
    VectorXd guess = walker_.start();
    for (std::size_t i = 0; i < coordinates().size(); ++i)
      if (const auto found = closing_.start.find(coordinates()[i]);
          walker_.free_coordinates()[i] && found != closing_.start.end())
        guess[static_cast<Index>(i)] = found->second;
    const NewtonResult found = walker_.close(guess);
    if (!is_closed(found)) return assemble(walker_, initial_placement(walker_)).result;
    const std::vector<bool> stay = holding([&](Expr q) { return is_initial(q) && independent_.contains(q); });
    const NewtonResult followed = follow(walker_, found, walker_.start(), stay, stay);
    return is_closed(followed) ? followed : found;
  }

  bool is_initial(Expr q) const { return chosen_.initially.contains(q); }
  std::vector<bool> chosen_now() const {
    return holding([&](Expr q) { return chosen_.now.contains(q); });
  }

  // From the closed initial position, where no more is chosen than moves freely; else what is chosen is the position.
  NewtonResult follow_from_start(const VectorXd& wanted) const {
    NewtonResult none;
    none.end = NewtonEnd::kStagnated;
    const std::unordered_set<Expr>& now = chosen_.now;
    const auto count = static_cast<std::size_t>(
        std::count_if(coordinates().begin(), coordinates().end(), [&](Expr q) { return now.contains(q); }));
    if (count == 0 || count > closing_.independent.size()) return none;
    const NewtonResult start = close_start();
    if (!is_closed(start)) return none;
    const NewtonResult others_stay =
        follow(walker_, start, wanted, chosen_now(),
               holding([&](Expr q) { return now.contains(q) || (is_initial(q) && independent_.contains(q)); }));
    if (is_closed(others_stay)) return others_stay;
    return follow(walker_, start, wanted, chosen_now(), chosen_now());
  }

  void close_positions() {
    VectorXd guess = walker_.start();  // driven ones are where they are driven
    for (std::size_t i = 0; i < coordinates().size(); ++i)
      if (const auto found = values_.find(coordinates()[i]); walker_.free_coordinates()[i] && found != values_.end())
        guess[static_cast<Index>(i)] = found->second;
    const std::unordered_set<Expr>&now = chosen_.now, &initially = chosen_.initially;
    const bool only_initial =
        std::none_of(coordinates().begin(), coordinates().end(), [&](Expr q) { return now.contains(q); });
    NewtonResult closed = only_initial ? close_start() : follow_from_start(guess);
    if (!is_closed(closed)) closed = close_near(guess, now).result;
    if (!is_closed(closed)) {
      if (!std::isfinite(closed.residual_norm)) refuse_missing_values();
      refuse_open_loops(model_, walker_, closed);
    }
    std::vector<std::string> moved;
    for (std::size_t i = 0; i < coordinates().size(); ++i) {
      const auto at = static_cast<Index>(i);
      const Expr q = coordinates()[i];
      const bool is_chosen = now.contains(q) || (only_initial && initially.contains(q));
      if (is_chosen && std::abs(closed.x[at] - guess[at]) > kNoticed * walker_.units()[at])
        moved.push_back(fmt::format("{} from {:.6g} to {:.6g}", to_text(q), guess[at], closed.x[at]));
      values_[q] = closed.x[at];
    }
    if (!moved.empty()) notes_.push_back(fmt::format("moved to close the loops: {}", fmt::join(moved, ", ")));
  }

  // s = T s_I + η for those that are given; the shortest change of the independent ones that does it
  void close_speeds() {
    const std::vector<Expr>& speeds = closing_.conditions.speeds;
    const auto n = static_cast<Index>(speeds.size()), f = static_cast<Index>(closing_.independent.size());
    std::vector<Expr> formulas = closing_.eta;
    for (const std::vector<Expr>& row : closing_.T) formulas.insert(formulas.end(), row.begin(), row.end());
    const std::vector<double> numbers = evaluate_ratios(formulas);
    const VectorXd eta = Eigen::Map<const VectorXd>(numbers.data(), n);
    const Eigen::MatrixXd T = Eigen::Map<const Eigen::MatrixXd>(numbers.data() + n, f, n).transpose();
    VectorXd s(f);
    for (Index k = 0; k < f; ++k) s[k] = values_[speeds[closing_.independent[static_cast<std::size_t>(k)]]];
    // those that are chosen now alone, where initial ones do not fit them
    const bool some_now = std::any_of(speeds.begin(), speeds.end(), [&](Expr x) { return chosen_.now.contains(x); });
    for (const bool also_initial : {true, false}) {
      std::vector<Index> rows;
      for (Index i = 0; i < n; ++i) {
        const Expr x = speeds[static_cast<std::size_t>(i)];
        if (chosen_.now.contains(x) || (also_initial && chosen_.initially.contains(x))) rows.push_back(i);
      }
      if (rows.empty()) break;
      Eigen::MatrixXd A(static_cast<Index>(rows.size()), f);
      VectorXd wanted(static_cast<Index>(rows.size()));
      for (std::size_t r = 0; r < rows.size(); ++r) {
        A.row(static_cast<Index>(r)) = T.row(rows[r]);
        wanted[static_cast<Index>(r)] = values_[speeds[static_cast<std::size_t>(rows[r])]] - eta[rows[r]];
      }
      const VectorXd fitting = f == 0 ? s : VectorXd(s + A.completeOrthogonalDecomposition().solve(wanted - A * s));
      const VectorXd error = A * fitting - wanted;
      if (error.lpNorm<Eigen::Infinity>() > kContradiction * std::max(1.0, wanted.lpNorm<Eigen::Infinity>())) {
        if (also_initial && some_now) continue;
        refuse_contradiction(rows, error);
      }
      s = fitting;
      break;
    }
    const VectorXd all = T * s + eta;
    for (Index i = 0; i < n; ++i) values_[speeds[static_cast<std::size_t>(i)]] = all[i];
  }

  // Throws Error for symbols without a value in the conditions.
  void refuse_missing_values() const {
    std::vector<Expr> residuals;
    for (const LoopCondition& condition : closing_.conditions.conditions) residuals.push_back(condition.residual);
    evaluate(with_sample_functions(residuals), values_);
  }

  // Where loops are folded, ratios of speeds are fractions of zeros.
  std::vector<double> evaluate_ratios(const std::vector<Expr>& formulas) const {
    try {
      return evaluate(formulas, values_);
    } catch (const Error& error) {
      if (error.kind != Error::Kind::kNumerical || closing_.freedoms_at_start <= closing_.independent.size()) throw;
      throw Error(
          ErrorCode::kSingularPosition,
          fmt::format("the machine starts in a singular configuration: {} degrees of freedom there, {} elsewhere, so "
                      "that speeds do not determine each other",
                      closing_.freedoms_at_start, closing_.independent.size()),
          "bars in one line, as of a parallelogram at angles of zero? give values away from there, of all coordinates "
          "of "
          "its loop: --at \"q1 = 0.3, q2 = -0.6\", or `initial:` in a model file");
    }
  }

  [[noreturn]] void refuse_contradiction(const std::vector<Index>& rows, const VectorXd& error) const {
    Index worst = 0;
    const double largest = error.cwiseAbs().maxCoeff(&worst);
    std::vector<std::string> names;
    for (Index row : rows) {
      const Expr s = closing_.conditions.speeds[static_cast<std::size_t>(row)];
      names.push_back(fmt::format("{} = {:.6g}", to_text(s), values_.at(s)));
    }
    throw Error(
        ErrorCode::kContradiction,
        fmt::format(
            "the speeds {} contradict each other: the loops leave {} freedom{}, and {} would be off by "
            "{:.3g}",
            fmt::join(names, ", "), closing_.independent.size(), closing_.independent.size() == 1 ? "" : "s",
            to_text(closing_.conditions.speeds[static_cast<std::size_t>(rows[static_cast<std::size_t>(worst)])]),
            largest),
        "give as many as there are freedoms: the others follow");
  }

  const Model& model_;
  const Closing& closing_;
  const ChosenSymbols& chosen_;
  Values& values_;
  const Walker walker_;
  const std::unordered_set<Expr> independent_;
  std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> close_state(const Model& model, const Kinematics& kinematics, const ChosenSymbols& chosen,
                                     Values& values) {
  if (!kinematics.closing) return {};
  return StateCloser(model, kinematics, chosen, values).close();
}

}  // namespace kinemate
