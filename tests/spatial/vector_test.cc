#include "spatial/vector.h"

#include "spatial/fixture.h"

namespace kinemate {
namespace {

TEST(Vector, KnownNumbers) {
  using V = Vector3<double>;
  const V a{1, 2, 3}, b{4, 5, 6};
  EXPECT_EQ(V{}, (V{0, 0, 0}));
  EXPECT_EQ(a + b, (V{5, 7, 9}));
  EXPECT_EQ(a - b, (V{-3, -3, -3}));
  EXPECT_EQ(-a, (V{-1, -2, -3}));
  EXPECT_EQ(a * 2.0, (V{2, 4, 6}));
  EXPECT_EQ(2.0 * a, (V{2, 4, 6}));
  EXPECT_EQ(dot(a, b), 32);
  EXPECT_EQ(cross(a, b), (V{-3, 6, -3}));
  EXPECT_EQ(unit<double>(0), (V{1, 0, 0}));
  EXPECT_EQ(unit<double>(1), (V{0, 1, 0}));
  EXPECT_EQ(unit<double>(2), (V{0, 0, 1}));
  V c = a;
  c += b;
  EXPECT_EQ(c, (V{5, 7, 9}));
  c -= a;
  EXPECT_EQ(c, b);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(a[i], static_cast<double>(i + 1));
    c[i] = static_cast<double>(i);
  }
  EXPECT_EQ(c, (V{0, 1, 2}));
}

TEST(Matrix, KnownNumbers) {
  using V = Vector3<double>;
  using M = Matrix3<double>;
  const M a{{{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}}}, b{{{{2, 0, 1}, {-1, 3, 5}, {4, -2, 6}}}};
  EXPECT_EQ(M{}, (M{{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}}));
  EXPECT_EQ(a * b, (M{{{{12, 0, 29}, {27, 3, 65}, {46, 4, 107}}}}));
  EXPECT_EQ(a * (V{1, -1, 2}), (V{5, 11, 19}));
  EXPECT_EQ(transposed_times(a, V{1, -1, 2}), (V{11, 13, 17}));
  EXPECT_EQ(transpose(a), (M{{{{1, 4, 7}, {2, 5, 8}, {3, 6, 10}}}}));
  EXPECT_EQ(a.column(1), (V{2, 5, 8}));
  EXPECT_EQ(a(1, 2), 6);
  EXPECT_EQ(trace(a), 16);
  EXPECT_EQ(a + b, (M{{{{3, 2, 4}, {3, 8, 11}, {11, 6, 16}}}}));
  EXPECT_EQ(a - b, (M{{{{-1, 2, 2}, {5, 2, 1}, {3, 10, 4}}}}));
  EXPECT_EQ(a * 2.0, a + a);
  EXPECT_EQ(2.0 * a, a + a);
  EXPECT_EQ(M::identity(), M::diagonal({1, 1, 1}));
  EXPECT_EQ(M::diagonal({1, 2, 3}), (M{{{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}}}));
  EXPECT_EQ(tilde(V{1, 2, 3}), (M{{{{0, -3, 2}, {3, 0, -1}, {-2, 1, 0}}}}));
  EXPECT_EQ(vect(a), (V{1, -2, 1}));
  EXPECT_EQ(outer(V{1, 2, 3}, V{4, 5, 6}), (M{{{{4, 5, 6}, {8, 10, 12}, {12, 15, 18}}}}));
}

using VectorTest = SpatialTest;

TEST_F(VectorTest, DotAndCrossKeepTheirIdentities) {
  check([](auto& draw) {
    const auto a = draw.vector(), b = draw.vector(), c = draw.vector(), d = draw.vector();
    const auto k = draw.scalar();
    EXPECT_TRUE(equal(cross(a, b), -cross(b, a)));
    EXPECT_TRUE(equal(dot(a, cross(a, b)), k - k));
    EXPECT_TRUE(equal(dot(a, cross(b, c)), dot(cross(a, b), c)));
    EXPECT_TRUE(equal(cross(a, cross(b, c)), b * dot(a, c) - c * dot(a, b)));
    EXPECT_TRUE(equal(dot(cross(a, b), cross(c, d)), dot(a, c) * dot(b, d) - dot(a, d) * dot(b, c)));
    EXPECT_TRUE(equal(cross(a + b * k, c), cross(a, c) + k * cross(b, c)));
  });
}

TEST_F(VectorTest, MatricesActAsTheirEntriesDo) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto a = draw.matrix(), b = draw.matrix();
    const auto v = draw.vector();
    Matrix3<S> product, turned;
    Vector3<S> image;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        turned(i, j) = a(j, i);
        image[i] = image[i] + a(i, j) * v[j];
        for (std::size_t k = 0; k < 3; ++k) product(i, j) = product(i, j) + a(i, k) * b(k, j);
      }
    EXPECT_TRUE(equal(a * b, product));
    EXPECT_TRUE(equal(transpose(a), turned));
    EXPECT_TRUE(equal(a * v, image));
    EXPECT_TRUE(equal(transposed_times(a, v), turned * v));
    EXPECT_TRUE(equal(transpose(a * b), transpose(b) * transpose(a)));
    EXPECT_TRUE(equal((a * b) * v, a * (b * v)));
    EXPECT_TRUE(equal((a - b) * v + b * v, image));
    EXPECT_TRUE(equal(trace(a * b), trace(b * a)));
  });
}

TEST_F(VectorTest, TildeIsTheCrossProduct) {
  check([](auto& draw) {
    using S = ScalarFor<decltype(draw)>;
    const auto a = draw.vector(), b = draw.vector(), c = draw.vector();
    const auto m = draw.matrix();
    EXPECT_TRUE(equal(tilde(a) * b, cross(a, b)));
    EXPECT_TRUE(equal(transpose(tilde(a)), tilde(-a)));
    EXPECT_TRUE(equal(tilde(a) * tilde(b), outer(b, a) - Matrix3<S>::identity() * dot(a, b)));
    EXPECT_TRUE(equal(tilde(cross(a, b)), outer(b, a) - outer(a, b)));
    EXPECT_TRUE(equal(outer(a, b) * c, a * dot(b, c)));
    EXPECT_TRUE(equal(vect(tilde(a)), a));
    EXPECT_TRUE(equal(vect(m + transpose(m)), Vector3<S>{}));
    EXPECT_TRUE(equal(tilde(vect(m)) * S(2), m - transpose(m)));
  });
}

TEST_F(VectorTest, ZerosAndOnesOfAFormulaFold) {
  Symbols draw;
  const Matrix3<Expr> a = draw.matrix();
  const Vector3<Expr> v = draw.vector();
  EXPECT_EQ(Matrix3<Expr>::identity() * a, a);
  EXPECT_EQ(a * Matrix3<Expr>::identity(), a);
  EXPECT_EQ(a * unit<Expr>(1), a.column(1));
  EXPECT_EQ(transposed_times(a, unit<Expr>(1)), a.rows[1]);
  EXPECT_EQ(cross(unit<Expr>(0), v), (Vector3<Expr>{0, -v.z, v.y}));
  EXPECT_EQ(dot(unit<Expr>(2), v), v.z);
}

}  // namespace
}  // namespace kinemate
