// How fast loops are found and counted, and how fast URDF is read: topology_bench [options of Google Benchmark].
#include <benchmark/benchmark.h>

#include "base/check.h"
#include "bench/models/grid_model.h"
#include "bench/measure.h"
#include "bench/models/robot_text.h"
#include "model/topology/mobility.h"
#include "model_io/read.h"
#include "model_io/urdf/urdf.h"

namespace kinemate {
namespace {

Model read_right(const std::string& text) {
  Reading reading = read_model(text, "grid");
  CHECK(reading.mistakes.empty());
  return std::move(reading.model);
}

void find_freedoms(benchmark::State& state, const std::string& text) {
  std::size_t bodies = 0;
  Mobility last;
  run_in_fresh_pools(
      state, [&] { return read_right(text); },
      [&](const Model& model) {
        bodies = model.bodies.size() - 1;
        last = compute_mobility(model, make_tree(model));
        CHECK(last.closed);
        return last.freedoms;
      });
  state.counters["bodies"] = static_cast<double>(bodies);
  state.counters["loops"] = static_cast<double>(last.loops);
  state.counters["freedoms"] = static_cast<double>(last.freedoms);
}

void read_robot(benchmark::State& state, std::size_t links) {
  const std::string text = make_robot_text(links);
  run_in_fresh_pools(
      state, [] { return 0; },
      [&](int) {
        Reading reading = read_urdf(text, "robot");
        CHECK(reading.mistakes.empty());
        return reading;
      });
  state.counters["links"] = static_cast<double>(links);
  state.counters["text_bytes"] = static_cast<double>(text.size());
}

}  // namespace
}  // namespace kinemate

int main(int argc, char** argv) {
  using namespace kinemate;
  benchmark::Initialize(&argc, argv);
  add_benchmark("loops/trellis", find_freedoms, make_trellis_model(26, 20));
  add_benchmark("loops/sheet of hinges", find_freedoms, make_sheet_model(40, 26, "revolute, axis: [1, 2, 3]", 1));
  add_benchmark("loops/sheet of balls", find_freedoms, make_sheet_model(40, 26, "spherical, sequence: xyz", 3));
  for (const std::size_t links : {500, 5'000}) add_benchmark("urdf/" + std::to_string(links), read_robot, links);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
