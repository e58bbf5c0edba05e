// Texts as they stand in YAML.
#pragma once

#include <string>
#include <string_view>

namespace kinemate {

/// A scalar that every YAML reader takes for this text: plain where that is safe, else in double quotes.
std::string yaml_scalar(const std::string& text);

/// A line `name: value` of a mapping, or two where the name is very long. The value is YAML already.
std::string yaml_entry(std::string_view indent, const std::string& name, const std::string& value);

}  // namespace kinemate
