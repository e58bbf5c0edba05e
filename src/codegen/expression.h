// Operations as expressions of a language, with the parentheses they need and no others.
#pragma once

#include <set>
#include <span>
#include <string>

#include "codegen/language.h"
#include "program/program.h"

namespace kinemate {

Phrase constant_text(const Language& language, double number);

/// The number of a phrase, in parentheses where it holds less than `least`.
std::string operand_text(const Language& language, const Phrase& phrase, Phrase::Level least);

/// Throws Error where the language has no such function.
Phrase operation_text(const Language& language, Code code, Function function, std::span<const Phrase> operands);

/// The function that the operation calls; empty of operators.
std::string called_function(const Language& language, Code code, Function function, std::size_t operands);

}  // namespace kinemate
