#include "study/programs/direction_program.h"

#include "expr/differentiate.h"
#include "program/routine.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class DirectionProgramTest : public StudyTest {};

TEST_F(DirectionProgramTest, ChangesAlongADirection) {
  const Expr x = parse("x"), y = parse("y");
  const std::vector<Expr> d = direction_symbols("d", 2), formulas = {parse("x^2*y")};
  EXPECT_FALSE(d[0] == d[1]);
  EXPECT_FALSE(direction_symbols("e", 1)[0] == d[0]);
  const Program program = plain_program({plain_input("x", {x, y}), plain_input("d", d)},
                                        differentiate(formulas, Seeds{{x, d[0]}, {y, d[1]}}));
  EXPECT_EQ(run_once(Routine(program), std::vector<double>{3, 5, 2, 7}), std::vector<double>{2 * 3 * 5 * 2 + 9 * 7});
}

}  // namespace
}  // namespace kinemate
