#include "expr/simplify/candidates.h"

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "expr/count.h"
#include "expr/graph.h"
#include "expr/normal/arguments.h"
#include "expr/normal/multi_angle.h"
#include "expr/normal/normal_form.h"
#include "expr/normal/polynomial_formula.h"
#include "expr/normal/regions.h"
#include "expr/simplify/absolute.h"

namespace kinemate {
namespace {

class Maker {
 public:
  static constexpr double kShareOfAtoms = 0.2;

  explicit Maker(Work& work) : work_(work) {}

  Candidates make(Expr formula) {
    Candidates result;
    // without sin² + cos² = 1 formulas may be much longer: that must not take all
    Work share(work_.left() * kShareOfAtoms);
    forms_ = Maker(share).make_plain(formula);
    work_.spend(share.spent());
    attempt(result.exceeded, [&] {
      const Expr normal = normalize(formula);
      try_form([&] { add_resolved(normal); });
      add_forms(normal, Trigonometry::kResolved);
    });
    result.forms = std::move(forms_);
    result.structured = std::move(structured_);
    result.written_out = written_out_;
    return result;
  }

  std::vector<Expr> make_plain(Expr formula) {
    try_form([&] { add_forms(formula, Trigonometry::kAtoms); });
    return std::move(forms_);
  }

 private:
  // The formula with normal arguments; remembers how its atoms were written where that is cheaper.
  Expr normalize(Expr formula) {
    std::vector<Expr> list = {formula};
    const Graph graph({&formula, 1}, is_atom);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      if (is_atom(graph.node(i)) && graph.node(i).operand_count() > 0) list.push_back(graph.node(i));
    }
    const std::vector<Expr> normal = normalize_arguments(list, work_);
    for (std::size_t k = 1; k < list.size(); ++k) {
      if (cost({&list[k], 1}) < cost({&normal[k], 1})) shown_.emplace(normal[k], list[k]);
    }
    forms_.push_back(normal[0]);
    return normal[0];
  }

  // Signs instead of absolute values that divide.
  void add_resolved(Expr formula) {
    Work share(work_.left() * kShareOfAtoms);
    if (const std::optional<Expr> resolved = resolve_absolutes(formula, share)) {
      const Candidates own = Maker(share).make(*resolved);
      forms_.insert(forms_.end(), own.forms.begin(), own.forms.end());
    }
    work_.spend(share.spent());
  }

  template <class Try>
  void attempt(bool& exceeded, Try work) {
    try {
      work();
    } catch (const WorkExceeded&) {
      exceeded = true;
    } catch (const Error&) {  // a hidden division by zero: the formula stays as it is
    }
  }

  // Like attempt, for forms that may be missing.
  template <class Try>
  void try_form(Try work) {
    bool ignored = false;
    attempt(ignored, work);
  }

  void add_forms(Expr formula, Trigonometry trigonometry) {
    const NormalForm form({&formula, 1}, trigonometry, work_);
    std::vector<Expr> names;
    for (const Expr variable : form.variables()) {
      const auto found = shown_.find(variable);
      names.push_back(found == shown_.end() ? variable : found->second);
    }
    const Quotient& quotient = form.quotients()[0];
    if (quotient.denominator.is_one()) written_out_ = write_out(quotient.numerator, names);
    for (const std::vector<Eliminate>& choice : choices(form, quotient)) {
      try_form([&] { add_quotient(form, names, eliminated(form, quotient, choice)); });
    }
    if (!form.angles().empty()) try_form([&] { add_multi_angle(form, names, quotient); });
  }

  Quotient eliminated(const NormalForm& form, const Quotient& quotient, const std::vector<Eliminate>& choice) {
    const Polynomial top = form.reduce(quotient.numerator, choice, work_),
                     bottom = form.reduce(quotient.denominator, choice, work_);
    return form.cancel({top, bottom}, work_);
  }

  // All sines, all cosines, and a greedy mixture by number of terms.
  std::vector<std::vector<Eliminate>> choices(const NormalForm& form, const Quotient& quotient) {
    const std::size_t count = form.angles().size();
    std::vector<std::vector<Eliminate>> result = {std::vector<Eliminate>(count, Eliminate::kSine)};
    if (count == 0) return result;
    result.emplace_back(count, Eliminate::kCosine);
    if (count > 1) try_form([&] { result.push_back(greedy_choice(form, quotient)); });
    return result;
  }

  std::vector<Eliminate> greedy_choice(const NormalForm& form, const Quotient& quotient) {
    std::vector<Eliminate> choice(form.angles().size(), Eliminate::kSine);
    const auto terms = [&] {
      return form.reduce(quotient.numerator, choice, work_).term_count() +
             form.reduce(quotient.denominator, choice, work_).term_count();
    };
    std::size_t fewest = terms();
    for (Eliminate& angle : choice) {
      angle = Eliminate::kCosine;
      const std::size_t now = terms();
      if (now < fewest) {
        fewest = now;
      } else {
        angle = Eliminate::kSine;
      }
    }
    return choice;
  }

  void add_quotient(const NormalForm& form, std::span<const Expr> names, const Quotient& quotient) {
    std::vector<bool> trigonometric(names.size(), false);
    for (const AnglePair& pair : form.angles()) trigonometric[pair.sine] = trigonometric[pair.cosine] = true;
    const std::vector<Expr> tops = structures(quotient.numerator, names, trigonometric);
    if (quotient.denominator.is_one()) {
      forms_.insert(forms_.end(), tops.begin(), tops.end());
      if (structured_.empty()) add_structured(tops);
    } else {
      for (const Expr top : tops)
        for (const Expr bottom : structures(quotient.denominator, names, {})) forms_.push_back(top / bottom);
    }
    add_tangents(form, names, quotient);
  }

  // Of `structures`, where there are angles: collected by what is no angle, and factored.
  void add_structured(const std::vector<Expr>& structures) {
    if (structures.size() > 3) structured_.insert(structured_.end(), structures.begin() + 3, structures.end());
  }

  // A polynomial written out, nested, collected by the marked variables and by the others, and factored.
  std::vector<Expr> structures(const Polynomial& a, std::span<const Expr> names, const std::vector<bool>& marked) {
    work_.spend(50.0 * static_cast<double>(a.term_count()));
    std::vector<Expr> result = {write_out(a, names), nest(a, names)};
    if (std::find(marked.begin(), marked.end(), true) != marked.end()) {
      std::vector<bool> others = marked;
      others.flip();
      result.push_back(collect(a, names, marked));
      result.push_back(collect(a, names, others));
    }
    if (a.term_count() > 1) try_form([&] { result.push_back(write_factored(a, names, work_)); });
    return result;
  }

  // Sines and cosines of one argument, whether they are angles of the form or atoms like others.
  static std::vector<AnglePair> pairs_of(const NormalForm& form) {
    std::vector<AnglePair> pairs(form.angles().begin(), form.angles().end());
    if (!pairs.empty()) return pairs;
    const auto variables = form.variables();
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (!variables[v].is_call(Function::kSin)) continue;
      const Expr angle = variables[v].operand(0);
      const auto cosine = std::find(variables.begin(), variables.end(), cos(angle));
      if (cosine != variables.end()) pairs.push_back({angle, v, static_cast<std::size_t>(cosine - variables.begin())});
    }
    return pairs;
  }

  // sin^n above and cos^n below, or the other way round: tan^n.
  void add_tangents(const NormalForm& form, std::span<const Expr> names, const Quotient& quotient) {
    const std::vector<AnglePair> pairs = pairs_of(form);
    if (quotient.denominator.is_one() || pairs.empty()) return;
    const auto lowest = [](const Polynomial& a, std::size_t variable) {
      unsigned long least = a.degree(variable);
      for (const Term& term : a.terms()) least = std::min(least, term.exponents[variable]);
      return static_cast<long>(least);
    };
    Quotient rest = quotient;
    Expr tangents(1);
    for (const AnglePair& pair : pairs) {
      for (const bool inverse : {false, true}) {
        const std::size_t above = inverse ? pair.cosine : pair.sine, below = inverse ? pair.sine : pair.cosine;
        const long n = std::min(lowest(rest.numerator, above), lowest(rest.denominator, below));
        if (n == 0) continue;
        rest.numerator = *divide_exactly(
            rest.numerator, power(Polynomial::variable(form.ring(), above), static_cast<unsigned long>(n), work_),
            work_);
        rest.denominator = *divide_exactly(
            rest.denominator, power(Polynomial::variable(form.ring(), below), static_cast<unsigned long>(n), work_),
            work_);
        tangents *= pow(make_call(Function::kTan, pair.angle), Expr(inverse ? -n : n));
      }
    }
    if (!tangents.is_one()) forms_.push_back(tangents * (nest(rest.numerator, names) / nest(rest.denominator, names)));
  }

  void add_multi_angle(const NormalForm& form, std::span<const Expr> names, const Quotient& quotient) {
    const auto harmonic = [&](const Polynomial& a) {
      const HarmonicPolynomial b = as_polynomial(form, to_multi_angle(form, a, work_), names);
      std::vector<bool> harmonics(b.variables.size(), false);
      std::fill(harmonics.begin() + static_cast<std::ptrdiff_t>(b.first_harmonic), harmonics.end(), true);
      return structures(b.value, b.variables, harmonics);
    };
    const std::vector<Expr> tops = harmonic(quotient.numerator);
    if (quotient.denominator.is_one()) {
      forms_.insert(forms_.end(), tops.begin(), tops.end());
      add_structured(tops);
      return;
    }
    std::vector<Expr> bottoms = harmonic(quotient.denominator);
    bottoms.push_back(nest(quotient.denominator, names));
    for (const Expr top : tops) {
      for (const Expr bottom : bottoms) forms_.push_back(top / bottom);
    }
  }

  Work& work_;
  std::unordered_map<Expr, Expr> shown_;  ///< normal atom → the same as it was written
  std::vector<Expr> forms_, structured_;
  std::optional<Expr> written_out_;
};

}  // namespace

Candidates make_candidates(Expr formula, Work& work) { return Maker(work).make(formula); }

std::vector<Expr> make_structures(Expr formula, Work& work) { return Maker(work).make_plain(formula); }

}  // namespace kinemate
