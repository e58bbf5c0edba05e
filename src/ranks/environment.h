// Variables of the environment as a function, so that what launchers and queues say can be tested.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace kinemate {

/// The value of a variable; none where it is not set.
using EnvironmentLookup = std::function<std::optional<std::string>(const char* name)>;

/// The variable of this process.
std::optional<std::string> process_environment(const char* name);

/// A variable as a whole number; none where it is not set or empty. Throws Error where it is something else.
std::optional<unsigned long long> environment_number(const EnvironmentLookup& lookup, const char* name);

}  // namespace kinemate
