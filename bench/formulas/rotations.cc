#include "bench/formulas/rotations.h"

#include <string>
#include <vector>

namespace kinemate {
namespace {

Matrix3 make_elementary_rotation(std::size_t axis, Expr angle) {
  const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
  Matrix3 result;
  result[axis][axis] = 1;
  result[i][i] = result[j][j] = cos(angle);
  result[i][j] = -sin(angle);
  result[j][i] = sin(angle);
  return result;
}

Matrix3 transpose(const Matrix3& a) {
  Matrix3 result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) result[i][j] = a[j][i];
  }
  return result;
}

Matrix3 multiply(const Matrix3& a, const Matrix3& b) {
  Matrix3 result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) result[i][j] += a[i][k] * b[k][j];
    }
  }
  return result;
}

}  // namespace

Matrix3 make_rotation_square(std::size_t rotations) {
  Matrix3 product = make_elementary_rotation(0, make_symbol("q1"));
  for (std::size_t k = 1; k < rotations; ++k) {
    product = multiply(product, make_elementary_rotation(k % 3, make_symbol("q" + std::to_string(k + 1))));
  }
  return multiply(product, transpose(product));
}

bool is_identity(const Matrix3& a, Work& work) {
  std::vector<Expr> entries;
  for (const auto& row : a) entries.insert(entries.end(), row.begin(), row.end());
  const NormalForm form(entries, Trigonometry::kResolved, work);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto& [numerator, denominator] = form.quotients()[k];
    const bool on_diagonal = k % 4 == 0;
    if (!denominator.is_one() || !(on_diagonal ? numerator.is_one() : numerator.is_zero())) return false;
  }
  return true;
}

}  // namespace kinemate
