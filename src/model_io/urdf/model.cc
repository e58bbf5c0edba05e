#include "model_io/urdf/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/connect.h"
#include "model_io/urdf/merge.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostInRemark = 5;  // names in a remark

JointType type_of(UrdfJointType type) {
  switch (type) {
    case UrdfJointType::kFixed: return JointType::kFixed;
    case UrdfJointType::kRevolute: return JointType::kRevolute;
    case UrdfJointType::kPrismatic: return JointType::kPrismatic;
    case UrdfJointType::kPlanar: return JointType::kPlanar;
    case UrdfJointType::kFloating: return JointType::kFree;
  }
  return JointType::kFixed;
}

std::span<const std::string_view> endings_of(UrdfJointType type) {
  static constexpr std::string_view planar[] = {"_x", "_y", "_angle"}, one[] = {""};
  if (type == UrdfJointType::kFloating) return kFreeEndings;
  if (type == UrdfJointType::kPlanar) return planar;
  return one;
}

class MachineMaker {
 public:
  MachineMaker(const UrdfRobot& robot, const UrdfTree& tree, const UrdfOptions& options, UrdfNotes& notes)
      : robot_(robot), tree_(tree), options_(options), notes_(notes) {}

  UrdfMachine make() {
    machine_.model.name = robot_.name;
    const std::size_t top = top_of_root();
    floats_ = options_.floating && (robot_.links[top].name != "world" || robot_.links[top].inertial);
    if (options_.floating && !floats_)
      notes_.doubts.push_back({robot_.links[top].offset, ErrorCode::kUrdf,
                               "the root link is the world itself and does not float",
                               "--floating is for robots whose root link is a part of them"});
    places_ = place_links(robot_, tree_, floats_ ? top : tree_.root);
    add_bodies();
    add_frames();
    for (const UrdfJoint& joint : robot_.joints) machine_.joint_names.take(joint.name);
    if (floats_) add_free_root();
    add_joints();
    add_mimicry();
    add_damping();
    add_gravity();
    return std::move(machine_);
  }

 private:
  bool is_fixed(std::size_t joint) const { return robot_.joints[joint].type == UrdfJointType::kFixed; }

  // The link that gives its name and frame to the root's body: one called world is but the place of the robot.
  std::size_t top_of_root() const {
    std::vector<bool> welded(robot_.links.size(), false);
    for (const std::size_t link : tree_.order) {
      const std::size_t joint = tree_.joint_to[link];
      welded[link] = joint == kNone || (is_fixed(joint) && welded[tree_.parent_of[joint]]);
      if (welded[link] && robot_.links[link].name != "world") return link;
    }
    return tree_.root;
  }

  std::string place_name(std::size_t link) {
    const UrdfLink& source = robot_.links[link];
    std::string name = place_names_.take(make_place_name(source.name));
    if (name != source.name)
      notes_.remarks.push_back({source.offset, ErrorCode::kRemark,
                                fmt::format("link {} is called {} here", source.name, name),
                                "names of bodies have no colon and are not world, inertial or body"});
    return name;
  }

  void add_bodies() {
    std::vector<std::vector<MergedInertia>> parts(robot_.links.size());  // by the top link
    std::size_t without_effect = 0;
    for (std::size_t link = 0; link < robot_.links.size(); ++link) {
      if (!robot_.links[link].inertial) continue;
      const LinkPlace& place = places_[link];
      parts[place.top].push_back(place_inertia(*robot_.links[link].inertial, place.pose));
      if (is_world(place.top)) ++without_effect;
    }
    body_of_.assign(robot_.links.size(), kWorld);
    for (std::size_t link = 0; link < robot_.links.size(); ++link)
      if (places_[link].top == link && !is_world(link)) add_body(link, combine(parts[link]));
    if (without_effect > 0)
      notes_.remarks.push_back(
          {robot_.links[tree_.root].offset, ErrorCode::kRemark,
           fmt::format("{} welded to the world: {} inertia has no effect",
                       without_effect == 1 ? "one link with inertia is"
                                           : fmt::format("{} links with inertia are", without_effect),
                       without_effect == 1 ? "its" : "their"),
           "--floating lets the root link move freely"});
  }

  bool is_world(std::size_t top) const { return top == tree_.root && !floats_; }

  void add_body(std::size_t link, const MergedInertia& inertia) {
    body_of_[link] = machine_.model.bodies.size();
    Body body;
    body.name = place_name(link);
    body.mass = inertia.mass;
    body.center = inertia.center;
    body.inertia = inertia.tensor;
    const UrdfLink& source = robot_.links[link];
    if (body.mass.is_zero() && body.inertia == Symmetric3<Expr>{})
      notes_.doubts.push_back({source.offset, ErrorCode::kUrdf, fmt::format("link {} has no inertia", source.name),
                               "it is taken as massless; equations of motion may have no solution then"});
    machine_.offsets["bodies/" + body.name] = source.offset;
    if (source.inertial) machine_.offsets["bodies/" + body.name + "/mass"] = source.inertial->mass_offset;
    machine_.model.bodies.push_back(std::move(body));
  }

  // Each link that is not the top of a body is a frame on one.
  void add_frames() {
    for (std::size_t link = 0; link < robot_.links.size(); ++link) {
      const LinkPlace& place = places_[link];
      Attachment attachment;
      attachment.body = body_of_[place.top];
      const bool is_body = place.top == link && !is_world(link);
      const bool is_the_world = is_world(link) && robot_.links[link].name == "world";
      if (!is_body && !is_the_world) {
        attachment.position = place.pose.position;
        attachment.rotation = place.pose.rotation;
        const std::string name = place_name(link);
        machine_.offsets["frames/" + name] = robot_.links[link].offset;
        machine_.model.frames.push_back({name, attachment});
        attachment = {};
        attachment.frame = machine_.model.frames.size() - 1;
      }
      machine_.link_frames.push_back(std::move(attachment));
    }
  }

  void add_free_root() {
    const std::size_t top = places_[tree_.root].top;
    add_free_joint(machine_.model, body_of_[top], machine_.symbols, machine_.joint_names);
    machine_.offsets["joints/" + machine_.model.joints.back().name] = robot_.links[top].offset;
  }

  void add_joints() {
    std::vector<std::string> renamed;
    std::size_t first_renamed = 0;
    coordinate_of_.assign(robot_.joints.size(), kNone);
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      const UrdfJoint& source = robot_.joints[j];
      if (is_fixed(j)) continue;
      Joint joint;
      joint.name = source.name;
      joint.type = type_of(source.type);
      joint.euler_parameters = source.type == UrdfJointType::kFloating;
      const LinkPlace& parent = places_[tree_.parent_of[j]];
      const LinkPose pose = compose(parent.pose, source.position, source.rotation);
      joint.from.body = body_of_[parent.top];
      joint.from.position = pose.position;
      joint.from.rotation = pose.rotation;
      joint.to.body = body_of_[tree_.child_of[j]];
      if (!joint.euler_parameters) joint.axes = {source.axis};
      machine_.offsets["joints/" + joint.name] = source.offset;
      coordinate_of_[j] = machine_.model.coordinates.size();
      const auto endings = endings_of(source.type);
      add_joint(machine_.model, std::move(joint), source.name, endings, machine_.symbols);
      const std::string& name = machine_.model.coordinates[coordinate_of_[j]].name;
      const std::string wished = source.name + std::string(endings[0]);
      if (name == wished) continue;
      if (renamed.empty()) first_renamed = source.offset;
      renamed.push_back(fmt::format("{} is {}", wished, name));
    }
    if (renamed.empty()) return;
    const std::size_t more = renamed.size() - std::min(renamed.size(), kMostInRemark);
    renamed.resize(renamed.size() - more);
    notes_.remarks.push_back({first_renamed, ErrorCode::kRemark,
                              fmt::format("coordinates have names that formulas can hold: {}{}",
                                          fmt::join(renamed, ", "), more > 0 ? fmt::format(" and {} more", more) : ""),
                              ""});
  }

  Expr coordinate(std::size_t joint) const {
    return make_symbol(machine_.model.coordinates[coordinate_of_[joint]].name);
  }

  void add_mimicry() {
    std::unordered_map<std::string_view, std::size_t> joints;
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) joints.emplace(robot_.joints[j].name, j);
    UrdfTally ignored;
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      const std::optional<UrdfMimic>& mimic = robot_.joints[j].mimic;
      if (!mimic || is_fixed(j)) continue;
      if (options_.ignore_mimic) {
        ignored.add("<mimic>", mimic->joint.offset);
        continue;
      }
      Constraint constraint;
      constraint.name = robot_.joints[j].name + "_mimic";
      constraint.equation =
          coordinate(j) - (mimic->multiplier * coordinate(joints.at(mimic->joint.name)) + mimic->offset);
      machine_.offsets["constraints/" + constraint.name] = mimic->joint.offset;
      machine_.model.constraints.push_back(std::move(constraint));
      if (const Expr start = mimicked_start(j, joints); !start.is_zero())
        machine_.model.initial.push_back({coordinate(j), start});
    }
    add_ignored(ignored);
  }

  // Where a joint begins that follows others, of which the first begins at zero.
  Expr mimicked_start(std::size_t joint, const std::unordered_map<std::string_view, std::size_t>& joints) const {
    std::vector<const UrdfMimic*> chain;
    for (; robot_.joints[joint].mimic; joint = joints.at(robot_.joints[joint].mimic->joint.name))
      chain.push_back(&*robot_.joints[joint].mimic);
    Expr start;
    for (auto mimic = chain.rbegin(); mimic != chain.rend(); ++mimic)
      start = (*mimic)->multiplier * start + (*mimic)->offset;
    return start;
  }

  void add_damping() {
    UrdfTally ignored;
    UrdfUnused unused;
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      const UrdfJoint& joint = robot_.joints[j];
      if (joint.damping.is_zero()) continue;
      if (options_.ignore_damping) {
        ignored.add("damping", joint.damping_offset);
      } else if (is_fixed(j)) {
        unused.doubtful.add("damping of fixed joints", joint.damping_offset, "they do not move");
      } else if (coordinate_count(joint.type) != 1) {
        unused.doubtful.add("damping of joints with several coordinates", joint.damping_offset);
      } else {
        LoadElement load;
        load.name = joint.name + "_damping";
        load.type = LoadType::kTorsion;
        load.coordinate = coordinate_of_[j];
        load.damping = joint.damping;
        if (is_negative(joint.damping))
          notes_.doubts.push_back({joint.damping_offset, ErrorCode::kUrdf,
                                   fmt::format("the damping of joint {} is negative", joint.name),
                                   "it adds energy instead of taking it"});
        machine_.offsets["loads/" + load.name] = joint.damping_offset;
        machine_.model.loads.push_back(std::move(load));
      }
    }
    add_ignored(ignored);
    add_unused(unused, notes_);
  }

  void add_ignored(const UrdfTally& ignored) {
    for (const UrdfTally::Kind& kind : ignored.kinds())
      notes_.remarks.push_back({kind.offset, ErrorCode::kRemark,
                                fmt::format("{} is ignored as asked ({})", kind.name, times(kind.count)), ""});
  }

  void add_gravity() {
    Parameter g;
    g.name = machine_.symbols.take("g");
    g.value = Rational(981, 100);
    machine_.model.gravity.z = -make_symbol(g.name);
    notes_.remarks.push_back({robot_.offset, ErrorCode::kRemark,
                              fmt::format("gravity is not part of URDF: taken as [0, 0, -{0}] with {0} = 9.81", g.name),
                              ""});
    machine_.model.parameters.push_back(std::move(g));
  }

  const UrdfRobot& robot_;
  const UrdfTree& tree_;
  const UrdfOptions& options_;
  UrdfNotes& notes_;
  UrdfMachine machine_;
  bool floats_ = false;  // the root link
  UniqueNames place_names_;
  std::vector<LinkPlace> places_;           // of the links
  std::vector<std::size_t> body_of_;        // of the links that are the top of one
  std::vector<std::size_t> coordinate_of_;  // the first of each joint
};

}  // namespace

UrdfMachine make_machine(const UrdfRobot& robot, const UrdfTree& tree, const UrdfOptions& options, UrdfNotes& notes) {
  return MachineMaker(robot, tree, options, notes).make();
}

}  // namespace kinemate
