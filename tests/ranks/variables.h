// An environment for tests.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "ranks/environment.h"

namespace kinemate {

inline EnvironmentLookup variables(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const char* name) -> std::optional<std::string> {
    const auto at = values.find(name);
    return at == values.end() ? std::nullopt : std::optional(at->second);
  };
}

}  // namespace kinemate
