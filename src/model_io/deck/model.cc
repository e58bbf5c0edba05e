#include "model_io/deck/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "expr/text/misspelling.h"
#include "model/formulas.h"
#include "model/joints/joint.h"
#include "model_io/deck/motion.h"

namespace kinemate {
namespace {

constexpr long kMostCoordinates = 5;         // coordinates in a message
constexpr std::size_t kMostReferences = 12;  // bodies that are tried as reference of a motion

Expr coordinate_symbol(std::size_t index) { return make_symbol(fmt::format("q{}", index + 1)); }

std::vector<Expr> entries_of(const Pose<Expr>& pose) {
  std::vector<Expr> entries = {pose.position.x, pose.position.y, pose.position.z};
  for (const Vector& row : pose.rotation.rows) entries.insert(entries.end(), {row.x, row.y, row.z});
  return entries;
}

Pose<Expr> simplified(const Pose<Expr>& pose) {
  Pose<Expr> result;
  for (std::size_t i = 0; i < 3; ++i) {
    result.position[i] = simplify(pose.position[i], kBriefly);
    for (std::size_t j = 0; j < 3; ++j) result.rotation(i, j) = simplify(pose.rotation(i, j), kBriefly);
  }
  return result;
}

class ModelMaker {
 public:
  ModelMaker(const DeckMachine& machine, DeckNotes& notes) : machine_(machine), notes_(notes) {}

  DeckModel make() {
    if (!add_coordinates()) return std::move(result_);
    add_bodies();
    for (std::size_t l = 1; l < machine_.bodies.size(); ++l) add_joint(l);
    list_coordinates();
    recognise_types();
    for (std::size_t l = 1; l < machine_.bodies.size(); ++l) add_loads(l);
    for (std::size_t i = 0; i < machine_.links.size(); ++i) add_link(machine_.links[i]);
    add_parameters();
    return std::move(result_);
  }

 private:
  void place(std::string_view section, const std::string& element, std::size_t offset) {
    result_.offsets.emplace(fmt::format("{}/{}", section, element), offset);
  }

  // Every coordinate moves a body; whether that is so.
  bool add_coordinates() {
    std::vector<Expr> entries;
    for (const DeckBody& body : machine_.bodies)
      for (Expr e : entries_of(body.pose)) entries.push_back(e);
    std::set<std::string> used;
    for (Expr symbol : free_symbols(entries)) used.insert(std::string(symbol.name()));
    std::vector<std::string> missing;
    for (long i = 1; i <= machine_.coordinates; ++i) {
      const std::string name = fmt::format("q{}", i);
      if (used.contains(name)) {
        model_.coordinates.push_back({name, std::nullopt});
      } else if (missing.size() == kMostCoordinates) {
        missing.push_back("...");
        break;
      } else {
        missing.push_back(fmt::format("Q({})", i));
      }
    }
    if (missing.empty()) return true;
    notes_.mistakes.push_back({machine_.offset, ErrorCode::kDeck,
                               fmt::format("F says that there are {} coordinates, but no body moves with {}",
                                           machine_.coordinates, fmt::join(missing, ", ")),
                               "every coordinate stands in the motion of a body; is F too large?"});
    return false;
  }

  void add_bodies() {
    for (std::size_t l = 1; l < machine_.bodies.size(); ++l) {
      const DeckBody& from = machine_.bodies[l];
      Body body{fmt::format("body{}", l)};
      body.mass = from.mass;
      body.inertia = from_binet(from.binet);
      place("bodies", body.name, from.offset);
      model_.bodies.push_back(std::move(body));
    }
    const Pose<Expr>& base = machine_.bodies[0].pose;
    if (base == Pose<Expr>{}) return;
    if (machine_.relative) {
      model_.base = Base{base.position, recognise_rotation(base.rotation)};
    } else if (std::any_of(machine_.links.begin(), machine_.links.end(),
                           [](const DeckLink& link) { return link.bodies[0] == 0 || link.bodies[1] == 0; })) {
      body_0_ = model_.bodies.size();
      model_.bodies.push_back(Body{"body0"});
      model_.joints.push_back(make_joint(0, {}, attached(body_0_), base));
    }
  }

  // Joints

  static Attachment attached(std::size_t body, const Vector& point = {}) {
    Attachment attachment;
    attachment.body = body;
    attachment.position = point;
    return attachment;
  }

  Joint make_joint(std::size_t body, const Attachment& from, const Attachment& to, const Pose<Expr>& pose) const {
    Joint joint;
    joint.name = fmt::format("joint{}", body);
    joint.type = JointType::kMotion;
    joint.from = from;
    joint.to = to;
    joint.position = pose.position;
    joint.rotation = recognise_rotation(pose.rotation);
    const std::vector<Expr> symbols = free_symbols(entries_of(pose));
    for (std::size_t i = 0; i < model_.coordinates.size(); ++i)
      if (std::find(symbols.begin(), symbols.end(), coordinate_symbol(i)) != symbols.end())
        joint.coordinates.push_back(i);
    return joint;
  }

  // Whether its coordinates move it independently of each other.
  bool is_sound(const Joint& joint) const {
    try {
      make_relation(model_, joint);
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  void add_joint(std::size_t l) {
    const DeckBody& body = machine_.bodies[l];
    place("joints", fmt::format("joint{}", l), body.offset);
    const std::size_t from = machine_.relative ? body.reference : kWorld;
    poses_.resize(machine_.bodies.size());
    poses_[l] = machine_.relative ? compose(poses_[from], joint_pose(body)) : body.pose;
    Joint joint;
    if (machine_.relative && is_deck_constant(body.on_reference) && is_deck_constant(body.on_body)) {
      joint = make_joint(l, attached(from, body.on_reference), attached(l, body.on_body), body.motion);
    } else {
      joint = make_joint(l, attached(from), attached(l), machine_.relative ? joint_pose(body) : body.pose);
    }
    if (!is_sound(joint)) {
      if (const std::optional<Joint> other = find_other_reference(l)) {
        joint = *other;
      } else {
        notes_.mistakes.push_back(
            {body.offset, ErrorCode::kJointCoordinates,
             fmt::format("the coordinates of body {} do not move it independently of each other", l),
             "two coordinates have the same effect, or one has none; F may be too large"});
      }
    }
    model_.joints.push_back(std::move(joint));
  }

  // A body whose motion takes more coordinates than it has directions may take fewer against another body, in its axes
  // or in those of the world.
  std::optional<Joint> find_other_reference(std::size_t l) const {
    for (std::size_t k = l; k-- > 0 && l - k <= kMostReferences;) {
      for (const bool world_axes : {false, true}) {
        Attachment from = attached(k);
        from.world_axes = world_axes && k != kWorld;
        Pose<Expr> pose{poses_[l].rotation, poses_[l].position - poses_[k].position};
        if (!world_axes) pose = relative(poses_[l], poses_[k]);
        const Joint joint = make_joint(l, from, attached(l), simplified(pose));
        if (is_sound(joint)) return joint;
      }
    }
    return std::nullopt;
  }

  // They keep the order of their numbers: those up to the last one that stands out of the order of the joints, or
  // serves several, are listed for the whole machine.
  void list_coordinates() {
    std::vector<std::size_t> joints_of(model_.coordinates.size(), 0), of_joints;
    for (const Joint& joint : model_.joints)
      for (std::size_t i : joint.coordinates) ++joints_of[i], of_joints.push_back(i);
    const auto follows = [&](std::size_t first) {  // whether the others come joint by joint
      std::vector<std::size_t> rest;
      std::copy_if(of_joints.begin(), of_joints.end(), std::back_inserter(rest),
                   [&](std::size_t i) { return i >= first; });
      return std::is_sorted(rest.begin(), rest.end());
    };
    std::size_t& listed = model_.listed_coordinates;
    for (std::size_t i = 0; i < joints_of.size(); ++i)
      if (joints_of[i] != 1) listed = i + 1;
    while (!follows(listed)) ++listed;
  }

  void recognise_types() {
    const std::vector<std::size_t> shared = shared_coordinates(model_);
    for (Joint& joint : model_.joints) {
      if (joint.coordinates.empty()) {
        recognise_type(joint, std::nullopt);
      } else if (joint.coordinates.size() == 1 &&
                 std::find(shared.begin(), shared.end(), joint.coordinates[0]) == shared.end()) {
        recognise_type(joint, make_symbol(model_.coordinates[joint.coordinates[0]].name));
      }
    }
  }

  // Loads

  // Vectors of loads are in axes of the world, and those of LAGR in inertial ones.
  Vector in_world_axes(const Vector& v) const {
    return machine_.relative ? transposed_times(machine_.bodies[0].pose.rotation, v) : v;
  }

  void add_loads(std::size_t l) {
    const DeckBody& body = machine_.bodies[l];
    for (const auto& [name, type, vector] :
         {std::tuple("force", LoadType::kForce, body.force), std::tuple("torque", LoadType::kTorque, body.torque)}) {
      if (vector == Vector{}) continue;
      LoadElement load;
      load.name = fmt::format("{}{}", name, l);
      load.type = type;
      load.points = {attached(l)};
      load.vector = in_world_axes(vector);
      add_load(std::move(load), body.offset);
    }
  }

  void add_load(LoadElement load, std::size_t offset) {
    place("loads", load.name, offset);
    model_.loads.push_back(std::move(load));
  }

  void add_link(const DeckLink& link) {
    LoadElement load;
    std::size_t& count = link.spring ? springs_ : dampers_;
    load.name = fmt::format("{}{}", link.spring ? "spring" : "damper", ++count);
    if (is_deck_constant(link.points[0]) && is_deck_constant(link.points[1]) && is_of_time(link.constant) &&
        is_of_time(link.rest)) {
      load.type = link.spring ? LoadType::kSpring : LoadType::kVectorDamper;
      for (std::size_t i = 0; i < 2; ++i)
        load.points.push_back(attached(link.bodies[i] == 0 ? body_0_ : link.bodies[i], link.points[i]));
      (link.spring ? load.stiffness : load.damping) = link.constant;
      load.rest = link.rest;
    } else {
      load.type = link.spring ? LoadType::kPotential : LoadType::kDissipation;
      load.formula = link.spring ? potential(link) : dissipation(link);
    }
    add_load(std::move(load), link.offset);
  }

  static bool is_of_time(Expr formula) {
    const std::vector<Expr> symbols = free_symbols(formula);
    return std::none_of(symbols.begin(), symbols.end(), [](Expr s) { return s.name()[0] == 'q'; });
  }

  Vector between(const DeckLink& link) const {
    return machine_.bodies[link.bodies[0]].pose.at(link.points[0]) -
           machine_.bodies[link.bodies[1]].pose.at(link.points[1]);
  }

  // c (λ²/2 − λ0 λ) (source A (32'))
  Expr potential(const DeckLink& link) const {
    const Vector d = between(link);
    const Expr square = dot(d, d);
    return link.constant * (square / Expr(2) - link.rest * sqrt(square));
  }

  // ½ k (dΔx/dt)², of which (37) is −∂/∂q̇ where k does not depend on rates
  Expr dissipation(const DeckLink& link) const {
    Seeds seeds{{make_symbol("t"), Expr(1)}};
    for (const Coordinate& coordinate : model_.coordinates)
      seeds.emplace(make_symbol(coordinate.name), make_symbol(coordinate.name, 1));
    const Vector d = between(link);
    const std::vector<Expr> rates = differentiate(std::array{d.x, d.y, d.z}, seeds);
    const Vector v{rates[0], rates[1], rates[2]};
    return link.constant * dot(v, v) / Expr(2);
  }

  // Those that stand somewhere, in the order of the deck.
  void add_parameters() {
    for (const std::string& name : machine_.functions)
      if (!misspelling_hint(name).empty()) model_.functions.push_back(name);
    const std::vector<std::string> used = undeclared_parameters(model_);
    for (const std::string& name : machine_.symbols)
      if (std::binary_search(used.begin(), used.end(), name)) model_.parameters.push_back({name, std::nullopt, "", ""});
  }

  const DeckMachine& machine_;
  DeckNotes& notes_;
  DeckModel result_;
  Model& model_ = result_.model;
  std::size_t body_0_ = kWorld;
  std::size_t springs_ = 0, dampers_ = 0;
  std::vector<Pose<Expr>> poses_;  // of bodies, against the world
};

}  // namespace

DeckModel make_deck_model(const DeckMachine& machine, DeckNotes& notes) { return ModelMaker(machine, notes).make(); }

}  // namespace kinemate
