#include "expr/simplify/absolute.h"

#include <algorithm>
#include <unordered_map>

#include "expr/count.h"
#include "expr/graph.h"
#include "expr/normal/normal_form.h"
#include "expr/normal/polynomial_formula.h"
#include "expr/normal/regions.h"
#include "expr/simplify/forms.h"
#include "expr/substitute.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

constexpr double kTurningWork = 1e4;

// Symbols for the signs of one argument: of its absolute value, and those that the formula had.
struct Signs {
  Expr argument, made, given;
};

// -x - y is better called by x + y.
Expr turned_round(Expr argument) {
  constexpr double kLongest = 100;  // operations
  if (count_written_out({&argument, 1}).total() > kLongest) return argument;
  const Expr minus = expand(-argument, kTurningWork);
  return to_text(minus).size() < to_text(argument).size() ? minus : argument;
}

class Resolver {
 public:
  Resolver(Expr formula, Work& work) : work_(work) {
    const std::vector<Expr> symbols = free_symbols(formula);
    for (Expr symbol : symbols) longest_ = std::max(longest_, symbol.name().size());
    formula_ = map_atoms({&formula, 1}, [&](Expr atom, std::span<const Expr> operands) {
      if (!atom.is_call(Function::kAbs) && !atom.is_call(Function::kSign)) return rebuild(atom, operands);
      const Expr argument = turned_round(operands[0]);
      const bool turned = !(argument == operands[0]);
      if (atom.is_call(Function::kAbs)) return argument * signs_of(argument).made;
      return turned ? -signs_of(argument).given : signs_of(argument).given;
    })[0];
  }

  std::optional<Expr> resolve() {
    if (signs_.empty()) return std::nullopt;
    const NormalForm form({&formula_, 1}, Trigonometry::kResolved, work_);
    std::vector<Term> above = form.quotients()[0].numerator.terms(), below = form.quotients()[0].denominator.terms();
    std::vector<Expr> names(form.variables().begin(), form.variables().end());
    for (const Signs& signs : signs_) {
      const auto place = [&](Expr symbol) {
        return static_cast<std::size_t>(std::find(names.begin(), names.end(), symbol) - names.begin());
      };
      const std::size_t made = place(signs.made), given = place(signs.given);
      if (!divide(above, below, made, names.size()) || !merge(above, below, made, given, names.size()))
        return std::nullopt;
      for (std::size_t i : {made, given})
        if (i < names.size()) names[i] = make_call(Function::kSign, signs.argument);
    }
    if (!shorter_) return std::nullopt;
    for (Expr& name : names) name = map_back(name);
    return write_out(Polynomial::from_terms(form.ring(), above), names) /
           write_out(Polynomial::from_terms(form.ring(), below), names);
  }

 private:
  const Signs& signs_of(Expr argument) {
    for (const Signs& known : signs_)
      if (known.argument == argument) return known;
    const std::string stem(longest_ + 1, '_');  // no symbol of the formula is as long
    const std::string number = std::to_string(signs_.size());
    signs_.push_back({argument, make_symbol(stem + "a" + number), make_symbol(stem + "b" + number)});
    return signs_.back();
  }

  // Signs that stand inside of functions.
  Expr map_back(Expr formula) const {
    for (auto signs = signs_.rbegin(); signs != signs_.rend(); ++signs) {  // arguments hold those before
      const Expr sign = make_call(Function::kSign, signs->argument);
      formula = substitute(formula, {{{signs->made, sign}, {signs->given, sign}}, {}});
    }
    return formula;
  }

  // 1/s = s, where s divides all that is below.
  bool divide(std::vector<Term>& above, std::vector<Term>& below, std::size_t s, std::size_t count) {
    if (s == count) return true;
    const unsigned long power = below.front().exponents[s];
    if (std::any_of(below.begin(), below.end(), [&](const Term& term) { return term.exponents[s] != power; }))
      return false;
    if (power > 0) shorter_ = true;
    for (Term& term : below) term.exponents[s] = 0;
    for (Term& term : above) term.exponents[s] += power;
    return true;
  }

  // s² = 1 of those that come with their argument. A sign that the formula had is 0 for 0, so its square stays.
  bool merge(std::vector<Term>& above, const std::vector<Term>& below, std::size_t made, std::size_t given,
             std::size_t count) {
    if (given < count) {
      for (const Term& term : below)
        if (term.exponents[given] > 0) return false;
      for (const Term& term : above)
        if (term.exponents[given] > 1) return false;
    }
    if (made == count) return true;
    for (Term& term : above) {
      if (given < count && term.exponents[given] > 0 && term.exponents[made] > 0) {
        shorter_ = true;
        term.exponents[given] = 0;
        ++term.exponents[made];
      }
      term.exponents[made] %= 2;
    }
    return true;
  }

  Work& work_;
  Expr formula_;
  std::vector<Signs> signs_;
  std::size_t longest_ = 0;
  bool shorter_ = false;
};

}  // namespace

std::optional<Expr> resolve_absolutes(Expr formula, Work& work) { return Resolver(formula, work).resolve(); }

}  // namespace kinemate
