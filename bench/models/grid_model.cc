#include "bench/models/grid_model.h"

#include <fmt/format.h>

namespace kinemate {

std::string make_trellis_model(int uprights, int floors) {
  std::string bodies = "name: trellis\nbodies:\n", joints = "joints:\n";
  for (int i = 0; i < uprights; ++i) {
    for (int k = 0; k < floors; ++k) {
      const std::string here = fmt::format("{}_{}", i, k);
      const std::string below = k == 0 ? fmt::format("{{body: world, at: [{}, 0, 0]}}", i)
                                       : fmt::format("{{body: b{}_{}, at: [0, 1, 0]}}", i, k - 1);
      bodies += fmt::format("  b{}: {{mass: 1}}\n", here);
      joints +=
          fmt::format("  u{0}: {{type: revolute, axis: z, from: {1}, to: b{0}, coordinate: u{0}}}\n", here, below);
      if (i == 0) continue;
      bodies += fmt::format("  r{}: {{mass: 1}}\n", here);
      joints += fmt::format(
          "  l{0}: {{type: revolute, axis: z, from: {{body: b{1}_{2}, at: [0, 1, 0]}}, to: r{0}, coordinate: l{0}}}\n"
          "  r{0}: {{type: revolute, axis: z, from: {{body: r{0}, at: [1, 0, 0]}}, to: {{body: b{0}, at: [0, 1, 0]}}, "
          "coordinate: r{0}}}\n",
          here, i - 1, k);
    }
  }
  return bodies + joints;
}

std::string make_sheet_model(int columns, int rows, const std::string& joint, int coordinates) {
  std::string bodies = "name: sheet\nbodies:\n", joints = "joints:\n";
  int count = 0;
  auto join = [&](const std::string& from, const std::string& to) {
    std::string names;
    for (int i = 0; i < coordinates; ++i) names += fmt::format("{}q{}_{}", i == 0 ? "" : ", ", count, i);
    joints += fmt::format("  j{}: {{type: {}, from: {}, to: {}, coordinates: [{}]}}\n", count, joint, from, to, names);
    ++count;
  };
  join("world", "b0_0");
  for (int i = 0; i < columns; ++i) {
    for (int k = 0; k < rows; ++k) {
      bodies += fmt::format("  b{}_{}: {{mass: 1}}\n", i, k);
      if (k > 0)
        join(fmt::format("{{body: b{}_{}, at: [0, 0.5, 0]}}", i, k - 1),
             fmt::format("{{body: b{}_{}, at: [0, -0.5, 0]}}", i, k));
      if (i > 0 && (k == 0 || k % 2 == 1))
        join(fmt::format("{{body: b{}_{}, at: [0.5, 0, 0]}}", i - 1, k),
             fmt::format("{{body: b{}_{}, at: [-0.5, 0, 0]}}", i, k));
    }
  }
  return bodies + joints;
}

}  // namespace kinemate
