#include "expr/normal/normal_form.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/normal/angle.h"
#include "expr/normal/regions.h"

namespace kinemate {
namespace {

constexpr long kHighestRoot = 1000;
constexpr long kHighestMultiple = 16;  // of an angle: cos(k·x) has k/2 terms in cos(x)

bool is_trigonometric(Expr e) {
  return e.is_call(Function::kSin) || e.is_call(Function::kCos) || e.is_call(Function::kTan);
}

bool is_root(Expr e) { return e.kind() == Kind::kPower && is_atom(e) && e.operand(1).is_rational(); }
bool is_reciprocal_atom(Expr e) {
  return e.kind() == Kind::kPower && !is_atom(e) && split_power(e).exponent.sign() < 0;
}

Polynomial one(const Ring& ring) { return Polynomial(ring, Rational(1)); }

}  // namespace

// Collects the atoms of the formulas, makes the ring, and converts node by node.
class NormalFormBuilder {
 public:
  NormalFormBuilder(NormalForm& form, std::span<const Expr> formulas, Trigonometry trigonometry, Work& work)
      : form_(form),
        formulas_(formulas.begin(), formulas.end()),
        count_(formulas.size()),
        trigonometry_(trigonometry),
        is_leaf_(trigonometry == Trigonometry::kAtomsAndReciprocals ? is_atom_or_reciprocal : is_atom),
        work_(work) {
    collect();
    make_ring();
    convert();
  }

 private:
  struct Pair {
    Polynomial sine;
    Polynomial cosine;
  };

  // The atoms of the formulas, and of what roots, absolute values and constant angles bring in.
  void collect() {
    for (std::size_t seen = 0; seen < formulas_.size();) {
      const std::span<const Expr> fresh(formulas_.begin() + static_cast<std::ptrdiff_t>(seen), formulas_.end());
      const Graph graph(fresh, is_leaf_);
      work_.spend(static_cast<double>(graph.size()));
      seen = formulas_.size();
      for (std::size_t i = 0; i < graph.size(); ++i) {
        const Expr node = graph.node(i);
        if (is_leaf_(node) && !node.is_rational() && atoms_.insert(node).second) collect_atom(node);
      }
    }
  }

  void collect_atom(Expr atom) {
    if (trigonometry_ == Trigonometry::kResolved && is_trigonometric(atom)) {
      const AngleSum sum = split_angles(atom.operand(0));
      angles_.add(sum);
      sums_.emplace(atom.operand(0), sum);
      if (!sum.turn.is_zero()) need_turn(sum.turn);
    } else if (is_reciprocal_atom(atom)) {
      plain_.insert(inverse(atom));
    } else if (is_root(atom)) {
      const Rational exponent = atom.operand(1).rational();
      Rational& common = roots_.emplace(atom.operand(0), Rational(1)).first->second;
      fmpz_lcm(fmpq_numref(common.flint()), fmpq_numref(common.flint()), fmpq_denref(exponent.flint()));
      if (!common.to_long() || Rational(kHighestRoot) < common) throw WorkExceeded{};
      formulas_.push_back(atom.operand(0));
    } else {
      plain_.insert(atom);
      if (atom.is_call(Function::kAbs) && trigonometry_ == Trigonometry::kResolved)
        formulas_.push_back(atom.operand(0));
    }
  }

  // Sine and cosine of turn·pi: exact where they are roots, else an angle of their own.
  void need_turn(const Rational& turn) {
    const Expr angle = Expr(turn) * make_pi(), sine = sin(angle), cosine = cos(angle);
    if (!is_trigonometric(split_number(sine).rest) && !is_trigonometric(split_number(cosine).rest)) {
      formulas_.push_back(sine);
      formulas_.push_back(cosine);
      return;
    }
    AngleSum sum;
    sum.multiples.emplace(make_pi(), turn);
    angles_.add(sum);
  }

  void make_ring() {
    for (const Expr atom : plain_) add_variable(atom, atom);
    for (const auto& [base, q] : roots_)
      root_index_.emplace(base, add_variable(pow(base, Rational(1) / q), std::nullopt));
    for (const auto& [angle, smallest] : angles_.parts()) {
      const Expr part = angle * Expr(smallest);
      const std::size_t sine = add_variable(sin(part), std::nullopt), cosine = add_variable(cos(part), std::nullopt);
      pair_index_.emplace(angle, form_.angles_.size());
      form_.angles_.push_back({part, sine, cosine});
    }
    form_.ring_ = std::make_unique<Ring>(form_.variables_.size());
    eliminate_.assign(form_.angles_.size(), Eliminate::kSine);
  }

  std::size_t add_variable(Expr shown, std::optional<Expr> atom) {
    form_.variables_.push_back(shown);
    if (atom) index_.emplace(*atom, form_.variables_.size() - 1);
    return form_.variables_.size() - 1;
  }

  // Inner atoms come first in `formulas_` from its end: relations are made from the innermost outwards.
  void convert() {
    const Graph graph(formulas_, is_leaf_);
    values_.reserve(graph.size());
    for (std::size_t k = formulas_.size(); k-- > count_;) add_relations_of(formulas_[k]);
    for (std::size_t i = 0; i < graph.size(); ++i) value_of(graph.node(i));
    for (std::size_t k = 0; k < count_; ++k) form_.quotients_.push_back(form_.cancel(values_.at(formulas_[k]), work_));
  }

  void add_relations_of(Expr inner) {
    const Quotient base = convert_region(inner);
    if (!base.denominator.is_one()) return;
    if (const auto root = root_index_.find(inner); root != root_index_.end()) {
      const auto q = static_cast<unsigned long>(*roots_.at(inner).to_long());
      add_relation({root->second, q, base.numerator});
    }
    const Expr absolute = abs(inner);
    const bool is_argument =
        absolute.is_call(Function::kAbs) && absolute.operand(0) == inner;  // not so for abs(abs(x))
    if (const auto found = index_.find(absolute); is_argument && found != index_.end()) {
      add_relation({found->second, 2, multiply(base.numerator, base.numerator, work_)});
    }
  }

  void add_relation(PowerRelation relation) {
    for (const PowerRelation& known : form_.relations_) {
      if (known.variable == relation.variable) return;
    }
    form_.relations_.push_back(std::move(relation));
  }

  Quotient convert_region(Expr root) {
    const Graph graph({&root, 1}, is_leaf_);
    for (std::size_t i = 0; i < graph.size(); ++i) value_of(graph.node(i));
    return values_.at(root);
  }

  // Operands are converted already.
  const Quotient& value_of(Expr node) {
    const auto found = values_.find(node);
    if (found != values_.end()) return found->second;
    work_.spend(2);
    return values_.emplace(node, is_leaf_(node) ? atom_value(node) : operation_value(node)).first->second;
  }

  Quotient operation_value(Expr node) {
    const Quotient& a = values_.at(node.operand(0));
    if (node.kind() == Kind::kPower) {
      const auto exponent = node.operand(1).rational().to_long();
      if (!exponent) throw WorkExceeded{};
      return raise(a, *exponent);
    }
    const Quotient& b = values_.at(node.operand(1));
    return node.kind() == Kind::kSum ? sum(a, b) : product(a, b);
  }

  Polynomial reduce(const Polynomial& a) { return form_.reduce(a, eliminate_, work_); }

  Quotient reduced(Quotient value) {
    value.denominator = reduce(value.denominator);
    if (value.denominator.is_zero()) throw Error(ErrorCode::kUndefinedValue, "division by zero");
    value.numerator = reduce(value.numerator);
    return value;
  }

  Quotient sum(const Quotient& a, const Quotient& b) {
    if (a.denominator == b.denominator) return {add(a.numerator, b.numerator, work_), a.denominator};
    const Polynomial common = gcd(a.denominator, b.denominator, work_);
    const Polynomial left = *divide_exactly(b.denominator, common, work_),
                     right = *divide_exactly(a.denominator, common, work_);
    return reduced({add(multiply(a.numerator, left, work_), multiply(b.numerator, right, work_), work_),
                    multiply(right, b.denominator, work_)});
  }

  Quotient product(const Quotient& a, const Quotient& b) {
    const Polynomial across = gcd(a.numerator, b.denominator, work_), back = gcd(b.numerator, a.denominator, work_);
    const auto without = [&](const Polynomial& x, const Polynomial& factor) {
      return *divide_exactly(x, factor, work_);
    };
    return reduced({multiply(without(a.numerator, across), without(b.numerator, back), work_),
                    multiply(without(a.denominator, back), without(b.denominator, across), work_)});
  }

  Quotient raise(const Quotient& a, long n) {
    const auto size = n < 0 ? 0UL - static_cast<unsigned long>(n) : static_cast<unsigned long>(n);
    const Polynomial top = reduce(power(a.numerator, size, work_)), bottom = reduce(power(a.denominator, size, work_));
    if (n < 0 && top.is_zero()) throw Error(ErrorCode::kUndefinedValue, "division by zero");
    return n < 0 ? Quotient{bottom, top} : Quotient{top, bottom};
  }

  static Expr inverse(Expr reciprocal) { return pow(reciprocal.operand(0), Expr(-1)); }

  Quotient whole(Polynomial a) { return {std::move(a), one(*form_.ring_)}; }

  Quotient atom_value(Expr atom) {
    if (atom.is_rational()) return whole(Polynomial(*form_.ring_, atom.rational()));
    if (const auto plain = index_.find(atom); plain != index_.end())
      return whole(Polynomial::variable(*form_.ring_, plain->second));
    if (is_root(atom)) return root_value(atom);
    if (is_reciprocal_atom(atom)) {
      const auto exponent = split_power(atom).exponent.to_long();
      if (!exponent) throw WorkExceeded{};
      return raise(whole(Polynomial::variable(*form_.ring_, index_.at(inverse(atom)))), -*exponent);
    }
    const Pair pair = sum_pair(sums_.at(atom.operand(0)));
    if (atom.is_call(Function::kSin)) return whole(pair.sine);
    if (atom.is_call(Function::kCos)) return whole(pair.cosine);
    if (pair.cosine.is_zero()) throw Error(ErrorCode::kUndefinedValue, "division by zero");
    return {pair.sine, pair.cosine};
  }

  // base^(p/q) = y^(p·(common q)/q)
  Quotient root_value(Expr root) {
    const Rational power_of_root = root.operand(1).rational() * roots_.at(root.operand(0));
    const auto exponent = power_of_root.to_long();
    if (!exponent) throw WorkExceeded{};
    return raise(whole(Polynomial::variable(*form_.ring_, root_index_.at(root.operand(0)))), *exponent);
  }

  // sin and cos of a sum, angle by angle: sin(a+b) = sin a cos b + cos a sin b, cos(a+b) = cos a cos b - sin a sin b
  Pair sum_pair(const AngleSum& sum) {
    Pair total = turn_pair(sum.turn);
    for (const auto& [angle, multiple] : sum.multiples) {
      const Rational count = multiple / angles_.parts().at(angle);
      total = together(total, multiple_pair(pair_index_.at(angle), count));
    }
    return total;
  }

  Pair together(const Pair& a, const Pair& b) {
    const Polynomial minus = scale(multiply(a.sine, b.sine, work_), Rational(-1));
    return {reduce(add(multiply(a.sine, b.cosine, work_), multiply(a.cosine, b.sine, work_), work_)),
            reduce(add(multiply(a.cosine, b.cosine, work_), minus, work_))};
  }

  Pair turn_pair(const Rational& turn) {
    if (turn.is_zero()) return {Polynomial(*form_.ring_), one(*form_.ring_)};
    if (const auto angle = pair_index_.find(make_pi()); angle != pair_index_.end()) {
      const Expr whole_turn = Expr(turn) * make_pi();
      if (is_trigonometric(split_number(sin(whole_turn)).rest) ||
          is_trigonometric(split_number(cos(whole_turn)).rest)) {
        return multiple_pair(angle->second, turn / angles_.parts().at(make_pi()));
      }
    }
    const Expr angle = Expr(turn) * make_pi();
    return {convert_region(sin(angle)).numerator, convert_region(cos(angle)).numerator};
  }

  // By doubling: the pair of k times an angle from that of k/2 times.
  Pair multiple_pair(std::size_t angle, const Rational& count) {
    const auto k = count.to_long();
    if (!k || *k > kHighestMultiple || *k < -kHighestMultiple) throw WorkExceeded{};
    const AnglePair& pair = form_.angles_[angle];
    Pair base{Polynomial::variable(*form_.ring_, pair.sine), Polynomial::variable(*form_.ring_, pair.cosine)};
    if (*k < 0) base.sine = scale(base.sine, Rational(-1));
    Pair result{Polynomial(*form_.ring_), one(*form_.ring_)};
    for (unsigned long rest = static_cast<unsigned long>(std::abs(*k)); rest > 0; rest /= 2) {
      if (rest % 2 == 1) result = together(result, base);
      if (rest > 1) base = together(base, base);
    }
    return result;
  }

  NormalForm& form_;
  std::vector<Expr> formulas_;  ///< those asked for, then what atoms bring in
  std::size_t count_;           ///< of those asked for
  Trigonometry trigonometry_;
  bool (*is_leaf_)(Expr);
  Work& work_;
  std::vector<Eliminate> eliminate_;

  std::set<Expr, ByContent> atoms_, plain_;
  std::map<Expr, Rational, ByContent> roots_;  ///< base of roots → common denominator of the exponents
  AngleTable angles_;
  std::unordered_map<Expr, AngleSum> sums_;           ///< of each argument
  std::unordered_map<Expr, std::size_t> index_;       ///< plain atom → variable
  std::unordered_map<Expr, std::size_t> root_index_;  ///< base → variable of its root
  std::unordered_map<Expr, std::size_t> pair_index_;  ///< angle → place in form_.angles_
  std::unordered_map<Expr, Quotient> values_;
};

NormalForm::NormalForm(std::span<const Expr> formulas, Trigonometry trigonometry, Work& work) {
  NormalFormBuilder(*this, formulas, trigonometry, work);
}

Polynomial NormalForm::reduce(const Polynomial& a, std::span<const Eliminate> eliminate, Work& work) const {
  Polynomial result = a;
  for (bool changed = true; changed;) {  // a relation may bring in powers of sines, cosines and inner roots
    changed = false;
    std::vector<long> degrees = result.degrees();
    const auto replace = [&](std::size_t variable, unsigned long power, const Polynomial& by) {
      result = replace_power(result, variable, power, by, work);
      degrees = result.degrees();
      changed = true;
    };
    for (std::size_t i = 0; i < angles_.size(); ++i) {
      const bool sine = eliminate[i] == Eliminate::kSine;
      const std::size_t gone = sine ? angles_[i].sine : angles_[i].cosine,
                        kept = sine ? angles_[i].cosine : angles_[i].sine;
      if (degrees[gone] < 2) continue;
      const Polynomial other = Polynomial::variable(*ring_, kept);
      replace(gone, 2, add(one(*ring_), scale(multiply(other, other, work), Rational(-1)), work));
    }
    for (const PowerRelation& relation : relations_) {
      if (degrees[relation.variable] >= static_cast<long>(relation.power))
        replace(relation.variable, relation.power, relation.replacement);
    }
    if (relations_.empty()) break;
  }
  return result;
}

Quotient NormalForm::cancel(Quotient quotient, Work& work) const {
  if (quotient.numerator.is_zero()) return {quotient.numerator, one(*ring_)};
  for (const PowerRelation& relation : relations_) {  // x/√b = x·√b/b
    unsigned long lowest = quotient.denominator.degree(relation.variable);
    for (const Term& term : quotient.denominator.terms()) lowest = std::min(lowest, term.exponents[relation.variable]);
    if (lowest == 0) continue;
    const Polynomial factor =
        power(Polynomial::variable(*ring_, relation.variable), relation.power - lowest % relation.power, work);
    const std::vector<Eliminate> eliminate(angles_.size(), Eliminate::kSine);
    quotient.numerator = reduce(multiply(quotient.numerator, factor, work), eliminate, work);
    quotient.denominator = reduce(multiply(quotient.denominator, factor, work), eliminate, work);
  }
  const Polynomial common = gcd(quotient.numerator, quotient.denominator, work);
  if (!common.is_one()) {
    quotient.numerator = *divide_exactly(quotient.numerator, common, work);
    quotient.denominator = *divide_exactly(quotient.denominator, common, work);
  }
  Rational content = quotient.denominator.term(0).coefficient;
  const bool negative = content.sign() < 0;
  for (const Term& term : quotient.denominator.terms())
    fmpq_gcd(content.flint(), content.flint(), term.coefficient.flint());
  content = negative ? -abs(content) : abs(content);
  return {scale(quotient.numerator, Rational(1) / content), scale(quotient.denominator, Rational(1) / content)};
}

}  // namespace kinemate
