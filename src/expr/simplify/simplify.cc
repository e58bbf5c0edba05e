#include "expr/simplify/simplify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/error.h"
#include "expr/count.h"
#include "expr/graph.h"
#include "expr/normal/regions.h"
#include "expr/simplify/angle_groups.h"
#include "expr/simplify/candidates.h"
#include "expr/simplify/choose_together.h"
#include "expr/simplify/large_formula.h"
#include "expr/substitute.h"
#include "expr/text/arrange.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

constexpr double kPartWork = 20'000;      // for an argument or a part of a formula that is beyond the budget
constexpr double kPartOverhead = 10'000;  // what looking at a part costs at least
constexpr double kNodeWork = 20;          // for looking at one node
constexpr std::size_t kLongestText = 100'000;
constexpr double kArranged = 1.02;                       // formulas with factors in order may cost so many times more
constexpr std::size_t kMostOthers = 16, kFewOthers = 2;  // forms that are kept; few where there are many formulas
constexpr std::size_t kManyFormulas = 300;

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
    if (its.cost <= kNear * measure_.cost) near_.push_back(other);
    if (!is_less(its, other)) return;
    formula_ = other;
    measure_ = its;
  }
  Expr formula() const { return formula_; }
  /// Forms that were not much dearer than the best when they were offered.
  const std::vector<Expr>& near() const { return near_; }

 private:
  static constexpr double kNear = 1.6;

  bool is_less(const Measure& its, Expr other) const {
    if (its.cost != measure_.cost) return its.cost < measure_.cost;
    if (its.calls != measure_.calls) return its.calls < measure_.calls;
    return text_length(other) < text_length(formula_);
  }

  Expr formula_;
  Measure measure_;
  std::vector<Expr> near_;
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
  explicit Simplifier(Work& work, std::unordered_map<Expr, Expr> parts = {}) : work_(work), parts_(std::move(parts)) {}

  Expr run(Expr formula) {
    Best best(formula);
    const Expr inner = with_simple_arguments(formula);
    best.offer(inner);
    near_.clear();
    best.offer(region(inner, work_.left() / 2));  // the other half is for parts, and for another round
    return best.formula();
  }

  /// Other forms of the formula that was run last.
  const std::vector<Expr>& near() const { return near_; }

  /// What parts of formulas became, for the next formula.
  std::unordered_map<Expr, Expr> take_parts() { return std::move(parts_); }

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
    Work own(budget / 2);
    const Candidates candidates = make_candidates(e, own);
    work_.spend(std::min(own.spent(), work_.left()));
    Best best(e);
    for (const Expr candidate : candidates.forms) best.offer(candidate);
    try {
      offer_opaque(e, budget / 2, best);  // before the parts, which take what is left
    } catch (const Error&) {              // a hidden division by zero came to light
    }
    if (candidates.exceeded) {
      best.offer(in_parts(e));
    } else {
      for (const Expr sum : {e, candidates.written_out.value_or(e)}) best.offer(in_groups(sum));
      for (const Expr candidate : candidates.structured) offer_with_simple_sums(candidate, own, best);
    }
    near_ = best.near();
    return best.formula();
  }

  // The forms in which roots and functions other than sine and cosine are symbols like others: what holds for them as
  // formulas, y² = b of a root, may bring in more than it saves. So are sums of rates: they are velocities.
  void offer_opaque(Expr e, double budget, Best& best) {
    Substitution atoms;
    std::unordered_map<Expr, Expr> names;
    auto name_of = [&](Expr node) {
      const auto [known, is_new] = names.try_emplace(node);
      if (is_new) {  // a name of its own: what is opaque may hold what was made opaque before
        known->second = make_symbol(fmt::format("$atom{:06}", ++atoms_named_));
        atoms.symbols.emplace(known->second, node);
      }
      return known->second;
    };
    const Graph graph(e);
    std::vector<Expr> written(graph.size()), operands;
    std::vector<bool> is_rate(graph.size());  // a sum of rates, with numbers before them
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const Expr node = graph.node(i);
      operands.clear();
      for (const std::uint32_t operand : graph.operands(i)) operands.push_back(written[operand]);
      const auto below = graph.operands(i);
      is_rate[i] = node.kind() == Kind::kSymbol    ? node.primes() > 0
                   : node.kind() == Kind::kSum     ? is_rate[below[0]] && is_rate[below[1]]
                   : node.kind() == Kind::kProduct ? graph.node(below[0]).is_number() && is_rate[below[1]]
                                                   : false;
      const bool trigonometric = node.is_call(Function::kSin) || node.is_call(Function::kCos);
      const bool opaque = node.kind() == Kind::kSum ? is_rate[i] : is_atom(node) && !operands.empty() && !trigonometric;
      written[i] = opaque ? name_of(node) : operands.empty() ? node : rebuild(node, operands);
    }
    const Expr opaque = written.back();
    if (names.empty()) return;
    Work own(std::min(budget, work_.left()));
    const Candidates candidates = make_candidates(opaque, own);
    work_.spend(std::min(own.spent(), work_.left()));
    for (const Expr candidate : candidates.forms) best.offer(substitute(candidate, atoms));
    if (candidates.exceeded) return;
    for (const Expr candidate : candidates.structured) {
      const Expr simple = with_simple_sums(candidate);
      best.offer(substitute(simple, atoms));
      for (const Expr form : make_structures(simple, own)) best.offer(substitute(form, atoms));
    }
  }

  // And what nesting and common factors make of that.
  void offer_with_simple_sums(Expr candidate, Work& work, Best& best) {
    const Expr simple = with_simple_sums(candidate);
    best.offer(simple);
    if (simple == candidate) return;
    for (const Expr form : make_structures(simple, work)) best.offer(form);
  }

  // A sum of products with each sum among the factors in its own best form; everything else stays where it is.
  Expr with_simple_sums(Expr e) {
    const Graph graph(e);
    constexpr unsigned kAddend = 1, kFactor = 2;
    std::vector<unsigned> role(graph.size(), 0);
    role.back() = kAddend;
    for (std::size_t i = graph.size(); i-- > 0;) {
      const Kind kind = graph.node(i).kind();
      const unsigned below = kind == Kind::kProduct && role[i] != 0 ? kFactor
                             : kind == Kind::kSum                   ? role[i] & kAddend
                                                                    : 0u;
      if (below != 0)
        for (const std::uint32_t operand : graph.operands(i)) role[operand] |= below;
    }
    try {
      std::vector<Expr> addend(graph.size()), factor(graph.size());
      for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr node = graph.node(i);
        addend[i] = factor[i] = node;
        if (role[i] == 0 || (node.kind() != Kind::kSum && node.kind() != Kind::kProduct)) continue;
        const auto operands = graph.operands(i);
        const std::vector<Expr>& from = node.kind() == Kind::kSum ? addend : factor;
        const std::array<Expr, 2> fresh = {from[operands[0]], from[operands[1]]};
        addend[i] = rebuild(node, fresh);
        factor[i] = node.kind() == Kind::kProduct ? addend[i] : (role[i] & kFactor) != 0 ? part(node) : node;
      }
      return addend.back();
    } catch (const Error&) {  // a hidden division by zero came to light
      return e;
    }
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
  std::vector<Expr> near_;  // of the region that was looked at last
  std::size_t atoms_named_ = 0;
};

// A formula with numbers for the names of its symbols; their order is kept, so that what is written keeps its order.
struct Shape {
  Expr formula;
  Substitution names;  ///< the numbers back
};

Shape shape_of(Expr formula) {
  Shape shape;
  Substitution numbers;
  std::size_t count = 0;
  std::string_view last;
  for (const Expr symbol : free_symbols(formula)) {
    if (symbol.name() != last) ++count;
    last = symbol.name();
    const Expr number = make_symbol(fmt::format("${:06}", count), symbol.primes());
    numbers.symbols.emplace(symbol, number);
    shape.names.symbols.emplace(number, symbol);
  }
  shape.formula = substitute(formula, numbers);
  return shape;
}

Choice with_names(const Choice& choice, const Shape& shape) {
  return {substitute(choice.chosen, shape.names), substitute(choice.others, shape.names)};
}

// The cheapest form of a formula and those that are nearly as cheap.
Choice forms_of(Expr formula, std::size_t most, const SimplifyOptions& options, std::unordered_map<Expr, Expr>& parts) {
  Choice choice{formula, {}};
  if (kNodeWork * static_cast<double>(count_nodes({&formula, 1})) > options.work) return choice;  // too much to look at
  Work work(options.work);
  Simplifier simplifier(work, std::move(parts));
  while (true) {
    const Expr next = simplifier.run(choice.chosen);
    choice.others.insert(choice.others.end(), simplifier.near().begin(), simplifier.near().end());
    if (next == choice.chosen) break;
    choice.chosen = next;
  }
  parts = simplifier.take_parts();
  std::unordered_map<Expr, double> price;
  std::vector<Expr> different;
  for (const Expr other : choice.others)
    if (!(other == choice.chosen) && price.emplace(other, cost({&other, 1})).second) different.push_back(other);
  std::stable_sort(different.begin(), different.end(), [&](Expr a, Expr b) { return price[a] < price[b]; });
  different.resize(std::min(different.size(), most));
  different.push_back(formula);
  choice.others = std::move(different);
  return choice;
}

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

// Many entries of a matrix differ in names alone: each shape is simplified once, and the names are put back.
std::vector<Expr> simplify(std::span<const Expr> formulas, const SimplifyOptions& options) {
  std::unordered_map<Expr, std::size_t> known;
  std::unordered_map<Expr, Choice> shapes;
  std::unordered_map<Expr, Expr> parts;  // the same part is the same in all formulas
  std::vector<Choice> choices;
  for (const Expr formula : formulas) {
    if (!known.emplace(formula, choices.size()).second) continue;
    const Shape shape = shape_of(formula);
    const auto [found, is_new] = shapes.try_emplace(shape.formula);
    if (is_new)
      found->second =
          forms_of(shape.formula, formulas.size() > kManyFormulas ? kFewOthers : kMostOthers, options, parts);
    choices.push_back(with_names(found->second, shape));
  }
  const std::vector<Choice> chosen = choose_together(choices);
  std::vector<Expr> result;
  for (const Expr formula : formulas) result.push_back(chosen[known.at(formula)].chosen);
  std::vector<Expr> arranged = arrange_products(result);
  return cost(arranged) <= kArranged * cost(result) ? arranged : result;
}

}  // namespace kinemate
