#include "program/passes/reassociate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>

#include "program/cost.h"
#include "program/passes/chains.h"
#include "program/passes/pairs.h"
#include "program/passes/rebuild.h"
#include "program/passes/signs.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongChain = 100;  // longer lists do not see through others
constexpr std::size_t kSeeThrough = 16;  // longer sums and products within others are not seen through

// A sum or a product: its items, sorted by id. Ids: values of the program, then constants, then pairs.
struct List {
  Value root = 0;
  bool negative = false;  // as a whole
  bool divided = false;   // a product that is divided by something
  std::size_t terms = 0;  // in the program
  ItemList items;
};

enum class Family { kSums, kProducts };

// All sums or all products of a program, as lists.
class Lists {
 public:
  Lists(const Program& program, Family family) : program_(program), family_(family), chains_(program) {
    list_of_.assign(program.operations.size(), kNone);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      const Value root = static_cast<Value>(i);
      if (family == Family::kSums ? chains_.is_sum(root) : chains_.is_product(root)) add_list(root);
    }
    unite_equal();
    find_common_pairs();
  }

  bool change_nothing() const {
    return std::none_of(lists_.begin(), lists_.end(), [](const List& list) { return list.items.size() < list.terms; });
  }

  // The sum or product, or nothing if it stays as it is.
  std::optional<Value> make(Builder& builder, Value root, std::span<const Value> made) {
    if (list_of_[root] == kNone) return std::nullopt;
    const List& list = lists_[list_of_[root]];
    if (list.items.size() >= list.terms) return std::nullopt;
    Signed total{builder.constant(family_ == Family::kSums ? 0 : 1), false};
    for (const Item& item : list.items) {
      const Signed value{make_item(builder, item.id, made), item.negative};
      total = family_ == Family::kSums ? add(builder, total, value)
                                       : Signed{builder.multiply(total.value, value.value), false};
    }
    total.negative = total.negative != list.negative;
    if (list.divided)
      total.value = builder.divide(total.value, multiply_all(builder, chains_.product(root).divisors, made));
    return plain(builder, total);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0}, kLast = kNone;

  std::uint32_t first_constant() const { return static_cast<std::uint32_t>(program_.operations.size()); }
  std::uint32_t first_pair() const { return first_constant() + static_cast<std::uint32_t>(constants_.size()); }

  bool is_constant(std::uint32_t id) const { return id >= first_constant(); }

  void add_list(Value root) {
    List list{root};
    double constant = family_ == Family::kSums ? 0 : 1;
    if (family_ == Family::kSums) {
      const Sum sum = chains_.sum(root);
      constant = sum.constant;
      list.terms = sum.terms.size() + sum.constants;
      for (const SignedTerm& term : sum.terms) append(list, constant, term.value, term.negative);
      cancel(list.items);
    } else {
      const Product product = chains_.product(root);
      constant = product.coefficient;
      list.terms = product.factors.size() + product.coefficients;
      list.divided = !product.divisors.empty();
      for (Value factor : product.factors) append(list, constant, factor, false);
    }
    if (list.terms < 2) return;
    append_constant(list, constant);
    std::stable_sort(list.items.begin(), list.items.end(), [](const Item& a, const Item& b) { return a.id < b.id; });
    list_of_[root] = static_cast<std::uint32_t>(lists_.size());
    lists_.push_back(std::move(list));
  }

  // A term, or the terms of it if it is a short list.
  void append(List& list, double& constant, Value value, bool negative) {
    const auto place = [&] { return static_cast<std::uint32_t>(list.items.size()); };
    const List* inner = list_of_[value] == kNone ? nullptr : &lists_[list_of_[value]];
    if (!inner || inner->divided || inner->items.size() > kSeeThrough || list.items.size() > kLongChain) {
      list.items.push_back({value, negative, place()});
      return;
    }
    ItemList items = inner->items;
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.place < b.place; });
    list.negative = list.negative != inner->negative;
    for (const Item& item : items) {
      const bool minus = item.negative != negative;
      if (!is_constant(item.id)) {
        list.items.push_back({item.id, minus, place()});
      } else if (family_ == Family::kSums) {
        constant += minus ? -constants_[item.id - first_constant()] : constants_[item.id - first_constant()];
      } else {
        constant *= constants_[item.id - first_constant()];
      }
    }
  }

  // Constants are positive and stand last.
  void append_constant(List& list, double constant) {
    const bool minus = constant < 0;
    constant = std::abs(constant);
    if (family_ == Family::kProducts) list.negative = list.negative != minus;
    if (constant == (family_ == Family::kSums ? 0 : 1)) return;
    const auto [place, fresh] = constant_places_.try_emplace(constant, static_cast<std::uint32_t>(constants_.size()));
    if (fresh) constants_.push_back(constant);
    list.items.push_back({first_constant() + place->second, family_ == Family::kSums && minus, kLast});
  }

  // x - x = 0
  static void cancel(ItemList& items) {
    std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.id < b.id; });
    ItemList left;
    for (const Item& item : items) {
      if (!left.empty() && left.back().id == item.id && left.back().negative != item.negative)
        left.pop_back();
      else
        left.push_back(item);
    }
    items = std::move(left);
  }

  // Equal lists, up to a sign, become the first of them.
  void unite_equal() {
    std::map<std::vector<std::uint64_t>, std::size_t> known;
    std::vector<std::uint8_t> counts(first_pair(), 0);
    for (const List& list : lists_)
      for (const Item& item : list.items) counts[item.id] = static_cast<std::uint8_t>(std::min(2, counts[item.id] + 1));
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      List& list = lists_[i];
      auto occurs_once = [&](const Item& item) { return counts[item.id] < 2; };
      if (list.items.empty() || list.divided || std::any_of(list.items.begin(), list.items.end(), occurs_once))
        continue;
      const bool minus = list.items[0].negative;
      std::vector<std::uint64_t> key;
      for (const Item& item : list.items) key.push_back(std::uint64_t{item.id} << 1 | (item.negative != minus ? 1 : 0));
      const auto [found, fresh] = known.try_emplace(std::move(key), i);
      if (fresh) continue;
      const List& first = lists_[found->second];
      list.negative = list.negative != first.negative;
      list.items = {{first.root, minus != first.items[0].negative, 0}};
    }
  }

  void find_common_pairs() {
    std::vector<ItemList> items;
    for (List& list : lists_) items.push_back(std::move(list.items));
    Paired paired = find_pairs(std::move(items), first_pair());
    for (std::size_t i = 0; i < lists_.size(); ++i) lists_[i].items = std::move(paired.lists[i]);
    pairs_ = std::move(paired.pairs);
    pair_values_.resize(pairs_.size());
  }

  Value make_item(Builder& builder, std::uint32_t id, std::span<const Value> made) {
    std::vector<std::uint32_t> open = {id};
    for (;;) {
      const std::uint32_t at = open.back();
      if (const auto value = known_value(builder, at, made)) {
        open.pop_back();
        if (open.empty()) return *value;
        continue;
      }
      const Pair& pair = pairs_[at - first_pair()];
      const auto first = known_value(builder, pair.first, made), second = known_value(builder, pair.second, made);
      if (!first) open.push_back(pair.first);
      if (!second) open.push_back(pair.second);
      if (first && second) pair_values_[at - first_pair()] = make_pair(builder, *first, *second, pair.opposite);
    }
  }

  std::optional<Value> known_value(Builder& builder, std::uint32_t id, std::span<const Value> made) const {
    if (id < first_constant()) return made[id];
    if (id < first_pair()) return builder.constant(constants_[id - first_constant()]);
    return pair_values_[id - first_pair()];
  }

  Value make_pair(Builder& builder, Value first, Value second, bool opposite) const {
    if (family_ == Family::kProducts) return builder.multiply(first, second);
    return opposite ? builder.subtract(first, second) : builder.add(first, second);
  }

  const Program& program_;
  Family family_;
  Chains chains_;
  std::vector<double> constants_;
  std::unordered_map<double, std::uint32_t> constant_places_;
  std::vector<std::uint32_t> list_of_;  // by root
  std::vector<List> lists_;
  std::vector<Pair> pairs_;
  std::vector<std::optional<Value>> pair_values_;  // once they are made
};

Program reassociate(const Program& program, Family family) {
  Lists lists(program, family);
  if (lists.change_nothing()) return program;
  return rebuild(program,
                 [&](Builder& builder, Value i, std::span<const Value> made) { return lists.make(builder, i, made); });
}

}  // namespace

Program reassociate(const Program& program) {
  const Program products = cheaper(program, reassociate(program, Family::kProducts));
  return cheaper(products, reassociate(products, Family::kSums));
}

}  // namespace kinemate
