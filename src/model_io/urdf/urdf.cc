#include "model_io/urdf/urdf.h"

#include <fmt/format.h>

#include <optional>

#include "base/file.h"
#include "model/checks/check.h"
#include "model_io/urdf/loops.h"

namespace kinemate {
namespace {

// What a root element that is no robot seems to belong to.
std::string_view other_format(std::string_view root) {
  if (root == "sdf" || root == "gazebo") return "this seems to be SDF, the format of Gazebo, which is not read";
  if (root == "mujoco" || root == "mujocoinclude")
    return "this seems to be MJCF, the format of MuJoCo, which is not read";
  if (root == "COLLADA") return "this seems to be COLLADA, a mesh";
  if (root == "html" || root == "HTML" || root == "svg")
    return "this seems to be a page of the web, saved in place of a file";
  if (root == "model") return "this seems to be a part of an SDF file, which is not read";
  if (root == "OpenSimDocument") return "this seems to be a model of OpenSim, which is not read";
  return "";
}

struct Trace {
  std::size_t offset;
  std::string what;
};

// The first sign that xacro has not been run. Without recursion: elements are nested to any depth.
std::optional<Trace> find_xacro(const XmlDocument& document) {
  const pugi::xml_node root = document.root();
  for (pugi::xml_node node = root; node;) {
    const std::string_view name = node.name();
    if (name.starts_with("xacro:")) return Trace{document.offset(node), fmt::format("<{}>", name)};
    for (const pugi::xml_attribute attribute : node.attributes()) {
      const std::string_view value = attribute.value();
      if (value.find("${") == std::string_view::npos) continue;
      for (const XmlAttribute& placed : document.attributes(node))
        if (placed.name == attribute.name()) return Trace{placed.value_offset, fmt::format("'{}'", value)};
    }
    // plugins of a simulator have a language of their own
    if (node.first_child() && name != "gazebo") {
      node = node.first_child();
    } else {
      while (node != root && !node.next_sibling()) node = node.parent();
      if (node == root) break;
      node = node.next_sibling();
    }
  }
  return std::nullopt;
}

// Whether the root is one that can be read.
bool check_root(const XmlDocument& document, UrdfNotes& notes) {
  const pugi::xml_node root = document.root();
  const std::string_view name = root.name();
  if (name != "robot") {
    std::string hint(other_format(name));
    if (hint.empty()) hint = did_you_mean(name, {"robot"});
    notes.mistakes.push_back({document.offset(root), ErrorCode::kUrdf,
                              fmt::format("the root element of URDF is <robot>, not <{}>", name),
                              hint.empty() ? "is this a URDF file?" : hint});
    return false;
  }
  if (const std::optional<Trace> trace = find_xacro(document)) {
    notes.mistakes.push_back({trace->offset, ErrorCode::kUrdf, fmt::format("{} is xacro, not URDF", trace->what),
                              "run xacro first, and read what it writes: xacro robot.xacro > robot.urdf"});
    return false;
  }
  return true;
}

// The place of a finding: that of what it speaks of, as near as it is known.
std::size_t offset_of(const UrdfMachine& machine, const ModelPath& path, std::size_t otherwise) {
  for (const std::string& key : {path.section + "/" + path.element + "/" + path.key, path.section + "/" + path.element})
    if (const auto found = machine.offsets.find(key); found != machine.offsets.end()) return found->second;
  return otherwise;
}

// The model's own checks. A tensor that no body has is taken as it is.
void check_machine(const UrdfRobot& robot, UrdfMachine& machine, UrdfNotes& notes) {
  if (machine.model.bodies.size() == 1)
    notes.doubts.push_back({robot.offset, ErrorCode::kNothingMoves, "nothing moves: all links are welded to the world",
                            "--floating lets the root link move freely"});
  std::unordered_map<std::string_view, Body*> bodies;
  for (Body& body : machine.model.bodies) bodies.emplace(body.name, &body);
  for (const Finding& finding : find_mistakes(machine.model)) {
    const std::size_t offset = offset_of(machine, finding.path, robot.offset);
    const auto body = bodies.find(finding.path.element);
    if (finding.path.section == "bodies" && finding.path.key == "inertia" && body != bodies.end()) {
      body->second->unphysical = true;
      notes.doubts.push_back({offset, finding.code, finding.message, finding.hint});
    } else {
      notes.mistakes.push_back({offset, finding.code, finding.message, finding.hint});
    }
  }
}

// Numbers that are right each by itself may lead to ones that are not.
std::optional<UrdfMachine> try_machine(const UrdfRobot& robot, const UrdfTree& tree, const UrdfOptions& options,
                                       UrdfNotes& notes) {
  try {
    return make_machine(robot, tree, options, notes);
  } catch (const Error& error) {
    notes.mistakes.push_back({robot.offset, error.code, error.message, error.hint});
    return std::nullopt;
  }
}

// The model, as far as there is one.
Model make_model(const XmlDocument& document, const UrdfOptions& options, const std::string& loops, UrdfNotes& notes,
                 Reading& of_loops) {
  if (!check_root(document, notes)) return {};
  const UrdfRobot robot = read_robot(document, options, notes);
  if (!options.ignore_mimic) check_mimicry(robot, notes);
  const std::optional<UrdfTree> tree = make_urdf_tree(document, robot, notes);
  if (!tree || !notes.mistakes.empty()) return {};
  std::optional<UrdfMachine> machine = try_machine(robot, *tree, options, notes);
  if (!machine) return {};
  if (!options.loops.empty()) add_loops(loops, options.loops, robot, *tree, *machine, of_loops);
  check_machine(robot, *machine, notes);
  return std::move(machine->model);
}

}  // namespace

Reading read_urdf(std::string text, const std::string& source, const UrdfOptions& options) {
  const std::string loops = options.loops.empty() ? "" : read_text_file(options.loops);
  Reading reading;
  try {
    const XmlDocument document(source, std::move(text));
    UrdfNotes notes;
    Reading of_loops;
    reading.model = make_model(document, options, loops, notes, of_loops);
    reading.mistakes = to_errors(document, std::move(notes.mistakes));
    reading.doubts = to_errors(document, std::move(notes.doubts));
    reading.remarks = to_errors(document, std::move(notes.remarks));
    for (Error& mistake : of_loops.mistakes) reading.mistakes.push_back(std::move(mistake));
    for (Error& remark : of_loops.remarks) reading.remarks.push_back(std::move(remark));
  } catch (const Error& error) {  // no XML
    reading.mistakes.push_back(error);
  }
  return reading;
}

}  // namespace kinemate
