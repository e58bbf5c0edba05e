#include "model_io/urdf_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "model_io/mistakes.h"
#include "model_io/places.h"

namespace kinemate {
std::vector<Error> to_errors(const XmlDocument& document, std::vector<UrdfNote> notes) {
  std::stable_sort(notes.begin(), notes.end(),
                   [](const UrdfNote& a, const UrdfNote& b) { return a.offset < b.offset; });
  const bool too_many = notes.size() > kMostMistakes;
  if (too_many) {
    notes.resize(kMostMistakes);
    notes.push_back({document.text().size(), fmt::format("there are more than these {}", kMostMistakes), ""});
  }
  std::vector<Error> errors;
  PlaceFinder places(document.source(), document.text());
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
