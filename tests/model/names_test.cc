// Names that models can have.
#include "model/names.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(Names, OfSymbols) {
  const std::pair<const char*, const char*> table[] = {
      {"elbow", "elbow"}, {"left-knee", "left_knee"}, {"a b.c", "a_b_c"},  {"1st", "q_1st"}, {"t", "q_t"},
      {"pi", "q_pi"},     {"sin", "q_sin"},           {"sqrt", "q_sqrt"},  {"and", "q_and"}, {"not", "q_not"},
      {"", "q_"},         {"\u03C6", "\u03C6"},       {"a\u2192b", "a_b"}, {"q'", "q_"}};
  for (const auto& [text, expected] : table) EXPECT_EQ(make_symbol_name(text), expected) << text;
}

TEST(Names, OfPlaces) {
  EXPECT_EQ(make_place_name("base link"), "base link");
  EXPECT_EQ(make_place_name("robot1::base"), "robot1__base");
  EXPECT_EQ(make_place_name("world"), "world_link");
  EXPECT_EQ(make_place_name("inertial"), "inertial_link");
  EXPECT_EQ(make_place_name("body"), "body_link");
}

TEST(Names, EachIsGivenOutOnce) {
  UniqueNames names;
  EXPECT_EQ(names.take("a_2"), "a_2");
  EXPECT_EQ(names.take("a"), "a");
  EXPECT_EQ(names.take("a"), "a_3");
  EXPECT_EQ(names.take("a"), "a_4");
  EXPECT_EQ(names.take("a_2"), "a_2_2");
  EXPECT_EQ(names.take("b"), "b");
}

TEST(Names, ManyEqualOnesTakeNoTimeOutOfProportion) {
  UniqueNames names;
  std::string last;
  for (int i = 0; i < 100'000; ++i) last = names.take("joint");
  EXPECT_EQ(last, "joint_100000");
}

}  // namespace
}  // namespace kinemate
