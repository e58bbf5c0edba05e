#include "program/passes/chains.h"

#include <cmath>

namespace kinemate {

Chains::Kind Chains::kind(Code code) {
  switch (code) {
    case Code::kAdd:
    case Code::kSubtract:
    case Code::kNegate: return Kind::kSum;
    case Code::kMultiply:
    case Code::kDivide: return Kind::kProduct;
    default: return Kind::kOther;
  }
}

Chains::Chains(const Program& program)
    : program_(program),
      uses_(count_uses(program)),
      kind_(program.operations.size()),
      inner_(program.operations.size(), false) {
  for (std::size_t i = 0; i < kind_.size(); ++i) {
    kind_[i] = kind(program.operations[i].code);
    if (kind_[i] == Kind::kOther) continue;
    for (Value operand : operands_of(program.operations[i]))
      inner_[operand] = kind_[operand] == kind_[i] && uses_[operand] == 1;
  }
}

Sum Chains::sum(Value root) const {
  Sum sum;
  std::vector<SignedTerm> open = {{root, false}};
  while (!open.empty()) {
    const SignedTerm term = open.back();
    open.pop_back();
    const Operation& operation = program_.operations[term.value];
    if (term.value == root || (kind_[term.value] == Kind::kSum && inner_[term.value])) {
      if (operation.code == Code::kNegate) {
        open.push_back({operation.operands[0], !term.negative});
      } else {
        open.push_back({operation.operands[1], term.negative != (operation.code == Code::kSubtract)});
        open.push_back({operation.operands[0], term.negative});
      }
    } else if (operation.code == Code::kConstant && std::isfinite(program_.constants[operation.operands[0]])) {
      const double number = program_.constants[operation.operands[0]];
      sum.constant += term.negative ? -number : number;
      ++sum.constants;
    } else {
      sum.terms.push_back(term);
    }
  }
  return sum;
}

Product Chains::product(Value root) const {
  struct Factor {
    Value value;
    bool divisor;
  };
  Product product;
  std::vector<Factor> open = {{root, false}};
  while (!open.empty()) {
    const Factor factor = open.back();
    open.pop_back();
    const Operation& operation = program_.operations[factor.value];
    if (factor.value == root || (kind_[factor.value] == Kind::kProduct && inner_[factor.value])) {
      open.push_back({operation.operands[1], factor.divisor != (operation.code == Code::kDivide)});
      open.push_back({operation.operands[0], factor.divisor});
      continue;
    }
    const double number = operation.code == Code::kConstant ? program_.constants[operation.operands[0]] : std::nan("");
    if (std::isnormal(number) && std::isnormal(1 / number)) {
      product.coefficient *= factor.divisor ? 1 / number : number;
      if (number != 1) ++product.coefficients;
    } else {
      (factor.divisor ? product.divisors : product.factors).push_back(factor.value);
    }
  }
  return product;
}

}  // namespace kinemate
