#include "expr/normal/arguments.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/normal/normal_form.h"
#include "expr/normal/polynomial_formula.h"
#include "expr/normal/regions.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr std::size_t kLargestArgument = 300;  // nodes of an argument that is normalized
constexpr double kArgumentWork = 20'000;

// Runs `attempt` with a small budget of its own; nothing where that is exceeded or a division by zero turns up.
template <class Attempt>
std::optional<Expr> within_budget(Work& work, Attempt attempt) {
  Work own(std::min(kArgumentWork, work.left()));
  std::optional<Expr> result;
  try {
    result = attempt(own);
  } catch (const WorkExceeded&) {
  } catch (const Error&) {
  }
  work.spend(std::min(own.spent() + 10, work.left()));
  return result;
}

bool is_simple(Expr e) { return is_atom(split_number(e).rest) || Graph({&e, 1}, is_atom).size() > kLargestArgument; }

Expr write_quotient(const NormalForm& form, const Quotient& quotient) {
  return write_out(quotient.numerator, form.variables()) / write_out(quotient.denominator, form.variables());
}

Expr normalize_argument(Expr e, Work& work) {
  if (is_simple(e)) return e;
  const auto attempt = [e](Work& own) {
    const NormalForm form({&e, 1}, Trigonometry::kResolved, own);
    return write_quotient(form, form.quotients()[0]);
  };
  return within_budget(work, attempt).value_or(e);
}

// √(constant · Π f^e) = Π |f|^(e/2) · √rest. Nothing is taken out where no factor is there twice.
struct SquareRoot {
  Expr outside;
  Expr inside;
};

SquareRoot take_squares(const NormalForm& form, const Polynomial& a, Work& work) {
  const Factors factors = factor_square_free(a, work);
  const auto root = exact_root(abs(factors.constant), 2);
  SquareRoot result{root ? Expr(*root) : Expr(1), root ? Expr(factors.constant.sign()) : Expr(factors.constant)};
  for (const auto& [base, exponent] : factors.powers) {
    const Expr factor = write_out(base, form.variables());
    result.outside *= pow(abs(factor), Expr(static_cast<long>(exponent / 2)));
    if (exponent % 2 == 1) result.inside *= factor;
  }
  return result;
}

// The square root with either square eliminated, whichever leaves less inside.
Expr normalize_square_root(Expr base, Work& work) {
  const auto attempt = [base](Work& own) {
    const NormalForm form({&base, 1}, Trigonometry::kResolved, own);
    const Quotient& quotient = form.quotients()[0];
    Expr best = sqrt(base);
    std::size_t fewest = ~std::size_t{0};
    for (const Eliminate choice : {Eliminate::kSine, Eliminate::kCosine}) {
      const std::vector<Eliminate> all(form.angles().size(), choice);
      const Polynomial top = form.reduce(quotient.numerator, all, own),
                       bottom = form.reduce(quotient.denominator, all, own);
      const SquareRoot above = take_squares(form, top, own), below = take_squares(form, bottom, own);
      const Expr inside = above.inside / below.inside;
      const std::size_t size = Graph(inside).size();
      if (size >= fewest) continue;
      fewest = size;
      best = above.outside / below.outside * sqrt(inside);
    }
    return best;
  };
  return within_budget(work, attempt).value_or(sqrt(base));
}

bool is_square_root(Expr node) {
  return node.kind() == Kind::kPower && node.operand(1).is_rational() &&
         node.operand(1).rational().denominator() == Rational(2);
}

class ArgumentNormalizer {
 public:
  explicit ArgumentNormalizer(Work& work) : work_(work) {}

  // An atom with operands that are normal inside already.
  Expr operator()(Expr node, std::span<const Expr> operands) {
    if (is_square_root(node) && !is_simple(operands[0])) {
      const auto known = roots_.find(operands[0]);
      const Expr root = known != roots_.end()
                            ? known->second
                            : roots_.emplace(operands[0], normalize_square_root(operands[0], work_)).first->second;
      return pow(root, Expr(node.operand(1).rational() * Rational(2)));
    }
    std::vector<Expr> normal;
    for (const Expr operand : operands) normal.push_back(argument(operand));
    return rebuild(node, normal);
  }

 private:
  Expr argument(Expr e) {
    const auto known = arguments_.find(e);
    return known != arguments_.end() ? known->second
                                     : arguments_.emplace(e, normalize_argument(e, work_)).first->second;
  }

  Work& work_;
  std::unordered_map<Expr, Expr> arguments_, roots_;
};

}  // namespace

std::vector<Expr> normalize_arguments(std::span<const Expr> formulas, Work& work) {
  work.spend(static_cast<double>(Graph(formulas).size()));
  ArgumentNormalizer normalize(work);
  return map_atoms(formulas, [&](Expr node, std::span<const Expr> operands) { return normalize(node, operands); });
}

}  // namespace kinemate
