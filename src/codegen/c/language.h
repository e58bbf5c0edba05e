// C as a language: operators of every Language are those of C unless they say otherwise.
#pragma once

#include "codegen/language.h"

namespace kinemate {

const Language& c_language();

/// Words of C and C++, names of the standard headers that generated code includes, and common macros.
bool is_c_word(std::string_view name);

/// Numbers that a function may take from the stack without asking: 32 KiB.
inline constexpr std::uint32_t kLargestLocal = 4096;

/// For compilers of C and C++.
std::string c_compiler_flags(bool fast);

}  // namespace kinemate
