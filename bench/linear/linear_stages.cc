// What linearising in formulas takes in one process: linear_stages FILE RUNS [state-space]
// Prints the least seconds of the stages from the derivatives at the reference on, and of all from the Model on, which
// derives the equations of motion first. `kinemate linearize --only formulas` does the same between reading and
// printing.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "expr/pool.h"
#include "model_io/machine_file.h"
#include "study/linear/linearisation.h"

namespace kinemate {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct StageTimes {
  double linearising, all;
};

StageTimes time_stages(const std::string& file, bool state_space) {
  Pool pool;  // in a used one, every formula is there already
  const PoolScope scope(pool);
  const Reading reading = read_machine_file(file);
  CHECK(reading.mistakes.empty());
  LinearisationRequest request;
  request.numbers = false;
  request.state_space = state_space;
  double derived = 0;
  const double start = seconds_now();
  const Linearisation linear = linearise_machine(reading.model, request, [&](const std::string& stage) {
    if (stage == "derivatives at the reference") derived = seconds_now();
  });
  const double end = seconds_now();
  CHECK(linear.formulas && derived > 0);
  return {end - derived, end - start};
}

}  // namespace
}  // namespace kinemate

int main(int count, char** arguments) {
  CHECK(count >= 3);
  kinemate::StageTimes best{1e300, 1e300};
  for (int run = 0; run < std::stoi(arguments[2]); ++run) {
    const kinemate::StageTimes times = kinemate::time_stages(arguments[1], count > 3);
    best = {std::min(best.linearising, times.linearising), std::min(best.all, times.all)};
  }
  fmt::print("{} {}\n", best.linearising, best.all);
}
