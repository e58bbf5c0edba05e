// Options of the verbs that drop weak terms.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/verbs.h"
#include "study/reduction/reduction.h"

namespace kinemate {

struct ReductionOptions {
  std::vector<std::string> ranges;
  std::string threshold = "largest", weigh = "entries";
  double mu = 0, epsilon = 0;
  bool energy = false;
  CLI::Option* mu_option = nullptr;
};

/// Adds --threshold and --epsilon.
void add_threshold_options(CLI::App& verb, std::string& threshold, double& epsilon);
/// The kind that --threshold names.
Threshold::Kind threshold_kind(const std::string& name);

/// Adds --range, --threshold, --epsilon, --weigh and --energy.
void add_reduction_options(CLI::App& verb, ReductionOptions& options);
/// The same and --reduce MU, of verbs that do something else otherwise.
void add_reduce_option(CLI::App& verb, ReductionOptions& options);

/// What --reduce and its companions ask for; nothing where they are left out. `formalism` is its name.
std::optional<ReductionRequest> wanted_reduction(const Model& model, const ReductionOptions& options,
                                                 const std::string& formalism);
/// The same for a verb that always reduces.
ReductionRequest make_reduction_request(const Model& model, const ReductionOptions& options,
                                        const std::string& formalism);

}  // namespace kinemate
