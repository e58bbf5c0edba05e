#include "sim/lanes/lane_stepper.h"

#include "sim/lanes/lane_problems.h"

namespace kinemate {
namespace {

// What machines without AVX2 compute is what machines with it compute.
TEST(LaneStepper, AllVectorsGiveTheSameBits) {
  for (const LaneMethod method : {LaneMethod::kDopri5, LaneMethod::kDop853}) {
    for (const unsigned width : {4u, 8u}) {
      TestLanes system = driven_pendulums(width);
      std::vector<double> y0, results[2];
      for (unsigned at = 0; at < 2 * width; ++at) y0.push_back(std::cos(at));
      for (unsigned l = 0; l < width; ++l) system.parameters[l] = 0.2 * l;
      const std::array<bool, 8> active = {true, true, true, true, true, true, true, true};
      const std::vector<double> times = even_times(0, 40, 100);
      for (const LaneVectors vectors : {LaneVectors::kBest, LaneVectors::kPlain}) {
        const auto stepper = make_lane_stepper(system, {.method = method, .rtol = 1e-9}, vectors);
        std::vector<double>& out = results[vectors == LaneVectors::kPlain];
        out.resize(times.size() * 2 * width);
        stepper->begin(0, 40, y0, std::span(active).first(width));
        stepper->advance(times, out);
        EXPECT_EQ(stepper->outcome(1).time, 40);
      }
      EXPECT_TRUE(same_bytes(results[0], results[1]));
    }
  }
}

}  // namespace
}  // namespace kinemate
