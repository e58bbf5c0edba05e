#include "expr/simplify.h"

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "expr/angle_groups.h"
#include "expr/candidates.h"
#include "expr/count.h"
#include "expr/large_formula.h"
#include "expr/print.h"
#include "expr/regions.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr double kPartWork = 20'000;      // for an argument or a part of a formula that is beyond the budget
constexpr double kPartOverhead = 10'000;  // what looking at a part costs at least
constexpr double kNodeWork = 20;          // for looking at one node
constexpr std::size_t kLongestText = 100'000;

// What simplify minimizes.
struct Measure {
  double cost;
  double calls;
};

Measure measure(Expr e) {
  const OperationCount count = count_shared({&e, 1});
  return {cost({&e, 1}), count.calls + count.powers + count.selections};
}

std::size_t text_length(Expr e) { return to_text(e, {.largest = kLongestText, .cut = true}).size(); }

class Best {
 public:
  explicit Best(Expr given) : formula_(given), measure_(measure(given)) {}

  void offer(Expr other) {
    if (other == formula_) return;
    const Measure its = measure(other);
    if (!is_less(its, other)) return;
    formula_ = other;
    measure_ = its;
  }
  Expr formula() const { return formula_; }

 private:
  bool is_less(const Measure& its, Expr other) const {
    if (its.cost != measure_.cost) return its.cost < measure_.cost;
    if (its.calls != measure_.calls) return its.calls < measure_.calls;
    return text_length(other) < text_length(formula_);
  }

  Expr formula_;
  Measure measure_;
};

// No operation, or one on symbols and numbers: nothing to gain.
bool is_trivial(Expr e) {
  if (is_atom(e) && e.kind() != Kind::kPower) return true;
  for (std::size_t i = 0; i < e.operand_count(); ++i) {
    if (e.operand(i).operand_count() > 0) return false;
  }
  return true;
}

class Simplifier {
 public:
  explicit Simplifier(Work& work) : work_(work) {}

  Expr run(Expr formula) {
    Best best(formula);
    const Expr inner = with_simple_arguments(formula);
    best.offer(inner);
    best.offer(region(inner, work_.left() / 2));  // the other half is for parts, and for another round
    return best.formula();
  }

 private:
  // Every atom with its operands simplified, inner ones first.
  Expr with_simple_arguments(Expr formula) {
    try {
      return map_atoms({&formula, 1}, [this](Expr atom, std::span<const Expr> operands) {
        std::vector<Expr> simple;
        for (const Expr operand : operands) simple.push_back(part(operand));
        return rebuild(atom, simple);
      })[0];
    } catch (const Error&) {  // a hidden division by zero came to light: leave it to the user's own formula
      return formula;
    }
  }

  // A small formula on a small budget, remembered. Looking at it costs its nodes.
  Expr part(Expr e) {
    if (is_trivial(e)) return e;
    const auto known = parts_.find(e);
    if (known != parts_.end()) return known->second;
    if (work_.left() < kPartOverhead) return e;
    const double nodes = static_cast<double>(count_nodes({&e, 1})), look = kPartOverhead + kNodeWork * nodes;
    work_.spend(std::min(look, work_.left()));
    if (nodes > kPartWork || work_.left() < kPartOverhead) return e;
    return parts_.emplace(e, region(e, std::min(kPartWork, work_.left()))).first->second;
  }

  // The best form of a formula whose atoms are simple inside.
  Expr region(Expr e, double budget) {
    if (is_trivial(e)) return e;
    Work own(budget);
    const Candidates candidates = make_candidates(e, own);
    work_.spend(std::min(own.spent(), work_.left()));
    Best best(e);
    for (const Expr candidate : candidates.forms) best.offer(candidate);
    if (candidates.exceeded) {
      best.offer(in_parts(e));
    } else {
      for (const Expr sum : {e, candidates.written_out.value_or(e)}) best.offer(in_groups(sum));
    }
    return best.formula();
  }

  // Each group of terms that shares no angle with the others in its own best form.
  Expr in_groups(Expr sum) {
    try {
      const std::vector<Expr> groups = split_by_angles(sum);
      if (groups.size() < 2) return sum;
      Expr result;
      for (const Expr group : groups) result += part(group);
      return result;
    } catch (const Error&) {  // numbers that come together may be too large
      return sum;
    }
  }

  // Where the whole is beyond the budget: its largest parts that are not.
  Expr in_parts(Expr e) {
    if (work_.left() < kPartOverhead) return e;
    try {
      LargeFormula formula(e, [this](Expr small) { return part(small); });
      work_.spend(std::min(kNodeWork * static_cast<double>(formula.node_count()), work_.left()));
      return formula.simplified();
    } catch (const Error&) {  // a hidden division by zero came to light
      return e;
    }
  }

  Work& work_;
  std::unordered_map<Expr, Expr> parts_;
};

}  // namespace

// Repeated until nothing changes, so that the result is its own simplest form.
Expr simplify(Expr formula, const SimplifyOptions& options) {
  Work work(options.work);
  if (kNodeWork * static_cast<double>(count_nodes({&formula, 1})) > options.work)
    return formula;  // too much to look at
  Simplifier simplifier(work);
  while (true) {
    const Expr next = simplifier.run(formula);
    if (next == formula) return formula;
    formula = next;
  }
}

}  // namespace kinemate
