#include "ranks/environment.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "base/error.h"

namespace kinemate {

std::optional<std::string> process_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::optional<unsigned long long> environment_number(const EnvironmentLookup& lookup, const char* name) {
  const std::optional<std::string> text = lookup(name);
  if (!text || text->empty()) return std::nullopt;
  unsigned long long value = 0;
  const char* const end = text->data() + text->size();
  const auto [rest, failure] = std::from_chars(text->data(), end, value);
  if (failure != std::errc() || rest != end)
    throw Error(ErrorCode::kSharing,
                fmt::format("the environment variable {} is '{}', which is no whole number", name, *text),
                "queues and launchers set it; unset it where there is none");
  return value;
}

}  // namespace kinemate
