// How fast model files are read and checked, and how fast the motion of a point is written as formulas:
// model_bench [options of Google Benchmark].
#include <benchmark/benchmark.h>

#include "base/check.h"
#include "bench/models/chain_model.h"
#include "bench/measure.h"
#include "model/kinematics.h"
#include "model_io/read.h"

namespace kinemate {
namespace {

Model read_chain(std::size_t bodies) {
  Reading reading = read_model(make_chain_model(bodies), "chain");
  CHECK(reading.mistakes.empty() && reading.remarks.empty());
  return std::move(reading.model);
}

void read_and_check(benchmark::State& state, std::size_t bodies) {
  const std::string text = make_chain_model(bodies);
  run_in_fresh_pools(
      state, [] { return 0; },
      [&](int) {
        Reading reading = read_model(text, "chain");
        CHECK(reading.mistakes.empty() && reading.remarks.empty());
        return reading;
      });
  state.counters["bodies"] = static_cast<double>(bodies);
  state.counters["text_bytes"] = static_cast<double>(text.size());
}

struct Written {
  Kinematics kinematics;
  PointMotion motion;
};

void move_last_body(benchmark::State& state, std::size_t bodies) {
  run_in_fresh_pools(
      state, [&] { return read_chain(bodies); },
      [&](const Model& model) {
        Kinematics kinematics = compute_kinematics(model);
        PointMotion motion = compute_point_motion(model, kinematics, bodies, {});
        CHECK(motion.speeds.size() == bodies);
        return Written{std::move(kinematics), std::move(motion)};
      });
  state.counters["bodies"] = static_cast<double>(bodies);
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  using namespace kinemate;
  benchmark::Initialize(&argc, argv);
  for (const std::size_t bodies : {100, 1'000, 10'000})
    add_benchmark("read/" + std::to_string(bodies), read_and_check, bodies);
  for (const std::size_t bodies : {100, 300, 1'000, 3'000})
    add_benchmark("kinematics/" + std::to_string(bodies), move_last_body, bodies);
  benchmark::RunSpecifiedBenchmarks();
}
