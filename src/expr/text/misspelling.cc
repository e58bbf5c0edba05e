#include "expr/text/misspelling.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/suggest.h"
#include "expr/function.h"

namespace kinemate {
namespace {

// Names that other languages have for what formulas call otherwise.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kForeign = {{
    {"ln", "log(x) is the natural logarithm"},
    {"lg", "the decimal logarithm is log10(x)"},
    {"arcsin", "write asin(x)"},
    {"arccos", "write acos(x)"},
    {"arctan", "write atan(x)"},
    {"arctan2", "write atan2(y, x)"},
    {"arsinh", "write asinh(x)"},
    {"arcosh", "write acosh(x)"},
    {"artanh", "write atanh(x)"},
    {"sgn", "write sign(x)"},
    {"pow", "write x^y"},
    {"power", "write x^y"},
    {"fabs", "write abs(x)"},
    {"heaviside", "write step(x)"},
    {"ceiling", "write ceil(x)"},
    {"round", "write floor(x + 1/2)"},
    {"frac", "write mod(x, 1)"},
    {"fmod", "write mod(x, y), which has the sign of y"},
}};

// The built-in function that is one letter off, or the same but for upper and lower case; the nearest of several.
// Names of one letter are always free.
std::string_view find_near_miss(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::string_view meant;
  std::size_t best = 2;
  for (const std::string_view known : function_names()) {
    if (name.size() < 2 || name.size() > known.size() + 1 || known.size() > name.size() + 1) continue;
    const std::size_t distance = edit_distance(lower, known);
    const bool near = distance == 0 || edit_distance(name, known) <= 1;
    if (!near || distance >= best) continue;
    meant = known;
    best = distance;
  }
  return meant;
}

}  // namespace

std::string misspelling_hint(std::string_view name) {
  for (const auto& [foreign, hint] : kForeign) {
    if (name == foreign) return std::string(hint);
  }
  const std::string_view meant = find_near_miss(name);
  if (meant.empty()) return "";
  return fmt::format(
      "did you mean {}? An unspecified function of this name must be declared: --function {}, or functions: in a model",
      meant, name);
}

}  // namespace kinemate
