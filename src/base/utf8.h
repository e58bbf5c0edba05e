// UTF-8 as far as error messages and names need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kinemate {

struct Utf8 {
  char32_t code_point = 0;
  std::size_t length = 1;  ///< bytes; 1 where the bytes are no UTF-8
  bool valid = true;
};

/// The character that starts at byte `offset` of `text`. REQUIRES: offset < text.size().
Utf8 decode_utf8(std::string_view text, std::size_t offset);

inline bool is_utf8_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u; }

/// One character as it can be shown: a blank for control characters, '?' for bytes that are no UTF-8.
std::string printable(std::string_view character);

}  // namespace kinemate
