#include "expr/pool.h"

#include <thread>

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, EqualFormulasAreOneNode) {
  EXPECT_TRUE(sin(x_ + y_) == sin(y_ + x_));
  const std::size_t before = pool_.node_count();
  EXPECT_TRUE(sin(x_ + y_) == sin(x_ + y_));
  EXPECT_EQ(pool_.node_count(), before);
  const Rational large = power(Rational(3), 100);
  EXPECT_TRUE(Expr(large) == Expr(large));
  EXPECT_FALSE(Expr(large) == Expr(large + Rational(1)));
  EXPECT_TRUE(make_real(0.1) == make_real(0.1));
  EXPECT_FALSE(make_real(0.1) == Expr(Rational(1, 10)));
  EXPECT_FALSE(make_symbol("x", 1) == x_);
}

TEST_F(ExprTest, FunctionsOfManyArgumentsAreInterned) {
  std::vector<Expr> many;
  for (int i = 0; i < 1000; ++i) many.push_back(make_symbol("a" + std::to_string(i)));
  EXPECT_TRUE(make_unspecified("f", many) == make_unspecified("f", many));
  const Expr f = make_unspecified("f", many);
  many.back() = x_;
  EXPECT_FALSE(make_unspecified("f", many) == f);
  EXPECT_FALSE(make_unspecified("g", many) == make_unspecified("f", many));
  many.resize(70'000, y_);
  EXPECT_THROW(make_unspecified("f", many), Error);
}

TEST_F(ExprTest, MixingPoolsIsCaught) {
  Pool other;
  const PoolScope inner(other);
  EXPECT_THROW(x_ + Expr(1), CheckFailure);
  EXPECT_THROW(x_.kind(), CheckFailure);
  EXPECT_THROW(to_text(x_), CheckFailure);
  EXPECT_FALSE(make_symbol("x") == x_);
}

TEST(Pool, NoPoolIsCaught) { EXPECT_THROW(make_symbol("x"), CheckFailure); }

TEST(Pool, ScopesNest) {
  Pool outer, inner;
  const PoolScope first(outer);
  {
    const PoolScope second(inner);
    EXPECT_EQ(&Pool::current(), &inner);
  }
  EXPECT_EQ(&Pool::current(), &outer);
}

TEST(Pool, EachThreadHasItsOwn) {
  const auto work = [](int offset, std::string& result) {
    Pool pool;
    const PoolScope scope(pool);
    Expr sum;
    for (int i = 0; i < 1000; ++i) sum += pow(make_symbol("x" + std::to_string(i % 7)), Expr(i % 5 + 1)) * Expr(i);
    result = to_text(sum) + std::to_string(offset - offset);
  };
  std::string first, second;
  std::thread one(work, 1, std::ref(first)), two(work, 2, std::ref(second));
  one.join();
  two.join();
  EXPECT_EQ(first, second);
}

TEST_F(ExprTest, NodesAreSmall) {
  Expr sum;
  for (int i = 1; i <= 200'000; ++i) sum += make_symbol("x" + std::to_string(i % 100)) * Expr(i) * sum;
  EXPECT_LT(pool_.bytes() / pool_.node_count(), 100u);
}

TEST_F(ExprTest, HashesAreContent) {
  const std::uint64_t here = sin(x_ * Expr(Rational(2, 3)) + y_).hash();
  Pool other;
  const PoolScope inner(other);
  make_symbol("something");
  EXPECT_EQ(sin(make_symbol("y") + make_symbol("x") * Expr(Rational(2, 3))).hash(), here);
}

}  // namespace
}  // namespace kinemate
