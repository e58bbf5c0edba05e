// How much memory a program may take: a budget that ends work by an exception, before the system ends the program.
//
// Allocations are counted, and after every few megabytes of them the system is asked how much memory is resident. So what
// libraries map, and what an allocator keeps, counts; what is reserved and never touched does not; and a count costs one
// subtraction. Who counts: operator new of the command (cli/counted_new.cc), FLINT and GMP (expr/counted_numbers.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

namespace kinemate {

/// More memory than the budget allows.
class MemoryBudgetExceeded : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "the memory budget is used up"; }
};

/// In bytes; 0: none. For allocations of all threads from now on.
void set_memory_budget(std::uint64_t bytes);
/// As it was set; 0: none.
std::uint64_t memory_budget();
/// Whether the budget was used up once. A tenth more is granted then, so that work can end in order.
bool memory_budget_is_exceeded();

/// Memory that is the program's own and in use, in bytes; 0 where the system does not say.
std::uint64_t resident_memory();
/// What the system and the limits of its container have free, in bytes; 0 where the system does not say.
std::uint64_t free_memory();

/// Who allocates: from C code an exception leaves only when the budget is exceeded by far, since it cannot clean up.
enum class Allocator { kOwn, kForeign };

namespace memory {
inline constinit thread_local std::ptrdiff_t allowance = 0;  // bytes until the system is asked again
void renew_allowance(std::size_t bytes, Allocator allocator);
}  // namespace memory

/// Before so many bytes are allocated. Throws MemoryBudgetExceeded.
inline void count_allocation(std::size_t bytes, Allocator allocator = Allocator::kOwn) {
  if ((memory::allowance -= static_cast<std::ptrdiff_t>(bytes)) < 0) memory::renew_allowance(bytes, allocator);
}

}  // namespace kinemate
