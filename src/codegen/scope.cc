#include "codegen/scope.h"

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

CodeScope make_scope(const CodeInterface& interface, std::span<const double> constants) {
  CodeScope scope{&interface, constants, {}, "z", interface.names};
  scope.workspace = scope.names.take("w");
  const auto taken = [&](const CodeParameter& parameter) { return is_numbered(parameter.name, scope.local); };
  while (std::any_of(interface.parameters.begin(), interface.parameters.end(), taken)) scope.local += "z";
  return scope;
}

const CodeParameter* parameter_of(const CodeScope& scope, std::uint32_t region) {
  return region < kParameters ? nullptr : &scope.interface->parameters[region - kParameters];
}

Phrase place_text(const CodeScope& scope, CodePlace place) {
  if (place.region == kConstants) return constant_text(*scope.interface->language, scope.constants[place.index]);
  const CodeParameter* parameter = parameter_of(scope, place.region);
  if (parameter != nullptr && parameter->by_value) return {parameter->name};
  const Language& language = *scope.interface->language;
  if (parameter != nullptr && parameter->array->columns > 0 && language.matrix_element != nullptr) {
    const std::size_t columns = parameter->array->columns, first = language.first_index;
    return {fmt::format(fmt::runtime(language.matrix_element), parameter->name, first + place.index / columns,
                        first + place.index % columns)};
  }
  return {element_text(scope, place.region, fmt::format("{}", place.index + language.first_index))};
}

std::string element_text(const CodeScope& scope, std::uint32_t region, std::string_view at) {
  const CodeParameter* parameter = parameter_of(scope, region);
  CHECK(region != kConstants && (parameter == nullptr || !parameter->by_value));
  return fmt::format(fmt::runtime(scope.interface->language->element),
                     parameter == nullptr ? scope.workspace : parameter->name, at);
}

}  // namespace kinemate
