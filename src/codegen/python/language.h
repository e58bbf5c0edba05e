// Python as a language: one text that computes with Python's numbers and with NumPy's arrays.
//
// Functions are those of a namespace m that the code is given: of the module math for one state, which is faster, of
// NumPy for many. Relations are combined by &, which both have.
#pragma once

#include <set>

#include "codegen/language.h"

namespace kinemate {

const Language& python_language();

/// math.inf and math.nan where it is not finite.
std::string python_number(double number);

/// A string with its quotes.
std::string python_string(std::string_view text);

/// The namespaces _One and _Many with what is called, and the functions that they need.
std::string python_namespaces(const std::set<std::string>& called);

}  // namespace kinemate
