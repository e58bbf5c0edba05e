#include "base/utf8.h"

#include "base/check.h"

namespace kinemate {

Utf8 decode_utf8(std::string_view text, std::size_t offset) {
  CHECK(offset < text.size());
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const Utf8 bad{0xFFFD, 1, false};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || offset + length > text.size()) return bad;
  char32_t code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_utf8_continuation(text[offset + i])) return bad;
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (overlong || surrogate || code > 0x10FFFF) return bad;
  return {code, length, true};
}

std::string printable(std::string_view character) {
  const Utf8 decoded = decode_utf8(character, 0);
  if (!decoded.valid) return "?";
  const bool control = decoded.code_point < 0x20 || (decoded.code_point >= 0x7F && decoded.code_point < 0xA0);
  return control ? " " : std::string(character.substr(0, decoded.length));
}

}  // namespace kinemate
