#include "study/algorithm_times.h"

#include "base/error.h"
#include "model/fixture.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class AlgorithmTimesTest : public ModelTest {};

// All of them run, and find the same accelerations.
TEST_F(AlgorithmTimesTest, EveryAlgorithmRunsAndAgrees) {
  for (const char* name : {"puma_560", "quadruped", "spatial_pendulum"}) {
    const Model model = read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml").model;
    const std::vector<AlgorithmTime> times = time_algorithms(model, [](const std::string&) {});
    ASSERT_EQ(times.size(), 11u);
    for (const AlgorithmTime& time : times) {
      EXPECT_GT(time.seconds, 0) << time.name;
      EXPECT_LT(time.difference, 1e-9) << name << " " << time.name;
    }
    EXPECT_EQ(times[0].name, "articulated");
    EXPECT_GT(times[9].operations, 0);
  }
}

TEST_F(AlgorithmTimesTest, LoopsHaveFourWaysAndNumbers) {
  const std::vector<AlgorithmTime> times = time_algorithms(
      read_machine_file(KINEMATE_SOURCE "/examples/four_bar/model.yaml").model, [](const std::string&) {});
  ASSERT_EQ(times.size(), 6u);
  for (const AlgorithmTime& time : times) {
    EXPECT_GT(time.seconds, 0) << time.name;
    EXPECT_LT(time.difference, 1e-10) << time.name;
  }
}

TEST_F(AlgorithmTimesTest, RefusesWhatRecursionsCannotTake) {
  const auto time = [](const char* name) {
    time_algorithms(read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml").model,
                    [](const std::string&) {});
  };
  EXPECT_THROW(time("loudspeaker"), Error);
}

}  // namespace
}  // namespace kinemate
