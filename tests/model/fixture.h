// Machines from their YAML text, and equality of formulas by the zero test.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/substitute.h"
#include "model/kinematics.h"
#include "model_io/read.h"

namespace kinemate {

class ModelTest : public testing::Test {
 protected:
  Pool pool_;
  PoolScope scope_{pool_};
};

/// The machine of a text without mistakes.
inline Model machine(const std::string& text) {
  Reading reading = read_model(text, "machine");
  for (const Error& mistake : reading.mistakes) ADD_FAILURE() << render(mistake);
  return std::move(reading.model);
}

/// Two bodies: `a` of the joint's `from` and `b` of its `to`; `joint` is the inside of its braces.
inline Model joint_machine(const std::string& joint) {
  return machine("bodies: {a: {mass: 1}, b: {mass: 1}}\njoints:\n  j: {from: a, to: b, " + joint + "}\n");
}

inline testing::AssertionResult is_zero(Expr formula) {
  const ZeroTest test = test_zero(formula);
  if (test.zero) return testing::AssertionSuccess();
  return testing::AssertionFailure() << to_text(formula, {.largest = 2000, .cut = true})
                                     << " is not 0: " << describe(test);
}

inline testing::AssertionResult is_equal(const Vector& a, const Vector& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    const testing::AssertionResult result = is_zero(a[i] - b[i]);
    if (!result) return testing::AssertionFailure() << "component " << i << ": " << result.message();
  }
  return testing::AssertionSuccess();
}

inline testing::AssertionResult is_equal(const Matrix& a, const Matrix& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    const testing::AssertionResult result = is_equal(a.rows[i], b.rows[i]);
    if (!result) return testing::AssertionFailure() << "row " << i << ": " << result.message();
  }
  return testing::AssertionSuccess();
}

template <class F>
Vector map_vector(const Vector& v, F f) {
  return {f(v.x), f(v.y), f(v.z)};
}

inline Vector parse_vector(const char* x, const char* y, const char* z) { return {parse(x), parse(y), parse(z)}; }

/// The derivative of a vector or matrix along `seeds`.
inline Vector along(const Seeds& seeds, const Vector& v) {
  const Expr formulas[] = {v.x, v.y, v.z};
  const std::vector<Expr> rates = differentiate(formulas, seeds);
  return {rates[0], rates[1], rates[2]};
}
inline Matrix along(const Seeds& seeds, const Matrix& m) {
  return {{along(seeds, m.rows[0]), along(seeds, m.rows[1]), along(seeds, m.rows[2])}};
}

/// Euler parameters p0..p3 of norm one, by three angles.
inline Substitution unit_euler_parameters(const char* p0, const char* p1, const char* p2, const char* p3) {
  return {{{parse(p0), parse("cos(ea)*cos(eb)")},
           {parse(p1), parse("cos(ea)*sin(eb)")},
           {parse(p2), parse("sin(ea)*cos(ec)")},
           {parse(p3), parse("sin(ea)*sin(ec)")}},
          {}};
}

/// Euler parameters of a constant_velocity joint, by its bend and where that points to.
inline Substitution unit_homokinetic_parameters(const char* p_s, const char* p_a, const char* p_b) {
  return {
      {{parse(p_s), parse("cos(ea)")}, {parse(p_a), parse("sin(ea)*cos(eb)")}, {parse(p_b), parse("sin(ea)*sin(eb)")}},
      {}};
}

/// Seeded values for all symbols of some formulas.
inline Values random_values(std::span<const Expr> formulas, std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-1.2, 1.2);
  Values values;
  for (Expr symbol : free_symbols(formulas)) values.emplace(symbol, number(random));
  for (Expr call : unspecified_calls(formulas)) values.emplace(call, number(random));
  return values;
}

}  // namespace kinemate
