#include "cli/options/run_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "cli/options/lists.h"
#include "cli/options/point.h"
#include "expr/evaluate.h"
#include "expr/text/print.h"

namespace kinemate {

void add_run_options(CLI::App& verb, RunOptionsOfVerb& options) {
  SimulationRequest& simulation = options.simulation;
  verb.add_option("--to", simulation.end, "the time at the end, s")->capture_default_str();
  verb.add_option("--from", simulation.start, "the time at the start, s")->capture_default_str();
  verb.add_option("--at", options.at, "initial values, \"q1=0.3, q1'=1\", instead of those of the file")
      ->allow_extra_args(false);
  std::vector<std::string> methods;
  for (const MethodInfo& method : integration_methods()) methods.emplace_back(method.name);
  verb.add_option("--method", options.method, "the integrator")
      ->type_name(fmt::format("{{{}}}", fmt::join(methods, ",")))
      ->capture_default_str();
  verb.add_option("--rtol", simulation.rtol, "relative tolerance of a step")->capture_default_str();
  verb.add_option("--atol", simulation.atol, "absolute tolerance of a step")->capture_default_str();
  verb.add_option("--atol-of", options.tolerances, "\"x = 1e-6\": absolute tolerances of single states")
      ->allow_extra_args(false);
  verb.add_option("--switching", options.switching,
                  "on: near singular positions other coordinates take over, the integrator's past carried along; "
                  "restart: it starts again there; off")
      ->check(CLI::IsMember({"on", "restart", "off"}))
      ->capture_default_str();
  verb.add_option(
          "--switch-below", simulation.switch_below,
          "0 to 0.95: in loops others take over where the criterion is below this part of the best (left out: late)")
      ->check(CLI::Range(0.0, 0.95));
  verb.add_option("--step", simulation.step, "fixed steps of this length, s");
  verb.add_option("--max-step", simulation.largest_step, "no step is longer, s");
  verb.add_option("--most-steps", simulation.most_steps, "the run ends with an error after so many")
      ->capture_default_str();
  verb.add_option("--every", simulation.every, "time between rows, s (left out: 500 rows)")->check(CLI::PositiveNumber);
  verb.add_option("--record", options.record,
                  "beside coordinates, speeds, states and outputs: accelerations, energies, reactions, efforts of drives")
      ->check(CLI::IsMember({"accelerations", "energies", "reactions", "efforts"}))
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--reaction", options.reactions, "also the force and torque of this joint")->allow_extra_args(false);
  verb.add_option("--point", options.points, "NAME or NAME:x,y,z: also position and velocity of this point")
      ->allow_extra_args(false);
  add_reduce_option(verb, options.reduction);
}

SimulationRequest make_run_request(const Model& model, const RunOptionsOfVerb& request) {
  SimulationRequest wanted = request.simulation;
  wanted.method = method_named(request.method);
  wanted.switching =
      static_cast<Switching>(std::find(std::begin(kSwitchingNames), std::end(kSwitchingNames), request.switching) -
                             std::begin(kSwitchingNames));
  wanted.initial = parse_given(model, request.at, "--at");
  for (const Given& given : parse_given(model, request.tolerances, "--atol-of")) {
    const double tolerance = evaluate(given.value, {});
    if (!(tolerance > 0))
      throw Error(ErrorCode::kOptionValue,
                  fmt::format("--atol-of: the tolerance of {} is not positive", to_text(given.left)));
    wanted.atol_of.emplace_back(to_text(given.left), tolerance);
  }
  for (const std::string& what : request.record) {
    if (what == "accelerations") wanted.record.accelerations = true;
    if (what == "energies") wanted.record.energies = true;
    if (what == "reactions") wanted.record.all_reactions = true;
    if (what == "efforts") wanted.record.efforts = true;
  }
  wanted.record.reactions = request.reactions;
  for (const std::string& text : request.points) {
    const Point point = parse_point(model, text);
    wanted.record.points.push_back({text, point.place, point.position});
  }
  wanted.reduction = wanted_reduction(model, request.reduction, "kane");
  return wanted;
}

// Sixteen digits that are another for another file: FNV-1a.
std::string hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

}  // namespace kinemate
