// Identifiers of C out of any names.
//
//   letters     Greek letters by their names, other letters beyond ASCII and signs by _; no two _ side by side, none at
//               the ends, since such names belong to compilers
//   primes      alpha'' is alpha_prime2
//   digits      a name that begins with one gets an n before it
//   taken       words of C and C++, names of the standard headers that generated code includes and common macros get
//               an underscore and a v: sin_v
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace kinemate {

/// An identifier of at most about 60 characters; `n` where nothing is left of the name.
std::string make_c_name(std::string_view name);

/// The same in capitals.
std::string make_c_macro(std::string_view c_name);

/// Gives out each identifier once.
class CNames {
 public:
  /// The identifier of a name, or with _2, _3, ... where it is given out already.
  std::string take(std::string_view name);

 private:
  std::unordered_map<std::string, std::size_t> next_;  ///< the number to try next
};

}  // namespace kinemate
