// A flat list of scalar equations: names and formulas, nothing about where they come from.
//
// What is known has a symbol and perhaps a value; everything else is unknown. Equations may hold products of unknowns
// only where some of them follow from others by themselves (flat/blocks.h): c = cos(q) and c*x = 1 is such a list.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "expr/expr.h"

namespace kinemate {

struct FlatKnown {
  Expr symbol;
  std::optional<Expr> value;  ///< of numbers and other known symbols; none: whoever solves the system gives one
  std::string meaning;        ///< for people; may be empty
  bool varies = false;        ///< an input, such as a coordinate: its value, if any, is but an example
  std::optional<Place> place;
};

struct FlatUnknown {
  Expr symbol;
  std::string meaning;
  std::optional<Place> place;
};

struct FlatEquation {
  std::string name;  ///< for messages: "equation 12", or what the file calls it
  Expr left, right;
  std::optional<Place> place;
};

struct FlatSystem {
  std::string name;
  std::vector<FlatKnown> known;
  std::vector<FlatUnknown> unknowns;
  std::vector<FlatEquation> equations;
};

}  // namespace kinemate
