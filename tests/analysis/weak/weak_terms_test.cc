#include "analysis/weak/weak_terms.h"

#include <cmath>

#include "expr/fixture.h"
#include "expr/normal/zero_test.h"
#include "program/cost.h"
#include "program/translate.h"

namespace kinemate {
namespace {

using ThresholdKind = Threshold::Kind;

struct Weighed {
  HarmonicForms forms;
  std::vector<HarmonicEntry> entries;
};

class WeakTermsTest : public ExprTest {
 protected:
  // x, x1 and so on are positions, everything else is not.
  static bool is_position(Expr symbol) { return symbol.name()[0] == 'x'; }

  static Weighed weigh(const std::vector<const char*>& texts, const Box& box = {}, bool whole = false) {
    std::vector<Expr> formulas;
    for (const char* text : texts) formulas.push_back(parse(text));
    Work work(1e9);
    Weighed result{make_harmonic_forms(formulas, work), {}};
    result.entries = make_entries(result.forms, box, is_position, whole);
    return result;
  }
  static Expr kept(const Weighed& weighed, const Threshold& threshold, std::size_t formula = 0) {
    const HarmonicForms forms = keep_terms(weighed.forms, find_weak_terms(weighed.forms, weighed.entries, threshold));
    return write_harmonics(forms, forms.formulas[formula]);
  }
  static testing::AssertionResult is_same(Expr a, Expr b) {
    if (test_zero(a - b).zero) return testing::AssertionSuccess();
    return testing::AssertionFailure() << to_text(a) << " is not " << to_text(b);
  }
  static EntryLoss loss(const Weighed& weighed, const Threshold& threshold, std::size_t entry = 0) {
    return loss_of(weighed.entries[entry], find_weak_terms(weighed.forms, weighed.entries, threshold), threshold);
  }
  static OperationCount count_of(Expr formula) {
    const InputFormulas inputs{{"x", "", std::vector<Entry>(1), 0}, {parse("x")}};
    const OutputFormulas outputs{{"y", "", std::vector<Entry>(1), 0}, {formula}};
    return count_operations(translate({&inputs, 1}, {&outputs, 1}));
  }

  // root of the sum of squares 4.5, over 4 terms 1.125
  static constexpr const char* kFour = "7 + 4*cos(x) + 2*cos(2*x) + 0.4*sin(3*x) + 0.3*cos(4*x)";
};

// Formulas that are weighed together may vanish as a whole beside the others; what does not vary counts and stays.
TEST_F(WeakTermsTest, FormulasWeighedTogether) {
  const Box box = {{parse("w"), {-1, 1}}};
  const auto left = [&](const std::vector<const char*>& texts, bool together, const Threshold& threshold) {
    Weighed weighed = weigh(texts, box, true);
    if (together)
      weigh_together(weighed.entries, [](std::size_t f) { return f < 2 ? std::optional(0u) : std::nullopt; });
    std::vector<std::string> kept_texts;
    for (std::size_t f = 0; f < texts.size(); ++f) kept_texts.push_back(to_text(kept(weighed, threshold, f)));
    return kept_texts;
  };
  const std::vector<const char*> row = {"w^2*sin(x)/1000", "10*cos(x)", "w*sin(x)/1000"};
  const Threshold weak{ThresholdKind::kLargest, 0.01, 0};
  EXPECT_NE(left(row, false, weak)[0], "0");
  EXPECT_EQ(left(row, true, weak)[0], "0");
  EXPECT_NE(left(row, true, weak)[1], "0");
  EXPECT_NE(left(row, true, weak)[2], "0");  // of no group
  EXPECT_EQ(left({"w^2*sin(x)/1000", "10"}, true, weak), (std::vector<std::string>{"0", "10"}));
  EXPECT_NE(left(row, true, {ThresholdKind::kLargest, 0.00001, 0})[0], "0");
}

// The introduction of Keppler, Barthels and Seemann (2005).
TEST_F(WeakTermsTest, IntroductoryFunction) {
  const char* const f = "1 + sin(x) + 2*cos(x + pi/16) - 0.01*sin(3*x)";
  const Weighed weighed = weigh({f});
  const Expr left = kept(weighed, {ThresholdKind::kLargest, 0.01, 0});
  EXPECT_TRUE(is_same(left, parse("1 + sin(x) + 2*cos(x + pi/16)")));
  const OperationCount before = count_of(parse(f)), after = count_of(left);
  EXPECT_EQ(before.additions, 4);
  EXPECT_EQ(before.multiplications, 3);
  EXPECT_EQ(before.calls, 3);
  EXPECT_EQ(after.additions, 3);
  EXPECT_EQ(after.multiplications, 1);
  EXPECT_EQ(after.calls, 2);
  const EntryLoss gone = loss(weighed, {ThresholdKind::kLargest, 0.01, 0});
  EXPECT_NEAR(gone.threshold, 0.02, 1e-12);
  EXPECT_NEAR(gone.sum, 0.01, 1e-12);
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kLargest, 0.004, 0}), parse(f)));
}

TEST_F(WeakTermsTest, ThresholdOfTheLargest) {
  const Weighed weighed = weigh({kFour});
  EXPECT_NEAR(loss(weighed, {ThresholdKind::kLargest, 0.09, 0}).threshold, 0.36, 1e-12);
  EXPECT_TRUE(
      is_same(kept(weighed, {ThresholdKind::kLargest, 0.09, 0}), parse("7 + 4*cos(x) + 2*cos(2*x) + 0.4*sin(3*x)")));
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kLargest, 0, 0}), parse(kFour)));
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kLargest, 1, 0}), parse("7 + 4*cos(x)")));
}

TEST_F(WeakTermsTest, ThresholdOfTheMean) {
  const Weighed weighed = weigh({kFour});
  const EntryLoss gone = loss(weighed, {ThresholdKind::kMean, 0, 0});
  EXPECT_NEAR(gone.threshold, 1.125, 1e-12);
  EXPECT_EQ(gone.terms, 5u);
  EXPECT_EQ(gone.dropped, 2u);
  EXPECT_NEAR(gone.sum, 0.7, 1e-12);
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kMean, 0, 0}), parse("7 + 4*cos(x) + 2*cos(2*x)")));
  // of equals none is below the mean: sqrt(3)/3
  EXPECT_EQ(loss(weigh({"sin(x) + cos(x) + sin(2*x)"}), {ThresholdKind::kMean, 0, 0}).dropped, 0u);
}

TEST_F(WeakTermsTest, MixedThreshold) {
  const Weighed weighed = weigh({kFour});
  // (1.125 + 0.5·4)/1.5
  EXPECT_NEAR(loss(weighed, {ThresholdKind::kMixed, 0.5, 1}).threshold, 3.125 / 1.5, 1e-12);
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kMixed, 0.5, 1}), parse("7 + 4*cos(x)")));
  // (3·1.125 + 4)/4
  EXPECT_NEAR(loss(weighed, {ThresholdKind::kMixed, 1, 3}).threshold, 1.84375, 1e-12);
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kMixed, 1, 3}), parse("7 + 4*cos(x) + 2*cos(2*x)")));
  // limits: the largest term alone, and the mean
  EXPECT_NEAR(loss(weighed, {ThresholdKind::kMixed, 0.3, 0}).threshold, 4, 1e-12);
  EXPECT_NEAR(loss(weighed, {ThresholdKind::kMixed, 0.3, 1e-12}).threshold, 4, 1e-9);
  EXPECT_NEAR(loss(weighed, {ThresholdKind::kMixed, 0, 2}).threshold, 1.125, 1e-12);
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kMixed, 0, 2}), kept(weighed, {ThresholdKind::kMean, 0, 0})));
}

// What does not vary is no term that could be weak, and does not count among the others.
TEST_F(WeakTermsTest, ConstantsStay) {
  EXPECT_TRUE(is_same(kept(weigh({"0.001 + sin(x)"}), {ThresholdKind::kLargest, 1, 0}), parse("0.001 + sin(x)")));
  EXPECT_TRUE(is_same(kept(weigh({"1000 + sin(x)"}), {ThresholdKind::kLargest, 0.5, 0}), parse("1000 + sin(x)")));
  EXPECT_EQ(loss(weigh({"5"}), {ThresholdKind::kLargest, 1, 0}).threshold, 0);
}

// The coefficient of each product of speeds is weighed by itself.
TEST_F(WeakTermsTest, EntriesByTheirFactor) {
  const char* const text = "100*v^2*sin(x) + 50*v^2*cos(x) + u*v*sin(x)/10 + sin(2*x)/1000";
  const Weighed weighed = weigh({text}, {{parse("v"), {-3, 2}}, {parse("u"), {0, 5}}});
  ASSERT_EQ(weighed.entries.size(), 3u);
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kLargest, 0.4, 0}), parse(text)));
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kLargest, 0.6, 0}),
                      parse("100*v^2*sin(x) + u*v*sin(x)/10 + sin(2*x)/1000")));
  for (const HarmonicEntry& entry : weighed.entries) {
    const double expected = entry.factor == parse("v^2") ? 9 : entry.factor == parse("u*v") ? 15 : 1;
    EXPECT_NEAR(entry.factor_size, expected, 1e-9) << to_text(entry.factor);
    EXPECT_GE(entry.factor_size, expected) << to_text(entry.factor);
  }
}

TEST_F(WeakTermsTest, FactorsWithoutARangeAreUnbounded) {
  EXPECT_TRUE(std::isinf(weigh({"v*sin(x)"}).entries[0].factor_size));
  EXPECT_TRUE(std::isinf(weigh({"w(x)*sin(x)"}).entries[0].factor_size));  // a function of time is no position
}

TEST_F(WeakTermsTest, WholeFormulasByRanges) {
  const char* const text = "v^2*sin(x) + u*cos(x)";
  const Box box = {{parse("v"), {-10, 10}}, {parse("u"), {-1, 2}}};
  const Weighed weighed = weigh({text}, box, true);
  ASSERT_EQ(weighed.entries.size(), 1u);
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kLargest, 0.019, 0}), parse(text)));  // 2 beside 100
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kLargest, 0.021, 0}), parse("v^2*sin(x)")));
  EXPECT_EQ(message_of([&] {
              weigh({text}, {{parse("v"), {-1, 1}}}, true);
            }),
            "terms cannot be weighed: there is no range for u");
}

// Of coordinates that slide the largest value counts.
TEST_F(WeakTermsTest, SlidingCoordinatesByTheirRange) {
  const char* const text = "x1^2*sin(x) + x1*cos(x)";
  const Weighed near = weigh({text}, {{parse("x1"), {-0.1, 0.05}}}), far = weigh({text}, {{parse("x1"), {2, 20}}});
  ASSERT_EQ(near.entries.size(), 1u);
  EXPECT_TRUE(is_same(kept(near, {ThresholdKind::kLargest, 0.2, 0}), parse("x1*cos(x)")));
  EXPECT_TRUE(is_same(kept(far, {ThresholdKind::kLargest, 0.2, 0}), parse("x1^2*sin(x)")));
  EXPECT_EQ(message_of([&] { weigh({text}); }), "terms cannot be weighed: there is no range for x1");
  EXPECT_EQ(message_of([&] { weigh({"sin(x)/x1"}, {{parse("x1"), {-1, 1}}}); }), "1/x1 has no bound over the box");
}

// A sine stays small where its angle does.
TEST_F(WeakTermsTest, AnglesThatDoNotTurnFreely) {
  const Weighed weighed = weigh({"sin(x) + cos(x)"}, {{x_, {-0.1, 0.05}}});
  EXPECT_TRUE(
      is_same(kept(weighed, {ThresholdKind::kLargest, 0.09, 0}), parse("sin(x) + cos(x)")));  // sin 0.1 = 0.0998
  EXPECT_TRUE(is_same(kept(weighed, {ThresholdKind::kLargest, 0.11, 0}), parse("cos(x)")));
  EXPECT_NEAR(loss(weighed, {ThresholdKind::kLargest, 0.11, 0}).sum, std::sin(0.1), 1e-6);
  EXPECT_TRUE(is_same(kept(weigh({"sin(x) + cos(x)"}), {ThresholdKind::kLargest, 0.99, 0}), parse("sin(x) + cos(x)")));
}

TEST_F(WeakTermsTest, NoEntryVanishes) {
  const Weighed weighed = weigh({kFour, "sin(x) + cos(x)", "v*sin(x) + v*cos(2*x)/100 + u*sin(3*x)", "v", "0"},
                                {{parse("v"), {-1, 1}}, {parse("u"), {-1, 1}}});
  for (const ThresholdKind kind : {ThresholdKind::kLargest, ThresholdKind::kMean, ThresholdKind::kMixed})
    for (const double mu : {0.0, 0.01, 0.3, 0.999, 1.0})
      for (std::size_t e = 0; e < weighed.entries.size(); ++e) {
        const EntryLoss gone = loss(weighed, {kind, mu, 0.7}, e);
        EXPECT_LT(gone.dropped, gone.terms);
      }
}

// m·C is at least the sum of what is dropped.
TEST_F(WeakTermsTest, BoundsOfAnEntry) {
  const Weighed weighed = weigh({kFour});
  for (const double mu : {0.05, 0.08, 0.2, 0.6, 1.0}) {
    const EntryLoss gone = loss(weighed, {ThresholdKind::kLargest, mu, 0});
    EXPECT_LE(gone.sum, static_cast<double>(gone.dropped) * gone.threshold * (1 + 1e-12));
  }
}

// A term that is weak may be strong in a derivative: three times as strong in that of a third harmonic, and all there
// is of a derivative by an angle that stands in no other term.
TEST_F(WeakTermsTest, SlopesCountToo) {
  const auto kept_with_slopes = [](const char* text, double mu, const Box& box = {}) {
    Weighed weighed = weigh({text}, box);
    const Expr by[] = {parse("x"), parse("x2")};
    weigh_slopes(weighed.forms, box, by, weighed.entries[0]);
    return kept(weighed, {ThresholdKind::kLargest, mu, 0});
  };
  EXPECT_TRUE(is_same(kept(weigh({"10*cos(x) + cos(3*x)/2"}), {ThresholdKind::kLargest, 0.1, 0}), parse("10*cos(x)")));
  EXPECT_TRUE(is_same(kept_with_slopes("10*cos(x) + cos(3*x)/2", 0.1), parse("10*cos(x) + cos(3*x)/2")));
  EXPECT_TRUE(is_same(kept_with_slopes("10*cos(x) + cos(3*x)/2", 0.2), parse("10*cos(x)")));
  EXPECT_TRUE(is_same(kept_with_slopes("10*cos(x) + cos(x + x2)/2", 0.9), parse("10*cos(x) + cos(x + x2)/2")));
  EXPECT_TRUE(
      is_same(kept_with_slopes("10*cos(x) + cos(x + x2)/2 + cos(x - x2)/9", 0.3), parse("10*cos(x) + cos(x + x2)/2")));
  EXPECT_TRUE(
      is_same(kept_with_slopes("10*cos(x) + x2^2/2", 0.9, {{parse("x2"), {-1, 1}}}), parse("10*cos(x) + x2^2/2")));
}

TEST_F(WeakTermsTest, KeptAndDroppedAreTheWhole) {
  const Weighed weighed = weigh({kFour});
  const Dropped dropped = find_weak_terms(weighed.forms, weighed.entries, {ThresholdKind::kLargest, 0.3, 0});
  const HarmonicForms kept = keep_terms(weighed.forms, dropped), gone = dropped_terms(weighed.forms, dropped);
  EXPECT_TRUE(is_same(write_harmonics(gone, gone.formulas[0]), parse("0.4*sin(3*x) + 0.3*cos(4*x)")));
  EXPECT_TRUE(is_same(write_harmonics(kept, kept.formulas[0]) + write_harmonics(gone, gone.formulas[0]), parse(kFour)));
}

TEST_F(WeakTermsTest, BadThresholds) {
  const auto refusal_of = [](const Threshold& threshold) { return message_of([&] { check_threshold(threshold); }); };
  EXPECT_EQ(refusal_of({ThresholdKind::kLargest, -0.1, 0}), "the threshold mu = -0.1 is not between 0 and 1");
  EXPECT_EQ(refusal_of({ThresholdKind::kLargest, 1.5, 0}), "the threshold mu = 1.5 is not between 0 and 1");
  EXPECT_EQ(refusal_of({ThresholdKind::kLargest, NAN, 0}), "the threshold mu = nan is not between 0 and 1");
  EXPECT_EQ(refusal_of({ThresholdKind::kMixed, 0.1, -1}), "the weight epsilon = -1 is negative or no number");
  EXPECT_EQ(refusal_of({ThresholdKind::kMixed, 0.1, INFINITY}), "the weight epsilon = inf is negative or no number");
  EXPECT_EQ(refusal_of({ThresholdKind::kMixed, 0, 0}), "the mixed threshold has no value for epsilon = 0 and mu = 0");
  EXPECT_EQ(refusal_of({ThresholdKind::kMixed, 2, 1}), "the threshold mu = 2 is not between 0 and 1");
  EXPECT_EQ(refusal_of({ThresholdKind::kMean, 0, 0}), "");
  EXPECT_EQ(refusal_of({ThresholdKind::kLargest, 1, 0}), "");
}

}  // namespace
}  // namespace kinemate
