#include "codegen/c_scope.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace kinemate {
namespace {

TEST(CScopes, NamesThatNoParameterHas) {
  Program program;
  program.inputs = {{"w", "", {{"a", ""}}}, {"z1", "", {{"a", ""}}}, {"zz", "", {{"a", ""}}}};
  const CInterface interface = make_c_interface(program, "m");
  const CScope scope = make_c_scope(interface, {});
  EXPECT_EQ(scope.workspace, "w_2");
  EXPECT_EQ(scope.local, "zz");
}

TEST(CScopes, Places) {
  Program program;
  program.inputs = {{"t", "", {{"t", ""}}}, {"q", "", {{"a", ""}, {"b", ""}}}};
  const CInterface interface = make_c_interface(program, "m");
  const std::vector<double> constants = {0.5, -2};
  const CScope scope = make_c_scope(interface, constants);
  EXPECT_EQ(scope.local, "z");
  EXPECT_EQ(c_place(scope, {kWorkspace, 7}).text, "w[7]");
  EXPECT_EQ(c_place(scope, {kConstants, 1}).text, "-2.0");
  EXPECT_EQ(c_place(scope, {kConstants, 1}).level, CExpression::Level::kSign);
  EXPECT_EQ(c_place(scope, {kParameters, 0}).text, "t");
  EXPECT_EQ(c_place(scope, {kParameters + 1, 1}).text, "q[1]");
  EXPECT_EQ(c_element(scope, kParameters + 1, "i"), "q[i]");
  EXPECT_THROW(c_element(scope, kParameters, "i"), CheckFailure);
}

}  // namespace
}  // namespace kinemate
