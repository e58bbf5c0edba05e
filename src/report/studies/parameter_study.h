// The runs of a study as people look at them: what came out on the whole, and pictures over what was varied.
#pragma once

#include <string>
#include <variant>

#include "ledger/ledger.h"
#include "picture/figure.h"
#include "picture/heat_map.h"
#include "picture/scatter.h"

namespace kinemate {

/// Least, mean and greatest of each value, with the runs of the extremes; failures, each cause once.
std::string study_text(const Ledger& ledger);
std::string study_json(const Ledger& ledger);

struct StudyAxes {
  std::string x, y, value;  ///< names of columns; empty: chosen
};

/// Over two inputs: a heat map where the runs are a grid of both, else coloured points; over one: a curve where each of
/// its values stands once, else points. Throws Error for names that are no columns, and for a ledger without good runs.
using StudyPicture = std::variant<Figure, HeatMap, Scatter>;
StudyPicture study_picture(const Ledger& ledger, const StudyAxes& axes);

}  // namespace kinemate
