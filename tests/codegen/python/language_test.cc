// Its words and texts; what its functions compute is tried in python_test.cc.
#include "codegen/python/language.h"

#include <gtest/gtest.h>

#include <limits>

#include "codegen/expression.h"
#include "codegen/function_names.h"

namespace kinemate {
namespace {

using Limits = std::numeric_limits<double>;

TEST(PythonLanguage, Numbers) {
  const std::pair<double, const char*> cases[] = {{2, "2.0"},
                                                  {-0.0, "-0.0"},
                                                  {1e300, "1e+300"},
                                                  {Limits::denorm_min(), "5e-324"},
                                                  {Limits::infinity(), "math.inf"},
                                                  {-Limits::infinity(), "-math.inf"},
                                                  {Limits::quiet_NaN(), "math.nan"}};
  for (const auto& [number, expected] : cases) EXPECT_EQ(python_number(number), expected);
}

TEST(PythonLanguage, Strings) { EXPECT_EQ(python_string("a'\"\\\n{x}ω"), "\"a'\\\"\\\\ {x}ω\""); }

TEST(PythonLanguage, WordsThatAreTaken) {
  for (const char* word : {"lambda", "None", "match", "m", "np", "math", "abs", "list"})
    EXPECT_TRUE(python_language().is_taken(word)) << word;
  EXPECT_FALSE(python_language().is_taken("x"));
}

// One text for numbers and for arrays: no `and`, no `x if c else y`.
TEST(PythonLanguage, Relations) {
  const Phrase a{"a"}, b{"b"}, c{"c"};
  const auto fn = [](Function function, std::initializer_list<Phrase> x) {
    return operation_text(python_language(), Code::kCall, function, x);
  };
  const Phrase less = fn(Function::kLess, {a, b}), either = fn(Function::kOr, {less, c});
  EXPECT_EQ(either.text, "(a < b) | (c != 0.0)");
  EXPECT_EQ(fn(Function::kIf, {either, a, less}).text, "m.where((a < b) | (c != 0.0), a, (1.0 * (a < b)))");
  EXPECT_EQ(fn(Function::kAnd, {either, less}).text, "((a < b) | (c != 0.0)) & (a < b)");
  EXPECT_EQ(operation_text(python_language(), Code::kPower, Function::kSin, std::array{a, b}).text, "m.pow(a, b)");
}

TEST(PythonLanguage, NamespacesHaveWhatIsCalled) {
  EXPECT_EQ(
      python_namespaces({"m.sin", "abs"}),
      "class _One:\n    \"\"\"Functions of numbers.\"\"\"\n\n    sin = math.sin\n\n\n"
      "class _Many:\n    \"\"\"The same of arrays, and beyond their domain: there, numbers are inf or nan.\"\"\"\n\n"
      "    sin = np.sin\n\n\n");
  EXPECT_NE(python_namespaces({"m.multinomial_of"}).find("def _comb(n, *parts):"), std::string::npos);
  EXPECT_EQ(python_namespaces({"m.comb_of"}).find("_factorial"), std::string::npos);
}

// Every name of the table is one of the namespaces.
TEST(PythonLanguage, HasAllFunctions) {
  const auto check = [](std::string_view name) {
    const std::string text = python_namespaces({std::string(called_name(name))});
    if (name == "abs") return;
    ASSERT_TRUE(name.starts_with("m.")) << name;
    const std::string line = "    " + std::string(name.substr(2)) + " = ";
    EXPECT_NE(text.find(line), text.rfind(line)) << name;
  };
  for (std::size_t f = 0; f < kFunctionCount; ++f) {
    const auto function = static_cast<Function>(f);
    if (info(function).infix || function == Function::kIf) continue;
    if (function == Function::kMod || function == Function::kNoEvent) continue;
    for (const std::size_t count : {1u, 2u, 3u}) {
      const bool has = function == Function::kStep ? count != 2
                       : function == Function::kComb
                           ? count != 1
                           : count == static_cast<std::size_t>(info(function).least_arguments);
      if (has) check(function_name(LanguageColumn::kPython, function, count).value());
    }
  }
  check(square_root_name(LanguageColumn::kPython));
  check(called_name(python_language().power.format));
  check(called_name(python_language().choice));
}

}  // namespace
}  // namespace kinemate
