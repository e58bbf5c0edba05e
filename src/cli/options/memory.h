// How much memory a verb may take: --memory.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "base/error.h"

namespace kinemate {

/// "2GB", "500 MB", "1.5GiB"; "none" is 0. Throws Error for what is no size, and for less than the command needs to say
/// anything.
std::uint64_t parse_memory_size(const std::string& text);

/// "1.5 GB"
std::string memory_size_text(std::uint64_t bytes);

/// Adds --memory to every verb that can be run.
void add_memory_option(CLI::App& command);

/// From here on memory has a budget: most of what the computer has free, until --memory says otherwise. Where an
/// exception cannot leave, the command ends with the same message and code.
void begin_memory_budget();

/// What is said when memory is at its end.
Error out_of_memory();

}  // namespace kinemate
