// operator new of the command: what it gives counts for the memory budget (base/memory_budget.h). The library does not
// have it: a program that uses the library keeps its own.
#include <cstdlib>
#include <new>

#include "base/memory_budget.h"

namespace {

// Allocates again and again, as long as somebody can free something.
template <class Allocate>
void* allocate_or_throw(std::size_t bytes, Allocate allocate) {
  kinemate::count_allocation(bytes);
  for (;;) {
    if (void* const made = allocate()) return made;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

void* operator new(std::size_t bytes) {
  return allocate_or_throw(bytes, [&] { return std::malloc(bytes == 0 ? 1 : bytes); });
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  const std::size_t whole = (bytes + step - 1) / step * step;
  return allocate_or_throw(bytes, [&] { return std::aligned_alloc(step, whole == 0 ? step : whole); });
}

void operator delete(void* made) noexcept { std::free(made); }
void operator delete(void* made, std::size_t) noexcept { std::free(made); }
void operator delete(void* made, std::align_val_t) noexcept { std::free(made); }
void operator delete(void* made, std::size_t, std::align_val_t) noexcept { std::free(made); }
