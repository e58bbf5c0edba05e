// What the programs share that compare integrations of a machine's motion, ours and those of peers:
// INTEGRATE MACHINE END METHOD SETTING...
// MACHINE is the path of files that bench/scripts/simulated_machines.py writes, without their endings; the motion goes from the
// state in MACHINE.tree at 0 s to END. A SETTING is a tolerance, relative and absolute, or a number of equal steps.
// Prints a line of JSON for each: {"setting", "seconds", "coordinates", "accelerations"}, coordinates at the end,
// accelerations at the start.
//
// An engine is a class with
//   Engine(const std::string& machine, const TreeState& start)
//   accelerations()                        at the start
//   void prepare(const std::string& method, double setting, double end)
//   void run()                             is timed: from the start to the end
//   coordinates()                          where the last run has ended
#pragma once

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/forward/tree_file.h"

namespace kinemate {

/// Of this thread: what other programs take does not count, which for runs longer than a time slice matters.
inline double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Processor time of one call, the least of at least eight batches.
template <class Run>
double least_processor_seconds(Run run) {
  constexpr double kBatch = 1e-3, kTotal = 0.2;
  constexpr int kLeastBatches = 8;
  double best = 1e9, spent = 0;
  long calls = 1;
  for (int batch = 0; batch < kLeastBatches || spent < kTotal; ++batch) {
    const double begin = processor_seconds();
    for (long i = 0; i < calls; ++i) run();
    const double seconds = processor_seconds() - begin;
    spent += seconds;
    best = std::min(best, seconds / static_cast<double>(calls));
    calls = 1 + static_cast<long>(kBatch / std::max(best, 1e-9));
  }
  return best;
}

inline void print_numbers(const char* name, const std::vector<double>& numbers) {
  std::printf(R"(, "%s": [)", name);
  for (std::size_t i = 0; i < numbers.size(); ++i) std::printf(i == 0 ? "%.17g" : ", %.17g", numbers[i]);
  std::printf("]");
}

template <class Engine>
int run_integration_program(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: %s MACHINE END METHOD SETTING...\n", argv[0]);
    return 2;
  }
  try {
    const std::string machine = argv[1];
    Engine engine(machine, read_tree(machine + ".tree").state);
    const std::vector<double> accelerations = engine.accelerations();
    for (int i = 4; i < argc; ++i) {
      engine.prepare(argv[3], std::strtod(argv[i], nullptr), std::strtod(argv[2], nullptr));
      const double seconds = least_processor_seconds([&] { engine.run(); });
      std::printf(R"({"setting": %s, "seconds": %.6g)", argv[i], seconds);
      print_numbers("coordinates", engine.coordinates());
      print_numbers("accelerations", accelerations);
      std::printf("}\n");
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
  return 0;
}

}  // namespace kinemate
