#include "model/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "expr/function.h"
#include "expr/text/lexer.h"

namespace kinemate {

std::string make_symbol_name(std::string_view text) {
  std::string name;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode_utf8(text, at).length;
    const std::string letter(text.substr(at, length));
    name += is_name("_" + letter) ? letter : "_";
    at += length;
  }
  const auto functions = function_names();
  const bool means_something =
      name == "t" || name == "pi" || std::find(functions.begin(), functions.end(), name) != functions.end();
  return is_name(name) && !means_something ? name : "q_" + name;
}

std::string make_place_name(std::string_view text) {
  std::string name(text);
  std::replace(name.begin(), name.end(), ':', '_');
  return name == "world" || name == "inertial" || name == "body" ? name + "_link" : name;
}

std::string UniqueNames::take(const std::string& name) {
  const auto [known, fresh] = next_.emplace(name, 2);
  if (fresh) return name;
  for (std::size_t number = known->second;; ++number) {
    std::string other = fmt::format("{}_{}", name, number);
    if (next_.contains(other)) continue;
    next_.find(name)->second = number + 1;
    next_.emplace(other, 2);
    return other;
  }
}

}  // namespace kinemate
