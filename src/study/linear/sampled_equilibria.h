// All equilibria that are found from starts at random.
#pragma once

#include <cstdint>
#include <map>

#include "study/linear/varied_machine.h"

namespace kinemate {

struct SampledStarts {
  std::size_t count = 100;
  std::uint64_t seed = 1;
  std::map<Eigen::Index, std::pair<double, double>> ranges;  ///< of coordinates; others: −π to π where they are angles,
                                                             ///< else 1 to both sides of the start
};

/// Those that are found from the point and from starts at random, each once; coordinates are between −π and π where a
/// whole turn changes nothing. In the order of the coordinates.
std::vector<MachinePoint> find_equilibria(const VariedMachine& machine, const MachinePoint& start,
                                          const SampledStarts& starts);

}  // namespace kinemate
