#include "numeric/rank.h"

#include <Eigen/Dense>
#include <array>
#include <functional>

#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

const std::vector<std::array<Index, 3>> kShapes = {  // rows, columns, rank
    {1, 1, 1}, {1, 1, 0}, {5, 5, 5},    {5, 5, 4}, {8, 3, 3},  {8, 3, 2},
    {3, 8, 3}, {3, 8, 1}, {20, 20, 13}, {4, 6, 0}, {30, 17, 9}};

TEST(Rank, OfRandomMatrices) {
  std::mt19937_64 random(1);
  for (const auto& [m, n, rank] : kShapes) {
    const MatrixXd a = random_matrix_of_rank(random, m, n, rank);
    const VectorXd sigma = Eigen::JacobiSVD<MatrixXd>(a).singularValues();
    const Rank dense = compute_rank(a), thin = compute_rank(sparse(a));
    EXPECT_EQ(dense.rank, rank) << m << 'x' << n;
    EXPECT_EQ(thin.rank, rank) << m << 'x' << n;
    EXPECT_NEAR(dense.largest, sigma(0), 1e-12 * sigma(0));
    EXPECT_NEAR(thin.largest, sigma(0), 0.05 * sigma(0));
    if (rank > 0) {
      EXPECT_NEAR(dense.smallest_kept, sigma(rank - 1), 1e-12 * sigma(0));
      EXPECT_LT(thin.smallest_kept, 1.1 * sigma(rank - 1));
      EXPECT_GT(thin.smallest_kept, 0.001 * sigma(rank - 1));
    }
    if (rank < std::min(m, n)) {
      EXPECT_LE(dense.largest_dropped, 1e-13);
      EXPECT_LE(thin.largest_dropped, 1e-12);
    } else {
      EXPECT_EQ(dense.largest_dropped, 0);
      EXPECT_EQ(thin.largest_dropped, 0);
    }
  }
}

TEST(Rank, ShowsTheGap) {
  const MatrixXd a = Eigen::Vector4d(3, 1e-4, 3e-12, 0).asDiagonal();
  for (const Rank& rank : {compute_rank(a), compute_rank(sparse(a))}) {
    EXPECT_EQ(rank.rank, 2);
    EXPECT_NEAR(rank.largest, 3, 1e-9);
    EXPECT_NEAR(rank.smallest_kept, 1e-4, 1e-6);
    EXPECT_NEAR(rank.largest_dropped, 3e-12, 1e-13);
  }
  for (const RankOptions& options : {RankOptions{.tolerance = 1e-13}, {.tolerance = 1e-3}}) {
    const Index expected = options.tolerance < 1e-12 ? 3 : 1;
    EXPECT_EQ(compute_rank(a, options).rank, expected);
    EXPECT_EQ(compute_rank(sparse(a), options).rank, expected);
  }
}

// A triangle with 1 on its diagonal and -1 above has a singular value near 2^-n that no remainder of a column shows.
MatrixXd hidden(Index n) {
  MatrixXd a = MatrixXd::Identity(n, n);
  a.triangularView<Eigen::StrictlyUpper>().setConstant(-1);
  return a;
}

TEST(Rank, SparseFindsWhatTheDecompositionOverlooks) {
  const Index n = 45;
  const MatrixXd square = hidden(n);
  MatrixXd wide(n, n + 2), tall(n + 2, n), rescued(n, n + 1);
  wide << square, square.col(3), 2 * square.col(7);
  tall << square, square.row(5) + square.row(9), square.row(0);
  rescued << square, MatrixXd::Ones(n, 1);
  for (const MatrixXd& a : {square, MatrixXd(square.transpose()), wide, tall, rescued, MatrixXd(rescued.transpose())}) {
    const Rank expected = compute_rank(a), found = compute_rank(sparse(a));
    EXPECT_EQ(found.rank, expected.rank) << a.rows() << 'x' << a.cols();
    EXPECT_NEAR(found.smallest_kept, expected.smallest_kept, 0.1 * expected.smallest_kept);
    const MatrixXd basis = compute_null_space(sparse(a));
    EXPECT_EQ(basis.cols(), a.cols() - expected.rank);
    EXPECT_LT((a * basis).norm(), 1e-9);
    EXPECT_LT((basis.transpose() * basis - MatrixXd::Identity(basis.cols(), basis.cols())).norm(), 1e-12);
    EXPECT_EQ(find_redundant_rows(sparse(a)).size(), static_cast<std::size_t>(a.rows() - expected.rank));
  }
  EXPECT_EQ(compute_rank(sparse(square)).rank, n - 1);
  EXPECT_EQ(compute_rank(sparse(rescued)).rank, n);
}

TEST(NullSpace, IsOrthonormalAndComplete) {
  std::mt19937_64 random(2);
  for (const auto& [m, n, rank] : kShapes) {
    const MatrixXd a = random_matrix_of_rank(random, m, n, rank);
    const MatrixXd dense = compute_null_space(a), thin = compute_null_space(sparse(a));
    for (const MatrixXd& basis : {dense, thin}) {
      ASSERT_EQ(basis.rows(), n);
      ASSERT_EQ(basis.cols(), n - rank);
      EXPECT_LT((a * basis).norm(), 1e-11);
      EXPECT_LT((basis.transpose() * basis - MatrixXd::Identity(n - rank, n - rank)).norm(), 1e-12);
    }
    EXPECT_LT((dense * dense.transpose() - thin * thin.transpose()).norm(), 1e-10);  // the same space
  }
}

// From the first row on, a row is redundant if it does not raise the rank of the rows kept so far.
std::vector<Index> redundant_one_by_one(const MatrixXd& a) {
  std::vector<Index> redundant;
  MatrixXd kept(0, a.cols());
  for (Index i = 0; i < a.rows(); ++i) {
    MatrixXd more(kept.rows() + 1, a.cols());
    more << kept, a.row(i);
    Eigen::FullPivLU<MatrixXd> lu(more);
    lu.setThreshold(1e-9);
    if (lu.rank() > kept.rows()) {
      kept = more;
    } else {
      redundant.push_back(i);
    }
  }
  return redundant;
}

TEST(RedundantRows, KnownAnswers) {
  MatrixXd a(6, 3);
  a << 0, 0, 0,  //
      1, 2, 0,   //
      2, 4, 0,   //
      0, 0, 5,   //
      1, 2, 5,   //
      0, 1, 0;
  const std::vector<Index> expected = {0, 2, 4};
  EXPECT_EQ(find_redundant_rows(a), expected);
  EXPECT_EQ(find_redundant_rows(sparse(a)), expected);
  EXPECT_TRUE(find_redundant_rows(MatrixXd(MatrixXd::Identity(3, 5))).empty());
  EXPECT_TRUE(find_redundant_rows(sparse(MatrixXd::Identity(3, 5))).empty());
}

TEST(RedundantRows, FirstRowsAreKept) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 40; ++i) {
    // rows that repeat, add or scale others, in any place
    MatrixXd a = random_sparse(random, 14, 9, 0.3);
    for (int k = 0; k < 5; ++k) {
      const auto pick = [&] { return static_cast<Index>(random() % 14); };
      a.row(pick()) = a.row(pick()) - 2 * a.row(pick());
    }
    const std::vector<Index> expected = redundant_one_by_one(a);
    EXPECT_EQ(find_redundant_rows(a), expected) << i;
    EXPECT_EQ(find_redundant_rows(sparse(a)), expected) << i;
  }
  for (const auto& [m, n, rank] : kShapes) {
    const MatrixXd a = random_matrix_of_rank(random, m, n, rank);
    EXPECT_EQ(find_redundant_rows(a), redundant_one_by_one(a));
    EXPECT_EQ(find_redundant_rows(sparse(a)), redundant_one_by_one(a));
  }
}

// A ladder of `loops` squares, each node a scalar unknown, each edge the equation of a difference: an edge of each
// square is redundant, and one node is free.
SparseMatrix ladder(int loops) {
  std::vector<Eigen::Triplet<double>> entries;
  int row = 0;
  const auto edge = [&](int a, int b) {
    entries.emplace_back(row, a, 1);
    entries.emplace_back(row++, b, -1);
  };
  edge(0, 1);
  for (int k = 0; k < loops; ++k) {
    edge(2 * k, 2 * k + 2);
    edge(2 * k + 1, 2 * k + 3);
    edge(2 * k + 2, 2 * k + 3);
  }
  SparseMatrix a(row, 2 * loops + 2);
  a.setFromTriplets(entries.begin(), entries.end());
  return a;
}

TEST(Rank, OfALongLadder) {
  const int loops = 1500;
  const SparseMatrix a = ladder(loops);
  const Rank rank = compute_rank(a);
  EXPECT_EQ(rank.rank, a.cols() - 1);
  EXPECT_GT(rank.smallest_kept, 1e-5);
  EXPECT_LT(rank.largest_dropped, 1e-10);
  const MatrixXd basis = compute_null_space(a);
  ASSERT_EQ(basis.cols(), 1);
  EXPECT_LT((basis.cwiseAbs().array() - 1 / std::sqrt(a.cols())).abs().maxCoeff(), 1e-9);
  std::vector<Index> rungs;
  for (Index k = 1; k <= loops; ++k) rungs.push_back(3 * k);
  EXPECT_EQ(find_redundant_rows(a), rungs);
}

// Planar bodies (x, y, angle) in a random tree of pins, with half as many pins again that close loops. The pins do not
// fit, so every loop is rigid: many dependencies with small and large coefficients, all over the matrix.
MatrixXd random_pins(std::mt19937_64& random, Index bodies) {
  const Index pins = bodies + bodies / 2;
  MatrixXd a = MatrixXd::Zero(2 * pins, 3 * bodies);
  const auto attach = [&](Index pin, Index body, double sign) {
    const MatrixXd arm = random_matrix(random, 2, 1);
    a.block(2 * pin, 3 * body, 2, 3) << sign, 0, -sign * arm(1), 0, sign, sign * arm(0);
  };
  const auto pick = [&](Index below) { return static_cast<Index>(random() % static_cast<std::uint64_t>(below)); };
  for (Index pin = 0; pin < pins; ++pin) {
    const Index body = pin < bodies ? pin : 1 + pick(bodies - 1);
    attach(pin, body, 1);
    if (body > 0) attach(pin, pick(body), -1);
  }
  return a;
}

// As redundant_one_by_one, by orthogonalisation against the rows kept so far.
std::vector<Index> redundant_by_projection(const MatrixXd& a) {
  std::vector<Index> redundant;
  MatrixXd basis(a.cols(), 0);
  for (Index i = 0; i < a.rows(); ++i) {
    VectorXd remainder = a.row(i).transpose();
    for (int pass = 0; pass < 3; ++pass) remainder -= basis * (basis.transpose() * remainder).eval();
    if (remainder.norm() > 1e-8 * a.row(i).norm()) {
      basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
      basis.rightCols(1) = remainder.normalized();
    } else {
      redundant.push_back(i);
    }
  }
  return redundant;
}

TEST(RedundantRows, OfLoopsInLoops) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 3; ++i) {
    MatrixXd a = random_pins(random, 80);
    for (Index row = 100; row < a.rows(); row += 3) a.row(row) = a.row(row - 60) - a.row(row / 2) + 2 * a.row(row - 1);
    const std::vector<Index> expected = redundant_by_projection(a);
    EXPECT_GT(expected.size(), 20u);
    EXPECT_EQ(find_redundant_rows(a), expected) << i;
    EXPECT_EQ(find_redundant_rows(sparse(a)), expected) << i;
  }
}

// Three loops, as a machine had them: divide and conquer alone gives no numbers here.
TEST(NullSpace, OfManyEqualSingularValues) {
  MatrixXd a = MatrixXd::Zero(18, 16);
  a.row(2) << 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, -1, 0, -1, 0, 0;
  a(3, 7) = -0.60207987353579517, a(3, 11) = 0.19927572554748563;
  a(4, 4) = -0.59574468085106391, a(4, 7) = 0.52363266542652243, a(4, 11) = -0.074555602443950056;
  a.row(8) << 0, 0, 0, 0, 0, -1, 1, 0, 0, 0, -1, 0, 0, 0, -1, 0;
  a(9, 5) = -0.2233089964241661, a(9, 6) = 0.2233089964241661;
  a(10, 5) = -0.29134904289013769, a(10, 6) = -0.00652329753539432, a(10, 10) = -0.29787234042553196;
  a(13, 8) = 0.99999999999999989, a(13, 9) = -0.99999999999999989, a(13, 15) = -1;
  a(14, 8) = 8.6736173798840355e-19, a(14, 9) = -8.6736173798840355e-19;
  a(15, 8) = 0.29902781413519619, a(15, 9) = 1.8454505063583054e-17, a(15, 12) = -1;
  a(17, 8) = -0.67876223703994554, a(17, 9) = 0.31040884365665516;
  const MatrixXd free = compute_null_space(a);
  ASSERT_EQ(free.cols(), 7);
  EXPECT_LT((a * free).lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_LT((free.transpose() * free - MatrixXd::Identity(7, 7)).lpNorm<Eigen::Infinity>(), 1e-14);
}

TEST(Rank, OfNothing) {
  for (const auto& [m, n] : {std::pair<Index, Index>{0, 0}, {0, 3}, {3, 0}}) {
    EXPECT_EQ(compute_rank(MatrixXd(m, n)).rank, 0);
    EXPECT_EQ(compute_rank(SparseMatrix(m, n)).rank, 0);
    EXPECT_EQ(compute_null_space(MatrixXd(m, n)), MatrixXd::Identity(n, n));
    EXPECT_EQ(compute_null_space(SparseMatrix(m, n)), MatrixXd::Identity(n, n));
    EXPECT_EQ(find_redundant_rows(MatrixXd(m, n)).size(), static_cast<std::size_t>(m));
    EXPECT_EQ(find_redundant_rows(SparseMatrix(m, n)).size(), static_cast<std::size_t>(m));
  }
}

TEST(Rank, RefusesWhatIsNotFinite) {
  MatrixXd a = MatrixXd::Ones(2, 3);
  a(1, 2) = kNan;
  EXPECT_NUMERICAL_ERROR(compute_rank(a), "nan in row 2, column 3");
  EXPECT_NUMERICAL_ERROR(compute_rank(sparse(a)), "nan in row 2, column 3");
  EXPECT_NUMERICAL_ERROR(compute_null_space(a), "nan");
  EXPECT_NUMERICAL_ERROR(compute_null_space(sparse(a)), "nan");
  EXPECT_NUMERICAL_ERROR(find_redundant_rows(a), "nan");
  EXPECT_NUMERICAL_ERROR(find_redundant_rows(sparse(a)), "nan");
}

}  // namespace
}  // namespace kinemate
