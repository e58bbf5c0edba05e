// Parameters that are looked for, as users give them: --vary "k = 5 .. 20", --start "k = 8".
#pragma once

#include "cli/options/run_options.h"
#include "study/sweep/fit.h"

namespace kinemate {

struct SearchOptions {
  std::vector<std::string> vary, start;
};

void add_search_options(CLI::App& verb, SearchOptions& options);

/// Bounds as given, else none; the start as given, else the value that the machine has, else the middle of the bounds.
/// Throws Error for names that are nothing of the machine and for starts outside of the bounds.
std::vector<FitParameter> search_parameters(const Model& model, const SearchOptions& options,
                                            std::span<const Given> initial);

/// The numbers that the machine has for names of parameters, initial values and inputs; nothing where there is none.
std::vector<std::optional<double>> present_values(const Model& model, const std::vector<std::string>& names,
                                                  std::span<const Given> initial);

}  // namespace kinemate
