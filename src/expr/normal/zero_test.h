// Whether a formula is 0 wherever it has a value: decided, not hoped for.
#pragma once

#include <string>

#include "expr/expr.h"

namespace kinemate {

struct ZeroTest {
  enum class Method {
    kNormalForm,  ///< proof of "zero": the normal form is 0
    kValue,       ///< proof of "not zero": an interval at a point does not contain 0
    kModular,     ///< "zero" at random points modulo a prime: wrong with a chance below 1e-30
    kPrecision,   ///< "zero" to hundreds of digits at all points that were tried and have a value
    kUndecided    ///< 0 or without a value wherever it was tried, and not shown on all branches; reported as not zero
  };
  bool zero = false;
  Method method = Method::kNormalForm;

  /// Whether the answer is a proof.
  bool is_proof() const;
};

struct ZeroTestOptions {
  /// Changes which method answers: units of algebra (expr/normal/work.h) for the normal form.
  double work = 2e6;
};

ZeroTest test_zero(Expr formula, const ZeroTestOptions& options = {});

/// The answer in words.
std::string describe(const ZeroTest& test);

}  // namespace kinemate
