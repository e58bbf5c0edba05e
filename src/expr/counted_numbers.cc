#include "expr/counted_numbers.h"

#include <flint/flint.h>
#include <gmp.h>

#include <cstdlib>

#include "base/memory_budget.h"

namespace kinemate {
namespace {

// Without memory both libraries end the program, so an exception leaves them instead.
void* checked(void* made) {
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

void* allocate(std::size_t bytes) {
  count_allocation(bytes, Allocator::kForeign);
  return checked(std::malloc(bytes));
}

void* allocate_zeros(std::size_t count, std::size_t bytes) {
  count_allocation(count * bytes, Allocator::kForeign);
  return checked(std::calloc(count, bytes));
}

void* allocate_again(void* before, std::size_t bytes) {
  count_allocation(bytes, Allocator::kForeign);
  return checked(std::realloc(before, bytes));
}

void* gmp_allocate_again(void* before, std::size_t, std::size_t bytes) { return allocate_again(before, bytes); }

void gmp_free(void* made, std::size_t) { std::free(made); }

}  // namespace

void count_memory_of_numbers() {
  __flint_set_memory_functions(allocate, allocate_zeros, allocate_again, std::free);
  mp_set_memory_functions(allocate, gmp_allocate_again, gmp_free);
}

}  // namespace kinemate
