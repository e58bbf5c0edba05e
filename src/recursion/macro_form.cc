#include "recursion/macro_form.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.h"
#include "expr/expr.h"
#include "recursion/pivot_size.h"

namespace kinemate {
namespace {

constexpr double kLostRelation = 1e-10;  // of the size that its parts had

double size_of(double x) { return std::abs(x); }
double size_of(const Expr&) { return 0; }

template <class S>
double size_of(const Load<S>& load) {
  double size = 0;
  for (const S& x : to_six(load)) size = std::max(size, size_of(x));
  return size;
}

// A relation that is still to be put in, with the sizes that its parts had: what is far below is rounding.
template <class S>
struct OpenRelation {
  MacroRelation<S> relation;
  double factors = 0, primary = 0, rest = 0;

  explicit OpenRelation(MacroRelation<S> given)
      : relation(std::move(given)), primary(size_of(relation.primary)), rest(size_of(relation.rest)) {
    for (const Share<S>& share : relation.shares) factors = std::max(factors, size_of(share.factor));
  }

  S take_factor(std::size_t speed) {
    for (auto share = relation.shares.begin(); share != relation.shares.end(); ++share) {
      if (share->speed != speed) continue;
      const S factor = share->factor;
      relation.shares.erase(share);
      return factor;
    }
    return S(0);
  }

  // What is left without what another gives, whose factor of the speed is 1.
  void reduce(const MacroRelation<S>& by, const OpenRelation& sizes, std::size_t speed) {
    const S factor = take_factor(speed);
    if (factor == S(0)) return;
    for (const Share<S>& share : by.shares) add(share.speed, -(factor * share.factor));
    relation.primary = relation.primary - by.primary * factor;
    relation.rest -= by.rest * factor;
    primary = std::max(primary, size_of(factor) * sizes.primary);
    rest = std::max(rest, size_of(factor) * sizes.rest);
  }

  // Whether it can hold, all speeds being gone.
  bool holds() const {
    if constexpr (std::is_same_v<S, double>) {
      return size_of(relation.primary) <= kLostRelation * primary && size_of(relation.rest) <= kLostRelation * rest;
    } else {
      return relation.primary == Load<S>() && relation.rest == S(0);
    }
  }

 private:
  void add(std::size_t speed, const S& factor) {
    for (Share<S>& share : relation.shares)
      if (share.speed == speed) {
        share.factor += factor;
        return;
      }
    relation.shares.push_back({speed, factor});
  }
};

struct RelationPivot {
  std::size_t relation, speed;
};

// The largest factor of all, against the size of its relation.
std::optional<RelationPivot> choose_pivot(const std::vector<OpenRelation<double>>& open) {
  std::optional<RelationPivot> best;
  double largest = kLostRelation;
  for (std::size_t r = 0; r < open.size(); ++r)
    for (const Share<double>& share : open[r].relation.shares)
      if (const double value = std::abs(share.factor) / open[r].factors; value > largest)
        largest = value, best = {r, share.speed};
  return best;
}

// A number, since nothing is divided by formulas then; else whichever stands last, where trees have their leaves.
std::optional<RelationPivot> choose_pivot(const std::vector<OpenRelation<Expr>>& open) {
  std::optional<RelationPivot> any;
  for (std::size_t r = 0; r < open.size(); ++r) {
    const auto& shares = open[r].relation.shares;
    for (auto share = shares.rbegin(); share != shares.rend(); ++share) {
      if (share->factor.is_zero()) continue;
      if (share->factor.is_number()) return RelationPivot{r, share->speed};
      if (!any) any = {r, share->speed};
    }
  }
  return any;
}

}  // namespace

// u̇_d = −(Σ b_j u̇_j + cᵀ x₀ + γ): the terms with u̇_d go to those without it
template <class S>
void MacroForm<S>::put_in(const MacroRelation<S>& relation, std::size_t d) {
  const Load<S> U_d = U[d], c = relation.primary;
  const S A_dd = entry(d, d), effort = efforts[d], rest = relation.rest;
  std::vector<S> coupling;  // A_jd
  for (std::size_t j = 0; j < U.size(); ++j) coupling.push_back(j == d || gone_[j] ? S(0) : entry(j, d));
  gone_[d] = true;
  for (const Share<S>& share : relation.shares) {
    const std::size_t j = share.speed;
    const S b = share.factor;
    U[j] = U[j] - U_d * b;
    bounds_[j] += size_of(b) * size_of(b) * bounds_[d];
    efforts[j] -= b * (effort + A_dd * rest);
    for (const Share<S>& other : relation.shares)
      if (other.speed <= j) entry(j, other.speed) += b * other.factor * A_dd;
    for (std::size_t i = 0; i < U.size(); ++i)  // −(A_id b_j + b_i A_jd), each pair once
      if (!gone_[i] && !(coupling[i] == S(0))) entry(i, j) -= (i == j ? S(2) : S(1)) * (coupling[i] * b);
  }
  for (std::size_t j = 0; j < U.size(); ++j)
    if (!(coupling[j] == S(0))) efforts[j] += coupling[j] * rest;
  load += U_d * rest;
  if (c == Load<S>()) return;
  for (std::size_t j = 0; j < U.size(); ++j)
    if (!(coupling[j] == S(0))) U[j] = U[j] - c * coupling[j];
  for (const Share<S>& share : relation.shares) U[share.speed] = U[share.speed] + c * (A_dd * share.factor);
  M = minus_both_outers(M, U_d - c * (A_dd / S(2)), c);
  load += c * (-effort - A_dd * rest);
}

template <class S>
void MacroForm<S>::put_in(std::vector<MacroRelation<S>> relations) {
  for (std::size_t k = 0; k < U.size(); ++k) bounds_[k] = size_of(entry(k, k));
  std::vector<OpenRelation<S>> open;
  for (MacroRelation<S>& relation : relations) open.emplace_back(std::move(relation));
  while (const auto pivot = choose_pivot(open)) {
    OpenRelation<S> taken = std::move(open[pivot->relation]);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(pivot->relation));
    const S inverse = S(1) / taken.take_factor(pivot->speed);
    MacroRelation<S>& relation = taken.relation;
    for (Share<S>& share : relation.shares) share.factor *= inverse;
    relation.primary = relation.primary * inverse;
    relation.rest *= inverse;
    taken.primary *= size_of(inverse);
    taken.rest *= size_of(inverse);
    for (OpenRelation<S>& other : open) other.reduce(relation, taken, pivot->speed);
    put_in(relation, pivot->speed);
    steps_.push_back({pivot->speed, -relation.rest, relation.primary, std::move(relation.shares)});
  }
  for (const OpenRelation<S>& left : open)  // these follow from the others, or cannot hold
    if (!left.holds())
      throw Error(ErrorCode::kContradiction, "the relations of a subsystem contradict each other",
                  "leave out those that others say already");
}

template <class S>
void MacroForm<S>::eliminate(const std::vector<std::size_t>& speeds) {
  for (std::size_t k = U.size(); k-- > 0;) {
    if (gone_[k]) continue;
    gone_[k] = true;
    const S pivot = entry(k, k);
    if (is_no_pivot(pivot, bounds_[k])) throw SingularColumn{speeds[k]};
    const S inverse = S(1) / pivot;
    const Load<S> gain = U[k] * inverse;
    std::vector<Share<S>> others;
    for (std::size_t j = 0; j < k; ++j)
      if (!gone_[j] && !(entry(k, j) == S(0))) others.push_back({j, entry(k, j) * inverse});
    M = minus_outer(M, gain, U[k]);
    load += gain * -efforts[k];
    for (const Share<S>& other : others) {
      U[other.speed] = U[other.speed] - U[k] * other.factor;
      efforts[other.speed] -= efforts[k] * other.factor;
      for (const Share<S>& further : others)
        if (further.speed <= other.speed) entry(other.speed, further.speed) -= other.factor * entry(k, further.speed);
    }
    steps_.push_back({k, efforts[k] * inverse, gain, std::move(others)});
  }
}

template <class S>
std::vector<S> MacroForm<S>::accelerations(const Acceleration<S>& x) const {
  std::vector<S> found(U.size(), S(0));
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    S value = step->drive - power(step->gain, to_twist(x));
    for (const Share<S>& other : step->others) value -= other.factor * found[other.speed];
    found[step->which] = value;
  }
  return found;
}

template class MacroForm<double>;
template class MacroForm<Expr>;

}  // namespace kinemate
