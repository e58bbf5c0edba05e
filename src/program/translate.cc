#include "program/translate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/pool.h"
#include "expr/text/print.h"
#include "program/builder.h"

namespace kinemate {
namespace {

class Translator {
 public:
  explicit Translator(const Program& like) : builder_(like) {}

  void add_input(Expr symbol, std::size_t number) { inputs_.try_emplace(symbol, number); }

  Value add(Expr node, std::span<const Value> x) {
    switch (node.kind()) {
      case Kind::kRational:
      case Kind::kReal: return number(node);
      case Kind::kPi: return builder_.constant(std::numbers::pi);
      case Kind::kSum: return builder_.add(x[0], x[1]);
      case Kind::kProduct: return product(node, x);
      case Kind::kPower: return power(node, x);
      case Kind::kCall: return call(node.function(), x);
      case Kind::kSymbol:
      case Kind::kUnspecified: break;
    }
    const auto found = inputs_.find(node);
    if (found == inputs_.end()) refuse_missing_value(node);
    return builder_.input(found->second);
  }

  Builder& builder() { return builder_; }

 private:
  Value number(Expr node) {
    const double value = node.real();
    if (!std::isfinite(value))
      throw Error(ErrorCode::kNotFinite, fmt::format("{} is beyond the range of double precision",
                                                     to_text(node, {.largest = 200, .cut = true})));
    return builder_.constant(value);
  }

  static bool is_reciprocal(Expr node) { return node.kind() == Kind::kPower && split_power(node).exponent.sign() < 0; }

  // What a reciprocal is one over.
  Value divisor(Value reciprocal) const {
    const Operation& operation = builder_.operation(reciprocal);
    return operation.operands[1];
  }

  bool is_one_over(Value value) const {
    const Operation& operation = builder_.operation(value);
    return operation.code == Code::kDivide && builder_.is_constant(operation.operands[0], 1);
  }

  // a * b^(-1) is a/b
  Value product(Expr node, std::span<const Value> x) {
    const bool first = is_reciprocal(node.operand(0)) && is_one_over(x[0]);
    const bool second = is_reciprocal(node.operand(1)) && is_one_over(x[1]);
    if (first && second) return builder_.divide(builder_.constant(1), builder_.multiply(divisor(x[0]), divisor(x[1])));
    if (first) return builder_.divide(x[1], divisor(x[0]));
    if (second) return builder_.divide(x[0], divisor(x[1]));
    return builder_.multiply(x[0], x[1]);
  }

  Value power(Expr node, std::span<const Value> x) {
    if (!node.operand(1).is_rational()) return builder_.power(x[0], x[1]);
    const Rational exponent = node.operand(1).rational();
    if (exponent.sign() < 0)
      return builder_.divide(builder_.constant(1), builder_.power(x[0], builder_.constant(Expr(-exponent).real())));
    return builder_.power(x[0], builder_.constant(Expr(exponent).real()));
  }

  // comb(n, a, b, ...) = comb(n, a) * comb(n - a, b) * ...
  Value call(Function function, std::span<const Value> x) {
    if (function != Function::kComb || x.size() <= 2) return builder_.call(function, x);
    Value rest = x[0], result = builder_.constant(1);
    for (Value part : x.subspan(1)) {
      result = builder_.multiply(result, builder_.call(Function::kComb, std::array{rest, part}));
      rest = builder_.subtract(rest, part);
    }
    return result;
  }

  Builder builder_;
  std::unordered_map<Expr, std::size_t> inputs_;
};

}  // namespace

Program translate(std::span<const InputFormulas> inputs, std::span<const OutputFormulas> outputs, NoEvent no_event) {
  Program like;
  like.keeps_no_event = no_event == NoEvent::kKept;
  for (const InputFormulas& input : inputs) like.inputs.push_back(input.array);
  Translator translator(like);
  std::size_t count = 0;
  for (const InputFormulas& input : inputs)
    for (Expr symbol : input.symbols) translator.add_input(symbol, count++);
  std::vector<Array> arrays;
  std::vector<Expr> formulas;
  for (const OutputFormulas& output : outputs) {
    arrays.push_back(output.array);
    formulas.insert(formulas.end(), output.formulas.begin(), output.formulas.end());
  }

  // an unspecified function is an input as it stands: its arguments are not computed
  const Graph graph(formulas, is_unspecified);
  std::vector<std::uint32_t> by_age(graph.size());
  for (std::uint32_t i = 0; i < by_age.size(); ++i) by_age[i] = i;
  const Pool& pool = Pool::current();
  std::sort(by_age.begin(), by_age.end(),
            [&](std::uint32_t a, std::uint32_t b) { return pool.index(graph.node(a)) < pool.index(graph.node(b)); });
  std::vector<Value> values(graph.size()), operands;
  for (const std::uint32_t i : by_age) {
    operands.clear();
    for (const std::uint32_t operand : graph.operands(i)) operands.push_back(values[operand]);
    values[i] = translator.add(graph.node(i), operands);
  }
  std::vector<Value> results;
  for (const std::uint32_t root : graph.roots()) results.push_back(values[root]);
  return translator.builder().finish(std::move(arrays), std::move(results));
}

}  // namespace kinemate
