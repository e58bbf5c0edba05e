#include "codegen/interface.h"

#include <gtest/gtest.h>

#include "codegen/c/language.h"

namespace kinemate {
namespace {

TEST(CInterfaces, NamesAndParameters) {
  Program program;
  program.name = "forward";
  const Entry entry{"x", ""};
  program.inputs = {{"t", "", {entry}}, {"q", "", {entry, entry}}, {"Q", "", {entry}}, {"none", "", {}}};
  program.outputs = {{"t", "", {entry}}, {"sin", "", {entry}}};
  const CodeInterface made = make_interface(program, "3R arm", c_language());
  EXPECT_EQ(made.function, "n3R_arm_forward");
  EXPECT_EQ(made.macro, "N3R_ARM_FORWARD");
  ASSERT_EQ(made.parameters.size(), 5u);
  const std::tuple<const char*, const char*, bool> expected[] = {{"t", "", false},
                                                                 {"q", "N3R_ARM_FORWARD_Q_COUNT", false},
                                                                 {"Q", "N3R_ARM_FORWARD_Q_2_COUNT", false},
                                                                 {"t_2", "N3R_ARM_FORWARD_T_2_COUNT", true},
                                                                 {"sin_v", "N3R_ARM_FORWARD_SIN_V_COUNT", true}};
  for (std::size_t i = 0; i < 5; ++i) {
    const CodeParameter& parameter = made.parameters[i];
    EXPECT_EQ(std::tuple(parameter.name, parameter.length, parameter.output), expected[i]);
  }
}

TEST(CInterfaces, TimesOfSeveralEntriesAreArrays) {
  Program program;
  program.inputs = {{"t", "", {{"a", ""}, {"b", ""}}}};
  EXPECT_NE(make_interface(program, "m", c_language()).parameters[0].length, "");
}

TEST(CInterfaces, TogetherTheNamesMayBeAWord) {
  Program program;
  program.name = "assert";
  EXPECT_EQ(make_interface(program, "static", c_language()).function, "static_v_assert_v");
  program.name = "";
  EXPECT_EQ(make_interface(program, "", c_language()).function, "n_n");
}

TEST(CInterfaces, LongNamesKeepThePurpose) {
  Program program;
  program.name = "jacobian";
  EXPECT_TRUE(make_interface(program, std::string(300, 'n'), c_language()).function.ends_with("_jacobian"));
}

TEST(CInterfaces, WhatGoesInAndWhatComesOut) {
  Program program;
  program.inputs = {{"t", "", {{"t", ""}}}, {"u", "", {}}, {"x", "", {{"a", ""}}}};
  program.outputs = {{"x", "", {{"b", ""}}}, {"y", "", {{"c", ""}}}};
  const CodeInterface interface = make_interface(program, "", c_language());
  EXPECT_EQ(input_names(interface), (std::vector<std::string>{"t", "x"}));
  EXPECT_EQ(output_names(interface), (std::vector<std::string>{"x_2", "y"}));
}

TEST(CInterfaces, MacrosAreCapitals) { EXPECT_EQ(make_c_macro("pendulum_3R"), "PENDULUM_3R"); }

}  // namespace
}  // namespace kinemate
