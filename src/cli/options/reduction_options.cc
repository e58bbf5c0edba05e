#include "cli/options/reduction_options.h"

#include <fmt/format.h>

#include "base/error.h"
#include "cli/options/lists.h"
#include "study/reduction/ranges.h"

namespace kinemate {

void add_threshold_options(CLI::App& verb, std::string& threshold, double& epsilon) {
  verb.add_option("--threshold", threshold,
                  "what is weak: below mu times the largest term of its entry (largest), below the quadratic mean over "
                  "the number of terms (mean), or between both (mixed, with --epsilon)")
      ->check(CLI::IsMember({"largest", "mean", "mixed"}))
      ->capture_default_str();
  verb.add_option("--epsilon", epsilon, "mixed: the weight of the mean");
}

Threshold::Kind threshold_kind(const std::string& name) {
  return name == "mean"    ? Threshold::Kind::kMean
         : name == "mixed" ? Threshold::Kind::kMixed
                           : Threshold::Kind::kLargest;
}

void add_reduction_options(CLI::App& verb, ReductionOptions& options) {
  verb.add_option("--range", options.ranges,
                  "\"x = -1 .. 1, speeds = -2 .. 2\": between which numbers quantities stay; angles turn freely where "
                  "left out; coordinates, speeds, states, inputs stand for all of a kind")
      ->allow_extra_args(false);
  add_threshold_options(verb, options.threshold, options.epsilon);
  verb.add_option("--weigh", options.weigh,
                  "terms against others of their entry, the coefficient of a product of speeds or loads (entries), or "
                  "of their whole row, by ranges (rows)")
      ->check(CLI::IsMember({"entries", "rows"}))
      ->capture_default_str();
  verb.add_flag("--energy", options.energy, "reduce T and V and derive the equations from them: energy is conserved");
}

void add_reduce_option(CLI::App& verb, ReductionOptions& options) {
  options.mu_option = verb.add_option(
      "--reduce", options.mu, "MU: without terms below MU times the largest of their entry (docs/reduction.md)");
  add_reduction_options(verb, options);
}

ReductionRequest make_reduction_request(const Model& model, const ReductionOptions& options,
                                        const std::string& formalism) {
  ReductionRequest request;
  request.of = options.energy                       ? ReductionRequest::Of::kEnergies
               : formalism == "roberson-wittenburg" ? ReductionRequest::Of::kMatrices
                                                    : ReductionRequest::Of::kRows;
  request.threshold.kind = threshold_kind(options.threshold);
  request.threshold.mu = options.mu;
  request.threshold.epsilon = options.epsilon;
  request.whole = options.weigh == "rows";
  check_threshold(request.threshold);
  request.box =
      make_box(model, compute_kinematics(model), parse_ranges(options.ranges, parse_options(model, "--range")));
  return request;
}

std::optional<ReductionRequest> wanted_reduction(const Model& model, const ReductionOptions& options,
                                                 const std::string& formalism) {
  if (*options.mu_option) return make_reduction_request(model, options, formalism);
  if (options.energy || !options.ranges.empty() || options.threshold != "largest" || options.weigh != "entries" ||
      options.epsilon != 0)
    throw Error(ErrorCode::kOptionsExclude, "--range, --threshold, --epsilon, --weigh and --energy belong to --reduce",
                "add --reduce 0.01");
  return std::nullopt;
}

}  // namespace kinemate
