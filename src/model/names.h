// Names of other formats, which may be any text, as names of a model; names that are made up.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace kinemate {

/// A name that formulas can hold: the text itself, or with _ for what they cannot, and behind `q_` where it begins
/// with a digit or means something else.
std::string make_symbol_name(std::string_view text);

/// A name that a body or frame can have: without colons, none of the names that are taken.
std::string make_place_name(std::string_view text);

/// Gives out each name once.
class UniqueNames {
 public:
  /// The name, or with _2, _3, ... where it is given out already.
  std::string take(const std::string& name);

 private:
  std::unordered_map<std::string, std::size_t> next_;  ///< the number to try next
};

}  // namespace kinemate
