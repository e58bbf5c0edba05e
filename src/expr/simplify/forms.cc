#include "expr/simplify/forms.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/error.h"
#include "expr/normal/arguments.h"
#include "expr/normal/multi_angle.h"
#include "expr/normal/normal_form.h"
#include "expr/normal/polynomial_formula.h"
#include "expr/normal/regions.h"

namespace kinemate {
namespace {

// Writes a polynomial of a normal form.
using Write = std::function<Expr(const NormalForm&, const Polynomial&, Work&)>;

// Every region by itself, numerator and denominator written by `write`.
Expr in_form(Expr formula, Trigonometry trigonometry, double limit, const Write& write) {
  Work work(limit);
  try {
    const bool resolved = trigonometry == Trigonometry::kResolved;
    return map_regions(resolved ? normalize_arguments({&formula, 1}, work)[0] : formula, [&](Expr region) {
      const NormalForm form({&region, 1}, trigonometry, work);
      const Quotient& quotient = form.quotients()[0];
      return write(form, quotient.numerator, work) / write(form, quotient.denominator, work);
    });
  } catch (const WorkExceeded&) {
    throw Error(ErrorCode::kTooLarge, "the result would be too large",
                "a higher limit of work may do; simplify always returns");
  }
}

Expr write_harmonics(const NormalForm& form, const Polynomial& a, Work& work) {
  const HarmonicPolynomial harmonics = as_polynomial(form, to_multi_angle(form, a, work), form.variables());
  std::vector<bool> by(harmonics.variables.size(), false);
  std::fill(by.begin() + static_cast<std::ptrdiff_t>(harmonics.first_harmonic), by.end(), true);
  return collect(harmonics.value, harmonics.variables, by);
}

}  // namespace

Expr expand(Expr formula, double work) {
  return in_form(formula, Trigonometry::kAtomsAndReciprocals, work,
                 [](const NormalForm& form, const Polynomial& a, Work&) { return write_out(a, form.variables()); });
}

Expr normalize(Expr formula, double work) {
  return in_form(formula, Trigonometry::kResolved, work,
                 [](const NormalForm& form, const Polynomial& a, Work&) { return write_out(a, form.variables()); });
}

Expr replace_square(Expr formula, Expr symbol, Expr by, double limit) {
  Work work(limit);
  try {
    const std::array<Expr, 2> both = {formula, by};
    const NormalForm form(both, Trigonometry::kResolved, work);
    const auto found = std::find(form.variables().begin(), form.variables().end(), symbol);
    if (found == form.variables().end() || !form.quotients()[1].denominator.is_one()) return formula;
    const auto variable = static_cast<std::size_t>(found - form.variables().begin());
    auto written = [&](const Polynomial& a) {
      const Polynomial replaced = replace_power(a, variable, 2, form.quotients()[1].numerator, work);
      const std::vector<Eliminate> sines(form.angles().size(), Eliminate::kSine);
      return write_out(form.reduce(replaced, sines, work), form.variables());
    };
    return written(form.quotients()[0].numerator) / written(form.quotients()[0].denominator);
  } catch (const WorkExceeded&) {
    throw Error(ErrorCode::kTooLarge, "the result would be too large",
                "a higher limit of work may do; simplify always returns");
  }
}

Expr collect(Expr formula, std::span<const Expr> by, double work) {
  return in_form(formula, Trigonometry::kAtoms, work, [by](const NormalForm& form, const Polynomial& a, Work&) {
    std::vector<bool> marked;
    for (const Expr variable : form.variables())
      marked.push_back(std::find(by.begin(), by.end(), variable) != by.end());
    return collect(a, form.variables(), marked);
  });
}

Expr factor(Expr formula, double work) {
  return in_form(formula, Trigonometry::kAtoms, work, [](const NormalForm& form, const Polynomial& a, Work& left) {
    return write_factored(a, form.variables(), left);
  });
}

Expr multi_angle(Expr formula, double work) { return in_form(formula, Trigonometry::kResolved, work, write_harmonics); }

}  // namespace kinemate
