// kinemate evaluate: numbers of a machine at a state.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/lists.h"
#include "cli/point.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "model/kinematics.h"
#include "report/state_numbers.h"
#include "study/evaluate.h"

namespace kinemate {
namespace {

struct EvaluateOptions {
  MachineRequest machine;
  std::vector<std::string> at, points, efforts, accelerations, what;
  std::string state, format = "text";
  std::optional<std::uint64_t> seed;
  bool json = false;
};

EvaluateRequest make_request(const Model& model, const EvaluateOptions& request) {
  auto wanted = [&](const char* word) {
    return request.what.empty() || std::find(request.what.begin(), request.what.end(), word) != request.what.end();
  };
  EvaluateRequest result;
  result.mass = wanted("mass"), result.bias = wanted("bias"), result.forces = wanted("forces");
  result.acceleration = wanted("acceleration");
  result.energies = wanted("energies"), result.reactions = wanted("reactions");
  for (const std::string& text : request.points) {
    const Point point = parse_point(model, text);
    result.points.push_back({text, point.place, point.position});
  }
  result.efforts = parse_given(model, request.efforts, "--effort");
  if (!request.accelerations.empty())
    result.accelerations = parse_given(model, request.accelerations, "--acceleration");
  return result;
}

void run_evaluate(const EvaluateOptions& request) {
  Pool pool;
  const PoolScope scope(pool);
  const Model model = load_model(request.machine, Remarks::kKeep);
  const Kinematics kinematics = compute_kinematics(model);
  std::vector<Given> given;
  if (!request.state.empty()) given = read_state_file(model, request.state);
  const std::vector<Given> at = parse_given(model, request.at, "--at");
  given.insert(given.end(), at.begin(), at.end());
  const State state = make_state(model, kinematics, given, request.seed);
  const StateNumbers numbers = evaluate_state(model, kinematics, state, make_request(model, request));
  std::cout << (request.json || request.format == "json" ? state_numbers_json(model.name, numbers)
                                                         : state_numbers_text(model.name, numbers));
}

}  // namespace

void add_evaluate_verb(CLI::App& command) {
  const auto request = std::make_shared<EvaluateOptions>();
  CLI::App* verb = command.add_subcommand(
      "evaluate", "numbers at a state: mass matrix, forces, accelerations, energies, reactions, points");
  add_machine_options(*verb, request->machine);
  verb->add_option("--at", request->at, "values, \"q1=0.3, q1'=1, t=2, w(t)=3\": instead of the initial ones")
      ->allow_extra_args(false);
  verb->add_option("--state", request->state, "a JSON file with values, {\"q1\": 0.3, \"q1'\": 1}");
  verb->add_option("--seed", request->seed, "random values of [-1, 1] instead of the initial ones");
  verb->add_option("--what", request->what, "mass, bias, forces, acceleration, energies, reactions (if left out: all)")
      ->check(CLI::IsMember({"mass", "bias", "forces", "acceleration", "energies", "reactions"}))
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--point", request->points, "NAME or NAME:x,y,z: also the motion of this point")
      ->allow_extra_args(false);
  verb->add_option("--effort", request->efforts, "further forces on speeds, \"q1'=2\"")->allow_extra_args(false);
  verb->add_option("--acceleration", request->accelerations,
                   "\"q1''=1\": the efforts that these accelerations need; others are 0")
      ->allow_extra_args(false);
  CLI::Option* format = verb->add_option("--format", request->format, "text or json")
                            ->check(CLI::IsMember({"text", "json"}))
                            ->capture_default_str();
  verb->add_flag("--json", request->json, "the same as --format json")->excludes(format);
  verb->callback([request] { run_evaluate(*request); });
}

}  // namespace kinemate
