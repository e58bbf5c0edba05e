#include "expr/simplify/large_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "expr/normal/regions.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr double kMostOperations = 100;  // of a small part
constexpr double kFewestOperations = 2;  // of a part that is worth a look
constexpr std::size_t kLongest = 60;     // operands of a sum or product that is taken as one part

}  // namespace

LargeFormula::LargeFormula(Expr formula, Simplify simplify)
    : graph_({&formula, 1}, is_atom),
      simplify_(std::move(simplify)),
      size_(graph_.size(), 0),
      has_large_user_(graph_.size(), false),
      has_other_user_(graph_.size(), false),
      result_(graph_.size()) {
  for (std::size_t i = 0; i < graph_.size(); ++i) {
    for (const std::uint32_t operand : graph_.operands(i)) size_[i] += size_[operand];
    if (!graph_.operands(i).empty()) size_[i] += 1;
  }
  small_ = std::min(kMostOperations, size_[graph_.roots()[0]] / 4);
  find_users();
}

void LargeFormula::find_users() {
  has_large_user_[graph_.roots()[0]] = has_other_user_[graph_.roots()[0]] = true;
  for (std::size_t i = 0; i < graph_.size(); ++i) {
    for (const std::uint32_t operand : graph_.operands(i)) {
      if (!is_small(i)) has_large_user_[operand] = true;
      if (graph_.node(i).kind() != graph_.node(operand).kind()) has_other_user_[operand] = true;
    }
  }
}

Expr LargeFormula::simplified() {
  std::vector<Expr> operands;
  for (std::uint32_t i = 0; i < graph_.size(); ++i) {
    const Kind kind = graph_.node(i).kind();
    operands.clear();
    for (const std::uint32_t operand : graph_.operands(i)) operands.push_back(result_[operand]);
    result_[i] = operands.empty() ? graph_.node(i) : rebuild(graph_.node(i), operands);
    if (is_small(i)) {
      if (has_large_user_[i] && size_[i] >= kFewestOperations) result_[i] = simplify_(result_[i]);
    } else if ((kind == Kind::kSum || kind == Kind::kProduct) && has_other_user_[i]) {
      result_[i] = simplified_spine(i);
    }
  }
  return result_[graph_.roots()[0]];
}

// The operands of a sum of sums, or of a product of products; none if there are too many.
std::vector<std::uint32_t> LargeFormula::spine(std::uint32_t position) const {
  std::vector<std::uint32_t> found, pending = {position};
  while (!pending.empty()) {
    const std::uint32_t at = pending.back();
    pending.pop_back();
    if (graph_.node(at).kind() == graph_.node(position).kind() && !is_small(at)) {
      pending.insert(pending.end(), graph_.operands(at).begin(), graph_.operands(at).end());
    } else {
      found.push_back(at);
    }
    if (found.size() + pending.size() > kLongest) return {};
  }
  return found;
}

Expr LargeFormula::simplified_spine(std::uint32_t position) {
  const bool sum = graph_.node(position).kind() == Kind::kSum;
  Substitution back;
  Expr local(sum ? 0 : 1);
  for (const std::uint32_t at : spine(position)) {
    Expr operand = result_[at];
    if (!is_small(at)) {  // a name that no user can write, and that differs from those of a formula around this one
      const Expr stand_in = make_symbol(fmt::format("$part{:016x}", operand.hash()));
      back.symbols.emplace(stand_in, operand);
      operand = stand_in;
    }
    local = sum ? local + operand : local * operand;
  }
  const bool whole = position == graph_.roots()[0] && back.symbols.empty();  // that has been tried
  if (whole || local.is_number()) return result_[position];
  return substitute(simplify_(local), back);
}

}  // namespace kinemate
