// What is printed of a derivation: groups of formulas, each with what stands before it.
#pragma once

#include <string>
#include <vector>

#include "expr/abbreviate.h"
#include "model/model.h"
#include "study/derivation.h"

namespace kinemate {

/// left = right; or a formula with its name before it, where `right` is a formula alone.
struct PrintedEntry {
  std::string text;   ///< what stands before the formula: M(1,2)
  std::string latex;  ///< the same, in mathematics
  Expr formula;
  std::vector<Expr> right;  ///< of an equation formula = right, at most one
};

struct PrintedGroup {
  std::string title;                  ///< in words
  std::vector<PrintedEntry> entries;  ///< those that are not zero
  std::string otherwise = "0";        ///< what is said where there are none; empty: the group is left out
};

struct HeadLine {
  std::string text, latex;
};

/// With names for what occurs in several places, as far as that shortens the whole.
struct PrintedDerivation {
  std::string title;
  std::vector<HeadLine> head;
  std::vector<PrintedGroup> groups;
  std::vector<Abbreviation> abbreviations;
};

/// Names for parts of the formulas of a derivation; no formula has more operations than `longest`.
inline constexpr double kLongestText = 200, kLongestLatex = 60;
Abbreviated abbreviate_for(const Derivation& derivation, std::span<const Expr> formulas, double longest = kLongestText);

PrintedDerivation make_printed(const Model& model, const Derivation& derivation, double longest);

}  // namespace kinemate
