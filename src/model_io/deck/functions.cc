#include "model_io/deck/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.h"

namespace kinemate {
namespace {

constexpr std::array kFunctions = {
    DeckFunction{"SIN", Function::kSin, 1, 1},
    DeckFunction{"COS", Function::kCos, 1, 1},
    DeckFunction{"TAN", Function::kTan, 1, 1},
    DeckFunction{"SINH", Function::kSinh, 1, 1},
    DeckFunction{"COSH", Function::kCosh, 1, 1},
    DeckFunction{"TANH", Function::kTanh, 1, 1},
    DeckFunction{"ATAN", Function::kAtan, 1, 2},  // ATAN(X,Y) is the angle of the point (X, Y)
    DeckFunction{"ATANH", Function::kAtanh, 1, 1},
    DeckFunction{"LOG", Function::kLog, 1, 1},
    DeckFunction{"LOG10", Function::kLog10, 1, 1},
    DeckFunction{"LOG2", Function::kLog2, 1, 1},
    DeckFunction{"ERF", Function::kErf, 1, 1},
    DeckFunction{"EXP", Function::kExp, 1, 1},
    DeckFunction{"FAC", Function::kFactorial, 1, 1, true},
    DeckFunction{"COMB", Function::kComb, 2, 1'000, true},
    DeckFunction{"STEP", Function::kStep, 3, 3},
};

// Functions that FORMAC does not have, with what to write instead.
struct ForeignFunction {
  std::string_view name;
  std::string_view instead;
};
constexpr std::array kForeign = {
    ForeignFunction{"SQRT", "write X**(1/2)"},
    ForeignFunction{"CBRT", "write X**(1/3)"},
    ForeignFunction{"ABS", "write (X**2)**(1/2)"},
    ForeignFunction{"LN", "the natural logarithm is LOG(X)"},
    ForeignFunction{"LG", "the decimal logarithm is LOG10(X)"},
    ForeignFunction{"ASIN", "write ATAN((1 - X**2)**(1/2), X)"},
    ForeignFunction{"ACOS", "write ATAN(X, (1 - X**2)**(1/2))"},
    ForeignFunction{"ARCSIN", "write ATAN((1 - X**2)**(1/2), X)"},
    ForeignFunction{"ARCCOS", "write ATAN(X, (1 - X**2)**(1/2))"},
    ForeignFunction{"ARCTAN", "write ATAN(X)"},
    ForeignFunction{"ATAN2", "write ATAN(X, Y): the abscissa comes first"},
    ForeignFunction{"ASINH", "write LOG(X + (X**2 + 1)**(1/2))"},
    ForeignFunction{"ACOSH", "write LOG(X + (X**2 - 1)**(1/2))"},
    ForeignFunction{"ARTANH", "write ATANH(X)"},
    ForeignFunction{"COT", "write COS(X)/SIN(X)"},
    ForeignFunction{"COTAN", "write COS(X)/SIN(X)"},
    ForeignFunction{"TG", "write TAN(X)"},
    ForeignFunction{"SIGN", "write STEP(0, X, X + 1) - STEP(0, -X, 1 - X)"},
    ForeignFunction{"MAX", "write it with STEP"},
    ForeignFunction{"MIN", "write it with STEP"},
    ForeignFunction{"DERIV", "write the derivative itself"},
};

}  // namespace

const DeckFunction* find_deck_function(std::string_view name) {
  const auto found =
      std::find_if(kFunctions.begin(), kFunctions.end(), [&](const DeckFunction& f) { return f.name == name; });
  return found == kFunctions.end() ? nullptr : &*found;
}

std::string_view instead_of_function(std::string_view name) {
  const auto found =
      std::find_if(kForeign.begin(), kForeign.end(), [&](const ForeignFunction& f) { return f.name == name; });
  return found == kForeign.end() ? std::string_view() : found->instead;
}

std::string near_deck_function(std::string_view name) {
  std::array<std::string_view, kFunctions.size()> known;
  std::transform(kFunctions.begin(), kFunctions.end(), known.begin(), [](const DeckFunction& f) { return f.name; });
  const std::string near = nearest(name, known);
  return near.empty() ? fmt::format("an unspecified function is written with a point: {}.(...)", name)
                      : fmt::format("did you mean {}?", near);
}

}  // namespace kinemate
