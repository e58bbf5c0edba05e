#include "report/latex.h"

namespace kinemate {

std::string latex_document(std::string_view body) {
  return "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage[a2paper,landscape,margin=2cm]{geometry}\n"
         "\\setcounter{MaxMatrixCols}{100}\n\\allowdisplaybreaks\n\\begin{document}\n" +
         std::string(body) + "\\end{document}\n";
}

}  // namespace kinemate
