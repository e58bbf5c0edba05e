#include "codegen/c/text.h"

#include <fmt/format.h>

#include <cmath>

#include "base/utf8.h"
#include "codegen/plain_text.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongestString = 1000;

}  // namespace

std::string c_number(double number) {
  const char* sign = std::signbit(number) ? "-" : "";
  if (std::isnan(number)) return "(double)NAN";
  if (std::isinf(number)) return fmt::format("{}(double)INFINITY", sign);
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string c_comment(std::string_view text) {
  std::string made;
  for (const char c : plain_line(text)) {
    const char before = made.empty() ? ' ' : made.back();
    const bool joins = (before == '*' && c == '/') || (before == '/' && c == '*') || (before == '?' && c == '?');
    if (joins) made += ' ';
    made += c;
  }
  // a line that ends with a backslash would go on in the next one
  if (made.ends_with('\\')) made += ' ';
  return made;
}

std::string c_string(std::string_view text) {
  std::string made = "\"";
  for (std::size_t at = 0; at < text.size() && made.size() < kLongestString;) {
    const std::size_t length = decode_utf8(text, at).length;
    const std::string shown = printable(text.substr(at, length));
    for (const char c : shown) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x80)
        made += fmt::format("\\{:03o}", byte);
      else if (c == '"' || c == '\\' || c == '?')
        made += fmt::format("\\{}", c);
      else
        made += c;
    }
    at += length;
  }
  return made + "\"";
}

}  // namespace kinemate
