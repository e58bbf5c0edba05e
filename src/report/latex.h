// LaTeX documents of formulas, on A4.
#pragma once

#include <string>
#include <string_view>

namespace kinemate {

/// A document that compiles.
std::string latex_document(std::string_view body);

/// How wide a formula is, about, in letters of an equation.
double latex_width(std::string_view formula);

/// A line of an align environment, "left &= right", in as many lines as it needs to fit the page: broken before signs
/// of sums, outermost ones if possible. REQUIRES: braces are even, \left and \right are in pairs.
std::string latex_equation(const std::string& left, const std::string& right, const char* relation = "&= ");

/// A formula that cannot be broken, such as a matrix, of this width: made smaller where it is wider than this part of
/// the page.
std::string latex_scaled(const std::string& formula, double width, double part);

}  // namespace kinemate
