#include "codegen/c_interface.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(CInterfaces, NamesAndParameters) {
  Program program;
  program.name = "forward";
  const Entry entry{"x", ""};
  program.inputs = {{"t", "", {entry}}, {"q", "", {entry, entry}}, {"Q", "", {entry}}, {"none", "", {}}};
  program.outputs = {{"t", "", {entry}}, {"sin", "", {entry}}};
  const CInterface made = make_c_interface(program, "3R arm");
  EXPECT_EQ(made.function, "n3R_arm_forward");
  EXPECT_EQ(made.macro, "N3R_ARM_FORWARD");
  ASSERT_EQ(made.parameters.size(), 5u);
  const std::tuple<const char*, const char*, bool> expected[] = {{"t", "", false},
                                                                 {"q", "N3R_ARM_FORWARD_Q_COUNT", false},
                                                                 {"Q", "N3R_ARM_FORWARD_Q_2_COUNT", false},
                                                                 {"t_2", "N3R_ARM_FORWARD_T_2_COUNT", true},
                                                                 {"sin_v", "N3R_ARM_FORWARD_SIN_V_COUNT", true}};
  for (std::size_t i = 0; i < 5; ++i) {
    const CParameter& parameter = made.parameters[i];
    EXPECT_EQ(std::tuple(parameter.name, parameter.length, parameter.output), expected[i]);
  }
}

TEST(CInterfaces, TimesOfSeveralEntriesAreArrays) {
  Program program;
  program.inputs = {{"t", "", {{"a", ""}, {"b", ""}}}};
  EXPECT_NE(make_c_interface(program, "m").parameters[0].length, "");
}

TEST(CInterfaces, TogetherTheNamesMayBeAWord) {
  Program program;
  program.name = "assert";
  EXPECT_EQ(make_c_interface(program, "static").function, "static_v_assert_v");
  program.name = "";
  EXPECT_EQ(make_c_interface(program, "").function, "n_n");
}

TEST(CInterface, LongNamesKeepThePurpose) {
  Program program;
  program.name = "jacobian";
  EXPECT_TRUE(make_c_interface(program, std::string(300, 'n')).function.ends_with("_jacobian"));
}

}  // namespace
}  // namespace kinemate
