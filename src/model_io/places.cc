#include "model_io/places.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "model_io/mistakes.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongestMessage = 500;
constexpr std::size_t kNeighbourhood = 1000;  // bytes; excerpts have some 50 characters on either side

}  // namespace

Place PlaceFinder::find(std::size_t offset) {
  offset = std::min(offset, text_.size());
  for (std::size_t end; (end = text_.find('\n', at_)) < offset; at_ = line_begin_ = end + 1) ++line_, column_ = 1;
  column_ += static_cast<int>(std::count_if(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                            text_.begin() + static_cast<std::ptrdiff_t>(offset),
                                            [](char c) { return !is_utf8_continuation(c); }));
  at_ = offset;
  // the neighbourhood is enough for the excerpt
  std::size_t begin = std::max(line_begin_, offset - std::min(offset, kNeighbourhood));
  while (begin < offset && is_utf8_continuation(text_[begin])) ++begin;
  Place place = locate(source_, text_.substr(begin, offset - begin + kNeighbourhood), offset - begin);
  place.line = line_;
  place.column = column_;
  return place;
}

std::vector<Error> to_errors(std::string_view source, std::string_view text, std::vector<TextNote> notes) {
  std::stable_sort(notes.begin(), notes.end(),
                   [](const TextNote& a, const TextNote& b) { return a.offset < b.offset; });
  if (notes.size() > kMostMistakes) {
    notes.resize(kMostMistakes);
    notes.push_back({text.size(), ErrorCode::kRemark, fmt::format("there are more than these {}", kMostMistakes), ""});
  }
  std::vector<Error> errors;
  PlaceFinder places(source, text);
  for (const TextNote& note : notes) {
    errors.emplace_back(note.code, shown(note.message), shown(note.hint));
    errors.back().place = places.find(note.offset);
  }
  return errors;
}

std::size_t LineNumbers::find(std::size_t offset) {
  if (ends_.empty())
    for (std::size_t at = text_.find('\n'); at != std::string_view::npos; at = text_.find('\n', at + 1))
      ends_.push_back(at);
  return static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end(), offset) - ends_.begin()) + 1;
}

std::string shown(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (result.size() > kLongestMessage) return result + "...";
    const std::size_t length = decode_utf8(text, at).length;
    result += printable(text.substr(at, length));
    at += length;
  }
  return result;
}

}  // namespace kinemate
