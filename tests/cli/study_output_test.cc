#include "cli/options/study_output.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace kinemate {
namespace {

TEST(StudyOutputFiles, KindsThatThereAre) {
  for (const char* file : {"", "a.csv", "a.json", "a.db"}) EXPECT_NO_THROW(check_study_output({file, "", {}, false}));
  EXPECT_THROW(check_study_output({"a.txt", "", {}, false}), Error);
  EXPECT_THROW(check_study_output({"", "a.jpg", {}, false}), Error);
}

}  // namespace
}  // namespace kinemate
