#include <fmt/format.h>

#include "expr/text/latex_text.h"
#include "expr/text/print.h"
#include "report/derivation/derivation.h"
#include "report/derivation/entries.h"
#include "report/latex.h"

namespace kinemate {
namespace {

constexpr double kShortLeft = 40;  // letters: longer left sides are broken too

std::string align(const std::vector<std::string>& lines) {
  return lines.empty() ? "" : fmt::format("\\begin{{align*}}\n{}\n\\end{{align*}}\n", fmt::join(lines, " \\\\\n"));
}

std::string latex_line(const std::string& name, Expr formula, const std::vector<Expr>& right) {
  if (right.empty()) return latex_equation(name, to_latex(formula));
  const std::string left = to_latex(formula);
  if (latex_width(left) < kShortLeft) return latex_equation(name + "\\quad " + left, to_latex(right[0]));
  return latex_equation(name, fmt::format("{} = {}", left, to_latex(right[0])), "&\\quad ");
}

std::string write_latex(const PrintedDerivation& printed) {
  std::string body = fmt::format("\\section*{{{}}}\n", latex_words(printed.title));
  for (const HeadLine& line : printed.head) body += "\\noindent " + line.latex + "\n\n";
  std::vector<std::string> lines;
  for (const Abbreviation& a : printed.abbreviations)
    lines.push_back(latex_equation(to_latex(a.symbol), to_latex(a.formula)));
  if (!lines.empty()) body += "\\subsection*{with}\n" + align(lines);
  for (const PrintedGroup& group : printed.groups) {
    body += fmt::format("\\subsection*{{{}}}\n", latex_words(group.title));
    if (group.entries.empty()) body += latex_words(group.otherwise) + "\n";
    lines.clear();
    for (const PrintedEntry& entry : group.entries) {
      lines.push_back(latex_line(entry.latex, entry.formula, entry.right));
      for (const PrintedEntry::Special& special : entry.cases)
        lines.push_back(
            latex_line(fmt::format("\\text{{{}:}}\\quad {}",
                                   latex_words(fmt::format("{}", fmt::join(special.names, ", "))), entry.latex),
                       special.formula, special.right));
    }
    body += align(lines);
  }
  return latex_document(body);
}

}  // namespace

std::string derivation_latex(const Model& model, const Derivation& derivation) {
  return write_latex(make_printed(model, derivation, kLongestLatex));
}

std::string derivation_latex(std::span<const DerivedCase> cases) {
  return write_latex(make_printed(cases, kLongestLatex));
}

}  // namespace kinemate
