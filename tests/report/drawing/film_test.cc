#include "report/drawing/film.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <pugixml.hpp>

#include "base/error.h"
#include "base/file.h"
#include "model/fixture.h"
#include "study/simulation/simulate.h"

namespace kinemate {
namespace {

constexpr const char* kPendulum = R"(name: a < b
parameters: {l: 2, g: 9.81}
gravity: [0, 0, -g]
bodies: {rod: {mass: 1, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}
)";

class FilmTest : public ModelTest {
 protected:
  FilmTest() : path_(testing::TempDir() + fmt::format("film_{}.svg", getpid())) {}
  ~FilmTest() override { std::filesystem::remove(path_); }

  std::string film(const std::string& text, const ResultTable& table) {
    write_film(machine(text), table, path_);
    return read_text_file(path_);
  }

  std::string path_;
};

/// The times 0, 0.01, ... with the coordinate as a function of them; a column that nobody asks for between.
template <class F>
ResultTable table_of(std::size_t rows, F coordinate) {
  ResultTable table{{{{"q", "rad", ""}, {"other", "", ""}, {"t", "s", ""}}, {}}, {}, false};
  for (std::size_t i = 0; i < rows; ++i) {
    const double t = 0.01 * static_cast<double>(i);
    table.values.insert(table.values.end(), {coordinate(t), 77, t});
  }
  return table;
}

pugi::xml_document document_of(const std::string& svg) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(svg.c_str())) << svg.substr(0, 300);
  return document;
}

std::size_t count(const pugi::xml_document& document, const char* path) { return document.select_nodes(path).size(); }

bool says(const pugi::xml_document& document, const std::string& text) {
  for (const pugi::xpath_node& node : document.select_nodes("//text"))
    if (node.node().text().get() == text) return true;
  return false;
}

TEST_F(FilmTest, PathsEndInSvg) {
  check_film_path("a/b.svg");
  for (const char* path : {"", "svg", "a.png", "a.svg.txt", ".svg"}) {
    try {
      check_film_path(path);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, Error::Kind::kInput);
      EXPECT_NE(error.hint.find(".svg"), std::string::npos);
    }
  }
  EXPECT_THROW(write_film(machine(kPendulum), table_of(3, [](double t) { return t; }), "a.txt"), Error);
}

TEST_F(FilmTest, SixteenMomentsAndAPath) {
  const auto document = document_of(film(kPendulum, table_of(501, [](double t) { return std::sin(t); })));
  EXPECT_EQ(count(document, "//circle[contains(@class, 'com')][@class!='b0 com']"), 16u);
  EXPECT_EQ(count(document, "//g[@stroke-width='0.8']/path"), 1u);
  EXPECT_TRUE(says(document, "a < b, t = 0 .. 5 s"));
  EXPECT_TRUE(says(document, "rod"));
  EXPECT_TRUE(says(document, "x [m]"));
  EXPECT_TRUE(says(document, "z [m]"));
}

// q = 0 hangs at the left of the picture, q grows steadily: discs are where equal times put them.
TEST_F(FilmTest, MomentsAreEquallySpacedInTime) {
  const ResultTable dense = table_of(100, [](double t) { return t; });
  ResultTable uneven = dense;  // many rows at the start, as an integrator with small steps has them
  uneven.values.clear();
  for (std::size_t i = 0; i < 10'000; ++i) {
    const double t = 1e-6 * static_cast<double>(i);
    uneven.values.insert(uneven.values.end(), {t, 77, t});
  }
  for (std::size_t i = 1; i < 100; ++i)
    uneven.values.insert(uneven.values.end(), {0.01 * double(i), 77, 0.01 * double(i)});
  const auto discs = [&](const ResultTable& table) {
    std::vector<double> x;
    const auto document = document_of(film(kPendulum, table));  // lives as long as its nodes
    for (const pugi::xpath_node& node : document.select_nodes("//circle[contains(@class, 'com')][@class!='b0 com']"))
      x.push_back(node.node().attribute("cx").as_double());
    return x;
  };
  const std::vector<double> a = discs(dense), b = discs(uneven);
  ASSERT_EQ(a.size(), 16u);
  ASSERT_EQ(b.size(), 16u);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(a[i], b[i], 0.15) << i;
  const double first = a[0], whole = first - a[15];  // -x = l sin q
  for (std::size_t i = 0; i < 16; ++i)
    EXPECT_NEAR((first - a[i]) / whole, std::sin(0.99 * double(i) / 15) / std::sin(0.99), 0.01) << i;
}

TEST_F(FilmTest, FewRowsAreFewMoments) {
  EXPECT_EQ(count(document_of(film(kPendulum, table_of(1, [](double t) { return t; }))),
                  "//circle[contains(@class, 'com')][@class!='b0 com']"),
            1u);
  EXPECT_EQ(count(document_of(film(kPendulum, table_of(4, [](double t) { return t; }))),
                  "//circle[contains(@class, 'com')][@class!='b0 com']"),
            4u);
}

TEST_F(FilmTest, RunsMayGoBackwardsInTime) {
  ResultTable table = table_of(301, [](double t) { return t; });
  for (std::size_t i = 0; i < table.rows(); ++i) table.values[3 * i + 2] *= -1;
  const auto document = document_of(film(kPendulum, table));
  EXPECT_EQ(count(document, "//circle[contains(@class, 'com')][@class!='b0 com']"), 16u);
  EXPECT_TRUE(says(document, "a < b, t = 0 .. -3 s"));
}

TEST_F(FilmTest, TheSameRunGivesTheSameBytes) {
  const ResultTable table = table_of(301, [](double t) { return std::cos(5 * t); });
  const std::string first = film(kPendulum, table);
  EXPECT_EQ(first, film(kPendulum, table));
  Pool other;
  const PoolScope scope(other);
  EXPECT_EQ(first, film(kPendulum, table));
}

TEST_F(FilmTest, LongRunsStaySmall) {
  const std::string svg = film(kPendulum, table_of(300'000, [](double t) { return 3 * std::sin(7 * t) + 0.001 * t; }));
  EXPECT_LT(svg.size(), 500'000u);
}

TEST_F(FilmTest, RowsWithoutNumbersAreLeftOut) {
  ResultTable table = table_of(101, [](double t) { return t > 0.5 ? std::numeric_limits<double>::quiet_NaN() : t; });
  const std::string svg = film(kPendulum, table);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_TRUE(says(document_of(svg), "a < b, t = 0 .. 0.5 s"));
  for (std::size_t i = 0; i < table.rows(); ++i) table.values[3 * i] = std::numeric_limits<double>::infinity();
  std::filesystem::remove(path_);
  try {
    film(kPendulum, table);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kNumerical);
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(FilmTest, FilesThatCannotBeWrittenAreRefused) {
  try {
    write_film(machine(kPendulum), table_of(3, [](double t) { return t; }), "/nowhere/film.svg");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
  }
}

// Two hinges at right angles.
TEST_F(FilmTest, SpatialMotionHasATriad) {
  const auto document = document_of(film(R"(name: cross
bodies: {a: {mass: 1}, b: {mass: 1, center: [0, 1, -2]}}
joints:
  one: {type: revolute, axis: y, from: world, to: a, coordinate: q}
  two: {type: revolute, axis: z, from: {body: a, at: [0, 0, -1]}, to: b, coordinate: p, drive: {p: 3*t}}
)",
                                         [] {
                                           ResultTable table = table_of(201, [](double t) { return t; });
                                           table.header.columns[1].name = "p";
                                           for (std::size_t i = 0; i < table.rows(); ++i)
                                             table.values[3 * i + 1] = 3 * table.values[3 * i + 2];
                                           return table;
                                         }()));
  EXPECT_FALSE(says(document, "x [m]"));
  for (const char* axis : {"x", "y", "z"}) EXPECT_TRUE(says(document, axis)) << axis;
  EXPECT_TRUE(says(document, "cross, t = 0 .. 2 s"));
}

// Each has the class b and its number. That all bodies of all examples are in the skeleton shows its own test.
TEST_F(FilmTest, AllBodiesOfExamplesAppear) {
  for (const char* name : {"andrews_squeezer", "bead_on_hoop", "cart_pendulums", "drive_line", "flyball_governor",
                           "four_bar", "loudspeaker", "seven_axis_arm", "two_wheeled_car", "whipple_bicycle"}) {
    const Model model = machine(read_text_file(fmt::format("{}/examples/{}/model.yaml", KINEMATE_SOURCE, name)));
    SimulationRequest request;
    request.end = 0.02;
    request.audit = false;
    write_film(model, simulate(model, request).table, path_);
    const auto document = document_of(read_text_file(path_));
    for (std::size_t body = 1; body < model.bodies.size(); ++body) {
      const std::string sign = fmt::format("//*[contains(concat(@class, ' '), 'b{} ')]", body);
      EXPECT_GT(count(document, sign.c_str()), 0u) << name << ": " << model.bodies[body].name;
    }
    for (const pugi::xpath_node& node : document.select_nodes("//text[@x]")) {
      const double width = document.document_element().attribute("width").as_double();
      EXPECT_LT(node.node().attribute("x").as_double(), width) << name << ": " << node.node().text().get();
    }
    EXPECT_EQ(read_text_file(path_).find("nan"), std::string::npos) << name;
  }
}

// Where rows are far apart, paths are as fine as the run.
TEST_F(FilmTest, ReelsTakePathsFromOtherRowsThanMoments) {
  const ResultTable coarse = table_of(5, [](double t) { return 200 * t; }),
                    fine = table_of(4001, [](double t) { return 2 * t; });
  FilmReel reel(machine(kPendulum), coarse.header);
  for (std::size_t row = 0; row < coarse.rows(); ++row) reel.take_moment(std::span(coarse.values.data() + 3 * row, 3));
  for (std::size_t row = 0; row < fine.rows(); ++row) reel.take_path(std::span(fine.values.data() + 3 * row, 3));
  reel.write(path_);
  const auto document = document_of(read_text_file(path_));
  EXPECT_EQ(count(document, "//circle[contains(@class, 'com')][@class!='b0 com']"), 5u);
  const std::string d = document.select_node("//g[@stroke-width='0.8']/path").node().attribute("d").value();
  EXPECT_GT(d.size(), 5000u);
}

TEST_F(FilmTest, VeryLongRunsKeepPiecesOfTheirPaths) {
  FilmReel reel(machine(kPendulum), table_of(1, [](double) { return 0.0; }).header);
  for (int i = 0; i <= 400'000; ++i) {
    const double t = 0.01 * i, row[] = {0.05 * i, 77, t};
    reel.take_moment(row);
    reel.take_path(row);
  }
  reel.write(path_);
  const auto document = document_of(read_text_file(path_));
  EXPECT_EQ(count(document, "//circle[contains(@class, 'com')][@class!='b0 com']"), 16u);
  EXPECT_TRUE(says(document, "a < b, t = 0 .. 4000 s"));
  const std::string d = document.select_node("//g[@stroke-width='0.8']/path").node().attribute("d").value();
  EXPECT_GT(std::count(d.begin(), d.end(), 'M'), 50) << "pieces";
  EXPECT_LT(d.size(), 400'000u);
}

}  // namespace
}  // namespace kinemate
