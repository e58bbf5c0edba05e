#include "codegen/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace kinemate {

std::string decimal_number(double number) {
  CHECK(std::isfinite(number));
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::unordered_set<std::string_view> make_word_set(std::string_view list) {
  std::unordered_set<std::string_view> words;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(' ', at), list.size());
    words.insert(list.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::vector<std::string_view> definitions_of(const Language& language, const std::set<std::string>& called) {
  std::vector<std::string_view> texts;
  for (const CodeDefinition& definition : language.definitions)
    if (called.contains(std::string(definition.name))) texts.push_back(definition.text);
  return texts;
}

}  // namespace kinemate
