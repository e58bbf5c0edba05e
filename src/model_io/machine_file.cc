#include "model_io/machine_file.h"

#include <cctype>

#include "base/file.h"
#include "model_io/deck/deck.h"
#include "model_io/read.h"

namespace kinemate {
namespace {

Reading read_systems(std::string text, const std::string& path) {
  Deck deck = read_deck(std::move(text), path);
  Reading reading{{}, {}, true, std::move(deck.mistakes), std::move(deck.doubts), std::move(deck.remarks)};
  for (DeckSystem& system : deck.systems) reading.further.push_back(std::move(system.model));
  if (reading.further.empty()) return reading;
  reading.model = std::move(reading.further.front());
  reading.further.erase(reading.further.begin());
  return reading;
}

bool is_deck(const std::string& path, const std::string& text, std::size_t first) {
  if (path.ends_with(".lagr") || path.ends_with(".LAGR")) return true;
  return first != std::string::npos && (std::isdigit(static_cast<unsigned char>(text[first])) || text[first] == '*');
}

}  // namespace

Reading read_machine_file(const std::string& path, const UrdfOptions& options) {
  std::string text = read_text_file(path);
  const std::size_t first = text.find_first_not_of(" \t\r\n", text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  if (first != std::string::npos && text[first] == '<') return read_urdf(std::move(text), path, options);
  if (options.floating || options.ignore_mimic || options.ignore_damping || options.round_angles ||
      !options.loops.empty())
    throw Error(ErrorCode::kOptionsExclude,
                "--floating, --ignore, --round-angles and --loops are for URDF; this is a model file",
                "a model file says itself how its bodies are joined: see docs/model.md");
  if (is_deck(path, text, first)) return read_systems(std::move(text), path);
  return read_model(std::move(text), path);
}

Model load_machine(const std::string& path, const UrdfOptions& options) {
  Reading reading = read_machine_file(path, options);
  if (reading.mistakes.empty()) return std::move(reading.model);
  Error first = reading.mistakes.front();
  for (std::size_t i = 1; i < reading.mistakes.size(); ++i) first.hint += "\n" + render(reading.mistakes[i]);
  throw first;
}

}  // namespace kinemate
