// The sums and products of a program as lists of terms and factors.
//
// A sum is a tree of additions, subtractions and negations, a product one of multiplications and divisions; what only
// the tree itself uses is part of it.
#pragma once

#include "program/program.h"

namespace kinemate {

struct SignedTerm {
  Value value = 0;
  bool negative = false;
};

/// constant + Σ ±terms, in the order of the program.
struct Sum {
  double constant = 0;
  std::size_t constants = 0;  ///< that went into it
  std::vector<SignedTerm> terms;
};

/// coefficient · Π factors / Π divisors
struct Product {
  double coefficient = 1;
  std::size_t coefficients = 0;  ///< that went into it
  std::vector<Value> factors, divisors;
};

class Chains {
 public:
  /// REQUIRES: the program lives as long as this does.
  explicit Chains(const Program& program);

  bool is_sum(Value value) const { return kind_[value] == Kind::kSum && !inner_[value]; }
  bool is_product(Value value) const { return kind_[value] == Kind::kProduct && !inner_[value]; }
  std::size_t size() const { return kind_.size(); }
  std::uint32_t uses(Value value) const { return uses_[value]; }

  Sum sum(Value root) const;
  Product product(Value root) const;

 private:
  enum class Kind : std::uint8_t { kOther, kSum, kProduct };
  static Kind kind(Code code);

  const Program& program_;
  std::vector<std::uint32_t> uses_;
  std::vector<Kind> kind_;
  std::vector<bool> inner_;  ///< part of the tree of its only user
};

}  // namespace kinemate
