#include "expr/simplify/angle_groups.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "expr/graph.h"
#include "expr/normal/angle.h"
#include "expr/normal/regions.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostGroupTerms = 2000;

// The terms of a sum of sums, from left to right; none if there are too many.
std::vector<Expr> terms_of(Expr formula) {
  std::vector<Expr> terms, pending = {formula};
  while (!pending.empty()) {
    const Expr e = pending.back();
    pending.pop_back();
    if (e.kind() == Kind::kSum) {
      pending.push_back(e.operand(1));
      pending.push_back(e.operand(0));
    } else {
      terms.push_back(e);
    }
    if (terms.size() + pending.size() > kMostGroupTerms) return {};
  }
  return terms;
}

std::vector<Expr> angles_of(Expr term) {
  std::vector<Expr> angles;
  const Graph graph({&term, 1}, is_atom);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    if (!node.is_call(Function::kSin) && !node.is_call(Function::kCos) && !node.is_call(Function::kTan)) continue;
    for (const auto& [angle, multiple] : split_angles(node.operand(0)).multiples) angles.push_back(angle);
  }
  return angles;
}

// Sets of terms, joined where they share an angle.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parent_[std::max(find(a), find(b))] = std::min(find(a), find(b)); }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace

std::vector<Expr> split_by_angles(Expr formula) {
  const std::vector<Expr> terms = terms_of(formula);
  Groups groups(terms.size());
  std::unordered_map<Expr, std::size_t> first_with;
  std::vector<bool> has_angles(terms.size(), false);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (const Expr angle : angles_of(terms[i])) {
      has_angles[i] = true;
      groups.join(first_with.emplace(angle, i).first->second, i);
    }
  }
  std::vector<Expr> sums(terms.size()), result;
  Expr rest;
  for (std::size_t i = 0; i < terms.size(); ++i) (has_angles[i] ? sums[groups.find(i)] : rest) += terms[i];
  std::copy_if(sums.begin(), sums.end(), std::back_inserter(result), [](Expr sum) { return !sum.is_zero(); });
  if (!rest.is_zero() || result.empty()) result.push_back(terms.empty() ? formula : rest);
  return result;
}

}  // namespace kinemate
