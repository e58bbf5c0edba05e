#include "model_io/modelica/modelica.h"

#include <fmt/format.h>

#include "base/file.h"
#include "model_io/flat/names.h"
#include "model_io/modelica/flatten.h"

namespace kinemate {

FlatReading read_modelica(const std::string& text, const std::string& source) {
  FlatReading reading;
  std::vector<TextNote> notes;
  if (text.size() > kLargestFile) {
    notes.push_back({0, ErrorCode::kNotText, fmt::format("the file has more than {} bytes", kLargestFile), ""});
  } else {
    const std::vector<ModelicaClass> classes = read_modelica_classes(text, notes);
    ModelicaSystem flat = flatten_modelica(classes, text, notes);
    reading.system = std::move(flat.system);
    std::vector<PlaceToFind> places;
    const auto want = [&](auto& parts, const std::vector<std::size_t>& offsets) {
      for (std::size_t i = 0; i < parts.size(); ++i) places.push_back({offsets[i], &parts[i].place});
    };
    want(reading.system.known, flat.known_offsets);
    want(reading.system.unknowns, flat.unknown_offsets);
    want(reading.system.equations, flat.equation_offsets);
    find_places(source, text, std::move(places));
  }
  reading.mistakes = to_errors(source, text, std::move(notes));
  return reading;
}

}  // namespace kinemate
