#include "formalism/mass_solver.h"

#include "expr/count.h"
#include "formalism/fixture.h"
#include "formalism/methods/kane.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class MassSolverTest : public ModelTest {};

// A trunk with two arms, with its joints in this order.
std::string forked(const std::vector<int>& order) {
  const char* const joints[] = {"  j0: {type: prismatic, axis: x, from: world, to: trunk, coordinate: q0}\n",
                                "  j1: {type: revolute, axis: y, from: trunk, to: left, coordinate: q1}\n",
                                "  j2: {type: revolute, axis: y, from: trunk, to: right, coordinate: q2}\n"};
  std::string text =
      "bodies: {trunk: {mass: M}, left: {mass: m, center: [a, 0, 0]}, right: {mass: n, center: [b, 0, 0]}}\njoints:\n";
  for (int j : order) text += joints[j];
  return text;
}

// Elimination along the tree: the trunk last, whatever comes first in the file, and so no more operations.
TEST_F(MassSolverTest, CostsTheSameInEveryOrder) {
  std::vector<int> order = {0, 1, 2};
  double first = 0;
  do {
    const Model model = machine(forked(order));
    const Kinematics kinematics = compute_kinematics(model);
    const Equations equations = derive_by_kane(model, kinematics);
    const std::vector<Expr> b = {make_symbol("b0"), make_symbol("b1"), make_symbol("b2")};
    const std::vector<Expr> x = MassSolver(kinematics, equations.mass).solve(b);
    for (std::size_t i = 0; i < 3; ++i) {
      Expr sum;
      for (std::size_t j = 0; j < 3; ++j) sum += equations.mass_at(i, j) * x[j];
      EXPECT_TRUE(is_zero(sum - b[i]));
    }
    const double operations = cost(x);
    if (first == 0) first = operations;
    EXPECT_EQ(operations, first);
  } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace
}  // namespace kinemate
