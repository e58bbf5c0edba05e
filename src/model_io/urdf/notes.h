// What is to be said of a URDF file: collected while it is read, given out with places.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model_io/places.h"
#include "model_io/reading.h"
#include "model_io/urdf/xml.h"

namespace kinemate {

using UrdfNote = TextNote;

/// The fields are those of Reading.
struct UrdfNotes {
  std::vector<UrdfNote> mistakes;
  std::vector<UrdfNote> doubts;
  std::vector<UrdfNote> remarks;
};

/// In the order of the file.
std::vector<Error> to_errors(const XmlDocument& document, std::vector<UrdfNote> notes);

/// Things of a kind that are told once, with their number, at the place of the first.
class UrdfTally {
 public:
  /// The hint is that of the first of its kind.
  void add(const std::string& kind, std::size_t offset, std::string hint = {});

  struct Kind {
    std::string name;
    std::size_t count = 0;
    std::size_t offset = 0;
    std::string hint;
  };
  /// In the order of their first.
  const std::vector<Kind>& kinds() const { return kinds_; }

 private:
  std::vector<Kind> kinds_;
  std::unordered_map<std::string, std::size_t> index_;
};

/// Parts of the file that the model does not show.
struct UrdfUnused {
  UrdfTally harmless;  ///< does not change the equations of motion
  UrdfTally doubtful;  ///< may
};

/// One remark on all that is harmless, a doubt for each other kind.
void add_unused(const UrdfUnused& unused, UrdfNotes& notes);

/// "once", "3 times"
std::string times(std::size_t count);

/// The nearest of some names in words, "did you mean x?"; empty where none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& names);

}  // namespace kinemate
