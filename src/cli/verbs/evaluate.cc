// kinemate evaluate: numbers of a machine at a state.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/options/lists.h"
#include "cli/options/point.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "loops/closed_kinematics.h"
#include "report/state_numbers.h"
#include "report/studies/driven_range.h"
#include "sim/results/format.h"
#include "sim/results/writer.h"
#include "study/closed_start.h"
#include "study/evaluate.h"

namespace kinemate {
namespace {

struct EvaluateOptions {
  MachineRequest machine;
  std::vector<std::string> at, points, efforts, accelerations, what;
  std::string state, format = "text", drive, output;
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

// The machine along a range of one coordinate.
void run_drive(const EvaluateOptions& request, const Model& model, std::vector<Given> given) {
  if (!request.output.empty()) result_format(request.output);
  DriveRequest wanted{parse_driven_range(model, request.drive), std::move(given), {}};
  wanted.record.all_reactions = std::find(request.what.begin(), request.what.end(), "reactions") != request.what.end();
  wanted.record.energies = std::find(request.what.begin(), request.what.end(), "energies") != request.what.end();
  for (const std::string& text : request.points) {
    const Point point = parse_point(model, text);
    wanted.record.points.push_back({text, point.place, point.position});
  }
  DrivenTable driven = drive_through(model, wanted, [](const std::string&) {});
  driven.table.header.metadata = {{"machine", model.name}, {"drive", request.drive}};
  if (!request.output.empty()) {
    ResultWriter writer(request.output, driven.table.header);
    for (std::size_t row = 0; row < driven.table.rows(); ++row)
      writer.append(std::span(driven.table.values).subspan(row * driven.table.columns(), driven.table.columns()));
    writer.close();
  }
  std::cout << (request.json || request.format == "json" ? driven_range_json : driven_range_text)(model.name, wanted,
                                                                                                  driven);
  if (driven.stopped) throw *driven.stopped;
}

void run_evaluate(const EvaluateOptions& request) {
  Pool pool;
  const PoolScope scope(pool);
  Model model = load_model(request.machine, Remarks::kKeep);
  std::vector<Given> given;
  if (!request.state.empty()) given = read_state_file(model, request.state);
  const std::vector<Given> at = parse_given(model, request.at, "--at");
  given.insert(given.end(), at.begin(), at.end());
  if (!request.drive.empty()) return run_drive(request, model, std::move(given));
  if (!request.seed) model = started_at(model, given);
  const Kinematics kinematics = compute_closed_kinematics(model);
  const State state = make_state(model, kinematics, given, request.seed);
  for (const std::string& note : state.notes) std::cerr << "note: " << note << '\n';
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
  verb->add_option("--state", request->state, "a JSON file with values, {\"q1\": 0.3, \"q1'\": 1}")->type_name("FILE");
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
  verb->add_option("--drive", request->drive,
                   "phi=0:2*pi:0.01: along this range of a coordinate, at the rate phi' of --at or 1: all coordinates, "
                   "rates and accelerations, efforts that hold and that drive it")
      ->excludes("--seed")
      ->excludes("--effort")
      ->excludes("--acceleration");
  verb->add_option("-o,--output", request->output, "of --drive: all rows, FILE.csv, FILE.json or FILE.mat")
      ->type_name("FILE")
      ->needs("--drive");
  CLI::Option* format = verb->add_option("--format", request->format, "text or json")
                            ->check(CLI::IsMember({"text", "json"}))
                            ->capture_default_str();
  verb->add_flag("--json", request->json, "the same as --format json")->excludes(format);
  add_examples(
      *verb,
      {"kinemate evaluate examples/puma_560/model.yaml --what mass,forces",
       "kinemate evaluate examples/four_bar/model.yaml --drive \"phi=0:2*pi:0.01\" --at \"phi'=10\" -o turn.csv"});
  verb->callback([request] { run_evaluate(*request); });
}

}  // namespace kinemate
