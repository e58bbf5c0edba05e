// Counts what a test program allocates: it replaces operator new and delete of the whole program.
//
// Replacements may not be inline, so exactly one file of a test program includes this; others of it read the number
// from allocation_count.h. What calls malloc by itself is not seen.
#pragma once

#include <cstdlib>
#include <new>

#include "base/allocation_count.h"

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++kinemate::allocations;
  return std::malloc(size ? size : 1);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++kinemate::allocations;
  const auto step = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step)) return memory;
  throw std::bad_alloc();
}
// not inlined: else GCC sees new meet free, and warns
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
