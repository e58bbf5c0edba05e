#include "codegen/function_names.h"

#include <array>

#include "base/check.h"

namespace kinemate {
namespace {

struct FunctionRow {
  Function function;
  std::size_t operands;
  std::array<std::string_view, 5> names;  // C and C++, MATLAB, Python, Julia, Modelica; empty: there is none
};

constexpr std::string_view kSquareRoot[] = {"sqrt", "sqrt_of", "m.sqrt", "sqrt", "sqrt"};

// Functions beyond their domain are NaN: where a language has complex numbers or exceptions instead, its sources define
// functions around them. Names with _of, _at and _between are functions that sources define.
constexpr FunctionRow kFunctionRows[] = {
    {Function::kSin, 1, {"sin", "sin", "m.sin", "sin", "sin"}},
    {Function::kCos, 1, {"cos", "cos", "m.cos", "cos", "cos"}},
    {Function::kTan, 1, {"tan", "tan", "m.tan", "tan", "tan"}},
    {Function::kAsin, 1, {"asin", "asin_of", "m.asin", "asin", "asin"}},
    {Function::kAcos, 1, {"acos", "acos_of", "m.acos", "acos", "acos"}},
    {Function::kAtan, 1, {"atan", "atan", "m.atan", "atan", "atan"}},
    {Function::kAtan2, 2, {"atan2", "atan2", "m.atan2", "atan", "atan2"}},
    {Function::kSinh, 1, {"sinh", "sinh", "m.sinh", "sinh", "sinh"}},
    {Function::kCosh, 1, {"cosh", "cosh", "m.cosh", "cosh", "cosh"}},
    {Function::kTanh, 1, {"tanh", "tanh", "m.tanh", "tanh", "tanh"}},
    {Function::kAsinh, 1, {"asinh", "asinh", "m.asinh", "asinh", "asinh_of"}},
    {Function::kAcosh, 1, {"acosh", "acosh_of", "m.acosh", "acosh", "acosh_of"}},
    {Function::kAtanh, 1, {"atanh", "atanh_of", "m.atanh", "atanh", "atanh_of"}},
    {Function::kExp, 1, {"exp", "exp", "m.exp", "exp", "exp"}},
    {Function::kLog, 1, {"log", "log_of", "m.log", "log", "log"}},
    {Function::kLog10, 1, {"log10", "log10_of", "m.log10", "log10", "log10"}},
    {Function::kLog2, 1, {"log2", "log2_of", "m.log2", "log2", "log2_of"}},
    {Function::kCbrt, 1, {"cbrt", "nthroot({}, 3)", "m.cbrt", "cbrt", "cbrt_of"}},
    {Function::kErf, 1, {"erf", "erf", "m.erf", "erf", "Modelica.Math.Special.erf"}},
    {Function::kAbs, 1, {"fabs", "abs", "abs", "abs", "abs"}},
    {Function::kSign, 1, {"sign_of", "sign_of", "m.sign", "sign_of", "sign"}},
    {Function::kFloor, 1, {"floor", "floor", "m.floor", "floor", "floor"}},
    {Function::kMin, 2, {"smaller_of", "smaller_of", "m.smaller_of", "smaller_of", "min"}},
    {Function::kMax, 2, {"larger_of", "larger_of", "m.larger_of", "larger_of", "max"}},
    {Function::kStep, 1, {"step_at", "step_at", "m.step_at", "step_at", "step_at"}},
    {Function::kStep, 3, {"step_between", "step_between", "m.step_between", "step_between", "step_between"}},
    {Function::kFactorial, 1, {"factorial_of", "factorial_of", "m.factorial_of", "factorial_of", ""}},
    {Function::kComb, 2, {"comb_of", "comb_of", "m.comb_of", "comb_of", ""}},
    {Function::kComb, 3, {"multinomial_of", "multinomial_of", "m.multinomial_of", "multinomial_of", ""}},
};

}  // namespace

std::optional<std::string_view> function_name(LanguageColumn column, Function function, std::size_t operands) {
  for (const FunctionRow& row : kFunctionRows) {
    if (row.function != function || row.operands != operands) continue;
    const std::string_view name = row.names[static_cast<std::size_t>(column)];
    if (name.empty()) return std::nullopt;
    return name;
  }
  CHECK(false);
  return std::nullopt;
}

std::string_view square_root_name(LanguageColumn column) { return kSquareRoot[static_cast<std::size_t>(column)]; }

std::string_view called_name(std::string_view name) { return name.substr(0, name.find('(')); }

}  // namespace kinemate
