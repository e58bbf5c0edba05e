#include "flat/flow_topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_set>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostBits = std::size_t{1} << 33;  // a gigabyte of sets

class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(std::size_t size) : words_((size + 63) / 64, 0) {}

  void insert(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  bool contains(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  void add(const BitSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  }
  std::size_t size() const {
    std::size_t count = 0;
    for (std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t word = words_[w]; word != 0; word &= word - 1)
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

// The rows around a column, ring by ring: how many equations lie between.
class Rings {
 public:
  explicit Rings(std::size_t column) : front_{column}, columns_{column} {}

  /// None beyond the last ring. Rings are found as they are asked for: mostly the first few are enough.
  const std::vector<std::size_t>& at(std::size_t distance, const LinearBlock& block,
                                     const std::vector<std::vector<std::size_t>>& rows_of) {
    while (rings_.size() <= distance) find_next(block, rows_of);
    return rings_[distance];
  }

 private:
  void find_next(const LinearBlock& block, const std::vector<std::vector<std::size_t>>& rows_of) {
    std::vector<std::size_t>& ring = rings_.emplace_back();
    std::vector<std::size_t> front;
    for (std::size_t column : front_) {
      for (std::size_t row : rows_of[column]) {
        if (!rows_.insert(row).second) continue;
        ring.push_back(row);
        for (const auto& [other, coefficient] : block.rows[row].entries)
          if (columns_.insert(other).second) front.push_back(other);
      }
    }
    front_ = std::move(front);
  }

  std::vector<std::vector<std::size_t>> rings_;
  std::vector<std::size_t> front_;  // columns of the last ring that are in none before
  std::unordered_set<std::size_t> rows_, columns_;
};

class Topology {
 public:
  Topology(const LinearBlock& block, const InformationFlow& flow)
      : block_(block), flow_(flow), count_(flow.tears.size()) {
    if (3 * flow.pairs.size() < block.unknowns.size())
      throw Error(ErrorCode::kFlatUnsolvable,
                  fmt::format("of {} unknowns that depend on each other only {} follow from others by coefficients of "
                              "1 and -1",
                              block.unknowns.size(), flow.pairs.size()));
    if (flow.pairs.size() * count_ > kMostBits)
      throw Error(ErrorCode::kTooLarge, "there are too many tearing variables to compare");
    find_sets();
    find_ways();
    match();
    find_depths();
  }

  FlowTopology make() {
    sort_primary();
    insert_loops();
    place_pairs();
    FlowTopology topology;
    for (std::size_t t : order_) {
      auto& node = topology.nodes.emplace_back();
      node.tear = flow_.tears[t];
      node.residual = flow_.residuals[residual_of_[t]];
      node.closes_loop = !is_primary(t);
      if (parent_[t] != kUnmatched) node.parent = place_[parent_[t]];
      node.pairs = std::move(pairs_[t]);
      const std::size_t next = topology.nodes.size();
      node.joins_next = next < order_.size() && way_to_[t].contains(order_[next]) && way_to_[order_[next]].contains(t);
    }
    return topology;
  }

 private:
  // Before each pair the tears it depends on, behind it the residuals that depend on it.
  void find_sets() {
    const std::size_t n = block_.unknowns.size();
    std::vector<std::size_t> pair_of_column(n, kUnmatched), tear_of_column(n, kUnmatched), pair_of_row(n, kUnmatched);
    residual_of_row_.assign(n, kUnmatched);
    for (std::size_t p = 0; p < flow_.pairs.size(); ++p) {
      pair_of_row[flow_.pairs[p].row] = p;
      pair_of_column[flow_.pairs[p].column] = p;
    }
    for (std::size_t t = 0; t < count_; ++t) tear_of_column[flow_.tears[t]] = t;
    for (std::size_t r = 0; r < count_; ++r) residual_of_row_[flow_.residuals[r]] = r;
    tears_before_.assign(flow_.pairs.size(), BitSet(count_));
    residuals_behind_.assign(flow_.pairs.size(), BitSet(count_));
    reached_by_.assign(count_, BitSet(count_));
    fed_by_tear_.resize(count_);
    feeding_residual_.resize(count_);
    auto add_before = [&](BitSet& set, std::size_t row, std::size_t own) {
      for (const auto& [column, coefficient] : block_.rows[row].entries) {
        if (column == own) continue;
        if (tear_of_column[column] != kUnmatched) {
          set.insert(tear_of_column[column]);
        } else {
          set.add(tears_before_[pair_of_column[column]]);
        }
      }
    };
    for (std::size_t p = 0; p < flow_.pairs.size(); ++p) {
      const auto [row, own] = flow_.pairs[p];
      add_before(tears_before_[p], row, own);
      for (const auto& [column, coefficient] : block_.rows[row].entries)
        if (tear_of_column[column] != kUnmatched) fed_by_tear_[tear_of_column[column]].push_back(p);
    }
    for (std::size_t r = 0; r < count_; ++r) {
      add_before(reached_by_[r], flow_.residuals[r], kUnmatched);
      for (const auto& [column, coefficient] : block_.rows[flow_.residuals[r]].entries)
        if (pair_of_column[column] != kUnmatched) feeding_residual_[r].push_back(pair_of_column[column]);
    }
    rows_of_.resize(n);
    for (std::size_t r = 0; r < n; ++r)
      for (const auto& [column, coefficient] : block_.rows[r].entries) rows_of_[column].push_back(r);
    for (std::size_t p = flow_.pairs.size(); p-- > 0;) {
      for (std::size_t row : rows_of_[flow_.pairs[p].column]) {
        if (row == flow_.pairs[p].row) continue;
        if (residual_of_row_[row] != kUnmatched) {
          residuals_behind_[p].insert(residual_of_row_[row]);
        } else {
          residuals_behind_[p].add(residuals_behind_[pair_of_row[row]]);
        }
      }
    }
  }

  // The way from the root to tears and residuals, and how much they reach. A tear lies behind the tears of all that
  // moves with it: of the pairs that it gives and that act on more residuals than they depend on tears. Likewise
  // residuals. At the end of a way there are no such pairs: then the smallest set next to them counts.
  void find_ways() {
    auto find_way = [&](const std::vector<std::size_t>& pairs, const std::vector<BitSet>& own,
                        const std::vector<BitSet>& others) {
      BitSet way(count_);
      const BitSet* smallest = nullptr;
      for (std::size_t p : pairs) {
        if (!smallest || own[p].size() < smallest->size()) smallest = &own[p];
        if (own[p].size() < others[p].size()) way.add(own[p]);
      }
      return way.size() == 0 && smallest ? *smallest : way;
    };
    tear_degree_.assign(count_, 0);
    for (std::size_t i = 0; i < count_; ++i) {
      way_to_.push_back(find_way(fed_by_tear_[i], tears_before_, residuals_behind_));
      way_to_.back().insert(i);
      way_from_.push_back(find_way(feeding_residual_[i], residuals_behind_, tears_before_));
      way_from_.back().insert(i);
      tear_depth_.push_back(way_to_.back().size());
      residual_depth_.push_back(way_from_.back().size());
      residual_degree_.push_back(reached_by_[i].size());
      reached_by_[i].for_each([&](std::size_t t) { ++tear_degree_[t]; });
    }
  }

  // First tears and residuals that reach equally much; then any that a tear reaches; the rest closes loops. Those of
  // one joint are near to each other: in each pass the nearest ones first.
  void match() {
    residual_of_.assign(count_, kUnmatched);
    tear_of_.assign(count_, kUnmatched);
    std::vector<Rings> rings;
    for (std::size_t column : flow_.tears) rings.emplace_back(column);
    for (std::size_t pass = 0; pass < 3; ++pass)
      for (std::size_t distance = 0; match_at(distance, pass, rings); ++distance) continue;
    for (std::size_t residual : residual_of_) CHECK(residual != kUnmatched);  // equations of a block hang together
  }

  // Whether there was anything at this distance.
  bool match_at(std::size_t distance, std::size_t pass, std::vector<Rings>& rings) {
    auto difference = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> fits;  // how well, tear, residual
    bool found = false;
    for (std::size_t t = 0; t < count_; ++t) {
      if (residual_of_[t] != kUnmatched) continue;
      for (std::size_t row : rings[t].at(distance, block_, rows_of_)) {
        found = true;
        const std::size_t r = residual_of_row_[row];
        if (r == kUnmatched || tear_of_[r] != kUnmatched) continue;
        if (pass < 2 && !reached_by_[r].contains(t)) continue;
        if (pass < 1 && tear_degree_[t] != residual_degree_[r]) continue;
        fits.emplace_back(difference(tear_depth_[t], residual_depth_[r]), t, r);
      }
    }
    std::sort(fits.begin(), fits.end());
    for (const auto& [depths, t, r] : fits) {
      if (residual_of_[t] != kUnmatched || tear_of_[r] != kUnmatched) continue;
      residual_of_[t] = r;
      tear_of_[r] = t;
    }
    return found;
  }

  // From both sides: a joint lies behind all that its motion depends on and all that its load acts on, and behind all
  // that these lie behind.
  void find_depths() {
    std::vector<std::size_t> primary;
    for (std::size_t t = 0; t < count_; ++t)
      if (is_primary(t)) primary.push_back(t);
    for (std::size_t t : primary)
      way_from_[residual_of_[t]].for_each([&](std::size_t r) { way_to_[t].insert(tear_of_[r]); });
    std::stable_sort(primary.begin(), primary.end(),
                     [&](std::size_t a, std::size_t b) { return way_to_[a].size() < way_to_[b].size(); });
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t t : primary) {
        BitSet way = way_to_[t];
        way_to_[t].for_each([&](std::size_t before) {
          if (is_primary(before)) way.add(way_to_[before]);
        });
        grown = grown || way.size() > way_to_[t].size();
        way_to_[t] = std::move(way);
      }
    }
    depth_.resize(count_);
    for (std::size_t t = 0; t < count_; ++t) depth_[t] = way_to_[t].size();
  }

  bool is_primary(std::size_t t) const { return reached_by_[residual_of_[t]].contains(t); }

  // Joints whose motions or efforts depend on each other lie on one way from the root.
  bool are_on_one_way(std::size_t a, std::size_t b) const {
    return a == b || reached_by_[residual_of_[a]].contains(b) || reached_by_[residual_of_[b]].contains(a);
  }

  void sort_primary() {
    for (std::size_t t = 0; t < count_; ++t)
      if (is_primary(t)) order_.push_back(t);
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return depth_[a] > depth_[b]; });
    place_.assign(count_, kUnmatched);
    for (std::size_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
    parent_.assign(count_, kUnmatched);
    for (std::size_t t : order_) {
      way_to_[t].for_each([&](std::size_t above) {  // the first one behind it
        if (place_[above] == kUnmatched || place_[above] <= place_[t]) return;
        if (parent_[t] == kUnmatched || place_[above] < place_[parent_[t]]) parent_[t] = above;
      });
    }
  }

  // A loop is closed when all that its branches do not have in common is done; if that is nothing, at the end of what
  // they have.
  void insert_loops() {
    std::vector<std::pair<std::size_t, std::size_t>> loops;  // behind which place, which tear
    for (std::size_t t = 0; t < count_; ++t) {
      if (is_primary(t)) continue;
      std::vector<std::size_t> around;
      for (std::size_t other = 0; other < count_; ++other) {
        if (!is_primary(other)) continue;
        if (reached_by_[residual_of_[other]].contains(t) || reached_by_[residual_of_[t]].contains(other))
          around.push_back(other);
      }
      std::vector<std::size_t> common;
      for (std::size_t a : around)
        if (std::all_of(around.begin(), around.end(), [&](std::size_t b) { return are_on_one_way(a, b); }))
          common.push_back(a);
      const bool branches = common.size() < around.size();
      std::size_t behind = 0;
      for (std::size_t a : around)
        if (!branches || std::find(common.begin(), common.end(), a) == common.end())
          behind = std::max(behind, place_[a] + 1);
      for (std::size_t a : common)
        if (branches && place_[a] >= behind && (parent_[t] == kUnmatched || place_[a] < place_[parent_[t]]))
          parent_[t] = a;
      loops.emplace_back(behind, t);
    }
    std::stable_sort(loops.begin(), loops.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::size_t> merged;
    std::size_t next = 0;
    for (std::size_t i = 0; i <= order_.size(); ++i) {
      for (; next < loops.size() && loops[next].first == i; ++next) merged.push_back(loops[next].second);
      if (i < order_.size()) merged.push_back(order_[i]);
    }
    order_ = std::move(merged);
    for (std::size_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
  }

  // With the first joint behind which nothing needs it: accelerations with the last of their tears, loads with the
  // first of their residuals. Within a joint against the flow.
  void place_pairs() {
    pairs_.resize(count_);
    if (order_.empty()) return;  // everything follows without a tear
    for (std::size_t p = flow_.pairs.size(); p-- > 0;) {
      std::size_t by_tears = order_.size() - 1, by_residuals = order_.size() - 1;
      tears_before_[p].for_each([&](std::size_t t) {
        if (is_primary(t)) by_tears = std::min(by_tears, place_[t]);
      });
      residuals_behind_[p].for_each([&](std::size_t r) {
        if (is_primary(tear_of_[r])) by_residuals = std::min(by_residuals, place_[tear_of_[r]]);
      });
      pairs_[order_[std::max(by_tears, by_residuals)]].push_back(p);
    }
  }

  const LinearBlock& block_;
  const InformationFlow& flow_;
  const std::size_t count_;
  std::vector<std::vector<std::size_t>> rows_of_;  // of each column
  std::vector<std::size_t> residual_of_row_;
  std::vector<BitSet> tears_before_, residuals_behind_;  // for each pair
  std::vector<BitSet> reached_by_;                       // for each residual, the tears that it depends on
  std::vector<BitSet> way_to_;                           // for each tear, those that come before what it gives
  std::vector<BitSet> way_from_;                         // for each residual, those that come behind what it takes
  std::vector<std::vector<std::size_t>> fed_by_tear_, feeding_residual_;  // pairs
  std::vector<std::size_t> tear_depth_, residual_depth_, tear_degree_, residual_degree_, depth_;
  std::vector<std::size_t> residual_of_, tear_of_;  // one of the other
  std::vector<std::size_t> order_, place_, parent_;
  std::vector<std::vector<std::size_t>> pairs_;
};

}  // namespace

FlowTopology find_topology(const LinearBlock& block, const InformationFlow& flow) {
  return Topology(block, flow).make();
}

}  // namespace kinemate
