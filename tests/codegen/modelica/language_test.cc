#include "codegen/modelica/language.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "codegen/expression.h"
#include "codegen/names.h"

namespace kinemate {
namespace {

TEST(ModelicaLanguage, Numbers) {
  const std::pair<double, const char*> table[] = {{2, "2.0"},      {-0.5, "-0.5"},   {0.1, "0.1"},
                                                  {1e30, "1e+30"}, {1e-05, "1e-05"}, {-0.0, "-0.0"}};
  for (const auto& [number, text] : table) EXPECT_EQ(modelica_number(number), text);
  EXPECT_THROW(modelica_number(std::numeric_limits<double>::infinity()), Error);
  EXPECT_THROW(modelica_number(std::numeric_limits<double>::quiet_NaN()), Error);
}

TEST(ModelicaLanguage, NamesOfClasses) {
  const std::pair<const char*, const char*> table[] = {{"pendulum", "Pendulum"},
                                                       {"seven-axis arm", "SevenAxisArm"},
                                                       {"random-3", "Random3"},
                                                       {"3D", "N3D"},
                                                       {"real", "Real_v"},
                                                       {"Modelica", "ModelicaV"},
                                                       {"", "N"},
                                                       {"Ωmega'", "OmegamegaPrime"}};
  for (const auto& [name, text] : table) EXPECT_EQ(modelica_class_name(name), text);
}

TEST(ModelicaLanguage, WordsOfTheLanguageAreNoNames) {
  CodeNames names(modelica_language());
  for (const char* word : {"end", "der", "time", "Real", "sin", "zeros", "cbrt_of", "Machine", "initial"})
    EXPECT_EQ(names.take(word), std::string(word) + "_v");
}

TEST(ModelicaLanguage, Remarks) {
  EXPECT_EQ(modelica_remark({"phi", ""}, "phi"), "");
  EXPECT_EQ(modelica_remark({"phi", "an angle"}, "phi"), " \"an angle\"");
  EXPECT_EQ(modelica_remark({"phi'", "a \"rate\"\\"}, "phi_prime"), " \"phi' -- a \\\"rate\\\"\\\\\"");
  EXPECT_EQ(modelica_text("two\nlines, \xC3\xBC"), "\"two lines, \xC3\xBC\"");
}

TEST(ModelicaLanguage, VariablesTakeAsManyLinesAsTheyNeed) {
  EXPECT_EQ(modelica_variables({}), "");
  EXPECT_EQ(modelica_variables({"z0", "z1"}), "  Real z0, z1;\n");
  const std::string text = modelica_variables(std::vector<std::string>(40, "z123"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
}

// Signs behind operators and powers of powers are no Modelica.
TEST(ModelicaLanguage, Operators) {
  const Phrase a{"a"}, b{"b"};
  const auto text = [](const Language& language, Code code, Function function, std::vector<Phrase> x) {
    return operation_text(language, code, function, x);
  };
  const Language& steps = modelica_language();
  const Phrase power = text(steps, Code::kPower, {}, {a, b}), minus = text(steps, Code::kNegate, {}, {a});
  EXPECT_EQ(power.text, "a^b");
  EXPECT_EQ(text(steps, Code::kPower, {}, {power, minus}).text, "(a^b)^(-a)");
  EXPECT_EQ(text(steps, Code::kMultiply, {}, {b, minus}).text, "b * (-a)");
  EXPECT_EQ(text(steps, Code::kMultiply, {}, {b, power}).text, "b * a^b");
  const Phrase equal = text(steps, Code::kCall, Function::kEqual, {a, b});
  EXPECT_EQ(text(steps, Code::kCall, Function::kIf, {equal, a, minus}).text, "(if a == b then a else -a)");
  EXPECT_EQ(text(steps, Code::kCall, Function::kOr, {equal, a}).text, "(a == b) or (a <> 0.0)");
  EXPECT_EQ(text(modelica_equations(), Code::kCall, Function::kAnd, {a, b}).text,
            "(a < 0.0 or a > 0.0) and (b < 0.0 or b > 0.0)");
  EXPECT_EQ(text(modelica_equations(), Code::kCall, Function::kEqual, {a, b}).text, "a <= b and a >= b");
  EXPECT_THROW(text(steps, Code::kCall, Function::kFactorial, {a}), Error);
  EXPECT_THROW(text(steps, Code::kCall, Function::kComb, {a, b}), Error);
}

}  // namespace
}  // namespace kinemate
