#include "study/sweep/variation.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace kinemate {
namespace {

using VariationKind = Variation::Kind;

std::string variation_refusal(const std::vector<std::string>& texts) {
  try {
    read_variations(texts);
  } catch (const Error& error) {
    return render(error);
  }
  return "nothing was refused";
}

TEST(Variation, Grids) {
  const Variation grid = read_variation("k = 10 .. 20 : 5");
  EXPECT_EQ(grid.name, "k");
  EXPECT_EQ(grid.kind, VariationKind::kGrid);
  EXPECT_EQ(grid.points, 5u);
  EXPECT_EQ(grid.count(), 5u);
  EXPECT_EQ(grid.low, 10);
  EXPECT_EQ(grid.high, 20);
  EXPECT_FALSE(grid.logarithmic);
  EXPECT_TRUE(grid.counted());
  EXPECT_EQ(grid.text, "k = 10 .. 20 : 5");
  for (const char* text : {"phi'=-pi/2..(1+1):10^12", " phi'  = -pi/2 .. 2 : 1e12 "}) {
    const Variation tight = read_variation(text);
    EXPECT_EQ(tight.name, "phi'") << text;
    EXPECT_DOUBLE_EQ(tight.low, -1.5707963267948966);
    EXPECT_EQ(tight.high, 2);
    EXPECT_EQ(tight.points, 1'000'000'000'000u);
  }
  EXPECT_EQ(read_variation("k = 1 .. 2 : 1").points, 1u);
}

TEST(Variation, Logarithms) {
  for (const char* text : {"k = 10 .. 1000 : 5 log", "k = 10..1000:5log", "k = 10 .. 1000 log : 5"}) {
    const Variation grid = read_variation(text);
    EXPECT_EQ(grid.kind, VariationKind::kGrid) << text;
    EXPECT_TRUE(grid.logarithmic);
    EXPECT_EQ(grid.points, 5u);
    EXPECT_EQ(grid.high, 1000);
  }
  const Variation range = read_variation("k = 1/3 .. (2) log");
  EXPECT_EQ(range.kind, VariationKind::kRange);
  EXPECT_TRUE(range.logarithmic);
  EXPECT_EQ(range.low, 1.0 / 3);
  EXPECT_EQ(range.high, 2);
  // the function is another thing
  EXPECT_EQ(read_variation("k = 0 .. log(1)+1").high, 1);
  EXPECT_FALSE(read_variation("k = 0 .. log(1)+1").logarithmic);
}

TEST(Variation, Lists) {
  for (const char* text : {"k = [1, 2, 5]", "k = 1, 2, 5", "k=1,2,max(5,4)", "k = [ 1,2 , 5 ] "}) {
    const Variation list = read_variation(text);
    EXPECT_EQ(list.kind, VariationKind::kList) << text;
    EXPECT_EQ(list.values, (std::vector<double>{1, 2, 5}));
    EXPECT_EQ(list.count(), 3u);
  }
  EXPECT_EQ(read_variation("k = -0.1").values, std::vector<double>{-0.1});
  EXPECT_EQ(read_variation("k = 3, 3, 1").values, (std::vector<double>{3, 3, 1}));  // as they are given
  EXPECT_EQ(read_variation("k = (1 + 2)*3").values, std::vector<double>{9});
}

TEST(Variation, Samples) {
  const Variation range = read_variation("k = 10 .. 20");
  EXPECT_EQ(range.kind, VariationKind::kRange);
  EXPECT_FALSE(range.counted());
  EXPECT_FALSE(range.logarithmic);
  const Variation normal = read_variation("m' = normal(min(10, 11), 1/2)");
  EXPECT_EQ(normal.kind, VariationKind::kNormal);
  EXPECT_FALSE(normal.counted());
  EXPECT_EQ(normal.mean, 10);
  EXPECT_EQ(normal.deviation, 0.5);
}

TEST(Variation, Mistakes) {
  struct Case {
    const char *text, *message;
  };
  for (const Case& one : std::vector<Case>{
           {"k", "variation:1:1: error: expected name = values, found 'k'"},
           {"", "1:1: error: expected name = values, found ''"},
           {"k =", "1:4: error: k has no values"},
           {" = 3", "1:2: error: expected a name before '='"},
           {"2*k = 3", "1:1: error: expected a name before '=', found '2*k'"},
           {"k = []", "1:5: error: the list of k is empty"},
           {"k = [1, 2", "1:5: error: this bracket is not closed"},
           {"k = 1, , 2", "1:8: error: a value of k is missing"},
           {"k = 1, a, 2", "1:8: error: a value of k, 'a', is no number"},
           {"k = 1, 1/0", "1:9: error: division by zero"},
           {"k = sqrt(-1)", "is no number"},
           {"k = 1, 2 3", "variation:1:10: error: "},
           {"k = 1 .. b", "1:10: error: the high end of k, 'b', is no number"},
           {"k = .. 2", "1:5: error: the low end of k is missing"},
           {"k = 1 ..", "1:9: error: the high end of k is missing"},
           {"k = 1 .. 2 .. 3", "1:12: error: a range has two ends"},
           {"k = 1 .. 2 : 0", "a grid of k has 0 points"},
           {"k = 1 .. 2 : 2.5", "a grid of k has 2.5 points"},
           {"k = 1 .. 2 : -1", "a grid of k has -1 points"},
           {"k = 1 .. 2 : 1e17", "a grid of k has 1e+17 points"},
           {"k = 1 .. 2 :", "1:13: error: the number of points of k is missing"},
           {"k = 5 : 1 .. 2", "1:7: error: the number of points stands behind the range"},
           {"k = 1, 2 : 3", "1:10: error: only a range has a number of points"},
           {"k = 2 .. 1",
            "1:5: error: the range of k should go from a smaller to a larger number, but it goes from 2 to 1"},
           {"k = 1 .. 1 : 3", "from a smaller to a larger number"},
           {"k = -1e308 .. 1e308", "from a smaller to a larger number"},
           {"k = 0 .. 1 log", "1:5: error: a logarithmic range is of positive numbers, but that of k begins at 0"},
           {"k = -1 .. 1 : 3 log", "begins at -1"},
           {"k = normal(1)",
            "1:12: error: a normal distribution has a mean and a standard deviation, but that of k has 1 number [K501]\n"},
           {"k = normal(1, 2, 3)", "has 3 numbers"},
           {"k = normal(1, 0)", "1:15: error: the standard deviation of k should be above 0, but it is 0"},
           {"k = normal(1, -1)", "but it is -1"},
           {"k = normal(a, 1)", "the mean of k, 'a', is no number"},
           {"k = normal(, 1)", "the mean of k is missing"}}) {
    const std::string found = variation_refusal({one.text});
    EXPECT_NE(found.find(one.message), std::string::npos) << one.text << "\n" << found;
  }
}

TEST(Variation, NamesDiffer) {
  EXPECT_EQ(variation_refusal({"k = 1, 2", "m = 1", "k = 3 .. 4"}),
            "error: k is varied twice [K501]\n  hint: put all its values into one list or range\n");
  EXPECT_EQ(read_variations(std::vector<std::string>{"phi = 1", "phi' = 1"}).size(), 2u);
  EXPECT_NE(variation_refusal({"phi' = 1", " phi' = 2"}).find("phi' is varied twice"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
