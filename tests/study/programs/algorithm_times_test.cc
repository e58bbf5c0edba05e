#include "study/programs/algorithm_times.h"

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

// A coordinate that is of no joint: equations alone take it, and the others say why they do not.
TEST_F(AlgorithmTimesTest, LeavesOutWhatRecursionsCannotTake) {
  const std::vector<AlgorithmTime> times = time_algorithms(
      read_machine_file(KINEMATE_SOURCE "/examples/loudspeaker/model.yaml").model, [](const std::string&) {});
  EXPECT_EQ(times[0].name, "equations");
  EXPECT_TRUE(times[0].note.empty());
  for (std::size_t i = 1; i + 1 < times.size(); ++i)
    EXPECT_TRUE(times[i].note.starts_with("left out: ")) << times[i].name;
}

}  // namespace
}  // namespace kinemate
