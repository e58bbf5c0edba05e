#include "study/cases.h"

#include "study/fixture.h"

namespace kinemate {
namespace {

class CasesTest : public StudyTest {
 protected:
  static std::vector<DerivedCase> derive_all(const Model& model, const std::vector<SpecialCase>& cases,
                                             const ParameterChoice& choice = {}) {
    const auto request = [](const Model&) { return DerivationRequest{.formalism = "metric"}; };
    return derive_cases(model, choice, cases, request, [](const std::string&) {});
  }
};

// Special cases a and b of Habelt 1978, section 6.2.
TEST_F(CasesTest, ThoseOfLagr) {
  const Model model = example("lagr_pendulum");
  ASSERT_EQ(model.cases.size(), 2u);
  const std::vector<DerivedCase> derived = derive_all(model, model.cases);
  ASSERT_EQ(derived.size(), 3u);
  const auto g = [&](std::size_t which, std::size_t i, std::size_t j) {
    return derived[which].derivation.metric->g[i * (i + 1) / 2 + j];
  };
  EXPECT_TRUE(is_zero(g(0, 0, 0) - parse("fu'(t)^2*(m1 + m2 + m3)")));
  EXPECT_TRUE(is_zero(g(1, 0, 0)));  // fu = 0
  EXPECT_TRUE(is_zero(g(1, 3, 3) - parse("m3")));
  EXPECT_TRUE(is_zero(g(2, 3, 3)));  // no point mass
  EXPECT_TRUE(is_zero(g(2, 2, 2) - parse("m2*R^2 + th11 + th22")));
  EXPECT_TRUE(is_zero(derived[1].derivation.metric_forces[0]));  // no spring 1
  EXPECT_TRUE(is_zero(derived[2].derivation.metric_forces[2]));
  EXPECT_TRUE(is_zero(derived[2].derivation.metric_forces[1] + parse("g*m2*R*sin(q2)")));
  EXPECT_FALSE(derived[0].derivation.singularity);
  EXPECT_FALSE(derived[1].derivation.singularity);
  EXPECT_TRUE(derived[2].derivation.singularity);  // derived and remarked
}

TEST_F(CasesTest, CasesComeOnTopOfWhatIsSet) {
  const Model model = example("lagr_pendulum");
  const std::vector<DerivedCase> derived =
      derive_all(model, {parse_case("heavy: m2 = 7*m3")}, {.set = {"m1 = 2"}, .keep = {{"m2", "m3"}}});
  EXPECT_TRUE(is_zero(derived[0].derivation.metric->g[2] - parse("2 + m2 + m3")));
  EXPECT_TRUE(is_zero(derived[1].derivation.metric->g[2] - parse("2 + 8*m3")));
}

TEST_F(CasesTest, ACaseWinsOverWhatIsSetForAll) {
  const std::vector<DerivedCase> derived =
      derive_all(example("lagr_pendulum"), {parse_case("light: m1 = 0")}, {.set = {"m1 = 2", "fu(t) = 0"}});
  EXPECT_TRUE(is_zero(derived[0].derivation.metric->g[2] - parse("2 + m2 + m3")));
  EXPECT_TRUE(is_zero(derived[1].derivation.metric->g[2] - parse("m2 + m3")));
}

TEST_F(CasesTest, AreReadFromTexts) {
  const SpecialCase light = parse_case("light of forces: m3 = 0, w(x, y) = x*y; c=atan2(1, 2)");
  EXPECT_EQ(light.name, "light");
  EXPECT_EQ(light.scope, SpecialCase::Scope::kForces);
  ASSERT_EQ(light.settings.size(), 3u);
  EXPECT_EQ(light.settings[1].name, "w(x, y)");
  EXPECT_EQ(light.settings[1].value, "x*y");
  EXPECT_EQ(light.settings[2].value, "atan2(1, 2)");
  EXPECT_EQ(parse_case("free of friction of inertia: k=0").name, "free of friction");
}

TEST_F(CasesTest, RefusesWhatIsNoCase) {
  const Model model = example("lagr_pendulum");
  const Model plain = example("puma_560");
  EXPECT_TRUE(contains(refusal([&] { find_case(model, "A"); }), "did you mean a?"));
  EXPECT_TRUE(contains(refusal([&] { find_case(model, "heavy"); }), "there are: a, b"));
  EXPECT_TRUE(contains(refusal([&] { find_case(plain, "a"); }), "the machine has no cases"));
  EXPECT_TRUE(contains(refusal([] { parse_case("x of force: a=1"); }), "'force' is none of all, inertia, forces"));
  EXPECT_TRUE(contains(refusal([] { parse_case("x: a"); }), "'a' is no assignment"));
  EXPECT_TRUE(contains(refusal([] { parse_case("x:"); }), "nothing is set"));
  EXPECT_TRUE(contains(refusal([] { parse_case(": a=1"); }), "the case has no name"));
  EXPECT_TRUE(contains(refusal([&] { derive_all(model, {parse_case("x: m9 = 1")}); }),
                       "case x: m9 = 1: the machine has no parameter, input or function m9"));
  EXPECT_TRUE(contains(refusal([&] { derive_all(model, {parse_case("x: m2 = -1")}); }), "comes from case x: m2 = -1"));
}

}  // namespace
}  // namespace kinemate
