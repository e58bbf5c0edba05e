// Names of unspecified functions that are probably meant to be built-in ones.
#pragma once

#include <string>
#include <string_view>

namespace kinemate {

/// What to write instead, if `name` is nearly a built-in function or what other languages call one; else empty.
std::string misspelling_hint(std::string_view name);

}  // namespace kinemate
