// kinemate kinematics: position, orientation, velocities, accelerations and Jacobians of a point, as formulas.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/verbs.h"
#include "expr/graph.h"
#include "expr/parse.h"
#include "expr/pool.h"
#include "expr/print.h"
#include "model/formulas.h"
#include "model/kinematics.h"
#include "report/point_motion.h"

namespace kinemate {
namespace {

struct Request {
  MachineRequest machine;
  std::string point, in = "world", format = "text";
  bool json = false;
};

// A body or a frame.
Attachment place_named(const Model& model, const std::string& name) {
  Attachment place;
  place.body = find_body(model, name);
  if (place.body != kNone) return place;
  place.frame = find_frame(model, name);
  if (place.frame != kNone) return place;
  std::vector<std::string_view> names;
  for (const Body& known : model.bodies) names.push_back(known.name);
  for (const NamedFrame& known : model.frames) names.push_back(known.name);
  const std::string near = nearest(name, names);
  throw Error(
      fmt::format("there is no body or frame '{}' in this machine", name),
      near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
}

// NAME or NAME:x,y,z; commas inside brackets do not part.
struct Point {
  std::string name;
  Attachment place;
  Vector position;  // in axes of the place
};

Point parse_point(const Model& model, const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  Point point{name, place_named(model, name), {}};
  if (colon == std::string::npos) return point;
  std::vector<std::string> parts(1);
  int depth = 0;
  for (std::size_t i = colon + 1; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
    if (text[i] == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  if (parts.size() != 3)
    throw Error(fmt::format("--point takes NAME:x,y,z with three coordinates, not {}", parts.size()),
                "for example --point rod2:0,0,l2");
  const auto roles = symbol_roles(model);
  for (std::size_t i = 0; i < 3; ++i) {
    point.position[i] = parse(parts[i], {.source = "--point"});
    for (Expr symbol : free_symbols(point.position[i])) {
      const auto role = roles.find(std::string(symbol.name()));
      if (symbol.primes() > 0 || (role != roles.end() && role->second != Role::kParameter))
        throw Error(fmt::format("--point: {} moves; a point is fixed on its body", to_text(symbol)),
                    "its coordinates are formulas of parameters");
    }
  }
  return point;
}

void run(const Request& request) {
  Pool pool;
  const PoolScope scope(pool);
  const Model model = load_model(request.machine, Remarks::kKeep);
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
  const auto request = std::make_shared<Request>();
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
  verb->callback([request] { run(*request); });
}

}  // namespace kinemate
