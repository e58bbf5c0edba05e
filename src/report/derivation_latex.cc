#include <fmt/format.h>

#include "expr/print.h"
#include "report/derivation.h"
#include "report/derivation_entries.h"
#include "report/latex.h"

namespace kinemate {
namespace {

std::string align(const std::vector<std::string>& lines) {
  return lines.empty() ? "" : fmt::format("\\begin{{align*}}\n{}\n\\end{{align*}}\n", fmt::join(lines, " \\\\\n"));
}

}  // namespace

std::string derivation_latex(const Model& model, const Derivation& derivation) {
  const PrintedDerivation printed = make_printed(model, derivation, kLongestLatex);
  std::string body = fmt::format("\\section*{{{}}}\n", latex_words(printed.title));
  for (const HeadLine& line : printed.head) body += "\\noindent " + line.latex + "\n\n";
  std::vector<std::string> lines;
  for (const Abbreviation& a : printed.abbreviations)
    lines.push_back(fmt::format("{} &= {}", to_latex(a.symbol), to_latex(a.formula)));
  if (!lines.empty()) body += "\\subsection*{with}\n" + align(lines);
  for (const PrintedGroup& group : printed.groups) {
    body += fmt::format("\\subsection*{{{}}}\n", latex_words(group.title));
    if (group.entries.empty()) body += latex_words(group.otherwise) + "\n";
    lines.clear();
    for (const PrintedEntry& entry : group.entries)
      lines.push_back(entry.right.empty() ? fmt::format("{} &= {}", entry.latex, to_latex(entry.formula))
                                          : fmt::format("{}\\quad {} &= {}", entry.latex, to_latex(entry.formula),
                                                        to_latex(entry.right[0])));
    body += align(lines);
  }
  return latex_document(body);
}

}  // namespace kinemate
