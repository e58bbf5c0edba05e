#include "flat/information_flow.h"

#include <algorithm>
#include <set>

namespace kinemate {
namespace {

bool is_unit(Expr coefficient) { return coefficient.is_one() || coefficient == Expr(-1); }

class Flow {
 public:
  explicit Flow(const LinearBlock& block)
      : block_(block), rows_of_(block.unknowns.size()), known_(block.unknowns.size(), false) {
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      open_.push_back(block.rows[r].entries.size());
      for (const auto& [column, coefficient] : block.rows[r].entries) rows_of_[column].push_back(r);
    }
    used_.assign(block.rows.size(), false);
  }

  InformationFlow find() {
    std::set<std::size_t> unknown;
    for (std::size_t c = 0; c < known_.size(); ++c) unknown.insert(c);
    for (std::size_t r = 0; r < open_.size(); ++r) follow_row(r);
    follow();
    tear_what_nothing_gives();
    auto drop_known = [&] { std::erase_if(unknown, [&](std::size_t c) { return known_[c]; }); };
    for (drop_known(); !unknown.empty(); drop_known()) {
      const bool in_vain = 3 * flow_.tears.size() > 2 * known_.size();
      const std::size_t tear = in_vain ? *unknown.begin() : choose_tear(unknown);
      flow_.tears.push_back(tear);
      learn(tear);
      follow();
    }
    for (std::size_t r = 0; r < used_.size(); ++r)
      if (!used_[r]) flow_.residuals.push_back(r);
    return std::move(flow_);
  }

 private:
  // The one unknown of a row that is not known yet, if it can be had by dividing by 1 or -1; else none.
  std::size_t find_given(std::size_t row) const {
    for (const auto& [column, coefficient] : block_.rows[row].entries)
      if (!known_[column]) return is_unit(coefficient) ? column : kUnmatched;
    return kUnmatched;
  }

  void follow_row(std::size_t row) {
    if (!used_[row] && open_[row] == 1) ready_.push_back(row);
  }

  void learn(std::size_t column) {
    known_[column] = true;
    learned_.push_back(column);
    for (std::size_t row : rows_of_[column]) {
      --open_[row];
      follow_row(row);
    }
  }

  void follow() {
    for (; !ready_.empty();) {
      const std::size_t row = ready_.back();
      ready_.pop_back();
      const std::size_t column = used_[row] || open_[row] != 1 ? kUnmatched : find_given(row);
      if (column == kUnmatched) continue;
      used_[row] = true;
      flow_.pairs.push_back({row, column});
      learn(column);
    }
  }

  // Whoever has a coefficient of 1 or -1 nowhere must be taken as known sooner or later.
  void tear_what_nothing_gives() {
    std::vector<bool> given(known_.size(), false);
    for (const LinearRow& row : block_.rows)
      for (const auto& [column, coefficient] : row.entries) given[column] = given[column] || is_unit(coefficient);
    for (std::size_t c = 0; c < given.size(); ++c) {
      if (given[c] || known_[c]) continue;
      flow_.tears.push_back(c);
      learn(c);
    }
    follow();
  }

  // How many unknowns follow from this one; everything is as before afterwards.
  std::size_t count_following(std::size_t column) {
    const std::size_t pairs = flow_.pairs.size(), learned = learned_.size();
    learn(column);
    follow();
    const std::size_t count = flow_.pairs.size() - pairs;
    for (; flow_.pairs.size() > pairs; flow_.pairs.pop_back()) used_[flow_.pairs.back().row] = false;
    for (; learned_.size() > learned; learned_.pop_back()) {
      known_[learned_.back()] = false;
      for (std::size_t row : rows_of_[learned_.back()]) ++open_[row];
    }
    return count;
  }

  // From rows with two unknowns left, one of which gives the other: first such rows as the flow has come to already,
  // so that it goes on from there. Without such rows, from one with the fewest unknowns.
  std::set<std::size_t> find_candidates() const {
    std::set<std::size_t> reached, elsewhere, last;
    std::size_t fewest = kUnmatched;
    for (std::size_t r = 0; r < open_.size(); ++r) {
      if (used_[r] || open_[r] == 0) continue;
      if (fewest == kUnmatched || open_[r] < open_[fewest]) fewest = r;
      if (open_[r] != 2) continue;
      std::vector<std::pair<std::size_t, bool>> left;
      for (const auto& [column, coefficient] : block_.rows[r].entries)
        if (!known_[column]) left.emplace_back(column, is_unit(coefficient));
      std::set<std::size_t>& candidates = block_.rows[r].entries.size() > 2 ? reached : elsewhere;
      if (left[1].second) candidates.insert(left[0].first);
      if (left[0].second) candidates.insert(left[1].first);
    }
    if (!reached.empty()) return reached;
    if (!elsewhere.empty() || fewest == kUnmatched) return elsewhere;
    for (const auto& [column, coefficient] : block_.rows[fewest].entries)
      if (!known_[column]) last.insert(column);
    return last;
  }

  // From which most follows; of several, one that stands in few equations, as accelerations of joints do.
  std::size_t choose_tear(const std::set<std::size_t>& unknown) {
    std::size_t best = kUnmatched, most = 0;
    for (std::size_t column : find_candidates()) {
      const std::size_t count = count_following(column);
      if (best != kUnmatched && count < most) continue;
      if (best != kUnmatched && count == most && rows_of_[column].size() >= rows_of_[best].size()) continue;
      best = column;
      most = count;
    }
    return best == kUnmatched ? *unknown.begin() : best;
  }

  const LinearBlock& block_;
  std::vector<std::vector<std::size_t>> rows_of_;
  std::vector<bool> known_, used_;
  std::vector<std::size_t> open_;  // unknowns of each row that are not known
  std::vector<std::size_t> ready_, learned_;
  InformationFlow flow_;
};

}  // namespace

InformationFlow find_information_flow(const LinearBlock& block) { return Flow(block).find(); }

}  // namespace kinemate
