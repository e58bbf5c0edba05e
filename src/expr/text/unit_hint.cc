#include "expr/text/unit_hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kinemate {
namespace {

struct Unit {
  std::string_view name;
  std::string_view factor;  // to SI, as a formula goes on with it
};

constexpr std::array<Unit, 45> kUnits = {{
    {"s", ""},         {"sec", ""},       {"secs", ""},       {"second", ""},       {"seconds", ""},
    {"ms", "/1000"},   {"us", "/10^6"},   {"min", "*60"},     {"h", "*3600"},       {"m", ""},
    {"mm", "/1000"},   {"cm", "/100"},    {"km", "*1000"},    {"inch", "*0.0254"},  {"deg", "*pi/180"},
    {"degs", "*pi/180"}, {"degree", "*pi/180"}, {"degrees", "*pi/180"}, {"grad", "*pi/180"}, {"rad", ""},
    {"rpm", "*pi/30"}, {"kg", ""},        {"g", "/1000"},     {"mg", "/10^6"},      {"t", "*1000"},
    {"N", ""},         {"kN", "*1000"},   {"mN", "/1000"},    {"Nm", ""},           {"J", ""},
    {"kJ", "*1000"},   {"W", ""},         {"kW", "*1000"},    {"Pa", ""},           {"kPa", "*1000"},
    {"MPa", "*10^6"},  {"bar", "*10^5"},  {"V", ""},          {"A", ""},            {"mA", "/1000"},
    {"H", ""},         {"mH", "/1000"},   {"Ohm", ""},        {"mps", ""},          {"kmh", "/3.6"},
}};

}  // namespace

std::optional<std::string> without_unit(std::string_view number, std::string_view unit) {
  const auto found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& one) { return one.name == unit; });
  if (found == kUnits.end()) return std::nullopt;
  return fmt::format("{}{}", number, found->factor);
}

std::string unit_hint(std::string_view number, std::string_view unit) {
  const std::optional<std::string> value = without_unit(number, unit);
  if (!value) return "";
  if (value->ends_with("pi/180"))
    return fmt::format("angles are in radians, without a unit: {}; model files take {{value: {}, unit: deg}}", *value,
                       number);
  return fmt::format("numbers are written without units, in SI: {}; a product is {}*{}", *value, number, unit);
}

}  // namespace kinemate
