#include "model_io/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace kinemate {
namespace {

// Words that YAML readers take for something else than text.
bool is_reserved(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  static constexpr std::array<std::string_view, 9> words = {"", "~", "null", "true", "false", "yes", "no", "on", "off"};
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_plain(const std::string& text) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '('; };
  if (is_reserved(text)) return false;
  if (!is_word(text[0]) && !(text[0] == '-' && text.size() > 1 && is_word(text[1]))) return false;
  const bool known =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-*/^()' <>=$") ==
      std::string::npos;
  return known && text.back() != ' ';
}

// Line breaks and marks that YAML readers do not leave as they are.
bool is_special(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0x2028 || c == 0x2029 || c == 0xFEFF;
}

constexpr std::size_t kLongestKey = 1000;  // YAML looks no further for the colon behind a key

}  // namespace

std::string yaml_scalar(const std::string& text) {
  if (is_plain(text)) return text;
  std::string quoted = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const Utf8 character = decode_utf8(text, at);
    if (text[at] == '"' || text[at] == '\\') quoted += '\\';
    if (character.valid && is_special(character.code_point)) {
      quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(character.code_point));
    } else {
      quoted += text.substr(at, character.length);
    }
    at += character.length;
  }
  return quoted + '"';
}

std::string yaml_entry(std::string_view indent, const std::string& name, const std::string& value) {
  const std::string key = yaml_scalar(name);
  const char* const form = key.size() > kLongestKey ? "{0}? {1}\n{0}:{2}{3}\n" : "{0}{1}:{2}{3}\n";
  return fmt::format(fmt::runtime(form), indent, key, value.empty() ? "" : " ", value);
}

}  // namespace kinemate
