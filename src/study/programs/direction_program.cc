#include "study/programs/direction_program.h"

#include "program/optimize.h"

namespace kinemate {

std::vector<Expr> direction_symbols(const char* kind, std::size_t count) {
  std::vector<Expr> symbols;
  for (std::size_t i = 0; i < count; ++i)
    symbols.push_back(make_symbol(std::string("\x01") + kind + std::to_string(i)));
  return symbols;
}

InputFormulas plain_input(const char* name, const std::vector<Expr>& symbols) {
  return {{name, "", std::vector<Entry>(symbols.size()), 0}, symbols};
}

Program plain_program(const std::vector<InputFormulas>& inputs, const std::vector<Expr>& formulas) {
  const OutputFormulas outputs{{"v", "", std::vector<Entry>(formulas.size()), 0}, formulas};
  return optimize_locally(translate(inputs, {&outputs, 1})).program;
}

}  // namespace kinemate
