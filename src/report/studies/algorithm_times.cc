#include "report/studies/algorithm_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace kinemate {

std::string algorithm_times_text(const std::string& machine, std::span<const AlgorithmTime> times) {
  std::string text =
      fmt::format("{}: accelerations of a state, at its initial state\n\n  {:<26}{:>12}{:>8}{:>12}{:>12}\n", machine,
                  "", "ns", "ratio", "operations", "difference");
  const auto timed = std::find_if(times.begin(), times.end(), [](const AlgorithmTime& time) { return time.seconds > 0; });
  const double first = timed == times.end() ? 1 : timed->seconds;
  for (const AlgorithmTime& time : times) {
    if (time.seconds == 0) {
      text += fmt::format("  {:<26}{}\n", time.name, time.note);
      continue;
    }
    const std::string operations = time.operations > 0 ? fmt::format("{:.0f}", time.operations) : "";
    text += fmt::format("  {:<26}{:>12.1f}{:>8.2f}{:>12}{:>12.1e}{}{}\n", time.name, 1e9 * time.seconds,
                        time.seconds / first, operations, time.difference, time.note.empty() ? "" : "  ", time.note);
  }
  text +=
      "\n  ratio and difference to the first. Algorithms on numbers start from poses that are known, the engine and\n"
      "  programs from coordinates.\n";
  return text;
}

std::string algorithm_times_json(const std::string& machine, std::span<const AlgorithmTime> times) {
  using Json = nlohmann::ordered_json;
  Json json = {{"machine", machine}, {"times", Json::array()}};
  for (const AlgorithmTime& time : times) {
    Json row = {{"algorithm", time.name}, {"title", time.title}};
    if (time.seconds > 0) row["ns"] = 1e9 * time.seconds, row["difference"] = time.difference;
    if (time.operations > 0) row["operations"] = time.operations;
    if (!time.note.empty()) row["note"] = time.note;
    json["times"].push_back(std::move(row));
  }
  return json.dump(2) + "\n";
}

}  // namespace kinemate
