// Numbers that sum up a run, as users write them:
//
//   max(x), min(x), mean(x), rms(x)   over the rows of the run
//   end(x), start(x), at(2.5, x)      at the end, at the start, at a time
//   period(x)                         mean time between rises of x through its mean
//   time(landing), count(landing)     of the event: when it first happens, and how often
//
// x is a formula of what a run records: max(abs(x - y)). Summaries are formulas of these: max(x) - min(x).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "expr/substitute.h"
#include "model/model.h"
#include "program/routine.h"
#include "sim/results/table.h"

namespace kinemate {

struct SummaryPart {
  enum class Kind : std::uint8_t { kMax, kMin, kMean, kRms, kEnd, kStart, kAt, kPeriod, kTime, kCount };
  Kind kind = Kind::kEnd;
  std::size_t watched = 0;  ///< of Summaries::watched
  double time = 0;          ///< of kAt
  std::string event;        ///< of kTime, kCount
};

struct Summaries {
  std::vector<std::string> texts;
  std::vector<SummaryPart> parts;
  std::vector<Expr> watched;       ///< of columns
  Program program;                 ///< of the parts, then of what is varied
  std::vector<Expr> formulas;      ///< of the summaries, of the symbols of the parts
  std::vector<Expr> part_symbols;  ///< for each part

  /// Whether rows between start and end matter.
  bool needs_rows() const;
};

/// `varied` may stand in summaries, like other parameters. Throws Error with its place for what is no formula, for
/// unknown events, and for names outside of functions that are no parameters.
Summaries make_summaries(const Model& model, const std::vector<std::string>& texts,
                         const std::vector<std::string>& varied);

/// For each summary; empty where it has none or where it is not known: max(x) - min(x) has the unit of the column x.
std::vector<std::string> summary_units(const Summaries& summaries, const ResultHeader& header);

/// The times of a run from `start` to `end` that the summaries need, beside those of `rows`: those of at() and both
/// ends; in the order of the run, each once. Throws Error for at() outside of the run.
std::vector<double> summary_times(const Summaries& summaries, double start, double end,
                                  const std::vector<double>& rows);

/// One run's numbers while it goes on.
class SummaryBook {
 public:
  explicit SummaryBook(const Summaries& summaries);

  void begin();
  /// `watched` with a distance of `stride` from number to number.
  void row(double t, const double* watched, std::size_t stride);
  void event(const std::string& name, double t);
  /// Of each summary. Events that never happened have the time NaN.
  std::span<const double> finish(std::span<const double> varied);

 private:
  struct Tally {
    double value = 0;          // largest, smallest, last, sum
    double t = 0, x = 0;       // of the last row
    double first = 0;          // time of the first row
    std::vector<double> rows;  // t and x of all, where they are needed
    long count = 0;
  };
  double number_of(std::size_t part) const;

  const Summaries& summaries_;
  Routine routine_;
  Workspace workspace_;
  std::vector<Tally> tallies_;
};

}  // namespace kinemate
