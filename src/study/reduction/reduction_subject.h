// What of a machine is reduced: the rows of its equations, the matrices of Roberson and Wittenburg, or its energies.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formalism/methods/roberson_wittenburg.h"

namespace kinemate {

/// A list of formulas and how equations follow from them. Linear: what is dropped of the formulas gives what is lost of
/// the equations.
class ReductionSubject {
 public:
  ReductionSubject() = default;
  virtual ~ReductionSubject() = default;
  ReductionSubject(const ReductionSubject&) = delete;
  ReductionSubject& operator=(const ReductionSubject&) = delete;

  /// Those of M, or T, come first.
  std::vector<Expr> formulas;
  std::vector<std::string> names;  ///< of the formulas, for people
  std::size_t inertial = 0;        ///< how many are of M, or T
  bool are_rows = false;           ///< the formulas are the rows of the equations themselves
  /// The rows are sums of them, each times speeds, loads and motion of the base, and M has them as they are. Such rows
  /// are not multiplied out: with the harmonics of a base that turns they would have many times as many terms.
  bool are_coefficients = false;

  /// M, k and τ of other formulas in place of these.
  virtual Equations equations(std::span<const Expr> other) const = 0;
  /// The same without what does not come from the formulas.
  virtual Equations lost(std::span<const Expr> dropped) const = 0;
};

/// M, k, conservative and other forces, each row a formula.
std::unique_ptr<ReductionSubject> reduce_rows(const Equations& equations);

/// M and R¹ ... R⁶, each entry a formula; loads and motion of the base stand outside.
std::unique_ptr<ReductionSubject> reduce_matrices(const Model& model, const Kinematics& kinematics);

/// T, V, and the rows of other forces. Throws Error as Lagrange's method does.
std::unique_ptr<ReductionSubject> reduce_energies(const Model& model, const Kinematics& kinematics);

/// The entries of M and R¹ ... R⁶, always in the same order.
struct MatrixEntry {
  Expr* place;
  std::string name;
};
std::vector<MatrixEntry> matrix_entries(RobersonWittenburg& matrices);

/// M, k, conservative and other forces, one after another, and back.
std::vector<Expr> rows_of(const Equations& equations);
Equations from_rows(const std::vector<Expr>& speeds, std::span<const Expr> rows);

}  // namespace kinemate
