#include "flat/sparse_order.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace kinemate {
namespace {

// Against the largest of a column; smaller ones where no column has such a pivot, since each may vanish at one point.
constexpr double kThresholds[] = {0.1, 1e-3, 1e-7, 0};
constexpr std::size_t kSearched = 4;  // columns that are looked at, shortest first

class SparseOrder {
 public:
  SparseOrder(Elimination& elimination, SampledValues& samples, std::size_t size)
      : elimination_(elimination), samples_(samples), scale_(size) {
    for (std::size_t r = 0; r < size; ++r) {
      scale_[r].fill(0);
      for (const auto& [column, coefficient] : elimination.row(r))
        for (std::size_t k = 0; k < SampledValues::kSensible; ++k)
          scale_[r][k] = std::max(scale_[r][k], size_at(coefficient, k));
      for (double& scale : scale_[r])
        if (scale == 0) scale = 1;
    }
    for (std::size_t c = 0; c < size; ++c)
      if (!elimination.column(c).empty())
        columns_.emplace(elimination.column(c).size(), c), counted_[c] = elimination.column(c).size();
  }

  void run() {
    while (const auto best = find_pivot()) {
      std::vector<std::size_t> touched;
      for (const auto& [column, coefficient] : elimination_.row(best->row)) touched.push_back(column);
      for (std::size_t r : elimination_.column(best->column))
        for (const auto& [column, coefficient] : elimination_.row(r)) touched.push_back(column);
      elimination_.eliminate(best->row, best->column);  // where it was a zero, that is gone
      for (std::size_t column : touched) count_again(column);
    }
  }

 private:
  struct Candidate {
    std::tuple<std::size_t, int, double> price;
    std::size_t row, column;
  };

  double size_at(Expr formula, std::size_t point) {
    const double value = std::abs(samples_.at(formula)[point].value);
    return std::isfinite(value) ? value : 0;
  }

  static int kind_of(Expr coefficient) {
    return coefficient.is_one() || coefficient == Expr(-1) ? 0 : coefficient.is_number() ? 1 : 2;
  }

  void count_again(std::size_t column) {
    if (const auto found = counted_.find(column); found != counted_.end()) {
      columns_.erase({found->second, column});
      counted_.erase(found);
    }
    const std::size_t count = elimination_.column(column).size();
    if (count == 0) return;
    columns_.emplace(count, column);
    counted_.emplace(column, count);
  }

  // The best of a column.
  std::optional<Candidate> find_in(std::size_t column, double threshold) {
    std::array<double, SampledValues::kSensible> largest{};
    for (std::size_t r : elimination_.column(column))
      for (std::size_t k = 0; k < largest.size(); ++k)
        largest[k] = std::max(largest[k], size_at(elimination_.row(r).at(column), k) / scale_[r][k]);
    std::optional<Candidate> best;
    for (std::size_t r : elimination_.column(column)) {
      const Expr coefficient = elimination_.row(r).at(column);
      double smallest = 1;  // against the largest, at the worst point
      for (std::size_t k = 0; k < largest.size(); ++k)
        if (largest[k] > 0) smallest = std::min(smallest, size_at(coefficient, k) / scale_[r][k] / largest[k]);
      if (!(smallest >= threshold)) continue;
      const Candidate candidate{{(elimination_.row(r).size() - 1) * (elimination_.column(column).size() - 1),
                                 kind_of(coefficient), -smallest},
                                r,
                                column};
      if (!best || candidate.price < best->price) best = candidate;
    }
    return best;
  }

  std::optional<Candidate> find_pivot() {
    std::optional<Candidate> best;
    for (const double threshold : kThresholds) {
      std::size_t searched = 0;
      for (const auto& [count, column] : columns_) {
        if (best && ++searched > kSearched) break;
        const auto candidate = find_in(column, threshold);
        if (candidate && (!best || candidate->price < best->price)) best = candidate;
      }
      if (best) break;
    }
    return best;
  }

  Elimination& elimination_;
  SampledValues& samples_;
  std::vector<std::array<double, SampledValues::kSensible>> scale_;  // of each row
  std::set<std::pair<std::size_t, std::size_t>> columns_;            // by how many rows they stand in
  std::map<std::size_t, std::size_t> counted_;
};

}  // namespace

void eliminate_sparsely(Elimination& elimination, SampledValues& samples) {
  SparseOrder(elimination, samples, elimination.size()).run();
}

}  // namespace kinemate
