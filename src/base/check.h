// CHECK(condition): a programmer's mistake, found in every build.
//
// A failed CHECK throws CheckFailure, so that a program around the library survives to say what happened.
// Mistakes of a user throw Error (base/error.h) instead.
#pragma once

#include <stdexcept>

namespace kinemate {

struct CheckFailure : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace kinemate

#define CHECK(condition) ((condition) ? void() : ::kinemate::check_failed(#condition, __FILE__, __LINE__))
