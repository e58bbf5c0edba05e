// The built-in functions of formulas: one table of names, numbers of arguments and symmetry.
//
// What each function does stands where it is done: folding in call.cc, derivatives in partial.cc, numbers in
// evaluate.cc and ball.cc, LaTeX in latex.cc. `sqrt` is a power, `real` a number and `ceil(x)` is -floor(-x): they
// are names of the parser alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kinemate {

enum class Function : std::uint8_t {
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kAtan2,
  kSinh,
  kCosh,
  kTanh,
  kAsinh,
  kAcosh,
  kAtanh,
  kExp,
  kLog,
  kLog10,
  kLog2,
  kCbrt,
  kErf,
  kAbs,
  kSign,
  kMin,
  kMax,
  kStep,  ///< step(x): 1 for x ≥ 0, else 0; step(a, x, b): 1 for a ≤ x < b and for a = x = b, else 0 (FORMAC's STEP)
  kIf,    ///< if(c, a, b): a where c is not 0, else b
  kFactorial,  ///< on integers
  kComb,       ///< comb(n, n1, ..., nk) = n!/(n1!···nk!·(n - Σni)!) on integers with Σni ≤ n (FORMAC's COMB)
  // relations and connectives: 1 where they hold, else 0; written as operators
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
  // behind those that were there before: the order of operands follows these numbers
  kFloor,
  kMod,     ///< mod(x, y) = x - y*floor(x/y), with the sign of y (Modelica's and Python's)
  kNoEvent  ///< noEvent(x) is x; integrators do not look for switching surfaces within it (Modelica's)
};

inline constexpr std::size_t kFunctionCount = static_cast<std::size_t>(Function::kNoEvent) + 1;

struct FunctionInfo {
  enum class Symmetry : std::uint8_t { kNone, kOdd, kEven };

  std::string_view name;  ///< as called; of a relation or connective: the operator
  int least_arguments;
  int most_arguments;
  Symmetry symmetry = Symmetry::kNone;  ///< f(-x) = -f(x) or f(x)
  bool commutative = false;             ///< of two arguments
  bool infix = false;                   ///< written as an operator, not called
};

const FunctionInfo& info(Function function);

/// The function that is called `name`; relations and connectives are not found.
std::optional<Function> find_function(std::string_view name);

/// Every name that a formula may call, sorted.
std::span<const std::string_view> function_names();

}  // namespace kinemate
