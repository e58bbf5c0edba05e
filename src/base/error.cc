#include "base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/utf8.h"

namespace kinemate {
namespace {

// A line longer than this is shown in part: formulas of megabytes come on one line.
constexpr int kContext = 50;  // characters on either side of the place

Error::Kind kind_of(ErrorCode code) {
  const auto number = static_cast<unsigned>(code);
  if (number / 100 == 4) return Error::Kind::kNumerical;
  return number >= 700 && number < 750 ? Error::Kind::kFileSystem : Error::Kind::kInput;
}

// The message with the code at the end of its first line.
std::string with_code(const Error& error) {
  if (error.code == ErrorCode::kRemark) return error.message;
  const std::size_t end = std::min(error.message.find('\n'), error.message.size());
  return fmt::format("{} [{}]{}", error.message.substr(0, end), code_text(error.code), error.message.substr(end));
}

}  // namespace

Place locate(std::string_view source, std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  Place place{std::string(source), 1, 1, {}, 0};
  place.line += static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  std::size_t line_begin = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  line_begin = line_begin == std::string_view::npos ? 0 : line_begin + 1;
  const std::size_t line_end = std::min(text.find('\n', offset), text.size());

  std::string before;  // the last kContext characters before the place
  std::size_t window = offset;
  for (int i = 0; i < kContext && window > line_begin; ++i) {
    --window;
    while (window > line_begin && is_utf8_continuation(text[window]) && offset - window < 4 * kContext) --window;
  }
  for (std::size_t at = line_begin; at < offset; ++place.column) {
    const Utf8 character = decode_utf8(text, at);
    if (at >= window) {
      before += printable(text.substr(at, character.length));
      ++place.caret;
    }
    at += character.length;
  }
  std::string after;
  std::size_t at = offset;
  for (int i = 0; i < kContext && at < line_end; ++i) {
    const Utf8 character = decode_utf8(text, at);
    after += printable(text.substr(at, character.length));
    at += character.length;
  }
  if (window > line_begin) {
    before = "..." + before;
    place.caret += 3;
  }
  place.excerpt = before + after + (at < line_end ? "..." : "");
  return place;
}

Error::Error(ErrorCode of, std::string said, std::string advice)
    : code(of), kind(kind_of(of)), message(std::move(said)), hint(std::move(advice)) {}

std::string render(const Error& error) {
  std::string text;
  if (error.place) {
    const Place& place = *error.place;
    text = fmt::format("{}:{}:{}: error: {}\n", place.source, place.line, place.column, with_code(error));
    text += fmt::format("  | {}\n  | {}^\n", place.excerpt, std::string(static_cast<std::size_t>(place.caret), ' '));
  } else {
    text = fmt::format("error: {}\n", with_code(error));
  }
  if (!error.hint.empty()) text += fmt::format("  hint: {}\n", error.hint);
  return text;
}

}  // namespace kinemate
