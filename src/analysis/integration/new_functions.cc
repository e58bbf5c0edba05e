#include "analysis/integration/new_functions.h"

#include <array>

#include "analysis/replace.h"
#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/simplify/forms.h"
#include "expr/simplify/simplify.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr double kArgumentWork = 1e5;

Expr logarithm(Expr a) { return make_call(Function::kLog, is_never_negative(a) ? a : abs(a)); }

// √a for a formula in which either root does: squares leave it without their absolute value.
Expr either_root(Expr a) {
  const Expr root = normalize(sqrt(a), kArgumentWork);
  std::unordered_map<Expr, Expr> signless;
  for (const Switch& found : find_switches({&root, 1}))
    if (found.node.is_call(Function::kAbs)) signless.emplace(found.node, found.argument);
  return replace(root, signless);
}

// a x² + b x + c, nothing else in it moves.
struct QuadraticTerms {
  Expr a, b, c;
  Expr discriminant() const { return normalize(Expr(4) * a * c - b * b, kArgumentWork); }
};

std::optional<QuadraticTerms> as_quadratic(const DifferentialRing& ring, const Polynomial& p, std::size_t v) {
  if (p.degree(v) != 2) return std::nullopt;
  std::array<std::vector<Term>, 3> parts;
  for (Term& term : p.terms()) {
    const unsigned long power = term.exponents[v];
    term.exponents[v] = 0;
    parts[power].push_back(std::move(term));
  }
  std::array<Expr, 3> written;
  for (std::size_t k = 0; k < 3; ++k) {
    const Polynomial part = Polynomial::from_terms(ring.ring(), parts[k]);
    if (ring.moves(part)) return std::nullopt;
    written[k] = ring.write(part);
  }
  return QuadraticTerms{written[2], written[1], written[0]};
}

std::optional<QuadraticTerms> as_quadratic(Expr base, Expr x) {
  const Expr slope = differentiate(base, x), a = normalize(differentiate(slope, x), kArgumentWork) / Expr(2);
  if (depends_on(a, x) || a.is_zero()) return std::nullopt;
  const Substitution origin{{{x, Expr(0)}}, {}};
  return QuadraticTerms{a, substitute(slope, origin), substitute(base, origin)};
}

// For p = a θ² + b θ + c and Δ = 4ac - b²: 2/√Δ·atan((2aθ + b)/√Δ), or a logarithm where Δ < 0. Its derivative is θ'/p.
Expr integral_of_reciprocal(const QuadraticTerms& p, Expr theta) {
  const Expr discriminant = p.discriminant(), slope = Expr(2) * p.a * theta + p.b;
  if (is_never_negative(-discriminant)) {
    const Expr root = either_root(-discriminant);
    return logarithm((slope - root) / (slope + root)) / root;
  }
  const Expr root = either_root(discriminant);
  return Expr(2) / root * make_call(Function::kAtan, simplify(slope / root, kBriefly));
}

// ∫dx/√p = log|√a x + b/(2√a) + √p|/√a, or -asin((2ax + b)/√-Δ)/√-a for a < 0.
Expr integral_of_reciprocal_root(const QuadraticTerms& p, Expr x, Expr root_of_p) {
  if (is_never_negative(-p.a)) {
    const Expr root = either_root(-p.a), scale = sqrt(-p.discriminant());
    return -make_call(Function::kAsin, (Expr(2) * p.a * x + p.b) / scale) / root;
  }
  const Expr root = either_root(p.a);
  return logarithm(root * x + p.b / (Expr(2) * root) + root_of_p) / root;
}

bool is_square_root(Expr e) { return e.kind() == Kind::kPower && e.operand(1) == Expr(Rational(1, 2)); }

}  // namespace

std::vector<AnsatzTerm> make_new_functions(const DifferentialRing& ring, std::span<const Polynomial> factors,
                                           Work& work) {
  std::vector<AnsatzTerm> result;
  for (const Polynomial& p : factors) {
    const Polynomial bottom = multiply(p, ring.rate_denominator(), work);
    result.push_back({logarithm(ring.write(p)), {ring.derivative(p, work), bottom}});
    for (std::size_t v = 0; v < ring.ring().size(); ++v) {
      if (!ring.moves(v) || !ring.has_rate(v)) continue;
      const auto quadratic = as_quadratic(ring, p, v);
      if (!quadratic || quadratic->discriminant().is_zero()) continue;
      result.push_back({integral_of_reciprocal(*quadratic, ring.kernel(v)), {ring.rate(v), bottom}});
    }
  }
  for (std::size_t v = 0; v < ring.ring().size(); ++v) {
    const Expr root = ring.kernel(v);
    if (!ring.moves(v) || !is_square_root(root)) continue;
    const auto quadratic = as_quadratic(root.operand(0), ring.x());
    if (!quadratic) continue;
    const Polynomial one(ring.ring(), Rational(1));
    result.push_back(
        {integral_of_reciprocal_root(*quadratic, ring.x(), root), {one, Polynomial::variable(ring.ring(), v)}});
  }
  return result;
}

}  // namespace kinemate
