#include "model_io/urdf/notes.h"

#include <fmt/format.h>

#include "base/suggest.h"

namespace kinemate {

std::vector<Error> to_errors(const XmlDocument& document, std::vector<UrdfNote> notes) {
  return to_errors(document.source(), document.text(), std::move(notes));
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
        {unused.harmless.kinds()[0].offset, ErrorCode::kRemark,
         fmt::format("not used: {}: they do not change the equations of motion", fmt::join(harmless, ", ")), ""});
  for (const UrdfTally::Kind& kind : unused.doubtful.kinds())
    notes.doubts.push_back({kind.offset, ErrorCode::kUrdfUnused,
                            fmt::format("{} is not used ({})", kind.name, times(kind.count)), kind.hint});
}

std::string times(std::size_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& names) {
  const std::string near = nearest(word, names);
  return near.empty() ? "" : fmt::format("did you mean {}?", near);
}

}  // namespace kinemate
