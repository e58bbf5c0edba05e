#include "ranks/environment.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"

namespace kinemate {
namespace {

std::optional<unsigned long long> number_of(std::optional<std::string> value) {
  return environment_number([&](const char*) { return value; }, "TASKS");
}

TEST(EnvironmentNumber, IsAWholeNumber) {
  EXPECT_EQ(number_of("0"), 0u);
  EXPECT_EQ(number_of("18446744073709551615"), 18446744073709551615u);
}

TEST(EnvironmentNumber, MayBeMissing) {
  EXPECT_EQ(number_of(std::nullopt), std::nullopt);
  EXPECT_EQ(number_of(""), std::nullopt);
}

TEST(EnvironmentNumber, NamesTheVariableThatIsNone) {
  for (const char* text : {"x", "1x", "-1", "1.5", " 1", "18446744073709551616"}) {
    try {
      number_of(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_NE(error.message.find("TASKS"), std::string::npos);
      EXPECT_NE(error.message.find(text), std::string::npos);
    }
  }
}

TEST(ProcessEnvironment, IsThatOfTheProcess) {
  setenv("KINEMATE_TEST_OF_VARIABLES", "a b", 1);
  EXPECT_EQ(process_environment("KINEMATE_TEST_OF_VARIABLES"), "a b");
  unsetenv("KINEMATE_TEST_OF_VARIABLES");
  EXPECT_EQ(process_environment("KINEMATE_TEST_OF_VARIABLES"), std::nullopt);
}

}  // namespace
}  // namespace kinemate
