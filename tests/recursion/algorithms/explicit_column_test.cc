#include "recursion/algorithms/explicit_column.h"

#include "recursion/random_system.h"

namespace kinemate {
namespace {

class ExplicitColumnTest : public ExprTest {};

// M − MΦ (ΦᵀMΦ)⁻¹ ΦᵀM, entry by entry.
template <class S>
void check_column(const ArticulatedInertia<S>& M, const Twist<S>& free) {
  const EliminatedColumn<S> eliminated = eliminate_column(M, free, 0);
  const Six<S> u = to_six(M * to_acceleration(free));
  const S pivot = power(M * to_acceleration(free), free);
  std::vector<S> found, expected;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      found.push_back(get_entry(eliminated.remaining, i, j));
      expected.push_back(get_entry(M, i, j) - u[i] * u[j] / pivot);
    }
  expect_same(found, expected, kRounding, "entry");
  for (std::size_t i = 0; i < 6; ++i) found[i] = to_six(eliminated.column.gain)[i], expected[i] = u[i] / pivot;
  found[6] = eliminated.column.inverse, expected[6] = S(1) / pivot;
  expect_same(found, expected, kRounding, "gain");
}

template <class S>
void check_columns(int cases) {
  RandomSystem<S> draw(23);
  for (int round = 0; round < cases; ++round) {
    const ArticulatedInertia<S> M = make_articulated(draw.body());
    const S two(2);
    for (std::size_t axis = 0; axis < 6; ++axis)
      for (const S& along : {S(1), S(-1), two}) {
        Twist<S> free;
        component(free, axis) = along;
        check_column(M, free);
      }
    check_column(M, Twist<S>{draw.vector() + Vector3<S>{S(3), S(0), S(0)}, draw.vector()});
  }
}

TEST_F(ExplicitColumnTest, IsTheRankOneUpdate) {
  check_columns<double>(20);
  check_columns<Expr>(5);
}

// What is along an axis is zero as such, with symbols too, and the load that is left along it is the effort's.
TEST_F(ExplicitColumnTest, AxesLeaveZeros) {
  const Expr m = make_symbol("m"), l = make_symbol("l"), J = make_symbol("J"), eta = make_symbol("eta");
  const ArticulatedInertia<Expr> M = make_articulated(make_rigid_inertia<Expr>(m, {l, l, 0}, {J, J, J}));
  for (const int sign : {1, -1}) {
    const Twist<Expr> free{{0, 0, sign}, {}};
    const EliminatedColumn<Expr> eliminated = eliminate_column(M, free, 0);
    for (std::size_t k = 0; k < 6; ++k) EXPECT_TRUE(get_entry(eliminated.remaining, 2, k).is_zero());
    const DrivenColumn<Expr> driven = drive_column(eliminated.column, free, {{0, 0, make_symbol("tau")}, {}}, eta);
    EXPECT_EQ(driven.load.torque.z, Expr(-sign) * eta);
  }
}

TEST_F(ExplicitColumnTest, AxesLeaveZerosInNumbers) {
  RandomSystem<double> draw(41);
  for (int round = 0; round < 20; ++round)
    for (std::size_t axis = 0; axis < 6; ++axis) {
      Twist<double> free;
      component(free, axis) = 1;
      const EliminatedColumn<double> eliminated = eliminate_column(make_articulated(draw.body()), free, 0);
      for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(get_entry(eliminated.remaining, axis, k), 0);
    }
}

TEST_F(ExplicitColumnTest, NoInertiaIsNamed) {
  try {
    eliminate_column<double>({}, {{0, 0, 1}, {}}, 5);
    FAIL();
  } catch (const SingularColumn& singular) {
    EXPECT_EQ(singular.speed, 5u);
  }
}

}  // namespace
}  // namespace kinemate
