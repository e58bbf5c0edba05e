#include "study/reduction/reduction_table.h"

#include "program/optimize.h"
#include "study/reduction_fixture.h"
#include "study/rods_table.h"

namespace kinemate {
namespace {

class ReductionTableTest : public StudyTest {
 protected:
  static constexpr auto kSilent = [](const std::string&) {};
};

TEST_F(ReductionTableTest, RowsOfThresholds) {
  ReductionCase one = reduction_case(with_numbers(example("puma_560")), {});
  complete_ranges(one);
  const Reducible reducible = one.reducible();
  const Threshold thresholds[] = {largest_threshold(0), largest_threshold(0.03), largest_threshold(0.3)};
  std::vector<std::string> stages;
  const ReductionTable table =
      make_reduction_table(reducible, thresholds, 200, [&](const std::string& stage) { stages.push_back(stage); });
  EXPECT_EQ(stages, (std::vector<std::string>{"threshold 0", "threshold 0.03", "threshold 0.3"}));
  EXPECT_EQ(table.terms, reducible.term_count());
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0].reduction.reduced.terms, table.terms);
  for (std::size_t i = 1; i < 3; ++i) {
    EXPECT_LT(table.rows[i].reduction.reduced.terms, table.rows[i - 1].reduction.reduced.terms);
    EXPECT_LT(table.rows[i].operations, table.rows[i - 1].operations);
    EXPECT_GE(table.rows[i].reduction.measured(), table.rows[i - 1].reduction.measured());
    EXPECT_EQ(table.rows[i].reduction.sampled->states, 200u);
  }
}

// Of M = 2 and 6 sin(q) + sin(2q)/10: 6·, 2·, sin 2q by 2·s·c or of an argument, and one sum; then one product.
TEST_F(ReductionTableTest, OperationsAreThoseOfTheProgram) {
  const ReductionCase one = reduction_case(machine(R"(
bodies: {rod: {mass: 2, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}
loads: {motor: {type: joint, joint: hinge, effort: 6*sin(q) + sin(2*q)/10}}
)"),
                                           box_of({"q' = -1 .. 1"}));
  const Reducible reducible = one.reducible();
  const ReductionRow all = make_reduction_row(reducible, reduce_safely(reducible, largest_threshold(0), 10)),
                     few = make_reduction_row(reducible, reduce_safely(reducible, largest_threshold(0.1), 10));
  EXPECT_EQ(few.operations, 2);  // 6·sin(q)
  EXPECT_GE(all.operations, 4);
  EXPECT_LE(all.operations, 6);
}

TEST_F(ReductionTableTest, MissingRanges) {
  const ReductionCase one = reduction_case(with_numbers(example("cart_pendulums")), {});
  const Reducible reducible = one.reducible();
  const Threshold threshold = largest_threshold(0.1);
  EXPECT_EQ(message_of([&] {
              make_reduction_table(reducible, {&threshold, 1}, 10, kSilent);
            }),
            "no range for F, phi1', phi2'");
}

// No more operations than Keppler, Barthels and Seemann (2005) publish for each number of bodies and each threshold.
TEST_F(ReductionTableTest, PublishedOperations) {
  for (std::size_t n = 1; n <= 4; ++n) {
    const Rods rods(machine(output_of(KINEMATE_SOURCE "/bench/machines/generate rods " + std::to_string(n))));
    std::size_t terms = count_terms(rods.reduce(0)) + 1;
    for (std::size_t k = 0; k < 3; ++k) {
      const HarmonicForms kept = rods.reduce(kRodsThresholds[k]);
      EXPECT_LE(count_terms(kept), terms);
      terms = count_terms(kept);
      EXPECT_LE(count_published_way(optimize(rods.make_program(kept)).program), kPublishedOperations[n - 1][k])
          << n << " rods, threshold " << kRodsThresholds[k];
    }
  }
}

}  // namespace
}  // namespace kinemate
