#include "report/studies/parameter_study.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace kinemate {
namespace {

class ParameterStudyTest : public testing::Test {
 protected:
  ~ParameterStudyTest() override { std::filesystem::remove(path_); }

  Ledger ledger(const std::vector<std::string>& inputs, const std::vector<LedgerRow>& rows) {
    std::filesystem::remove(path_);
    LedgerHead head;
    head.identity = "test";
    head.inputs = inputs;
    head.values = {"max(x)"};
    head.runs = 100;
    Ledger made = Ledger::open_for_writing(path_, head);
    made.write(rows);
    return made;
  }

  const std::string path_ = testing::TempDir() + "kinemate_study_" + std::to_string(getpid()) + ".db";
};

LedgerRow good_run(std::uint64_t run, std::vector<double> inputs, double value) {
  return {run, true, "", std::move(inputs), {value}};
}

TEST_F(ParameterStudyTest, TextSaysWhatCameOut) {
  const Ledger made = ledger({"k"}, {good_run(0, {1}, 4),
                                     good_run(1, {2}, 2),
                                     good_run(2, {3}, 9),
                                     {3, false, "the step became too small at t = 0.25", {4}, {}},
                                     {4, false, "the step became too small at t = 1e-3", {4}, {}}});
  const std::string text = study_text(made);
  EXPECT_NE(text.find("5 of 100 runs are done, 2 of them failed"), std::string::npos) << text;
  EXPECT_NE(text.find("1, 2"), std::string::npos) << text;  // runs of the extremes
  EXPECT_NE(text.find("2 times, first run 3: the step became too small at t = ..."), std::string::npos) << text;
  const nlohmann::json json = nlohmann::json::parse(study_json(made));
  EXPECT_EQ(json["values"][0]["mean"], 5);
  EXPECT_EQ(json["failed"], 2);
  EXPECT_EQ(json["causes"][0]["runs"], 2);
}

TEST_F(ParameterStudyTest, OneInputIsACurve) {
  const StudyPicture picture =
      study_picture(ledger({"k"}, {good_run(0, {100}, 4), good_run(1, {1}, 2), good_run(2, {10}, 3)}), {});
  const auto* figure = std::get_if<Figure>(&picture);
  ASSERT_TRUE(figure);
  EXPECT_TRUE(figure->x_logarithmic);
  EXPECT_EQ(figure->panels[0].curves[0].x, (std::vector<double>{1, 10, 100}));
  EXPECT_EQ(figure->panels[0].curves[0].y, (std::vector<double>{2, 3, 4}));
}

TEST_F(ParameterStudyTest, AGridOfTwoIsAHeatMap) {
  const StudyPicture picture = study_picture(
      ledger({"k", "m"},
             {good_run(0, {1, 5}, 10), good_run(1, {1, 6}, 11), {2, false, "no", {2, 5}, {}}, good_run(3, {2, 6}, 13)}),
      {});
  const auto* map = std::get_if<HeatMap>(&picture);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->x, (std::vector<double>{1, 2}));
  EXPECT_EQ(map->values[0], 10);
  EXPECT_TRUE(std::isnan(map->values[1]));
  EXPECT_EQ(map->values[2], 11);
  EXPECT_EQ(map->values[3], 13);
}

TEST_F(ParameterStudyTest, SamplesArePoints) {
  const std::vector<LedgerRow> rows = {good_run(0, {1, 5}, 10), good_run(1, {3, 7}, 11), {2, false, "no", {2, 8}, {}}};
  const StudyPicture picture = study_picture(ledger({"k", "m"}, rows), {"m", "k", "max(x)"});
  const auto* scatter = std::get_if<Scatter>(&picture);
  ASSERT_TRUE(scatter);
  EXPECT_EQ(scatter->x, (std::vector<double>{5, 7}));
  EXPECT_EQ(scatter->value, (std::vector<double>{10, 11}));
  EXPECT_EQ(scatter->failed_x, (std::vector<double>{8}));
}

TEST_F(ParameterStudyTest, Refusals) {
  EXPECT_THROW(study_picture(ledger({"k"}, {good_run(0, {1}, 1)}), {"kk", "", ""}), Error);
  EXPECT_THROW(study_picture(ledger({"k"}, {{0, false, "no", {1}, {}}}), {}), Error);
}

}  // namespace
}  // namespace kinemate
