#include "report/latex.h"

namespace kinemate {

std::string latex_words(std::string_view words) {
  std::string text;
  for (char c : words) {
    if (c == '\\' || c == '^' || c == '~') {
      text += c == '\\' ? "\\textbackslash{}" : c == '^' ? "\\textasciicircum{}" : "\\textasciitilde{}";
      continue;
    }
    if (std::string_view("_&%$#{}").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

std::string latex_document(std::string_view body) {
  return "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage[a2paper,landscape,margin=2cm]{geometry}\n"
         "\\setcounter{MaxMatrixCols}{100}\n\\allowdisplaybreaks\n\\begin{document}\n" +
         std::string(body) + "\\end{document}\n";
}

}  // namespace kinemate
