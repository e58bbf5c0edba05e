#include "numeric/finite.h"

#include "numeric/random_matrix.h"

namespace kinemate {
namespace {

TEST(Finite, NamesTheFirstEntryThatIsNot) {
  MatrixXd a = MatrixXd::Ones(3, 4);
  EXPECT_NO_THROW(require_finite(a, "the mass matrix"));
  a(2, 1) = kNan;
  a(0, 3) = -kInfinity;
  EXPECT_NUMERICAL_ERROR(require_finite(a, "the mass matrix"), "the mass matrix has nan in row 3, column 2");
  a(2, 1) = 0;
  EXPECT_NUMERICAL_ERROR(require_finite(a, "M"), "M has -inf in row 1, column 4");
  const SparseMatrix sparse = a.sparseView();
  EXPECT_NUMERICAL_ERROR(require_finite(sparse, "M"), "M has -inf in row 1, column 4");
}

TEST(Finite, NothingIsFinite) {
  EXPECT_NO_THROW(require_finite(MatrixXd(0, 0), "M"));
  EXPECT_NO_THROW(require_finite(SparseMatrix(0, 3), "M"));
}

}  // namespace
}  // namespace kinemate
