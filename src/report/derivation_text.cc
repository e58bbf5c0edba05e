#include <fmt/format.h>

#include "expr/print.h"
#include "report/derivation.h"
#include "report/derivation_entries.h"

namespace kinemate {

std::string derivation_text(const Model& model, const Derivation& derivation) {
  const PrintedDerivation printed = make_printed(model, derivation, kLongestText);
  std::string text = printed.title + "\n";
  for (const HeadLine& line : printed.head) text += "  " + line.text + "\n";
  if (!printed.abbreviations.empty()) text += "\nwith\n";
  for (const Abbreviation& a : printed.abbreviations)
    text += fmt::format("  {} = {}\n", to_text(a.symbol), to_text(a.formula));
  for (const PrintedGroup& group : printed.groups) {
    text += fmt::format("\n{}\n", group.title);
    if (group.entries.empty()) text += fmt::format("  {}\n", group.otherwise);
    for (const PrintedEntry& entry : group.entries)
      text += entry.right.empty()
                  ? fmt::format("  {} = {}\n", entry.text, to_text(entry.formula))
                  : fmt::format("  {}: {} = {}\n", entry.text, to_text(entry.formula), to_text(entry.right[0]));
  }
  return text;
}

}  // namespace kinemate
