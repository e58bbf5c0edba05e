#include "cli/options/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "base/memory_budget.h"
#include "cli/verbs.h"
#include "expr/counted_numbers.h"

namespace kinemate {
namespace {

constexpr double kPartOfFree = 0.8;
constexpr std::uint64_t kLeast = 50'000'000;  // with less there may be no message
constexpr std::string_view kUnits = "kmgtp";

[[noreturn]] void refuse_size(const std::string& text) {
  throw Error(ErrorCode::kOptionValue, fmt::format("--memory: '{}' is no size", text),
              "a number with its unit, as in 500MB, 2GB or 1.5GiB; none: as much as the computer has");
}

// What a unit stands for; 0: it is none.
double size_of_unit(std::string unit) {
  std::transform(unit.begin(), unit.end(), unit.begin(), [](unsigned char c) { return std::tolower(c); });
  const std::size_t power = unit.empty() ? std::string_view::npos : kUnits.find(unit[0]);
  if (power == std::string_view::npos) return 0;
  const std::string rest = unit.substr(1);
  if (!rest.empty() && rest != "b" && rest != "ib") return 0;
  return std::pow(rest == "ib" ? 1024.0 : 1000.0, static_cast<double>(power + 1));
}

void end_without_memory() {
  if (memory_budget_is_exceeded()) {
    std::cerr << render(out_of_memory()) << std::flush;
    std::_Exit(kNumericalFailure);
  }
  std::abort();
}

}  // namespace

std::uint64_t parse_memory_size(const std::string& text) {
  if (text == "none") return 0;
  std::string word = text;
  std::erase(word, ' ');
  char* end = nullptr;
  const double number = std::strtod(word.c_str(), &end);
  const double unit = size_of_unit(end);
  if (end == word.c_str() || !std::isfinite(number) || !(number > 0) || unit == 0 || number * unit > 1e18)
    refuse_size(text);
  const auto bytes = static_cast<std::uint64_t>(number * unit);
  if (bytes < kLeast)
    throw Error(ErrorCode::kOptionValue, fmt::format("--memory: {} is less than kinemate itself needs", text),
                fmt::format("at least {}", memory_size_text(kLeast)));
  return bytes;
}

std::string memory_size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  return size < 1e9 ? fmt::format("{:.3g} MB", size / 1e6) : fmt::format("{:.3g} GB", size / 1e9);
}

void add_memory_option(CLI::App& command) {
  for (CLI::App* verb : command.get_subcommands([](const CLI::App*) { return true; })) {
    add_memory_option(*verb);
    if (!verb->get_subcommands([](const CLI::App*) { return true; }).empty()) continue;
    verb->add_option_function<std::string>(
            "--memory", [](const std::string& size) { set_memory_budget(parse_memory_size(size)); },
            "2GB: ends with an error where it would take more (left out: 80 % of what the computer has free)")
        ->type_name("SIZE");
  }
}

void begin_memory_budget() {
  count_memory_of_numbers();
  std::set_terminate(end_without_memory);
  set_memory_budget(static_cast<std::uint64_t>(kPartOfFree * static_cast<double>(free_memory())));
}

Error out_of_memory() {
  if (!memory_budget_is_exceeded())
    return Error(ErrorCode::kOutOfMemory, "out of memory", "kinemate explain K414 says what takes less");
  return Error(ErrorCode::kOutOfMemory,
               fmt::format("out of memory: this would take more than {}", memory_size_text(memory_budget())),
               "--memory 16GB allows more, if the computer has it; kinemate explain K414 says what takes less");
}

}  // namespace kinemate
