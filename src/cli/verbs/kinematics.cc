// kinemate kinematics: position, orientation, velocities, accelerations and Jacobians of a point, as formulas, or as
// numbers at a state.
#include <iostream>
#include <memory>
#include <optional>

#include "base/error.h"
#include "cli/options/lists.h"
#include "cli/options/point.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "loops/closed_kinematics.h"
#include "report/point_motion.h"
#include "report/state_numbers.h"
#include "study/closed_start.h"
#include "study/evaluate.h"

namespace kinemate {
namespace {

struct KinematicsRequest {
  MachineRequest machine;
  std::string point, in = "world", format = "text";
  std::vector<std::string> at;
  bool json = false, quiet = false;
};

// Numbers of the point at a state.
std::string numbers_at(const Model& given, const KinematicsRequest& request, const Point& point, bool json) {
  const std::vector<Given> at = parse_given(given, request.at, "--at");
  const Model model = started_at(given, at);
  const Kinematics kinematics = compute_closed_kinematics(model);
  const State state = make_state(model, kinematics, at);
  if (!request.quiet)
    for (const std::string& note : state.notes) std::cerr << "note: " << note << '\n';
  EvaluateRequest wanted;
  wanted.mass = wanted.bias = wanted.forces = wanted.acceleration = wanted.energies = wanted.reactions = false;
  wanted.points.push_back({request.point, point.place, point.position});
  const StateNumbers numbers = evaluate_state(model, kinematics, state, wanted);
  return json ? state_numbers_json(model.name, numbers) : state_numbers_text(model.name, numbers);
}

void run_kinematics(const KinematicsRequest& request) {
  Pool pool;
  const PoolScope scope(pool);
  const Model model = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Point point = parse_point(model, request.point);
  const std::string format = request.json ? "json" : request.format;
  if (!request.at.empty()) {
    if (format == "latex") throw Error(ErrorCode::kOptionsExclude, "--at gives numbers, as text or JSON");
    if (request.in != "world" && request.in != "inertial")
      throw Error(ErrorCode::kOptionsExclude, "--at gives numbers in inertial axes", "leave --in out");
    std::cout << numbers_at(model, request, point, format == "json");
    return;
  }
  std::optional<Attachment> axes;
  if (request.in != "inertial") axes = place_named(model, request.in);
  const PointMotionReport report{model.name, point.name, point.position, request.in,
                                 compute_point_kinematics(model, point.place, point.position, axes)};
  if (!request.quiet)
    for (const std::string& note : report.kinematics.notes) std::cerr << "note: " << note << '\n';
  std::cout << (format == "json"    ? point_motion_json(report)
                : format == "latex" ? point_motion_latex(report)
                                    : point_motion_text(report));
}

}  // namespace

void add_kinematics_verb(CLI::App& command) {
  const auto request = std::make_shared<KinematicsRequest>();
  CLI::App* verb =
      command.add_subcommand("kinematics", "position, velocities, accelerations, Jacobians of a point, as formulas");
  add_machine_options(*verb, request->machine);
  verb->add_option("--point", request->point, "NAME or NAME:x,y,z: a point of a body or frame, in its axes")
      ->required();
  verb->add_option("--in", request->in, "axes of the vectors: world, a body, a frame, or inertial")
      ->capture_default_str();
  verb->add_option("--at", request->at,
                   "numbers instead of formulas, in inertial axes, at these values, \"q1=0.3, q1'=1, t=2\", or at the "
                   "initial ones: \"t=0\"")
      ->allow_extra_args(false);
  verb->add_option("--format", request->format, "text, latex or json")
      ->check(CLI::IsMember({"text", "latex", "json"}))
      ->capture_default_str();
  verb->add_flag("--json", request->json, "the same as --format json");
  verb->add_flag("--quiet", request->quiet, "no notes on standard error");
  add_examples(
      *verb, {"kinemate kinematics examples/rotor/model.yaml --point disc:0,e,0 --in disc",
              "kinemate kinematics examples/four_bar/model.yaml --point coupler:b/2,0,0 --at \"phi = 1, phi' = 10\""});
  verb->callback([request] { run_kinematics(*request); });
}

}  // namespace kinemate
