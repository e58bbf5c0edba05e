// What is printed of a derivation: groups of formulas, each with what stands before it.
#pragma once

#include <string>
#include <vector>

#include "expr/text/abbreviate.h"
#include "model/model.h"
#include "study/cases.h"

namespace kinemate {

/// left = right; or a formula with its name before it, where `right` is a formula alone.
struct PrintedEntry {
  std::string text;   ///< what stands before the formula: M(1,2)
  std::string latex;  ///< the same, in mathematics
  Expr formula;
  std::vector<Expr> right;                             ///< of an equation formula = right, at most one
  SpecialCase::Scope part = SpecialCase::Scope::kAll;  ///< of the equations
  /// What it is in special cases, where that differs.
  struct Special {
    std::vector<std::string> names;  ///< of the cases
    Expr formula;
    std::vector<Expr> right;
  };
  std::vector<Special> cases{};
};

struct PrintedGroup {
  std::string title;                  ///< in words
  std::vector<PrintedEntry> entries;  ///< those that are not zero
  std::string otherwise = "0";        ///< what is said where there are none; empty: the group is left out
  SpecialCase::Scope part = SpecialCase::Scope::kAll;  ///< of the equations
  bool has_steps = false;                              ///< names of a recursion, which abbreviations come behind
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

/// A case by itself, those parts of the equations that it is of.
PrintedDerivation make_printed(const DerivedCase& special, double longest);

/// A machine and its cases, side by side. REQUIRES: the first is the machine.
PrintedDerivation make_printed(std::span<const DerivedCase> cases, double longest);

}  // namespace kinemate
