#include "program/passes/powers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "program/cost.h"
#include "program/passes/rebuild.h"

namespace kinemate {
namespace {

constexpr int kLargest = 64;
constexpr double kPowerCost = 15, kDivisionCost = 4, kRootCost = 6;

// How powers of one base are made: x^n = x^splits[n] * x^(n - splits[n]). An addition chain.
class Chain {
 public:
  int length() const { return static_cast<int>(splits_.size()); }

  void need(int n) {
    if (n <= 1 || splits_.contains(n)) return;
    const int split = best_split(n);
    need(split), need(n - split);
    splits_[n] = split;
  }

  Value make(Builder& builder, Value base, int n) const {
    if (n == 1) return base;
    const int split = splits_.at(n);
    const Value a = make(builder, base, split);
    return builder.multiply(a, make(builder, base, n - split));
  }

 private:
  bool has(int n) const { return n == 1 || splits_.contains(n); }

  // Of two powers that are there, else what needs fewest multiplications: halves, a power that is there and the rest,
  // or thirds, 15 = 5 + 10. The exponents are small: trying is cheap.
  int best_split(int n) const {
    for (const auto& [there, split] : splits_)
      if (there < n && has(n - there)) return there;
    std::map<int, int> known;
    return search(n, known).second;
  }

  // Fewest new multiplications found for n, and the split.
  std::pair<int, int> search(int n, std::map<int, int>& known) const {
    int best = kLargest, best_split = 1;
    auto try_split = [&](int split, int steps) {
      if (steps < best) best = steps, best_split = split;
    };
    if (n % 2 == 0) try_split(n / 2, 1 + steps_to(n / 2, known));
    if (n % 3 == 0) try_split(n / 3, 2 + steps_to(n / 3, known));
    if (n % 5 == 0) try_split(n / 5 * 2, 3 + steps_to(n / 5, known));
    try_split(1, 1 + steps_to(n - 1, known));
    for (const auto& [there, split] : splits_)
      if (there < n) try_split(there, 1 + steps_to(n - there, known));
    return {best, best_split};
  }

  int steps_to(int n, std::map<int, int>& known) const {
    if (has(n)) return 0;
    if (const auto found = known.find(n); found != known.end()) return found->second;
    return known[n] = search(n, known).first;
  }

  std::map<int, int> splits_;
};

// x^(halves/2)
struct Use {
  Value power = 0;
  int halves = 0;
};

// How the powers of one base are made.
struct PowerPlan {
  Chain positive;              // powers of x
  Chain negative;              // powers of 1/x, if `inverse`
  bool inverse = false;        // negative powers are powers of 1/x, or of 1/sqrt(x) where a half is among them
  bool negative_half = false;  // a negative half is among them
  double cost = 0;
};

PowerPlan plan_power(std::span<const Use> uses, bool inverse, bool root_is_there) {
  PowerPlan plan;
  plan.inverse = inverse;
  bool root = false;
  double others = 0;  // divisions, and multiplications by roots
  std::set<int> positive, negative;
  for (const Use& use : uses) {
    const int whole = std::abs(use.halves) / 2;
    const bool half = use.halves % 2 != 0;
    root = root || half;
    if (half && whole > 0) others += 1;
    if (use.halves < 0 && inverse) {
      plan.negative_half = plan.negative_half || half;
      negative.insert(whole);
    } else {
      if (use.halves < 0) others += kDivisionCost;
      positive.insert(whole);
    }
  }
  for (int n : positive) plan.positive.need(n);
  for (int n : negative) plan.negative.need(n);
  if (inverse) others += kDivisionCost + (plan.negative_half && *negative.rbegin() > 0 ? 1 : 0);
  plan.cost = plan.positive.length() + plan.negative.length() + others + (root && !root_is_there ? kRootCost : 0);
  return plan;
}

struct Base {
  std::vector<Use> uses;  // that are expanded
  PowerPlan plan;
};

// The powers dearest by themselves stay powers until the rest costs no more than it did.
Base choose(std::vector<Use> uses, bool root_is_there) {
  std::stable_sort(uses.begin(), uses.end(), [&](const Use& a, const Use& b) {
    return plan_power(std::span(&a, 1), false, root_is_there).cost <
           plan_power(std::span(&b, 1), false, root_is_there).cost;
  });
  for (; !uses.empty(); uses.pop_back()) {
    const PowerPlan divided = plan_power(uses, false, root_is_there);
    const auto below_zero = std::count_if(uses.begin(), uses.end(), [](const Use& use) { return use.halves < 0; });
    const PowerPlan inverse = below_zero > 1 ? plan_power(uses, true, root_is_there) : divided;
    const PowerPlan& best = inverse.cost < divided.cost ? inverse : divided;
    if (best.cost <= kPowerCost * static_cast<double>(uses.size())) return {uses, best};
  }
  return {};
}

Value make_power(Builder& builder, const PowerPlan& plan, Value x, int halves) {
  const int whole = std::abs(halves) / 2;
  const bool half = halves % 2 != 0;
  if (halves < 0 && plan.inverse) {
    const Value unit = builder.divide(builder.constant(1), plan.negative_half ? builder.square_root(x) : x);
    const Value inverse = plan.negative_half && whole > 0 ? builder.multiply(unit, unit) : unit;
    if (whole == 0) return unit;
    const Value power = plan.negative.make(builder, inverse, whole);
    return half ? builder.multiply(power, unit) : power;
  }
  Value power = whole == 0 ? builder.square_root(x) : plan.positive.make(builder, x, whole);
  if (half && whole > 0) power = builder.multiply(power, builder.square_root(x));
  return halves < 0 ? builder.divide(builder.constant(1), power) : power;
}

// The powers of each base that are expanded.
std::map<Value, Base> choose_bases(const Program& program) {
  std::map<Value, std::vector<Use>> uses;
  std::set<Value> roots;
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const Operation& operation = program.operations[i];
    if (operation.code == Code::kSquareRoot) roots.insert(operation.operands[0]);
    if (operation.code != Code::kPower) continue;
    const Operation& exponent = program.operations[operation.operands[1]];
    if (exponent.code != Code::kConstant) continue;
    const double halves = 2 * program.constants[exponent.operands[0]];
    if (halves != std::round(halves) || std::abs(halves) > 2 * kLargest || halves == 0) continue;
    uses[operation.operands[0]].push_back({static_cast<Value>(i), static_cast<int>(halves)});
  }
  std::map<Value, Base> bases;
  for (auto& [base, list] : uses) bases[base] = choose(std::move(list), roots.contains(base));
  return bases;
}

}  // namespace

Program expand_powers(const Program& program) {
  const std::map<Value, Base> bases = choose_bases(program);
  if (bases.empty()) return program;
  std::vector<int> halves(program.operations.size(), 0);
  for (const auto& [value, base] : bases)
    for (const Use& use : base.uses) halves[use.power] = use.halves;
  auto maker = [&](Builder& builder, Value i, std::span<const Value> made) -> std::optional<Value> {
    if (halves[i] == 0) return std::nullopt;
    const Value base = program.operations[i].operands[0];
    return make_power(builder, bases.at(base).plan, made[base], halves[i]);
  };
  return cheaper(program, rebuild(program, maker));
}

}  // namespace kinemate
