#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "expr/text/latex_text.h"
#include "expr/text/print.h"
#include "report/latex.h"
#include "report/linear/linear.h"

namespace kinemate {
namespace {

using Eigen::Index;

template <class Entry>
std::string latex_matrix(const char* name, std::size_t rows, std::size_t columns, Entry entry) {
  std::vector<std::string> lines;
  std::vector<double> widths(columns);
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::string> cells;
    for (std::size_t j = 0; j < columns; ++j) {
      cells.push_back(entry(i, j));
      widths[j] = std::max(widths[j], latex_width(cells.back()) + 3);
    }
    lines.push_back(fmt::format("{}", fmt::join(cells, " & ")));
  }
  const std::string matrix = fmt::format("\\begin{{bmatrix}}\n{}\n\\end{{bmatrix}}", fmt::join(lines, " \\\\\n"));
  const double width = std::accumulate(widths.begin(), widths.end(), 0.0);
  return fmt::format("\\[ {} = {} \\]\n", name, latex_scaled(matrix, width, 0.9));
}

std::string latex_matrix(const char* name, const FormulaMatrix& matrix) {
  if (matrix.entries.empty() || matrix.is_zero()) return "";
  return latex_matrix(name, matrix.rows, matrix.columns,
                      [&](std::size_t i, std::size_t j) { return to_latex(matrix.at(i, j)); });
}

std::string latex_vector(const char* name, const std::vector<Expr>& entries) {
  FormulaMatrix column{entries.size(), 1, entries};
  return latex_matrix(name, column);
}

std::string latex_number(double x) {
  const std::string text = short_number(x);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  return fmt::format("{} \\cdot 10^{{{}}}", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

std::string latex_numbers(const char* name, const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0 || matrix.isZero(0)) return "";
  return latex_matrix(
      name, static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols()),
      [&](std::size_t i, std::size_t j) { return latex_number(matrix(static_cast<Index>(i), static_cast<Index>(j))); });
}

// Of a name with primes.
std::string latex_symbol(const std::string& name) {
  const auto primes = static_cast<int>(std::count(name.begin(), name.end(), '\''));
  return to_latex(make_symbol(name.substr(0, name.find('\'')), primes));
}

std::string formulas_latex(const LinearFormulas& formulas) {
  std::string body =
      "\\[ \\boldsymbol{M}\\dot{\\boldsymbol{s}} + \\boldsymbol{P}\\boldsymbol{s} + "
      "\\boldsymbol{Q}\\boldsymbol{y} + \\boldsymbol{Z}\\boldsymbol{z} = \\boldsymbol{F}\\boldsymbol{u} "
      "+ \\boldsymbol{h}, \\quad \\dot{\\boldsymbol{y}} = \\boldsymbol{V}\\boldsymbol{s} + "
      "\\boldsymbol{W}\\boldsymbol{y} \\]\n";
  if (!formulas.D.entries.empty())
    body =
        "\\[ \\boldsymbol{M}\\ddot{\\boldsymbol{y}} + (\\boldsymbol{D} + \\boldsymbol{G})\\dot{\\boldsymbol{y}} + "
        "(\\boldsymbol{K} + \\boldsymbol{N})\\boldsymbol{y} = \\boldsymbol{F}\\boldsymbol{u} + \\boldsymbol{h} \\]\n";
  const auto names = [](const char* what, const std::vector<std::string>& all) {
    return all.empty()
               ? ""
               : fmt::format("\\noindent {}: {}\n\n", what, latex_words(fmt::format("{}", fmt::join(all, ", "))));
  };
  body += names("$\\boldsymbol{y}$", formulas.deviations) + names("$\\boldsymbol{u}$", formulas.inputs) +
          names("$\\boldsymbol{z}$", formulas.states);
  for (const auto& [name, formula] : formulas.reference.kept)
    body += fmt::format("\\[ {} = {} \\]\n", latex_symbol(name), to_latex(formula));
  body += latex_matrix("\\boldsymbol{M}", formulas.M);
  if (formulas.D.entries.empty()) {
    body += latex_matrix("\\boldsymbol{P}", formulas.P) + latex_matrix("\\boldsymbol{Q}", formulas.Q) +
            latex_matrix("\\boldsymbol{V}", formulas.V) + latex_matrix("\\boldsymbol{W}", formulas.W);
  } else {
    body += latex_matrix("\\boldsymbol{D}", formulas.D) + latex_matrix("\\boldsymbol{G}", formulas.G) +
            latex_matrix("\\boldsymbol{K}", formulas.K) + latex_matrix("\\boldsymbol{N}", formulas.N);
  }
  body += latex_matrix("\\boldsymbol{Z}", formulas.Z) + latex_matrix("\\boldsymbol{F}", formulas.F) +
          latex_vector("\\boldsymbol{h}", formulas.excitation) + latex_vector("\\boldsymbol{r}", formulas.residual);
  return body + latex_matrix("\\boldsymbol{A}", formulas.A) + latex_matrix("\\boldsymbol{B}", formulas.B) +
         latex_matrix("\\boldsymbol{C}", formulas.C) + latex_matrix("\\boldsymbol{D}_u", formulas.D_u);
}

std::string numbers_latex(const Linearisation& linear) {
  const LinearSystem& system = *linear.numbers;
  std::string body = "\\subsection*{numbers}\n";
  body += latex_numbers("\\boldsymbol{M}", system.M) + latex_numbers("\\boldsymbol{P}", system.P) +
          latex_numbers("\\boldsymbol{Q}", system.Q) + latex_numbers("\\boldsymbol{A}", system.A) +
          latex_numbers("\\boldsymbol{B}", system.B);
  if (!linear.modes) return body;
  if (linear.modes->modes.empty()) return "\\noindent " + stability_sentence(system, *linear.modes) + "\n";
  body += "\\subsection*{modes}\n\\begin{tabular}{lll}\npole & frequency in Hz & damping \\\\\n";
  for (const Mode& mode : linear.modes->modes) {
    const std::string imaginary =
        mode.frequency > 0 ? fmt::format(" \\pm {}\\,i", latex_number(mode.pole.value.imag())) : "";
    body += fmt::format("${}{}$ & ${}$ & ${}$ \\\\\n", latex_number(sure_real_part(mode.pole)), imaginary,
                        latex_number(mode.frequency), latex_number(sure_damping(mode)));
  }
  return body + "\\end{tabular}\n\n\\noindent " + latex_words(stability_sentence(system, *linear.modes)) + "\n";
}

}  // namespace

std::string linear_latex(const Linearisation& linear) {
  std::string body = fmt::format("\\section*{{{}}}\n", latex_words(linear.machine + ", linearised"));
  if (linear.formulas) body += formulas_latex(*linear.formulas);
  if (linear.numbers) body += numbers_latex(linear);
  return latex_document(body);
}

}  // namespace kinemate
