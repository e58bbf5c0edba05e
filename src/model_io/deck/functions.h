// The functions of FORMAC (source A, 6.4) and those that people expect besides.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "expr/function.h"

namespace kinemate {

struct DeckFunction {
  std::string_view name;
  Function function;
  std::size_t least;  ///< number of arguments
  std::size_t most;
  bool integers = false;  ///< takes integers alone
};

/// nullptr: there is none. ATAN of two arguments is another one.
const DeckFunction* find_deck_function(std::string_view name);

/// What to write instead of a function that FORMAC does not have; empty: nothing is known.
std::string_view instead_of_function(std::string_view name);

/// A hint at the function that is nearest to a name.
std::string near_deck_function(std::string_view name);

}  // namespace kinemate
