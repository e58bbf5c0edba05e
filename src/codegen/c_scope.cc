#include "codegen/c_scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace kinemate {
namespace {

bool is_numbered(std::string_view name, std::string_view stem) {
  if (!name.starts_with(stem) || name.size() == stem.size()) return false;
  return name.find_first_not_of("0123456789", stem.size()) == std::string_view::npos;
}

}  // namespace

CScope make_c_scope(const CInterface& interface, std::span<const double> constants) {
  CScope scope{&interface, constants, {}, "z", interface.names};
  scope.workspace = scope.names.take("w");
  const auto taken = [&](const CParameter& parameter) { return is_numbered(parameter.name, scope.local); };
  while (std::any_of(interface.parameters.begin(), interface.parameters.end(), taken)) scope.local += "z";
  return scope;
}

const CParameter* parameter_of(const CScope& scope, std::uint32_t region) {
  return region < kParameters ? nullptr : &scope.interface->parameters[region - kParameters];
}

CExpression c_place(const CScope& scope, CPlace place) {
  if (place.region == kConstants) return c_constant(scope.constants[place.index]);
  const CParameter* parameter = parameter_of(scope, place.region);
  if (parameter != nullptr && parameter->length.empty()) return {parameter->name};
  return {c_element(scope, place.region, fmt::format("{}", place.index))};
}

std::string c_element(const CScope& scope, std::uint32_t region, std::string_view at) {
  const CParameter* parameter = parameter_of(scope, region);
  CHECK(region != kConstants && (parameter == nullptr || !parameter->length.empty()));
  return fmt::format("{}[{}]", parameter == nullptr ? scope.workspace : parameter->name, at);
}

}  // namespace kinemate
