#include "model_io/urdf_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/utf8.h"
#include "model_io/mistakes.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongestMessage = 500;
constexpr std::size_t kNeighbourhood = 1000;  // bytes; excerpts have some 50 characters on either side

// A message may repeat any text of the file: without control characters, and not all of a megabyte.
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

// Places of growing offsets, in one pass over the text.
class PlaceFinder {
 public:
  explicit PlaceFinder(const XmlDocument& document) : source_(document.source()), text_(document.text()) {}

  // REQUIRES: no smaller offset than before.
  Place find(std::size_t offset) {
    offset = std::min(offset, text_.size());
    for (; at_ < offset; ++at_) {
      if (text_[at_] == '\n') {
        ++line_, column_ = 1, line_begin_ = at_ + 1;
      } else if (!is_utf8_continuation(text_[at_])) {
        ++column_;
      }
    }
    std::size_t begin = std::max(line_begin_, offset - std::min(offset, kNeighbourhood));
    while (begin < offset && is_utf8_continuation(text_[begin])) ++begin;
    Place place = locate(source_, text_.substr(begin, offset - begin + kNeighbourhood), offset - begin);
    place.line = line_;
    place.column = column_;
    return place;
  }

 private:
  std::string_view source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
  int column_ = 1;
};

}  // namespace

std::vector<Error> to_errors(const XmlDocument& document, std::vector<UrdfNote> notes) {
  std::stable_sort(notes.begin(), notes.end(),
                   [](const UrdfNote& a, const UrdfNote& b) { return a.offset < b.offset; });
  const bool too_many = notes.size() > kMostMistakes;
  if (too_many) {
    notes.resize(kMostMistakes);
    notes.push_back({document.text().size(), fmt::format("there are more than these {}", kMostMistakes), ""});
  }
  std::vector<Error> errors;
  PlaceFinder places(document);
  for (const UrdfNote& note : notes) {
    errors.emplace_back(shown(note.message), shown(note.hint));
    errors.back().place = places.find(note.offset);
  }
  return errors;
}

void UrdfTally::add(const std::string& kind, std::size_t offset, std::string hint) {
  const auto [found, fresh] = index_.emplace(kind, kinds_.size());
  if (fresh) kinds_.push_back({kind, 0, offset, std::move(hint)});
  ++kinds_[found->second].count;
}

void add_unused(const UrdfUnused& unused, UrdfNotes& notes) {
  std::vector<std::string> harmless;
  for (const UrdfTally::Kind& kind : unused.harmless.kinds())
    harmless.push_back(fmt::format("{} {}", kind.count, kind.name));
  if (!harmless.empty())
    notes.remarks.push_back(
        {unused.harmless.kinds()[0].offset,
         fmt::format("not used: {}: they do not change the equations of motion", fmt::join(harmless, ", ")), ""});
  for (const UrdfTally::Kind& kind : unused.doubtful.kinds())
    notes.doubts.push_back({kind.offset, fmt::format("{} is not used ({})", kind.name, times(kind.count)), kind.hint});
}

std::string times(std::size_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& names) {
  const std::string near = nearest(word, names);
  return near.empty() ? "" : fmt::format("did you mean {}?", near);
}

}  // namespace kinemate
