// Places of many mistakes in one text, and what of a text a message may repeat.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace kinemate {

/// Places of growing offsets, in one pass over the text: files of many megabytes may have as many mistakes as lines, or
/// all of them in one line. Both texts outlive it.
class PlaceFinder {
 public:
  PlaceFinder(std::string_view source, std::string_view text) : source_(source), text_(text) {}

  /// REQUIRES: no smaller offset than before.
  Place find(std::size_t offset);

 private:
  std::string_view source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
  int column_ = 1;
};

/// What is to be said at a byte of a text. Thrown where reading cannot go on there.
struct TextNote {
  std::size_t offset = 0;
  ErrorCode code = ErrorCode::kRemark;  ///< kNone: a remark
  std::string message;
  std::string hint;
};

/// Notes as errors with their places, in the order of the text; no more than kMostMistakes.
std::vector<Error> to_errors(std::string_view source, std::string_view text, std::vector<TextNote> notes);

/// Lines of any offsets. The text outlives it.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view text) : text_(text) {}

  /// Counts from 1.
  std::size_t find(std::size_t offset);

 private:
  std::string_view text_;
  std::vector<std::size_t> ends_;  ///< of lines; found with the first question
};

/// A message may repeat any text of the file: without control characters, and not all of a megabyte.
std::string shown(std::string_view text);

}  // namespace kinemate
