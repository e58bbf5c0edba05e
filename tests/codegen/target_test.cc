#include "codegen/target.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"

namespace kinemate {
namespace {

TEST(TargetPrograms, FoundByTheirNames) {
  const std::vector<Program> programs = pendulum_programs();
  EXPECT_EQ(find_program(programs, "ode"), &programs[0]);
  EXPECT_EQ(find_program(programs, "mass"), nullptr);
  EXPECT_EQ(find_array(programs[0].inputs, "x")->entries.size(), 2u);
  EXPECT_EQ(find_array(programs[0].inputs, "y"), nullptr);
  EXPECT_EQ(find_array(std::vector<Array>{{"u", "", {}}}, "u"), nullptr);
}

TEST(TargetPrograms, ValuesOfTheExample) {
  Program program;
  program.inputs = {{"t", "", {{"t", ""}}}, {"x", "", {{"a", ""}, {"b", ""}}}, {"p", "", {{"m", ""}, {"l", ""}}}};
  const std::vector<double> example = {1, 2, 3, 4};
  EXPECT_EQ(example_of(program, "x", example), (std::vector<double>{2, 3}));
  EXPECT_EQ(example_of(program, "p", example), (std::vector<double>{4, 0}));
  EXPECT_TRUE(example_of(program, "u", example).empty());
}

TEST(TargetPrograms, Titles) {
  Program program;
  program.name = "ode", program.machine = "crane";
  EXPECT_EQ(title_of(program), "ode of crane");
  program.meaning = "rates of the state";
  EXPECT_EQ(title_of(program), "ode of crane: rates of the state");
}

}  // namespace
}  // namespace kinemate
