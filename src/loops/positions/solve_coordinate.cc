#include "loops/positions/solve_coordinate.h"

#include <cmath>
#include <numbers>

#include "expr/count.h"
#include "expr/simplify/simplify.h"
#include "expr/simplify/smooth_root.h"
#include "loops/positions/explicit_closure.h"

namespace kinemate {
namespace {

using Form = CharacteristicEquation::Form;

constexpr double kStartError = 1e-8;   // of a coordinate's value at the start
constexpr double kSingular = 1e-7;     // what is smaller against its size determines nothing
constexpr double kDeadCentre = 1e-12;  // the square of a root below which its two signs are one

// a cos u + b sin u + c = 0 with S² = a² + b² − c²: u = atan2(−b c ± a S, −a c ∓ b S), also at u = π, where the tangent
// of the half angle fails; a u² + 2 b u + c = 0 with S² = b² − a c.
Expr radicand(const CharacteristicEquation& e) {
  return e.form == Form::kTurn ? e.a * e.a + e.b * e.b - e.c * e.c : e.b * e.b - e.a * e.c;
}

bool has_root(const CharacteristicEquation& e) { return branch_rank(e) == 2; }

Expr angle_of(Expr sine, Expr cosine) {
  if (cosine.is_call(Function::kCos)) {
    const Expr angle = cosine.operand(0);
    if (sine == sin(angle)) return angle;
    if (sine == -sin(angle)) return -angle;
  }
  return make_call(Function::kAtan2, sine, cosine);
}

Expr formula_of(const CharacteristicEquation& e, int branch, Expr root) {
  const Expr s(branch);
  switch (e.form) {
    case Form::kValue: return e.a;
    case Form::kVector: return angle_of(e.a, e.b);
    case Form::kTurn:
      if (e.c.is_zero()) return angle_of(s * e.a, -s * e.b);
      return angle_of(s * e.a * root - e.b * e.c, -(e.a * e.c) - s * e.b * root);
    case Form::kDistance: return (s * root - e.b) / e.a;
  }
  return {};
}

// With a root that is none, sine and cosine are rational in a, b, c, and often become those of a plain angle.
Expr write_without_root(const CharacteristicEquation& e, int branch, Expr root) {
  if (e.form == Form::kDistance) return simplify(formula_of(e, branch, root), kBriefly);
  const Expr s(branch), square = e.a * e.a + e.b * e.b;
  const Expr parts[] = {(s * e.a * root - e.b * e.c) / square, -(e.a * e.c + s * e.b * root) / square};
  const std::vector<Expr> simple = simplify(parts, kBriefly);
  const Expr whole = formula_of(e, branch, root), rational = angle_of(simple[0], simple[1]);
  return cost({&rational, 1}) <= cost({&whole, 1}) ? rational : whole;
}

// Sine and cosine by a radius that is known without a root are often those of a plain angle.
std::optional<Expr> plain_angle(const CharacteristicEquation& e) {
  if (e.form != Form::kVector || e.radius.is_zero()) return std::nullopt;
  const Expr parts[] = {e.a / e.radius, e.b / e.radius};
  const std::vector<Expr> simple = simplify(parts, kBriefly);
  const Expr angle = angle_of(simple[0], simple[1]);
  return is_plain_sum(angle) ? std::optional(angle) : std::nullopt;
}

// How many full turns the start value is beyond a value.
double turns_between(double value, double start) { return std::round((start - value) / (2 * std::numbers::pi)); }

bool is_near(double value, double start, bool angle) {
  if (angle) value += 2 * std::numbers::pi * turns_between(value, start);
  return std::abs(value - start) <= kStartError * std::max(1.0, std::abs(start));
}

}  // namespace

int branch_rank(const CharacteristicEquation& e) {
  if (e.form == Form::kTurn) return e.c.is_zero() ? 1 : 2;
  return e.form == Form::kDistance ? 2 : 0;
}

std::optional<CoordinateSolution> solve_equation(const CharacteristicEquation& e, Expr coordinate, bool angle,
                                                 const PositionSamples& samples) {
  const double a = samples.at_start(e.a), b = samples.at_start(e.b), c = samples.at_start(e.c);
  const double start = samples.at_start(coordinate + e.ahead);
  const auto taken = [&](double value, int branch) -> std::optional<CoordinateSolution> {
    if (!is_near(value, start, angle)) return std::nullopt;  // also where it is not finite
    return CoordinateSolution{coordinate, e, branch, angle};
  };
  if (e.form == Form::kValue) return taken(a, 1);
  if (e.form != Form::kDistance && !(std::hypot(a, b) > kSingular * e.size)) return std::nullopt;
  if (e.form == Form::kVector) return taken(std::atan2(a, b), 1);
  const bool turn = e.form == Form::kTurn;
  const double square = turn ? a * a + b * b - c * c : b * b - a * c,
               size = turn ? a * a + b * b : b * b + std::abs(a * c);
  if (!(square > kDeadCentre * size)) return std::nullopt;
  for (int branch : {1, -1}) {
    const double root = branch * std::sqrt(square);
    const double value = turn ? std::atan2(a * root - b * c, -a * c - b * root) : (root - b) / a;
    if (auto solution = taken(value, branch)) return solution;
  }
  return std::nullopt;
}

CharacteristicEquation combine_turns(const CharacteristicEquation& first, const CharacteristicEquation& second) {
  const Expr determinant = first.a * second.b - second.a * first.b;
  const Expr sine = second.a * first.c - first.a * second.c, cosine = first.b * second.c - second.b * first.c;
  const double size = first.size * second.size;
  return {Form::kVector,
          determinant * sine,
          determinant * cosine,
          Expr(0),
          first.ahead,
          size * size,
          first.meaning + ", and " + second.meaning,
          determinant * determinant};
}

double solution_cost(const CoordinateSolution& solution) {
  const CharacteristicEquation& e = solution.equation;
  const Expr formula = formula_of(e, solution.branch, has_root(e) ? sqrt(radicand(e)) : Expr(0));
  return cost({&formula, 1});
}

std::vector<WrittenSolution> write_solutions(std::span<const CoordinateSolution> solutions,
                                             const PositionSamples& samples) {
  std::vector<Expr> parts, squares;
  for (const CoordinateSolution& solution : solutions) {
    const CharacteristicEquation& e = solution.equation;
    const Expr radius = e.form == Form::kTurn && has_root(e) ? e.a * e.a + e.b * e.b : e.radius;
    parts.insert(parts.end(), {e.a, e.b, e.c, radius});
  }
  parts = simplify(parts, kShortly);
  std::vector<CharacteristicEquation> equations;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    CharacteristicEquation& e = equations.emplace_back(solutions[i].equation);
    e.a = parts[4 * i], e.b = parts[4 * i + 1], e.c = parts[4 * i + 2], e.radius = parts[4 * i + 3];
    squares.push_back(has_root(e) ? radicand(e) : Expr(0));
  }
  const std::vector<Expr> simple = simplify(squares, kShortly);
  std::vector<WrittenSolution> written;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const CharacteristicEquation& e = equations[i];
    Expr formula;
    bool as_given = false;  // whether y and x are as the radius knows them
    if (const std::optional<Expr> smooth = has_root(e) ? smooth_root(simple[i]) : std::nullopt) {
      // its sign at the start may be the other one
      formula =
          write_without_root(e, samples.at_start(*smooth) < 0 ? -solutions[i].branch : solutions[i].branch, *smooth);
    } else if (const std::optional<Expr> angle = plain_angle(e)) {
      formula = *angle;
    } else {
      const Expr plain = formula_of(e, solutions[i].branch, sqrt(squares[i]));
      const Expr shorter = formula_of(e, solutions[i].branch, sqrt(simple[i]));
      formula = cost({&shorter, 1}) <= cost({&plain, 1}) ? shorter : plain;
      as_given = formula.is_call(Function::kAtan2);
    }
    WrittenSolution& made = written.emplace_back();
    // where the radius may vanish, the root keeps more digits
    if (as_given && !e.radius.is_zero() && samples.stays_large(e.radius))
      made.arctangent = formula, made.radius = e.radius;
    formula = e.form == Form::kValue ? simplify(formula - e.ahead, kShortly) : formula - simplify(e.ahead, kShortly);
    if (solutions[i].angle) {
      const double turns = turns_between(samples.at_start(formula), samples.at_start(solutions[i].coordinate));
      formula += Expr(2 * static_cast<long>(turns)) * make_pi();
    }
    made.formula = formula;
  }
  return written;
}

}  // namespace kinemate
