#include "model/joints/turns.h"

#include "expr/normal/zero_test.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class TurnsTest : public ModelTest {
 protected:
  static Matrix about(std::size_t axis, const char* angle) {
    return make_rotation(ElementaryRotation<Expr>{unit<Expr>(axis), parse(angle)});
  }
};

TEST_F(TurnsTest, AboutOneAxisAnglesAddUp) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Matrix joined = join_turns(about(axis, "a"), about(axis, "b - c"));
    EXPECT_EQ(joined, about(axis, "a + (b - c)"));
    const Matrix product = about(axis, "a") * about(axis, "b - c");
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) EXPECT_TRUE(test_zero(joined(i, j) - product(i, j)).zero);
    EXPECT_EQ(join_turns(about(axis, "a"), transpose(about(axis, "b"))), about(axis, "a - b"));
  }
  EXPECT_EQ(join_turns(Matrix::identity(), about(2, "a")), about(2, "a"));
}

TEST_F(TurnsTest, OtherwiseTheyAreMultiplied) {
  EXPECT_EQ(join_turns(about(0, "a"), about(1, "b")), about(0, "a") * about(1, "b"));
  const Matrix askew = about(0, "a") * about(1, "b");
  EXPECT_EQ(join_turns(askew, about(1, "c")), askew * about(1, "c"));
}

// Ten parallel hinges: one sine of a sum, not a product of ten.
TEST_F(TurnsTest, ChainsStayShort) {
  Matrix R = Matrix::identity();
  for (int i = 0; i < 10; ++i) R = join_turns(R, about(2, ("q" + std::to_string(i)).c_str()));
  EXPECT_TRUE(R(0, 0).is_call(Function::kCos));
}

}  // namespace
}  // namespace kinemate
