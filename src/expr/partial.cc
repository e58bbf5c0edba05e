#include "expr/partial.h"

#include <fmt/format.h>

#include "base/error.h"

namespace kinemate {
namespace {

Expr square(Expr x) { return pow(x, Expr(2)); }
Expr inverse(Expr x) { return pow(x, Expr(-1)); }

Expr partial_of_call(Expr node, std::size_t i) {
  const Expr x = node.operand(0);
  const Expr one(1);
  switch (node.function()) {
    case Function::kSin: return cos(x);
    case Function::kCos: return -sin(x);
    case Function::kTan: return one + square(node);
    case Function::kAsin: return inverse(sqrt(one - square(x)));
    case Function::kAcos: return -inverse(sqrt(one - square(x)));
    case Function::kAtan: return inverse(one + square(x));
    case Function::kAtan2: {
      const Expr y = x, abscissa = node.operand(1);
      const Expr r2 = square(y) + square(abscissa);
      return i == 0 ? abscissa / r2 : -y / r2;
    }
    case Function::kSinh: return make_call(Function::kCosh, x);
    case Function::kCosh: return make_call(Function::kSinh, x);
    case Function::kTanh: return one - square(node);
    case Function::kAsinh: return inverse(sqrt(square(x) + one));
    case Function::kAcosh: return inverse(sqrt(square(x) - one));
    case Function::kAtanh: return inverse(one - square(x));
    case Function::kExp: return node;
    case Function::kLog: return inverse(x);
    case Function::kLog10: return inverse(make_call(Function::kLog, Expr(10)) * x);
    case Function::kLog2: return inverse(make_call(Function::kLog, Expr(2)) * x);
    case Function::kCbrt: return inverse(Expr(3) * square(node));
    case Function::kErf: return Expr(2) / sqrt(make_pi()) * make_call(Function::kExp, -square(x));
    case Function::kAbs: return make_call(Function::kSign, x);
    case Function::kMod: return i == 0 ? one : -make_call(Function::kFloor, x / node.operand(1));
    case Function::kNoEvent: return one;
    case Function::kFactorial:
    case Function::kComb:
      throw Error(ErrorCode::kNoDerivative,
                  fmt::format("{} has no derivative: it is defined on integers only", info(node.function()).name));
    default: return Expr(0);
  }
}

}  // namespace

Expr partial(Expr node, std::size_t i) {
  switch (node.kind()) {
    case Kind::kSum: return Expr(1);
    case Kind::kProduct: return node.operand(1 - i);
    case Kind::kPower: {
      const Expr base = node.operand(0), exponent = node.operand(1);
      if (i == 1) return node * make_call(Function::kLog, base);
      return exponent * pow(base, exponent - Expr(1));
    }
    case Kind::kCall: return partial_of_call(node, i);
    case Kind::kUnspecified: {
      std::vector<Expr> arguments;
      for (std::size_t k = 0; k < node.operand_count(); ++k) arguments.push_back(node.operand(k));
      std::vector<int> orders(node.orders().begin(), node.orders().end());
      ++orders[i];
      return make_unspecified(node.name(), arguments, orders);
    }
    default: return Expr(0);
  }
}

std::optional<Selection> as_selection(Expr node) {
  if (node.kind() != Kind::kCall) return std::nullopt;
  switch (node.function()) {
    case Function::kIf: return Selection{node.operand(0), 1, 2};
    case Function::kMin: return Selection{make_call(Function::kLessEqual, node.operand(0), node.operand(1)), 0, 1};
    case Function::kMax: return Selection{make_call(Function::kLessEqual, node.operand(0), node.operand(1)), 1, 0};
    default: return std::nullopt;
  }
}

}  // namespace kinemate
