// Identifiers out of any names.
//
//   letters     Greek letters by their names, accents left out (Größe is Grosse), other letters beyond ASCII and
//               signs by _; no two _ side by side, none at the ends, since such names belong to compilers
//   primes      alpha'' is alpha_prime2
//   digits      a name that begins with one gets an n before it
//   taken       words that a language has itself get an underscore and a v: sin_v
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "codegen/language.h"

namespace kinemate {

/// An identifier of less than 60 characters; `n` where nothing is left of the name.
std::string make_name(std::string_view name, const Language& language);

/// Gives out each identifier once.
class CodeNames {
 public:
  /// The language outlives it.
  explicit CodeNames(const Language& language) : language_(&language) {}

  /// The identifier of a name, or with _2, _3, ... where it is given out already.
  std::string take(std::string_view name);

 private:
  const Language* language_;
  std::unordered_map<std::string, std::size_t> next_;  ///< the number to try next
};

}  // namespace kinemate
