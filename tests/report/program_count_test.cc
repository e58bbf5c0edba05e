#include "report/program_count.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program/builder.h"

namespace kinemate {
namespace {

Optimized example_program() {
  Program like;
  like.name = "forward", like.machine = "toy", like.meaning = "a toy";
  like.inputs = {{"x", "", std::vector<Entry>(3)}};
  Builder b(like);
  const Value x = b.input(0), y = b.input(1), z = b.input(2);
  return optimize(b.finish({{"y", "", std::vector<Entry>(1)}}, {b.add(b.multiply(x, y), b.multiply(x, b.sine(z)))}));
}

TEST(ProgramCount, TableOfPasses) {
  const std::string text = program_count_text(example_program(), "Kane's equations");
  EXPECT_NE(text.find("toy: a toy, by Kane's equations\n  from  x (3)\n  to    y (1)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("as derived                         1         2         1         4        18\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("take out factors                   1         1         1         3        17\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("divide"), std::string::npos) << "a class that does not occur has no column";
  EXPECT_NE(text.find("2 straight steps"), std::string::npos) << text;
}

TEST(ProgramCount, JsonHasEveryClassAndPass) {
  const auto json = nlohmann::json::parse(program_count_json(example_program(), "Kane's equations"));
  EXPECT_EQ(json["machine"], "toy");
  EXPECT_EQ(json["inputs"]["x"], 3);
  EXPECT_EQ(json["stages"].front()["multiplications"], 2);
  EXPECT_EQ(json["stages"].back()["multiplications"], 1);
  EXPECT_EQ(json["stages"].back()["divisions"], 0);
  EXPECT_EQ(json["schedule"]["sines"], 1);
}

}  // namespace
}  // namespace kinemate
