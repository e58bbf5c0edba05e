#include "codegen/plain_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace kinemate {
namespace {

// Compilers warn of them, and rightly: the text reads in another order than it stands in.
bool turns_direction(char32_t c) {
  return c == 0x200E || c == 0x200F || c == 0x61C || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

// Ends a line for some readers.
bool parts_lines(char32_t c) { return c == 0x2028 || c == 0x2029; }

}  // namespace

std::string plain_line(std::string_view text) {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8 character = decode_utf8(text, at);
    const char32_t c = character.code_point;
    made += turns_direction(c) ? "?" : parts_lines(c) ? " " : printable(text.substr(at, character.length));
    at += character.length;
  }
  return made;
}

std::string plain_entry(std::string_view name, std::string_view meaning) {
  if (meaning.empty()) return plain_line(name);
  return plain_line(name) + (name.empty() ? "" : " -- ") + plain_line(meaning);
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string made;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) made += '\\';
    made += c;
  }
  return made;
}

std::string quoted(std::string_view text, std::string_view special) {
  return '"' + escaped(plain_line(text), special) + '"';
}

std::string indented(std::string_view text, std::size_t blanks) {
  std::string made;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (text[at] != '\n') made.append(blanks, ' ');
    made += text.substr(at, end - at);
    at = end;
  }
  return made;
}

std::string wrapped(const std::string& head, std::span<const std::string> words) {
  std::string text, line = head;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = words[i] + (i + 1 < words.size() ? "," : "");
    if (i > 0 && line.size() + word.size() + 2 > 100) {
      text += line + "\n";
      line = "    " + word;
    } else {
      line += (i == 0 ? "" : " ") + word;
    }
  }
  return text + line;
}

}  // namespace kinemate
