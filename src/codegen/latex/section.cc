#include "codegen/latex/section.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/fold_constants.h"
#include "codegen/latex/formulas.h"
#include "codegen/latex/symbols.h"
#include "codegen/latex/width.h"
#include "expr/text/latex_text.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

// Lines in one display: TeX keeps all of it in its memory.
constexpr std::size_t kLongestDisplay = 50;
constexpr std::size_t kLargestMatrix = 10;

// a &= b, a line each.
std::string displays(std::span<const std::string> lines) {
  std::string text;
  for (std::size_t at = 0; at < lines.size(); at += kLongestDisplay) {
    const auto some = lines.subspan(at, std::min(kLongestDisplay, lines.size() - at));
    text += fmt::format("\\begin{{align*}}\n{}\n\\end{{align*}}\n", fmt::join(some, " \\\\\n"));
  }
  return text;
}

std::string line(const std::string& left, Expr right) { return fmt::format("{} &= {}", left, to_latex(right)); }

// Tables

std::string row(const std::string& symbol, const std::string& words) {
  return fmt::format("{} & {} \\\\\n", symbol, words);
}

std::string entry_row(const Entry& entry, const LatexSymbol& symbol) {
  std::string words = symbol.named || entry.name.empty() ? "" : fmt::format("``{}''", latex_words(entry.name));
  if (!words.empty() && !entry.meaning.empty()) words += ", ";
  return row(fmt::format("${}$", symbol.latex), words + latex_words(entry.meaning));
}

// What the array is, then its entries, if there is more to say of them.
std::string array_rows(const Array& array, std::span<const LatexSymbol> symbols) {
  const std::string name = latex_array(array);
  if (array.columns > 0) {
    const std::string size = fmt::format("${} \\times {}$ matrix", array.entries.size() / array.columns, array.columns);
    return row(fmt::format("${}$", name), array.meaning.empty() ? size : latex_words(array.meaning) + ", " + size);
  }
  if (symbols.size() == 1 && symbols[0].latex == name && array.entries[0].meaning.empty())
    return row(fmt::format("${}$", name), latex_words(array.meaning));
  const bool by_name = std::all_of(symbols.begin(), symbols.end(), [](const LatexSymbol& s) { return s.named; });
  std::string title = latex_words(array.meaning);
  if (!by_name || title.empty()) title = fmt::format("${}${}{}", name, title.empty() ? "" : ": ", title);
  std::string text = fmt::format(
      "\\multicolumn{{2}}{{@{{}}>{{\\raggedright\\arraybackslash}}p{{\\textwidth}}@{{}}}}{{\\rule{{0pt}}{{3ex}}"
      "\\textit{{{}}}}} "
      "\\\\\n",
      title);
  for (std::size_t i = 0; i < symbols.size(); ++i) text += entry_row(array.entries[i], symbols[i]);
  return text;
}

std::string table(std::string_view title, std::span<const Array> arrays,
                  std::span<const std::vector<LatexSymbol>> symbols) {
  std::string rows;
  for (std::size_t i = 0; i < arrays.size(); ++i)
    if (!arrays[i].entries.empty()) rows += array_rows(arrays[i], symbols[i]);
  if (rows.empty()) return "";
  return fmt::format(
      "\\together\\subsection*{{{}}}\n\\begin{{longtable}}[l]{{@{{}}l@{{\\qquad}}>{{\\raggedright\\arraybackslash}}"
      "p{{0.72\\textwidth}}@{{}}}}\n{}\\end{{longtable}}\n",
      title, rows);
}

// Results

// A matrix whose entries are short, in one piece; empty where they are not.
std::string small_matrix(const Array& array, std::span<const Expr> formulas) {
  const std::size_t rows = array.entries.size() / array.columns;
  if (array.columns > kLargestMatrix || rows > 2 * kLargestMatrix) return "";
  std::string text;
  double width = 0;
  for (std::size_t column = 0; column < array.columns; ++column) {
    double widest = 0;
    for (std::size_t i = column; i < formulas.size(); i += array.columns)
      widest = std::max(widest, measure_latex(to_latex(formulas[i])).width);
    width += widest + 2;
  }
  if (width > kLatexLine) return "";
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const bool last = (i + 1) % array.columns == 0;
    text += to_latex(formulas[i]) + (!last ? " & " : i + 1 < formulas.size() ? " \\\\\n" : "\n");
  }
  return fmt::format("\\begin{{align*}}\n{} &= \\begin{{pmatrix}}\n{}\\end{{pmatrix}}\n\\end{{align*}}\n",
                     latex_array(array), text);
}

std::string results(const Array& array, std::span<const LatexSymbol> symbols, std::span<const Expr> formulas) {
  if (array.columns > 0) {
    const std::string whole = small_matrix(array, formulas);
    if (!whole.empty()) return whole;
  }
  std::vector<std::string> lines, known;
  bool zeros = false;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    if (array.columns > 0 && formulas[i].is_zero()) {
      zeros = true;
    } else if (formulas[i] == symbols[i].symbol) {
      known.push_back(fmt::format("${}$", symbols[i].latex));
    } else {
      lines.push_back(line(symbols[i].latex, formulas[i]));
    }
  }
  std::string text = displays(lines);
  if (!known.empty())
    text += fmt::format("\n{} {}.\n", fmt::join(known, ", "),
                        known.size() == 1 ? "is an input itself" : "are inputs themselves");
  if (zeros) text += fmt::format("\nAll other entries of ${}$ are $0$.\n", latex_array(array));
  return text;
}

}  // namespace

std::string write_latex_section(const Program& program) {
  const LatexSymbols symbols = make_latex_symbols(program);
  std::vector<Expr> inputs;
  for (const std::vector<LatexSymbol>& array : symbols.inputs)
    for (const LatexSymbol& symbol : array) inputs.push_back(symbol.symbol);
  const Abbreviated made = make_latex_formulas(fold_constants(program), inputs, symbols.abbreviation);
  std::string text = table("What goes in", program.inputs, symbols.inputs);
  text += table("What comes out", program.outputs, symbols.outputs);
  std::vector<std::string> lines;
  for (const Abbreviation& abbreviation : made.abbreviations)
    lines.push_back(line(to_latex(abbreviation.symbol), abbreviation.formula));
  if (!lines.empty()) text += "\\subsection*{Abbreviations}\n" + displays(lines);
  if (!made.formulas.empty()) text += "\\subsection*{Results}\n";
  std::span<const Expr> rest = made.formulas;
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    const Array& array = program.outputs[i];
    text += results(array, symbols.outputs[i], rest.first(array.entries.size()));
    rest = rest.subspan(array.entries.size());
  }
  return text;
}

}  // namespace kinemate
