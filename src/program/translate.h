// Formulas → Program, operation by operation, in the order in which the formulas were made.
#pragma once

#include "expr/expr.h"
#include "program/program.h"

namespace kinemate {

/// An array of a program and the symbols, or calls of unspecified functions, that its entries are.
struct InputFormulas {
  Array array;
  std::vector<Expr> symbols;  ///< one for each entry
};

struct OutputFormulas {
  Array array;
  std::vector<Expr> formulas;  ///< one for each entry
};

enum class NoEvent { kDropped, kKept };

/// No pass is run. Throws Error for symbols and unspecified functions that are no inputs, and for numbers beyond the
/// range of double precision. Of the program's name, machine and meaning, the caller takes care.
Program translate(std::span<const InputFormulas> inputs, std::span<const OutputFormulas> outputs,
                  NoEvent no_event = NoEvent::kDropped);

}  // namespace kinemate
