// Rows of a run for pictures: so near to each other that lines between them cannot be told from the curves.
//
// Within each step of the integrator the dense output is halved until the middle of a stretch lies on the line between
// its ends, for every number that is drawn, to a small part of the range of that number so far.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "study/simulation/chart_run.h"

namespace kinemate {

struct FineRows {
  std::function<void(std::span<const double> row)> row;  ///< in the order of the run
  /// The numbers of a row that are drawn; valid until the next call. Not set: all columns.
  std::function<std::span<const double>(std::span<const double> row)> drawn;
};

class RowRefiner {
 public:
  /// From `start` to `end`, or not as far.
  RowRefiner(const FineRows& wanted, double start, double end);

  /// The rest of the last step up to t.
  void follow(ChartRun& run, double t);
  /// The state has jumped, or the run goes on in other states.
  void restart() { fresh_ = true; }

 private:
  struct Sample {
    double t = 0;
    std::vector<double> row, drawn;
  };
  Sample sample(ChartRun& run, double t);
  bool is_straight(const Sample& from, const Sample& middle, const Sample& to) const;
  void refine(ChartRun& run, const Sample& from, const Sample& to, int depth);
  void emit(const Sample& sample) { wanted_.row(sample.row); }

  const FineRows& wanted_;
  double start_, part_;  // part_: no stretch is longer, s
  bool fresh_ = true;
  Sample last_;
  std::vector<double> low_, high_;  // of what is drawn
  std::vector<double> x_;
};

}  // namespace kinemate
