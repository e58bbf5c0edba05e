// Memory of numbers and polynomials counts for the memory budget (base/memory_budget.h).
#pragma once

namespace kinemate {

/// FLINT and GMP count what they allocate. REQUIRES: at the beginning of a program, with one thread.
void count_memory_of_numbers();

}  // namespace kinemate
