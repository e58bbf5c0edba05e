#include "expr/normal/angle.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostAngles = 6;  // the addition theorem makes 2^(n-1) terms of n angles

}  // namespace

AngleSum split_angles(Expr argument) {
  AngleSum sum;
  std::vector<Expr> pending = {argument};
  for (std::size_t steps = 0; !pending.empty(); ++steps) {
    const Expr term = pending.back();
    pending.pop_back();
    if (term.kind() == Kind::kSum) {
      pending.push_back(term.operand(1));
      pending.push_back(term.operand(0));
      if (steps < 4 * kMostAngles) continue;
      return {{{argument, Rational(1)}}, Rational(0)};
    }
    const Scaled scaled = split_number(term);
    const bool exact = scaled.number.is_rational();
    const Expr angle = exact ? scaled.rest : term;
    const Rational multiple = exact ? scaled.number.rational() : Rational(1);
    if (angle.kind() == Kind::kPi) {
      sum.turn = sum.turn + multiple;
    } else {
      const auto [place, fresh] = sum.multiples.emplace(angle, multiple);
      if (!fresh) place->second = place->second + multiple;
    }
  }
  std::erase_if(sum.multiples, [](const auto& entry) { return entry.second.is_zero(); });
  if (sum.multiples.size() > kMostAngles) return {{{argument, Rational(1)}}, Rational(0)};
  return sum;
}

void AngleTable::add(const AngleSum& sum) {
  for (const auto& [angle, multiple] : sum.multiples) {
    Rational& part = parts_.emplace(angle, Rational(0)).first->second;
    fmpq_gcd(part.flint(), part.flint(), multiple.flint());
  }
}

}  // namespace kinemate
