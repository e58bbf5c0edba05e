// What each of many causes does to one number: bars beside a middle line, the longest on top.
//
// Texts are shown as they are written, as in figure.h.
#pragma once

#include <string>
#include <vector>

namespace kinemate {

struct Tornado {
  /// The number at the low and at the high end of one cause. Either may be on either side of the middle; if both are on
  /// one side, the two halves of the bar lie below each other. An end that is not finite has no bar, and "no value"
  /// stands beside the name.
  struct Bar {
    std::string name;
    double low = 0;
    double high = 0;
  };

  std::string title;
  std::string value_label;
  std::vector<Bar> bars;         ///< in any order; bars of one length stay in theirs
  double middle = 0;             ///< the number with every cause at its usual value; REQUIRES: finite
  std::string low_name = "low";  ///< in the legend
  std::string high_name = "high";
};

/// Bars beyond these, the shortest, are counted in the title: "… and 12 more".
inline constexpr int kMostTornadoBars = 30;

}  // namespace kinemate
