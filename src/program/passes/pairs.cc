#include "program/passes/pairs.h"

#include <algorithm>
#include <bit>
#include <queue>
#include <span>
#include <utility>

namespace kinemate {
namespace {

constexpr std::size_t kLongList = 100;                    // in longer lists only neighbours are paired
constexpr std::size_t kNeighbours = 16;                   // on each side
constexpr std::size_t kMostPairs = std::size_t{1} << 23;  // looked at in the beginning

// What a pair has taken stays where it was for a while.
struct LiveItem : Item {
  LiveItem(const Item& item) : Item(item) {}
  bool alive = true;
};

using LiveList = std::vector<LiveItem>;

using PairKey = std::uint64_t;
PairKey key_of(const Pair& pair) {
  return std::uint64_t{pair.first} << 32 | std::uint64_t{pair.second} << 1 | (pair.opposite ? 1 : 0);
}
Pair pair_of(PairKey key) {
  return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key) >> 1, (key & 1) != 0};
}

// An id in a list: how often, and where.
struct PairPlace {
  std::size_t at = 0;
  std::uint32_t count = 0;
};

PairPlace find(const LiveList& list, std::uint32_t id) {
  const auto found = std::lower_bound(list.begin(), list.end(), id,
                                      [](const LiveItem& item, std::uint32_t wanted) { return item.id < wanted; });
  PairPlace place{static_cast<std::size_t>(found - list.begin())};
  for (auto item = found; item != list.end() && item->id == id; ++item)
    if (item->alive) ++place.count;
  return place;
}

// How often the pair can be taken out of the list.
std::uint32_t occurrences(const LiveList& list, const Pair& pair) {
  const PairPlace first = find(list, pair.first);
  if (first.count == 0) return 0;
  if (pair.first == pair.second) return first.count / 2;
  const PairPlace second = find(list, pair.second);
  return std::min(first.count, second.count);
}

// Finds pairs that occur more than once in all lists, most frequent first, and puts them in.
class PairFinder {
 public:
  PairFinder(std::vector<ItemList> lists, std::uint32_t first_pair) : first_pair_(first_pair) {
    for (ItemList& list : lists) {
      lists_.emplace_back(list.begin(), list.end());
      list = {};
    }
    dead_.assign(lists_.size(), 0);
  }

  Paired run() {
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
    return result();
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
    active_.assign(first_pair_, 0);
    for (const LiveList& list : lists_)
      for (const LiveItem& item : list) active_[item.id] = static_cast<std::uint8_t>(std::min(2, active_[item.id] + 1));
  }

  // What occurs once in all lists is in no pair.
  bool is_active(const LiveItem& item) const { return item.alive && (item.id >= first_pair_ || active_[item.id] > 1); }

  // Calls with every key of a list that may be shared.
  template <class Use>
  void each_pair(const LiveList& list, std::size_t long_size, const Use& use) const {
    LiveList items;  // each id once
    std::vector<std::uint32_t> counts;
    for (const LiveItem& item : list) {
      if (!is_active(item)) continue;
      if (!items.empty() && items.back().id == item.id) {
        ++counts.back();
      } else {
        items.push_back(item), counts.push_back(1);
      }
    }
    const std::size_t reach = items.size() <= long_size ? items.size() : kNeighbours;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (counts[i] > 1) use(key_of({items[i].id, items[i].id, false}), counts[i] / 2);
      for (std::size_t k = i + 1; k < items.size() && k - i <= reach; ++k)
        use(key_of({items[i].id, items[k].id, items[i].negative != items[k].negative}), 1u);
    }
  }

  // First roughly by a small table of counts, so that only what may be frequent is sorted.
  void find_first_pairs() {
    std::size_t long_size = kLongList, total = 0;
    for (;; long_size /= 2) {
      total = 0;
      for (const LiveList& list : lists_) {
        const std::size_t n = list.size();
        total += n <= long_size ? n * n / 2 : n * kNeighbours;
      }
      if (total <= kMostPairs || long_size < kNeighbours) break;
    }
    const std::size_t slots = std::bit_ceil(std::clamp<std::size_t>(2 * total, 1024, kMostPairs));
    std::vector<std::uint8_t> roughly(slots, 0);
    auto slot = [&](PairKey key) { return (key * 0x9e3779b97f4a7c15u >> 20) & (slots - 1); };
    for (const LiveList& list : lists_)
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
    const std::uint32_t id = first_pair_ + static_cast<std::uint32_t>(pairs_.size());
    pairs_.push_back(pair);
    const std::vector<std::uint32_t> members(group(entry).begin(), group(entry).end());
    std::vector<Occurrence> found;
    for (std::uint32_t index : members) {
      LiveList& list = lists_[index];
      const std::uint32_t times = occurrences(list, pair);
      if (times == 0) continue;
      for (std::uint32_t k = 0; k < times; ++k) replace(list, pair, id);
      dead_[index] += 2 * times;
      note_new_pairs(index, pair, id, found);
      compact(index);
    }
    enter(found);
  }

  static LiveItem take(LiveList& list, std::uint32_t id) {
    std::size_t at = find(list, id).at;
    while (!list[at].alive) ++at;
    list[at].alive = false;
    return list[at];
  }

  static void replace(LiveList& list, const Pair& pair, std::uint32_t id) {
    const LiveItem first = take(list, pair.first), second = take(list, pair.second);
    list.push_back(Item{id, first.negative, std::min(first.place, second.place)});
  }

  void note_new_pairs(std::uint32_t index, const Pair& pair, std::uint32_t id, std::vector<Occurrence>& found) const {
    const LiveList& list = lists_[index];
    const bool negative = list.back().negative;
    auto note = [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < std::min(to, list.size()); ++i)
        if (is_active(list[i]) && list[i].id != id)
          found.push_back({key_of({list[i].id, id, list[i].negative != negative}), index});
    };
    if (list.size() <= kLongList) {
      note(0, list.size());
    } else {
      for (std::uint32_t part : {pair.first, pair.second}) {
        const std::size_t at = find(list, part).at;
        note(at - std::min(at, kNeighbours), at + kNeighbours);
      }
      note(list.size() - kNeighbours, list.size());
    }
    found.push_back({key_of({id, id, false}), index});
  }

  void compact(std::uint32_t index) {
    if (2 * dead_[index] <= lists_[index].size()) return;
    std::erase_if(lists_[index], [](const LiveItem& item) { return !item.alive; });
    dead_[index] = 0;
  }

  Paired result() {
    Paired paired{{}, std::move(pairs_)};
    for (LiveList& list : lists_) {
      std::erase_if(list, [](const LiveItem& item) { return !item.alive; });
      std::stable_sort(list.begin(), list.end(), [](const Item& a, const Item& b) { return a.place < b.place; });
      paired.lists.emplace_back(list.begin(), list.end());
      list = {};
    }
    return paired;
  }

  std::vector<LiveList> lists_;
  std::vector<std::uint32_t> dead_;  // items of each list that are not alive
  std::uint32_t first_pair_;
  std::vector<std::uint8_t> active_;  // 2: occurs twice or more
  std::vector<std::uint32_t> members_;
  std::priority_queue<Entry> queue_;
  std::vector<Pair> pairs_;
};

}  // namespace

Paired find_pairs(std::vector<ItemList> lists, std::uint32_t first_pair) {
  return PairFinder(std::move(lists), first_pair).run();
}

}  // namespace kinemate
