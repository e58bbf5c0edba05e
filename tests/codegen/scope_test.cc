#include "codegen/scope.h"

#include <gtest/gtest.h>

#include "codegen/c/language.h"
#include "codegen/julia/language.h"

#include "base/check.h"

namespace kinemate {
namespace {

TEST(CScopes, NamesThatNoParameterHas) {
  Program program;
  program.inputs = {{"w", "", {{"a", ""}}}, {"z1", "", {{"a", ""}}}, {"zz", "", {{"a", ""}}}};
  const CodeInterface interface = make_interface(program, "m", c_language());
  const CodeScope scope = make_scope(interface, {});
  EXPECT_EQ(scope.workspace, "w_2");
  EXPECT_EQ(scope.local, "zz");
}

TEST(CScopes, Places) {
  Program program;
  program.inputs = {{"t", "", {{"t", ""}}}, {"q", "", {{"a", ""}, {"b", ""}}}};
  const CodeInterface interface = make_interface(program, "m", c_language());
  const std::vector<double> constants = {0.5, -2};
  const CodeScope scope = make_scope(interface, constants);
  EXPECT_EQ(scope.local, "z");
  EXPECT_EQ(place_text(scope, {kWorkspace, 7}).text, "w[7]");
  EXPECT_EQ(place_text(scope, {kConstants, 1}).text, "-2.0");
  EXPECT_EQ(place_text(scope, {kConstants, 1}).level, Phrase::Level::kSign);
  EXPECT_EQ(place_text(scope, {kParameters, 0}).text, "t");
  EXPECT_EQ(place_text(scope, {kParameters + 1, 1}).text, "q[1]");
  EXPECT_EQ(element_text(scope, kParameters + 1, "i"), "q[i]");
  EXPECT_THROW(element_text(scope, kParameters, "i"), CheckFailure);
}

TEST(CScopes, MatricesByRowAndColumnWhereALanguageHasThem) {
  Program program;
  program.outputs = {{"A", "", {{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}, {"e", ""}, {"f", ""}}, 3}};
  const CodeInterface julia = make_interface(program, "m", julia_language());
  EXPECT_EQ(place_text(make_scope(julia, {}), {kParameters, 4}).text, "A[2, 2]");
  const CodeInterface c = make_interface(program, "m", c_language());
  EXPECT_EQ(place_text(make_scope(c, {}), {kParameters, 4}).text, "A[4]");
}

}  // namespace
}  // namespace kinemate
