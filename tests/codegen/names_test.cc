#include "codegen/names.h"

#include <gtest/gtest.h>

#include "codegen/c/language.h"

namespace kinemate {
namespace {

TEST(CodeNames, AnyNameBecomesAnIdentifier) {
  const std::pair<const char*, const char*> cases[] = {
      {"q", "q"},
      {"alpha1", "alpha1"},
      {"alpha1'", "alpha1_prime"},
      {"alpha1''", "alpha1_prime2"},
      {"x'_y", "x_prime_y"},
      {"α", "alpha"},
      {"Ω2", "Omega2"},
      {"ω'", "omega_prime"},
      {"σς", "sigmasigma"},
      {"straße", "strasse"},
      {"Größe Ü", "Grosse_U"},
      {"a×b÷c", "a_b_c"},
      {"four-bar linkage", "four_bar_linkage"},
      {"", "n"},
      {"_", "n"},
      {"кривошип", "n"},
      {"3R", "n3R"},
      {"__x__y_", "x_y"},
      {"_X", "X"},
      {"a\xff\nb", "a_b"},
      // taken
      {"double", "double_v"},
      {"restrict", "restrict_v"},
      {"class", "class_v"},
      {"static_assert", "static_assert_v"},
      {"sin", "sin_v"},
      {"sinf", "sinf_v"},
      {"cosl", "cosl_v"},
      {"y1", "y1_v"},
      {"gamma", "gamma_v"},
      {"γ", "gamma_v"},
      {"NAN", "NAN_v"},
      {"I", "I_v"},
      {"linux", "linux_v"},
      {"printf", "printf_v"},
      {"sines", "sines"},
  };
  for (const auto& [name, expected] : cases) EXPECT_EQ(make_name(name, c_language()), expected) << name;
}

TEST(CodeNames, LongNamesAreCut) {
  EXPECT_LE(make_name(std::string(100'000, 'x'), c_language()).size(), 70u);
  EXPECT_LE(make_name(std::string(100'000, '_'), c_language()).size(), 70u);
}

TEST(CodeNames, NoNameTwice) {
  CodeNames names(c_language());
  EXPECT_EQ(names.take("x'"), "x_prime");
  EXPECT_EQ(names.take("x_prime"), "x_prime_2");
  EXPECT_EQ(names.take("x_prime_2"), "x_prime_2_2");
  EXPECT_EQ(names.take("x'"), "x_prime_3");
  EXPECT_EQ(names.take("é"), "e");
  EXPECT_EQ(names.take("è"), "e_2");
  EXPECT_EQ(names.take("sin"), "sin_v");
  EXPECT_EQ(names.take("sin"), "sin_v_2");
}

}  // namespace
}  // namespace kinemate
