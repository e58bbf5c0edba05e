// How wide and how high a formula of LaTeX gets on paper, roughly.
#pragma once

#include <string_view>

namespace kinemate {

struct LatexSize {
  double width = 0;   ///< in digits of the text
  int fractions = 0;  ///< how deep fractions stand in each other
};

/// Of what expr/text/print.h writes: commands that it does not use count as one letter.
LatexSize measure_latex(std::string_view formula);

}  // namespace kinemate
