// Arguments of sine and cosine as sums of angles with rational multiples.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "expr/expr.h"
#include "expr/order.h"

namespace kinemate {

struct ByContent {
  bool operator()(Expr a, Expr b) const { return compare(a, b) < 0; }
};

/// Σ multiple · angle + turn · pi. An angle is a term without its number: of 2*x - y/3 + x*y they are x, y and x*y.
struct AngleSum {
  std::map<Expr, Rational, ByContent> multiples;
  Rational turn;
};

/// An argument as a sum of angles; as one angle by itself where it has more than six terms.
AngleSum split_angles(Expr argument);

/// The angles of several arguments, each with the largest part of which all its multiples are whole multiples:
/// 1/6 for x/2 and x/3, 100 for 100*x and 300*x.
class AngleTable {
 public:
  void add(const AngleSum& sum);
  /// Angles in the order of compare().
  const std::map<Expr, Rational, ByContent>& parts() const { return parts_; }

 private:
  std::map<Expr, Rational, ByContent> parts_;
};

}  // namespace kinemate
