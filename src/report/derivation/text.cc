#include <fmt/format.h>

#include "expr/text/print.h"
#include "report/derivation/derivation.h"
#include "report/derivation/entries.h"

namespace kinemate {
namespace {

std::string formula(Expr left, const std::vector<Expr>& right) {
  return right.empty() ? to_text(left) : fmt::format("{} = {}", to_text(left), to_text(right[0]));
}

std::string write_text(const PrintedDerivation& printed) {
  std::string text = printed.title + "\n";
  for (const HeadLine& head : printed.head) text += "  " + head.text + "\n";
  if (!printed.abbreviations.empty()) text += "\nwith\n";
  for (const Abbreviation& a : printed.abbreviations)
    text += fmt::format("  {} = {}\n", to_text(a.symbol), to_text(a.formula));
  for (const PrintedGroup& group : printed.groups) {
    text += fmt::format("\n{}\n", group.title);
    if (group.entries.empty()) text += fmt::format("  {}\n", group.otherwise);
    for (const PrintedEntry& entry : group.entries) {
      text +=
          fmt::format("  {}{} {}\n", entry.text, entry.right.empty() ? " =" : ":", formula(entry.formula, entry.right));
      for (const PrintedEntry::Special& special : entry.cases)
        text += fmt::format("    {}: {}\n", fmt::join(special.names, ", "), formula(special.formula, special.right));
    }
  }
  return text;
}

}  // namespace

std::string derivation_text(const Model& model, const Derivation& derivation) {
  return write_text(make_printed(model, derivation, kLongestText));
}

// Steps of recursions are others in each case.
std::string derivation_text(std::span<const DerivedCase> cases) {
  return cases.front().derivation.steps.empty() ? write_text(make_printed(cases, kLongestText))
                                                : derivation_text_apart(cases);
}

std::string derivation_text_apart(std::span<const DerivedCase> cases) {
  std::string text = derivation_text(cases.front().model, cases.front().derivation);
  for (const DerivedCase& special : cases.subspan(1)) text += "\n" + write_text(make_printed(special, kLongestText));
  return text;
}

}  // namespace kinemate
