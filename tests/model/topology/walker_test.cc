#include "model/topology/walker.h"

#include <algorithm>
#include <cmath>

#include "model/fixture.h"

namespace kinemate {
namespace {

class WalkerTest : public ModelTest {};

using End = Walker::Step::End;

std::string four_bar(const std::string& crank, const std::string& initial) {
  return R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1)" +
         crank + R"(}
  B: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [1, 0, 0]}, coordinate: q3}
  D: {type: revolute, axis: z, from: {body: world, at: [2, 0, 0]}, to: c, coordinate: q4}
initial: {)" +
         initial + "}\n";
}

TEST_F(WalkerTest, ClosesLoopsAndLeavesDrivenCoordinates) {
  for (const char* drive : {"", ", drive: 1 + t"}) {
    const std::string crank = *drive == '\0' ? "q1: 1, " : "";
    const Model model = machine(four_bar(drive, crank + "q2: -0.8, q4: 1.2"));
    const Tree tree = make_tree(model);
    const Walker walker(model, tree, choose_numbers(model, 0));
    EXPECT_GT(walker.closure().residual(walker.start()).lpNorm<Eigen::Infinity>(), 0.01);
    const NewtonResult closed = walker.close(walker.start());
    ASSERT_TRUE(closed.converged()) << closed.reason;
    EXPECT_LT(walker.closure().residual(closed.x).lpNorm<Eigen::Infinity>(), 1e-12);
    EXPECT_EQ(closed.x[0] == 1, std::string(drive) != "");
    EXPECT_EQ(walker.free_coordinates()[0], std::string(drive) == "");
    EXPECT_EQ(walker.free_speeds()[0], std::string(drive) == "");
  }
}

// What is given stays, and the rest follows; where that cannot be, all moves.
TEST_F(WalkerTest, InitialValuesThatAreGivenStay) {
  const Model model = machine(four_bar("", "q1: 2, q3: 2"));
  const Tree tree = make_tree(model);
  ASSERT_EQ(model.joints[tree.secondary[0]].name, "C");
  const Walker walker(model, tree, choose_numbers(model, 0), tree.secondary);
  auto at = [&](const NewtonResult& result, const char* name) {
    const std::vector<Expr>& all = walker.closure().coordinates();
    return result.x[std::find(all.begin(), all.end(), make_symbol(name)) - all.begin()];
  };
  const NewtonResult closed = walker.close_start();
  ASSERT_TRUE(closed.converged()) << closed.reason;
  EXPECT_EQ(at(closed, "q1"), 2);
  EXPECT_EQ(at(closed, "q3"), 2);
  EXPECT_NEAR(std::cos(at(closed, "q4") - 2), 1, 1e-12);  // the parallelogram
  EXPECT_NEAR(std::cos(at(closed, "q2") + 2), 1, 1e-12);
  const Model open = machine(four_bar("", "q1: 2, q3: 1"));
  const Walker moves(open, tree, choose_numbers(open, 0), tree.secondary);
  EXPECT_TRUE(moves.close_start().converged());
}

TEST_F(WalkerTest, StepsStayClosedAndLeadAway) {
  const Model model = machine(four_bar("", "q1: 1, q2: -1, q4: 1"));
  const Tree tree = make_tree(model);
  const Walker walker(model, tree, choose_numbers(model, 0));
  std::mt19937_64 random(1);
  for (int i = 0; i < 10; ++i) {
    const Walker::Step step = walker.step(walker.start(), random);
    ASSERT_EQ(step.end, End::kMoved);
    EXPECT_LT(walker.closure().residual(step.to).lpNorm<Eigen::Infinity>(), 1e-12);
    const double length = (step.to - walker.start()).lpNorm<Eigen::Infinity>();
    EXPECT_GT(length, 0.05);
    EXPECT_LT(length, 0.9);
  }
}

// Flat, a parallelogram has two free directions; two lines among them are motions, as itself and crossed.
TEST_F(WalkerTest, StepsFromSingularPositionsAreMotions) {
  const Model model = machine(four_bar("", "q1: 0"));
  const Tree tree = make_tree(model);
  const Walker walker(model, tree, choose_numbers(model, 0));
  std::mt19937_64 random(1);
  int moved = 0;
  for (int i = 0; i < 10; ++i) moved += walker.step(walker.start(), random).end == End::kMoved ? 1 : 0;
  EXPECT_GE(moved, 8);
}

TEST_F(WalkerTest, WhatCannotMoveIsRigidOrReturns) {
  const char* const triangle = R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [1, 0, 0]}, to: {body: world, at: [LENGTH, 0, 0]}, coordinate: q3}
initial: {q1: acos(LENGTH/2), q2: -2*acos(LENGTH/2)}
)";
  for (const auto& [length, end] : {std::pair{"1", End::kRigid}, std::pair{"2", End::kReturned}}) {
    std::string text = triangle;
    for (std::size_t at; (at = text.find("LENGTH")) != std::string::npos;) text.replace(at, 6, length);
    const Model model = machine(text);
    const Tree tree = make_tree(model);
    const Walker walker(model, tree, choose_numbers(model, 0));
    std::mt19937_64 random(1);
    const NewtonResult closed = walker.close(walker.start());
    ASSERT_TRUE(closed.converged());
    EXPECT_EQ(walker.step(closed.x, random).end, end) << length;
  }
}

}  // namespace
}  // namespace kinemate
