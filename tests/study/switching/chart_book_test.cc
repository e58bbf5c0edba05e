#include "study/switching/chart_book.h"

#include <gtest/gtest.h>

#include <thread>

#include "study/switching/fixture.h"

namespace kinemate {
namespace {

class ChartBookTest : public StudyTest {
 protected:
  ChartBookTest() { way_.go_to(0.02); }

  UnderWay way_{machine(four_bar_text(kCrankRocker, 1, 1, "independent: [phi]\n")), until(10)};
};

TEST_F(ChartBookTest, KeepsWhatItMade) {
  ChartBook& book = *way_.machine.charts;
  const SimulatedMachine* by_psi = book.find(way_.machine, {{"psi'"}, {}, false}, way_.row());
  ASSERT_NE(by_psi, nullptr);
  EXPECT_EQ(by_psi->source.kinematics.speeds, std::vector<Expr>{parse("psi'")});
  EXPECT_TRUE(by_psi->is_other_chart);
  EXPECT_EQ(by_psi->coordinates, "psi");
  EXPECT_EQ(book.find(way_.machine, {{"psi'"}, {}, false}, way_.row()), by_psi);
  EXPECT_NE(book.find(way_.machine, {{"alpha'"}, {}, false}, way_.row()), by_psi);
  EXPECT_EQ(book.find(way_.machine, way_.machine.chart, way_.row()), &way_.machine);
  EXPECT_EQ(&book.change(way_.machine, *by_psi), &book.change(way_.machine, *by_psi));
  EXPECT_NE(&book.change(way_.machine, *by_psi), &book.change(*by_psi, way_.machine));
}

TEST_F(ChartBookTest, NoneWhereThereIsNone) {
  ChartBook& book = *way_.machine.charts;
  const std::vector<double> row = way_.row();
  EXPECT_EQ(book.find(way_.machine, {{"phi'", "psi'"}, {}, false}, row), nullptr);  // one freedom
  EXPECT_EQ(book.find(way_.machine, {{"phi'", "psi'"}, {}, false}, row), nullptr);  // and the same when asked again
  EXPECT_NE(book.find(way_.machine, {{"phi'"}, {}, false}, row), nullptr);
}

// What is recorded has the same names in each chart, and the same numbers.
TEST_F(ChartBookTest, ChartsHaveTheSameColumns) {
  const SimulatedMachine* by_psi = way_.machine.charts->find(way_.machine, {{"psi'"}, {}, false}, way_.row());
  ASSERT_NE(by_psi, nullptr);
  ASSERT_EQ(by_psi->columns.columns.size(), way_.machine.columns.columns.size());
  for (std::size_t i = 0; i < by_psi->columns.columns.size(); ++i)
    EXPECT_EQ(by_psi->columns.columns[i].name, way_.machine.columns.columns[i].name);
}

TEST_F(ChartBookTest, ManyMayAskAtOnce) {
  ChartBook& book = *way_.machine.charts;
  const std::vector<double> row = way_.row();
  const std::vector<std::string> speeds = {"psi'", "alpha'", "phi'"};
  std::vector<const SimulatedMachine*> found[4];
  std::vector<const ChangeProgram*> changes[4];
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (std::size_t k = 0; k < speeds.size(); ++k) {
        found[i].push_back(book.find(way_.machine, {{speeds[(k + i) % 3]}, {}, false}, row));
        if (found[i].back() != nullptr) changes[i].push_back(&book.change(way_.machine, *found[i].back()));
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < speeds.size(); ++k) {
      ASSERT_NE(found[i][k], nullptr);
      const SimulatedMachine* expected = book.find(way_.machine, {{speeds[(k + i) % 3]}, {}, false}, row);
      EXPECT_EQ(found[i][k], expected);
      EXPECT_EQ(changes[i][k], &book.change(way_.machine, *expected));
    }
}

}  // namespace
}  // namespace kinemate
