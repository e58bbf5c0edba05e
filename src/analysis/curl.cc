#include "analysis/curl.h"

#include <algorithm>
#include <vector>

#include "analysis/replace.h"
#include "analysis/switches.h"
#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

using Verdict = PotentialAnswer::Verdict;

// Collects the answers for all pairs, until one speaks against a potential.
class Decision {
 public:
  Decision(std::span<const Expr> forces, std::span<const Expr> variables)
      : variables_(variables.begin(), variables.end()) {
    for (const Expr force : forces) forces_.push_back(open_windows(force));
    answer_.verdict = Verdict::kNoFormula;
    answer_.test = {.zero = true, .method = ZeroTest::Method::kNormalForm};
    test_curls();
    switches_ = find_switches(forces_);
    for (const Switch& jump : switches_)
      if (jump.jumps && answer_.verdict == Verdict::kNoFormula) test_jump(jump);
  }

  PotentialAnswer answer() const { return answer_; }

 private:
  void test_curls() {
    const auto rows = jacobian(forces_, variables_);
    for (std::size_t i = 0; i < forces_.size(); ++i)
      for (std::size_t j = i + 1; j < forces_.size() && answer_.verdict == Verdict::kNoFormula; ++j)
        judge({i, j, rows[i][j] - rows[j][i], std::nullopt}, test_zero_almost_everywhere(rows[i][j] - rows[j][i]));
  }

  // Where u = 0, forces with the jump R have the curl δ(u)·(∂u/∂q_j R_i - ∂u/∂q_i R_j).
  void test_jump(const Switch& jump) {
    const std::vector<Expr> normal = gradient(jump.argument, variables_);
    std::vector<Expr> steps;
    std::unordered_map<Expr, Expr> above, below;  // all that switches on this surface
    for (const Switch& other : switches_) {
      const int side = same_surface(jump.argument, other.argument);
      if (side == 0) continue;
      above.emplace(other.node, side > 0 ? other.above : other.below);
      below.emplace(other.node, side > 0 ? other.below : other.above);
    }
    for (const Expr force : forces_) steps.push_back(replace(force, above) - replace(force, below));
    for (std::size_t i = 0; i < forces_.size(); ++i) {
      for (std::size_t j = i + 1; j < forces_.size() && answer_.verdict == Verdict::kNoFormula; ++j) {
        const Expr along = normal[j] * steps[i] - normal[i] * steps[j];
        if (test_zero_almost_everywhere(along).zero) continue;
        const auto on_surface = restrict_to(along, jump.argument);
        const ZeroTest undecided{.zero = false, .method = ZeroTest::Method::kUndecided};
        judge({i, j, on_surface.value_or(along), jump.argument},
              on_surface ? test_zero_almost_everywhere(*on_surface) : undecided);
      }
    }
  }

  // The formula where u = 0, if u is linear in one of its symbols.
  std::optional<Expr> restrict_to(Expr formula, Expr u) const {
    std::vector<Expr> symbols = variables_;
    for (const Expr symbol : free_symbols(u)) symbols.push_back(symbol);
    for (const Expr symbol : symbols) {
      try {
        if (const auto crossing = find_crossing(u, symbol)) return substitute(formula, {{{symbol, *crossing}}, {}});
      } catch (const Error&) {  // no value there: another symbol may do
      }
    }
    return std::nullopt;
  }

  void judge(const PotentialAnswer::Obstacle& obstacle, const ZeroTest& test) {
    if (test.zero) {
      answer_.test.method = std::max(answer_.test.method, test.method);  // listed from the strongest to the weakest
      return;
    }
    answer_.verdict = test.method == ZeroTest::Method::kUndecided ? Verdict::kUndecided : Verdict::kRefuted;
    answer_.obstacle = obstacle;
    answer_.test = test;
  }

  // 1 where both are zero together and have one sign, -1 where they have opposite signs, 0 where nobody knows.
  static int same_surface(Expr a, Expr b) {
    if (a == b) return 1;
    const Expr ratio = simplify(b / a, kBriefly);
    return ratio.is_rational() ? ratio.rational().sign() : 0;
  }

  std::vector<Expr> forces_, variables_;
  std::vector<Switch> switches_;
  PotentialAnswer answer_;
};

}  // namespace

PotentialAnswer decide_potential(std::span<const Expr> forces, std::span<const Expr> variables) {
  const auto jumps = [&](Expr force) {
    return std::any_of(variables.begin(), variables.end(), [&](Expr q) { return jumps_repeatedly(force, q); });
  };
  try {
    if (std::any_of(forces.begin(), forces.end(), jumps))
      return {.verdict = Verdict::kUndecided, .test = {.zero = false, .method = ZeroTest::Method::kUndecided}};
    return Decision(forces, variables).answer();
  } catch (const Error&) {  // factorials have no derivative
    return {.verdict = Verdict::kUndecided, .test = {.zero = false, .method = ZeroTest::Method::kUndecided}};
  }
}

}  // namespace kinemate
