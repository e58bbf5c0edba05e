#include "codegen/shared_inputs.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

using Places = std::vector<std::size_t>;

Program with(std::vector<Array> inputs) {
  Program program;
  program.inputs = std::move(inputs);
  return program;
}

std::string joined_names(std::span<const Array> arrays) {
  std::string text;
  for (const Array& array : arrays) {
    text += array.name + ":";
    for (const Entry& entry : array.entries) text += " " + entry.name;
    text += "\n";
  }
  return text;
}

TEST(SharedInputs, EntriesOfAllPrograms) {
  const Array none{"u", "", {}}, x{"x", "", {{"a", ""}, {"b", ""}}}, w{"w", "", {{"f", ""}, {"g", ""}}},
      more{"w", "", {{"h", ""}, {"f", ""}}}, p{"p", "", {{"m", ""}}};
  const std::vector<Program> programs = {with({x, none, w}), with({x, more, p})};
  const std::vector<Array> shared = share_inputs(programs);
  EXPECT_EQ(joined_names(shared), "x: a b\nw: f g h\np: m\n");
  EXPECT_EQ(places_in(shared[1], w), (Places{0, 1}));
  EXPECT_EQ(places_in(shared[1], more), (Places{2, 0}));
  EXPECT_TRUE(is_whole(shared[0], places_in(shared[0], x)));
  EXPECT_FALSE(is_whole(shared[1], places_in(shared[1], w)));
  EXPECT_FALSE(is_whole(shared[0], Places{1, 0}));
  EXPECT_EQ(shared_example(shared[1], programs[0], std::vector<double>{1, 2, 3, 4}), (std::vector<double>{3, 4, 1}));
}

TEST(SharedInputs, EntriesOfTheSameName) {
  const Array two{"x", "", {{"", ""}, {"", ""}}}, three{"x", "", {{"", ""}, {"", ""}, {"", ""}}};
  const std::vector<Program> programs = {with({two}), with({three})};
  const std::vector<Array> shared = share_inputs(programs);
  ASSERT_EQ(shared.size(), 1u);
  EXPECT_EQ(shared[0].entries.size(), 3u);
  EXPECT_EQ(places_in(shared[0], three), (Places{0, 1, 2}));
  EXPECT_EQ(places_in(shared[0], two), (Places{0, 1}));
}

}  // namespace
}  // namespace kinemate
