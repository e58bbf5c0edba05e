// kinemate kinematics: position, orientation, velocities, accelerations and Jacobians of a point, as formulas.
#include <iostream>
#include <memory>

#include "cli/options/point.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "model/kinematics.h"
#include "report/point_motion.h"

namespace kinemate {
namespace {

struct KinematicsRequest {
  MachineRequest machine;
  std::string point, in = "world", format = "text";
  bool json = false, quiet = false;
};

void run_kinematics(const KinematicsRequest& request) {
  Pool pool;
  const PoolScope scope(pool);
  const Model model = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Point point = parse_point(model, request.point);
  const Kinematics kinematics = compute_kinematics(model);
  const Pose<Expr> frame = pose_on_body(model, point.place);
  PointMotion motion = compute_point_motion(model, kinematics, body_of(model, point.place), frame.at(point.position));
  motion.rotation = motion.rotation * frame.rotation;
  if (request.in != "inertial") {
    motion = in_axes(motion, inertial_pose(model, kinematics, place_named(model, request.in)).rotation);
  }
  const PointMotionReport report{model.name, point.name, point.position, request.in, simplify(motion)};
  const std::string format = request.json ? "json" : request.format;
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
  verb->add_option("--format", request->format, "text, latex or json")
      ->check(CLI::IsMember({"text", "latex", "json"}))
      ->capture_default_str();
  verb->add_flag("--json", request->json, "the same as --format json");
  verb->add_flag("--quiet", request->quiet, "no notes on standard error");
  add_examples(*verb, {"kinemate kinematics examples/rotor/model.yaml --point disc:0,e,0 --in disc"});
  verb->callback([request] { run_kinematics(*request); });
}

}  // namespace kinemate
