// Its words and texts; what its functions compute is tried in julia_test.cc.
#include "codegen/julia/language.h"

#include <gtest/gtest.h>

#include <limits>

#include "codegen/expression.h"

namespace kinemate {
namespace {

using Limits = std::numeric_limits<double>;

TEST(JuliaLanguage, Numbers) {
  const std::pair<double, const char*> cases[] = {{2, "2.0"},
                                                  {-0.0, "-0.0"},
                                                  {1e300, "1e+300"},
                                                  {Limits::denorm_min(), "5e-324"},
                                                  {Limits::infinity(), "Inf"},
                                                  {-Limits::infinity(), "-Inf"},
                                                  {Limits::quiet_NaN(), "NaN"}};
  for (const auto& [number, expected] : cases) EXPECT_EQ(julia_number(number), expected);
}

// A dollar would put the value of a variable into the string.
TEST(JuliaLanguage, Strings) {
  EXPECT_EQ(julia_string("a'\"\\\n$(x)ω"), "\"a'\\\"\\\\ \\$(x)ω\"");
  EXPECT_EQ(julia_escaped("a\n\"$\\"), "a\n\\\"\\$\\\\");
}

TEST(JuliaLanguage, WordsThatAreTaken) {
  for (const char* word : {"end", "in", "module", "sin", "pow", "Inf", "smaller_of", "axes"})
    EXPECT_TRUE(julia_language().is_taken(word)) << word;
  EXPECT_FALSE(julia_language().is_taken("x"));
}

TEST(JuliaLanguage, Relations) {
  const Phrase a{"a"}, b{"b"}, c{"c"};
  const auto fn = [](Function function, std::initializer_list<Phrase> x) {
    return operation_text(julia_language(), Code::kCall, function, x);
  };
  const Phrase less = fn(Function::kLess, {a, b}), either = fn(Function::kOr, {less, c});
  EXPECT_EQ(fn(Function::kIf, {either, a, less}).text, "ifelse((a < b) || (c != 0.0), a, (a < b ? 1.0 : 0.0))");
  EXPECT_EQ(operation_text(julia_language(), Code::kPower, Function::kSin, std::array{a, b}).text, "pow(a, b)");
}

TEST(JuliaLanguage, DefinesWhatIsCalled) {
  EXPECT_EQ(julia_definitions({"exp", "abs"}), "");
  EXPECT_EQ(julia_definitions({"exp", "sin"}),
            "# Beyond their domain, functions are NaN here; those of Julia would throw.\n"
            "sin(x) = isfinite(x) ? Base.sin(x) : NaN * x\n\n");
  const std::string text = julia_definitions({"multinomial_of"});
  EXPECT_LT(text.find("function comb_of("), text.find("multinomial_of("));
}

}  // namespace
}  // namespace kinemate
