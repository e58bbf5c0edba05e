#include "program/reassociate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <queue>
#include <unordered_map>

#include "program/common_factors.h"
#include "program/cost.h"
#include "program/share.h"

namespace kinemate {
namespace {

constexpr std::size_t kLong = 100;                        // in longer lists only neighbours are paired
constexpr std::size_t kWindow = 16;                       // on each side
constexpr std::size_t kSeeThrough = 16;                   // longer sums and products within others are not seen through
constexpr std::size_t kMostPairs = std::size_t{1} << 23;  // looked at in the beginning

// A term or factor of a list. Numbers: values of the program, then constants, then pairs.
struct Item {
  std::uint32_t id = 0;
  bool negative = false;
  bool alive = true;
  std::uint32_t place = 0;  // in the order of the program
};

// A sum or a product: its items, sorted by id. An id has one sign in a list.
struct List {
  Value root = 0;
  bool negative = false;   // as a whole
  bool divided = false;    // a product that is divided by something
  std::size_t terms = 0;   // in the program
  std::uint32_t dead = 0;  // items that are not alive
  std::vector<Item> items;
};

struct Pair {
  std::uint32_t first = 0, second = 0;
  bool opposite = false;  // first - second
};

using PairKey = std::uint64_t;
PairKey key_of(const Pair& pair) {
  return std::uint64_t{pair.first} << 32 | std::uint64_t{pair.second} << 1 | (pair.opposite ? 1 : 0);
}
Pair pair_of(PairKey key) {
  return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key) >> 1, (key & 1) != 0};
}

// An id in a list: how often, and where.
struct Place {
  std::size_t at = 0;
  std::uint32_t count = 0;
};

Place find(const List& list, std::uint32_t id) {
  const auto found = std::lower_bound(list.items.begin(), list.items.end(), id,
                                      [](const Item& item, std::uint32_t wanted) { return item.id < wanted; });
  Place place{static_cast<std::size_t>(found - list.items.begin())};
  for (auto item = found; item != list.items.end() && item->id == id; ++item)
    if (item->alive) ++place.count;
  return place;
}

// How often the pair can be taken out of the list.
std::uint32_t occurrences(const List& list, const Pair& pair) {
  const Place first = find(list, pair.first);
  if (first.count == 0) return 0;
  if (pair.first == pair.second) return first.count / 2;
  const Place second = find(list, pair.second);
  return std::min(first.count, second.count);
}

// Finds pairs that occur more than once in all lists, most frequent first, and puts them in.
class PairFinder {
 public:
  PairFinder(std::vector<List>& lists, std::uint32_t first_id) : lists_(lists), first_id_(first_id) {}

  std::vector<Pair> run() {
    count_ids();
    find_first_pairs();
    while (!queue_.empty()) {
      Entry entry = queue_.top();
      queue_.pop();
      const Pair pair = pair_of(entry.key);
      std::uint32_t count = 0;
      for (std::uint32_t list : group(entry)) count += occurrences(lists_[list], pair);
      if (count < 2) continue;
      if (count < entry.count) {  // others have taken some: wait for its turn
        entry.count = count;
        queue_.push(entry);
      } else {
        put_in(pair, entry);
      }
    }
    return std::move(pairs_);
  }

 private:
  struct Entry {
    std::uint32_t count = 0;  // at most so often
    PairKey key = 0;
    std::size_t first = 0, size = 0;  // its lists, in members_
    bool operator<(const Entry& other) const { return count != other.count ? count < other.count : key > other.key; }
  };
  struct Occurrence {
    PairKey key;
    std::uint32_t list;
    auto operator<=>(const Occurrence&) const = default;
  };

  std::span<const std::uint32_t> group(const Entry& entry) const {
    return std::span(members_).subspan(entry.first, entry.size);
  }

  void count_ids() {
    active_.assign(first_id_, 0);
    for (const List& list : lists_)
      for (const Item& item : list.items)
        active_[item.id] = static_cast<std::uint8_t>(std::min(2, active_[item.id] + 1));
  }

  // What occurs once in all lists is in no pair.
  bool is_active(const Item& item) const { return item.alive && (item.id >= first_id_ || active_[item.id] > 1); }

  // Calls with every key of a list that may be shared.
  template <class Use>
  void each_pair(const List& list, std::size_t long_size, const Use& use) const {
    std::vector<Item> items;  // each id once
    std::vector<std::uint32_t> counts;
    for (const Item& item : list.items) {
      if (!is_active(item)) continue;
      if (!items.empty() && items.back().id == item.id) {
        ++counts.back();
      } else {
        items.push_back(item), counts.push_back(1);
      }
    }
    const std::size_t reach = items.size() <= long_size ? items.size() : kWindow;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (counts[i] > 1) use(key_of({items[i].id, items[i].id, false}), counts[i] / 2);
      for (std::size_t k = i + 1; k < items.size() && k - i <= reach; ++k)
        use(key_of({items[i].id, items[k].id, items[i].negative != items[k].negative}), 1u);
    }
  }

  // First roughly by a small table of counts, so that only what may be frequent is sorted.
  void find_first_pairs() {
    std::size_t long_size = kLong, total = 0;
    for (;; long_size /= 2) {
      total = 0;
      for (const List& list : lists_) {
        const std::size_t n = list.items.size();
        total += n <= long_size ? n * n / 2 : n * kWindow;
      }
      if (total <= kMostPairs || long_size < kWindow) break;
    }
    const std::size_t slots = std::bit_ceil(std::clamp<std::size_t>(2 * total, 1024, kMostPairs));
    std::vector<std::uint8_t> roughly(slots, 0);
    auto slot = [&](PairKey key) { return (key * 0x9e3779b97f4a7c15u >> 20) & (slots - 1); };
    for (const List& list : lists_)
      each_pair(list, long_size, [&](PairKey key, std::uint32_t count) {
        std::uint8_t& known = roughly[slot(key)];
        known = static_cast<std::uint8_t>(std::min(2u, known + count));
      });
    std::vector<Occurrence> found;
    for (std::uint32_t i = 0; i < lists_.size(); ++i)
      each_pair(lists_[i], long_size, [&](PairKey key, std::uint32_t) {
        if (roughly[slot(key)] > 1) found.push_back({key, i});
      });
    enter(found);
  }

  void enter(std::vector<Occurrence>& found) {
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (std::size_t at = 0, end = 0; at < found.size(); at = end) {
      Entry entry{0, found[at].key, members_.size(), 0};
      const Pair pair = pair_of(entry.key);
      for (end = at; end < found.size() && found[end].key == entry.key; ++end) {
        entry.count += occurrences(lists_[found[end].list], pair);
        members_.push_back(found[end].list);
      }
      entry.size = end - at;
      if (entry.count > 1)
        queue_.push(entry);
      else
        members_.resize(entry.first);
    }
  }

  void put_in(const Pair& pair, const Entry& entry) {
    const std::uint32_t id = first_id_ + static_cast<std::uint32_t>(pairs_.size());
    pairs_.push_back(pair);
    const std::vector<std::uint32_t> members(group(entry).begin(), group(entry).end());
    std::vector<Occurrence> found;
    for (std::uint32_t index : members) {
      List& list = lists_[index];
      const std::uint32_t times = occurrences(list, pair);
      if (times == 0) continue;
      for (std::uint32_t k = 0; k < times; ++k) replace(list, pair, id);
      note_new_pairs(index, pair, id, found);
      compact(list);
    }
    enter(found);
  }

  Item take(List& list, std::uint32_t id) {
    std::size_t at = find(list, id).at;
    while (!list.items[at].alive) ++at;
    list.items[at].alive = false;
    ++list.dead;
    return list.items[at];
  }

  void replace(List& list, const Pair& pair, std::uint32_t id) {
    const Item first = take(list, pair.first), second = take(list, pair.second);
    list.items.push_back({id, first.negative, true, std::min(first.place, second.place)});
  }

  void note_new_pairs(std::uint32_t index, const Pair& pair, std::uint32_t id, std::vector<Occurrence>& found) const {
    const List& list = lists_[index];
    const bool negative = list.items.back().negative;
    auto note = [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < std::min(to, list.items.size()); ++i)
        if (is_active(list.items[i]) && list.items[i].id != id)
          found.push_back({key_of({list.items[i].id, id, list.items[i].negative != negative}), index});
    };
    if (list.items.size() <= kLong) {
      note(0, list.items.size());
    } else {
      for (std::uint32_t part : {pair.first, pair.second}) {
        const std::size_t at = find(list, part).at;
        note(at - std::min(at, kWindow), at + kWindow);
      }
      note(list.items.size() - kWindow, list.items.size());
    }
    found.push_back({key_of({id, id, false}), index});
  }

  static void compact(List& list) {
    if (2 * list.dead <= list.items.size()) return;
    std::erase_if(list.items, [](const Item& item) { return !item.alive; });
    list.dead = 0;
  }

  std::vector<List>& lists_;
  std::uint32_t first_id_;
  std::vector<std::uint8_t> active_;  // 2: occurs twice or more
  std::vector<std::uint32_t> members_;
  std::priority_queue<Entry> queue_;
  std::vector<Pair> pairs_;
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
    pairs_ = PairFinder(lists_, first_pair()).run();
    pair_values_.resize(pairs_.size());
    for (List& list : lists_) {
      std::erase_if(list.items, [](const Item& item) { return !item.alive; });
      std::stable_sort(list.items.begin(), list.items.end(),
                       [](const Item& a, const Item& b) { return a.place < b.place; });
    }
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
    if (list.divided) total.value = divide(builder, total.value, chains_.product(root).divisors, made);
    return plain(builder, total);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0}, kLast = kNone;

  std::uint32_t first_constant() const { return static_cast<std::uint32_t>(program_.operations.size()); }
  std::uint32_t first_pair() const { return first_constant() + static_cast<std::uint32_t>(constants_.size()); }

  static Value divide(Builder& builder, Value above, std::span<const Value> divisors, std::span<const Value> made) {
    Value below = made[divisors[0]];
    for (Value divisor : divisors.subspan(1)) below = builder.multiply(below, made[divisor]);
    return builder.divide(above, below);
  }

  bool is_constant(std::uint32_t id) const { return id >= first_constant(); }

  void add_list(Value root) {
    List list{root};
    double constant = family_ == Family::kSums ? 0 : 1;
    if (family_ == Family::kSums) {
      const Sum sum = chains_.sum(root);
      constant = sum.constant;
      list.terms = sum.terms.size() + sum.constants;
      for (const Term& term : sum.terms) append(list, constant, term.value, term.negative);
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
    if (!inner || inner->divided || inner->items.size() > kSeeThrough || list.items.size() > kLong) {
      list.items.push_back({value, negative, true, place()});
      return;
    }
    std::vector<Item> items = inner->items;
    std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.place < b.place; });
    list.negative = list.negative != inner->negative;
    for (const Item& item : items) {
      const bool minus = item.negative != negative;
      if (!is_constant(item.id)) {
        list.items.push_back({item.id, minus, true, place()});
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
    list.items.push_back({first_constant() + place->second, family_ == Family::kSums && minus, true, kLast});
  }

  // x - x = 0
  static void cancel(std::vector<Item>& items) {
    std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.id < b.id; });
    std::vector<Item> left;
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
      list.items = {{first.root, minus != first.items[0].negative, true, 0}};
    }
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
