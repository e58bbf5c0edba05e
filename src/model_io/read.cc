#include "model_io/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/check.h"
#include "base/suggest.h"
#include "expr/normal/zero_test.h"
#include "model/checks/check.h"
#include "model/checks/remarks.h"
#include "model/connect.h"
#include "model/constraint_equations.h"
#include "model/joints/homokinetic.h"
#include "model_io/findings.h"
#include "model_io/linkage_reader.h"
#include "model_io/shape.h"
#include "model_io/values.h"

namespace kinemate {
namespace {

// REQUIRES: the name is among them; check_structure has seen to that.
std::size_t index_of(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  CHECK(found != names.end());
  return static_cast<std::size_t>(found - names.begin());
}

// Reads a document whose structure is right, or where it is not, what can be read of it. Scalars become formulas, names
// become indices. Nothing here throws for a user's mistake; each is added to the list and reading goes on.
class Reader : private ValueReader {
 public:
  Reader(const Document& document, Mistakes& mistakes)
      : ValueReader(document, mistakes), lost_places_(document, mistakes) {}

  Model read() {
    const YamlNode& root = document_.root();
    if (const YamlNode* name = find_text(root, "name")) model_.name = name->text;
    if (const YamlNode* remark = find_text(root, "remark")) model_.remark = remark->text;
    read_functions(root);
    register_names(root);
    read_parameters(root);
    read_inputs(root);
    if (const YamlNode* gravity = find(root, "gravity")) guard(*gravity, [&] { model_.gravity = vector(*gravity); });
    if (const YamlNode* base = find(root, "base")) guard(*base, [&] { read_base(*base); });
    each(root, "bodies",
         [&](const YamlNode& key, const YamlNode& value) { read_body(model_.bodies[bodies_.at(key.text)], value); });
    each(root, "frames", [&](const YamlNode& key, const YamlNode& value) {
      model_.frames[frames_.at(key.text)].attachment = place(value);
    });
    if (const YamlNode* shared = find(root, "coordinates"))
      for (const YamlNode* name : names(*shared)) add_coordinate(name->text);
    model_.listed_coordinates = model_.coordinates.size();
    each(root, "joints",
         [&](const YamlNode& key, const YamlNode& value) { read_joint(model_.joints[joints_.at(key.text)], value); });
    each(root, "subsystems", [&](const YamlNode& key, const YamlNode& value) { read_subsystem(key, value); });
    lost_coordinates_.emplace(document_, mistakes_);
    each(root, "loads", [&](const YamlNode& key, const YamlNode& value) { read_load(key, value); });
    each(root, "constraints", [&](const YamlNode& key, const YamlNode& value) { read_constraint(key.text, value); });
    read_independent(root);
    each(root, "initial", [&](const YamlNode& key, const YamlNode& value) { read_initial(key, value); });
    each(root, "outputs", [&](const YamlNode& key, const YamlNode& value) { read_output(key.text, value); });
    each(root, "when", [&](const YamlNode& key, const YamlNode& value) { read_event(key.text, value); });
    each(root, "cases", [&](const YamlNode& key, const YamlNode& value) { read_case(key.text, value); });
    return std::move(model_);
  }

 private:
  // References

  std::size_t lookup(const std::unordered_map<std::string, std::size_t>& names, const YamlNode& node,
                     std::string_view what) {
    const auto found = names.find(node.text);
    if (found != names.end()) return found->second;
    refuse_name(node, what, {&names});
    return kNone;
  }

  void refuse_name(const YamlNode& node, std::string_view what,
                   std::initializer_list<const std::unordered_map<std::string, std::size_t>*> tables) {
    // meant to be introduced where something is wrong
    const bool of_joints = *tables.begin() == &coordinates_ || *tables.begin() == &joints_;
    if ((of_joints ? *lost_coordinates_ : lost_places_).contains(node.text)) return mistakes_.mark(node);
    std::vector<std::string_view> names;
    for (const auto* table : tables)
      for (const auto& [name, index] : *table) names.push_back(name);
    std::sort(names.begin(), names.end());
    const std::string near = nearest(node.text, names);
    std::string hint = near.empty() ? "" : fmt::format("did you mean {}?", near);
    if (near.empty() && !names.empty() && names.size() <= 12)
      hint = fmt::format("there are: {}", fmt::join(names, ", "));
    add(node, ErrorCode::kUnknownName, fmt::format("there is no {} '{}'", what, node.text), hint);
  }

  // A body or a frame.
  void attach(const YamlNode& name, Attachment& attachment) {
    if (const auto body = bodies_.find(name.text); body != bodies_.end()) {
      attachment.body = body->second;
    } else if (const auto frame = frames_.find(name.text); frame != frames_.end()) {
      attachment.frame = frame->second;
    } else {
      refuse_name(name, "body or frame", {&bodies_, &frames_});
      attachment.body = kNone;
    }
  }

  // Its body is kNone where that is wrong.
  Attachment place(const YamlNode& node) {
    Attachment attachment;
    attachment.body = kNone;
    if (node.kind == YamlNode::Kind::kScalar) {
      if (!mistakes_.is_wrong(node)) attach(node, attachment);
      return attachment;
    }
    if (node.kind != YamlNode::Kind::kMap) return attachment;
    const YamlNode* body = find_text(node, "body");
    const YamlNode* frame = find_text(node, "frame");
    if (body == nullptr && frame == nullptr && !mistakes_.touch(node))
      add(node, ErrorCode::kMissingField, "body or frame is missing here: what is it fixed to?");
    if (body != nullptr && frame != nullptr)
      add(*frame, ErrorCode::kConflictingFields, "a place is fixed to a body or to a frame, not to both");
    if (body != nullptr) {
      attachment.body = lookup(bodies_, *body, "body");
    } else if (frame != nullptr) {
      attachment.frame = lookup(frames_, *frame, "frame");
    }
    if (const YamlNode* at = find(node, "at")) attachment.position = vector(*at);
    if (const YamlNode* turned = find(node, "rotation")) attachment.rotation = rotation(*turned);
    attachment.world_axes = find(node, "axes") != nullptr;
    return attachment;
  }

  // A place that is oriented with its body.
  Attachment fixed_place(const YamlNode& node) {
    Attachment attachment = place(node);
    if (attachment.world_axes)
      add(*find(node, "axes"), ErrorCode::kConflictingFields, "`axes: world` belongs to the `from` of a joint");
    attachment.world_axes = false;
    return attachment;
  }

  // world, body (the one of `acts_on`), or a name.
  std::optional<Attachment> axes(const YamlNode& parent, const Attachment& acts_on) {
    const YamlNode* node = find_text(parent, "axes");
    if (node == nullptr || node->text == "world") return std::nullopt;
    Attachment attachment;
    if (node->text == "body") {
      attachment.body = acts_on.body;
      attachment.frame = acts_on.frame;
      attachment.rotation = acts_on.rotation;
    } else {
      attach(*node, attachment);
    }
    return attachment;
  }

  // One formula, or a list of them.
  std::vector<Expr> formulas_of(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::kList) return {formula(node)};
    std::vector<Expr> result;
    for (const YamlNode* item : list(node)) result.push_back(formula(*item));
    return result;
  }

  std::size_t add_coordinate(const std::string& name) {
    const auto [found, fresh] = coordinates_.emplace(name, model_.coordinates.size());
    if (fresh) model_.coordinates.push_back({name, std::nullopt});
    return found->second;
  }

  // Sections

  void read_functions(const YamlNode& root) {
    const YamlNode* functions = find(root, "functions");
    if (functions == nullptr) return;
    for (const YamlNode* name : names(*functions)) {
      model_.functions.push_back(name->text);
      options_.functions.insert(name->text);
    }
  }

  void read_base(const YamlNode& node) {
    model_.base.emplace();
    if (const YamlNode* position = find(node, "position")) model_.base->position = vector(*position);
    if (const YamlNode* turned = find(node, "rotation")) model_.base->rotation = rotation(*turned);
  }

  void register_names(const YamlNode& root) {
    bodies_.emplace("world", kWorld);
    each(root, "bodies", [&](const YamlNode& key, const YamlNode&) {
      const bool fresh = bodies_.emplace(key.text, model_.bodies.size()).second;
      if (!fresh) return add(key, ErrorCode::kImpossibleName, "a body cannot be called world: that name is taken");
      Body body;
      body.name = key.text;
      model_.bodies.push_back(std::move(body));
    });
    each(root, "frames", [&](const YamlNode& key, const YamlNode&) {
      frames_.emplace(key.text, model_.frames.size());
      model_.frames.push_back({key.text, {}});
    });
    each(root, "joints", [&](const YamlNode& key, const YamlNode&) {
      joints_.emplace(key.text, model_.joints.size());
      model_.joints.emplace_back();
      model_.joints.back().name = key.text;
    });
  }

  void read_parameters(const YamlNode& root) {
    each(root, "parameters",
         [&](const YamlNode& key, const YamlNode& value) { model_.parameters.push_back(parameter(key, value)); });
  }

  void read_inputs(const YamlNode& root) {
    const YamlNode* inputs = find(root, "inputs");
    if (inputs == nullptr) return;
    for (const YamlNode* name : names(*inputs)) model_.inputs.push_back({name->text, "", ""});
    each(root, "inputs", [&](const YamlNode& key, const YamlNode& value) {
      Input input{key.text, "", ""};
      if (const YamlNode* unit_text = find_text(value, "unit")) input.unit = unit_text->text;
      if (const YamlNode* remark = find_text(value, "remark")) input.remark = remark->text;
      model_.inputs.push_back(std::move(input));
    });
  }

  void read_body(Body& body, const YamlNode& node) {
    if (const YamlNode* mass = find(node, "mass")) body.mass = formula(*mass);
    if (const YamlNode* center = find(node, "center")) body.center = vector(*center);
    if (const YamlNode* inertia = find(node, "inertia")) read_inertia(body, *inertia);
  }

  void read_inertia(Body& body, const YamlNode& node) {
    if (node.kind == YamlNode::Kind::kList) {
      const Matrix m = matrix(node);
      if (mistakes_.touch(node)) return;
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          if (m(i, j) == m(j, i) || test_zero(m(i, j) - m(j, i)).zero) continue;
          add(node, ErrorCode::kMass,
              fmt::format("the inertia of body {} is not symmetric: the entries in row {}, column {} and row {}, "
                          "column {} differ",
                          body.name, i + 1, j + 1, j + 1, i + 1));
          return;
        }
      }
      body.inertia = make_symmetric(m);
      return;
    }
    Symmetric3<Expr> t;
    const std::pair<std::string_view, Expr*> entries[] = {{"xx", &t.xx}, {"yy", &t.yy}, {"zz", &t.zz},
                                                          {"xy", &t.xy}, {"xz", &t.xz}, {"yz", &t.yz}};
    for (const auto& [key, entry] : entries)
      if (const YamlNode* value = find(node, key)) *entry = formula(*value);
    if (const YamlNode* kind = find(node, "kind"); kind != nullptr && kind->text == "binet") t = from_binet(t);
    body.unphysical = find(node, "unphysical") != nullptr;
    if (const YamlNode* turned = find(node, "rotation")) t = rotate(t, rotation(*turned).to_matrix());
    if (const YamlNode* at = find(node, "at")) t = steiner(t, -body.mass, vector(*at) - body.center);
    body.inertia = t;
  }

  void read_joint(Joint& joint, const YamlNode& node) {
    if (const YamlNode* type = find_text(node, "type"))
      for (const JointKind& kind : joint_kinds())
        if (kind.name == type->text) joint.type = kind.type;
    joint.from.body = joint.to.body = kNone;
    if (const YamlNode* from = find(node, "from")) joint.from = place(*from);
    if (const YamlNode* to = find(node, "to")) joint.to = place(*to);
    const YamlNode* one = find_text(node, "coordinate");
    const YamlNode* many = find(node, "coordinates");
    if (one != nullptr && many != nullptr)
      add(*one, ErrorCode::kConflictingFields, "coordinate and coordinates both stand here: one of them is enough");
    if (one != nullptr && many == nullptr) joint.coordinates.push_back(add_coordinate(one->text));
    if (many != nullptr)
      for (const YamlNode* name : names(*many)) joint.coordinates.push_back(add_coordinate(name->text));
    // what drives coordinates that are wrong is not looked at
    const bool known = (one != nullptr || many != nullptr) && !mistakes_.is_wrong(node);
    if (const YamlNode* drive = find(node, "drive"); drive != nullptr && known) read_drive(joint, *drive);
    if (const YamlNode* cut = find_text(node, "cut")) joint.cut = cut->text == "true";
    if (const YamlNode* n = find(node, "axis")) joint.axes = {axis(*n)};
    if (const YamlNode* n = find(node, "axes"))
      for (const YamlNode* item : list(*n)) joint.axes.push_back(axis(*item));
    if (const YamlNode* n = find(node, "sequence")) read_sequence(joint, *n);
    if (const YamlNode* n = find(node, "pitch")) joint.pitch = formula(*n);
    if (joint.type == JointType::kConstantVelocity) read_homokinetic_form(joint, node);
    if (const YamlNode* n = find(node, "position")) joint.position = vector(*n);
    if (const YamlNode* n = find(node, "rotation")) joint.rotation = rotation(*n);
    if (const YamlNode* n = find(node, "speeds"))
      for (const YamlNode* name : names(*n)) joint.speeds.push_back(name->text);
    read_directions(joint, node);
    if (mistakes_.touch(node)) wrong_joints_.insert(joints_.at(joint.name));
  }

  void set_drive(const YamlNode& node, Coordinate& coordinate, Expr value) {
    if (coordinate.drive)
      add(node, ErrorCode::kDrive, fmt::format("{} is driven by another joint already", coordinate.name));
    coordinate.drive = value;
  }

  void read_drive(const Joint& joint, const YamlNode& node) {
    if (node.kind == YamlNode::Kind::kScalar) {
      if (joint.coordinates.size() == 1) {
        set_drive(node, model_.coordinates[joint.coordinates[0]], formula(node));
      } else {
        add(node, ErrorCode::kDrive,
            fmt::format("joint {} has {} coordinates: which is driven?", joint.name, joint.coordinates.size()),
            "drive: {coordinate: formula}");
      }
      return;
    }
    for (const YamlNode::Entry& entry : node.entries) {
      const YamlNode& key = document_.node(entry.key);
      const auto found = std::find_if(joint.coordinates.begin(), joint.coordinates.end(),
                                      [&](std::size_t i) { return model_.coordinates[i].name == key.text; });
      const Expr value = formula(document_.node(entry.value));
      if (found == joint.coordinates.end()) {
        std::vector<std::string_view> names;
        for (std::size_t i : joint.coordinates) names.push_back(model_.coordinates[i].name);
        const std::string near = nearest(key.text, names);
        add(key, ErrorCode::kDrive, fmt::format("{} is no coordinate of joint {}", key.text, joint.name),
            near.empty() ? fmt::format("it has: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
      } else {
        set_drive(key, model_.coordinates[*found], value);
      }
    }
  }

  void read_sequence(Joint& joint, const YamlNode& node) {
    if (node.kind == YamlNode::Kind::kList) {
      for (const YamlNode* item : list(node)) joint.axes.push_back(axis(*item));
      return;
    }
    joint.euler_parameters = node.text == "euler_parameters";
    if (joint.euler_parameters || mistakes_.is_wrong(node)) return;
    if (node.text.size() != 3 || node.text.find_first_not_of("xyz") != std::string::npos) {
      add(node, ErrorCode::kUnknownWord, fmt::format("'{}' is no sequence of turns", node.text),
          nearest(node.text, std::vector<std::string_view>{"euler_parameters"}).empty()
              ? "three letters of x, y, z such as zxz; a list of three axes; or euler_parameters"
              : "did you mean euler_parameters?");
      joint.axes = {unit<Expr>(0), unit<Expr>(1), unit<Expr>(2)};
      return;
    }
    for (char letter : node.text) joint.axes.push_back(unit<Expr>(static_cast<std::size_t>(letter - 'x')));
  }

  void read_homokinetic_form(Joint& joint, const YamlNode& node) {
    const YamlNode* form = find_text(node, "form");
    const YamlNode* length = find(node, "length");
    const YamlNode* speeds = find(node, "speeds");
    joint.double_cardan = form != nullptr && form->text == name_of_form(HomokineticForm::kDoubleCardan);
    joint.euler_parameters = form != nullptr && form->text == name_of_form(HomokineticForm::kEulerParameters);
    if (form != nullptr && mistakes_.is_wrong(*form)) return;
    if (length != nullptr && !joint.double_cardan)
      add(*length, ErrorCode::kConflictingFields,
          fmt::format("joint {} has no shaft between two Cardan joints: its length has no meaning", joint.name),
          "it belongs to form: double_cardan");
    if (length != nullptr) joint.length = formula(*length);
    if (speeds != nullptr && !joint.euler_parameters)
      add(*speeds, ErrorCode::kConflictingFields,
          fmt::format("the speeds of joint {} are the rates of its coordinates: they have no names", joint.name),
          "names of speeds belong to form: euler_parameters");
  }

  void read_subsystem(const YamlNode& key, const YamlNode& node) {
    if (find(node, "type") == nullptr) {
      const YamlNode* bodies = find(node, "bodies");
      Subsystem subsystem{key.text, {}};
      if (bodies == nullptr) return;
      for (const YamlNode* name : names(*bodies)) {
        const std::size_t body = lookup(bodies_, *name, "body");
        if (body != kNone) subsystem.bodies.push_back(body);
      }
      model_.subsystems.push_back(std::move(subsystem));
      return;
    }
    const std::size_t joints = model_.joints.size(), coordinates = model_.coordinates.size();
    const LinkageLookups lookups{[&](const YamlNode& n) { return fixed_place(n); },
                                 [&](const YamlNode& n) { return lookup(bodies_, n, "body"); }};
    read_linkage(*this, mistakes_, lookups, key, node, model_);
    // the first of equal names stays: the model's check tells
    for (std::size_t i = joints; i < model_.joints.size(); ++i) joints_.emplace(model_.joints[i].name, i);
    for (std::size_t i = coordinates; i < model_.coordinates.size(); ++i)
      coordinates_.emplace(model_.coordinates[i].name, i);
  }

  template <class Pair>
  Pair six(const YamlNode& node) {
    const auto items = list(node);
    std::array<Expr, 6> v;
    v.fill(unknown());
    for (std::size_t i = 0; i < 6 && i < items.size(); ++i) v[i] = formula(*items[i]);
    return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
  }

  void read_directions(Joint& joint, const YamlNode& node) {
    // six at most, each of six
    auto find_list = [&](std::string_view key) {
      const YamlNode* found = find(node, key);
      return found == nullptr || mistakes_.is_wrong(*found) ? nullptr : found;
    };
    const YamlNode* free = find_list("free_directions");
    const YamlNode* locked = find_list("locked_directions");
    const YamlNode* drift = find_list("drift");
    const YamlNode* rates = find_list("locked_rates");
    if (free != nullptr && locked != nullptr)
      add(*locked, ErrorCode::kConflictingFields, "free_directions say it all; locked_directions follow from them");
    if (drift != nullptr && free == nullptr)
      add(*drift, ErrorCode::kConflictingFields, "drift belongs to free_directions");
    if (rates != nullptr && locked == nullptr)
      add(*rates, ErrorCode::kConflictingFields, "locked_rates belong to locked_directions");
    if (free != nullptr)
      for (const YamlNode* item : list(*free)) joint.free_directions.push_back(six<Twist<Expr>>(*item));
    if (drift != nullptr) joint.drift = six<Twist<Expr>>(*drift);
    if (locked != nullptr)
      for (const YamlNode* item : list(*locked)) joint.locked_directions.push_back(six<Load<Expr>>(*item));
    if (rates != nullptr)
      for (const YamlNode* item : list(*rates)) joint.locked_rates.push_back(formula(*item));
  }

  void read_load(const YamlNode& name, const YamlNode& node) {
    const YamlNode* type = find_text(node, "type");
    LoadElement load;
    load.name = name.text;
    if (type != nullptr) load.type = static_cast<LoadType>(index_of(kLoadTypeNames, type->text));
    if (const YamlNode* n = find(node, "point")) load.points = {fixed_place(*n)};
    if (const YamlNode* n = find_text(node, "body")) {
      load.points = {Attachment{}};
      load.points[0].body = lookup(bodies_, *n, "body");
    }
    if (const YamlNode* n = find(node, "between"))
      for (const YamlNode* item : list(*n)) load.points.push_back(fixed_place(*item));
    if (const YamlNode* n = find(node, "vector")) load.vector = vector(*n);
    if (!load.points.empty()) load.axes = axes(node, load.points[0]);
    read_load_target(load, node);
    if (load.type == LoadType::kBushing) {
      read_bushing(load, name, node);
    } else {
      read_load_formulas(load, name, node);
    }
    if (load.type == LoadType::kFriction) read_friction(load, name, node);
    if (const YamlNode* n = find_text(node, "distance")) load.distance = n->text;
    each(node, "states", [&](const YamlNode& key, const YamlNode& value) {
      const YamlNode* rate = value.kind == YamlNode::Kind::kMap ? find(value, "rate") : &value;
      load.states.push_back({key.text, rate == nullptr ? Expr(0) : formula(*rate)});
      if (const YamlNode* start = find(value, "initial"))
        model_.initial.push_back({make_symbol(key.text), formula(*start)});
    });
    if (type != nullptr) model_.loads.push_back(std::move(load));
  }

  void read_load_formulas(LoadElement& load, const YamlNode& name, const YamlNode& node) {
    const std::pair<std::string_view, Expr*> formulas[] = {{"stiffness", &load.stiffness}, {"length", &load.rest},
                                                           {"angle", &load.rest},          {"damping", &load.damping},
                                                           {"force", &load.formula},       {"energy", &load.formula},
                                                           {"function", &load.formula}};
    for (const auto& [key, value] : formulas)
      if (const YamlNode* n = find(node, key)) *value = formula(*n);
    if (load.type == LoadType::kTorsion && !mistakes_.touch(node) && !find(node, "stiffness") && !find(node, "damping"))
      add(name, ErrorCode::kMissingField, fmt::format("load {} has neither stiffness nor damping", load.name));
  }

  void read_friction(LoadElement& load, const YamlNode& name, const YamlNode& node) {
    const YamlNode* force = find(node, "force");
    const YamlNode* coefficient = find(node, "coefficient");
    const YamlNode* radius = find(node, "radius");
    if (force == nullptr && coefficient == nullptr && !mistakes_.touch(node))
      add(name, ErrorCode::kMissingField, fmt::format("load {} has neither force nor coefficient", load.name));
    if (force != nullptr && coefficient != nullptr)
      add(*coefficient, ErrorCode::kConflictingFields,
          fmt::format("load {} has force and coefficient: one of them is enough", load.name));
    if (force != nullptr && radius != nullptr && coefficient == nullptr)
      add(*radius, ErrorCode::kConflictingFields,
          "radius belongs to coefficient; force is in N*m already where the joint turns");
    const YamlNode* speed = find(node, "speed");
    load.friction.speed = speed == nullptr ? default_friction_speed() : formula(*speed);
    if (coefficient == nullptr) return;
    load.friction.coefficient = formula(*coefficient);
    if (radius != nullptr) load.friction.radius = formula(*radius);
    load.reaction = load.coordinate == kNone ? load.joint : joint_of(load.coordinate);
    if (load.coordinate != kNone && load.reaction == kNone)
      add(*coefficient, ErrorCode::kFriction,
          fmt::format("{} is a coordinate of no single joint: which reaction force presses?",
                      model_.coordinates[load.coordinate].name),
          "give the level of friction by force: instead");
    const std::string normal = reaction_name(load);
    load.friction.normal = make_symbol(normal);
    model_.inputs.push_back({normal, "N", fmt::format("size of the reaction force of load {}", load.name), true});
  }

  // The one joint that has a coordinate; kNone: there are several, or none.
  std::size_t joint_of(std::size_t coordinate) const {
    std::size_t found = kNone;
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const auto& own = model_.joints[j].coordinates;
      if (std::find(own.begin(), own.end(), coordinate) == own.end()) continue;
      if (found != kNone) return kNone;
      found = j;
    }
    return found;
  }

  void read_bushing(LoadElement& load, const YamlNode& name, const YamlNode& node) {
    const std::pair<std::string_view, Vector*> keys[] = {{"stiffness", &load.bushing.stiffness},
                                                         {"damping", &load.bushing.damping},
                                                         {"torsional_stiffness", &load.bushing.torsional_stiffness},
                                                         {"torsional_damping", &load.bushing.torsional_damping}};
    bool any = false;
    for (const auto& [key, value] : keys) {
      const YamlNode* n = find(node, key);
      if (n == nullptr) continue;
      any = true;
      if (n->kind == YamlNode::Kind::kList) {
        *value = vector(*n);
      } else {
        const Expr each_axis = formula(*n);
        *value = {each_axis, each_axis, each_axis};
      }
    }
    if (!any && !mistakes_.touch(node))
      add(name, ErrorCode::kMissingField, fmt::format("load {} has neither stiffness nor damping", load.name));
  }

  void read_load_target(LoadElement& load, const YamlNode& node) {
    const YamlNode* joint = find_text(node, "joint");
    const YamlNode* coordinate = find_text(node, "coordinate");
    if (joint != nullptr) load.joint = lookup(joints_, *joint, "joint");
    if (const YamlNode* effort = find(node, "effort")) load.efforts = formulas_of(*effort);
    if (load.type != LoadType::kTorsion && load.type != LoadType::kFriction) return;
    const std::string_view kind = kLoadTypeNames[static_cast<std::size_t>(load.type)];
    if ((joint == nullptr) == (coordinate == nullptr)) {
      if (!mistakes_.touch(node))
        add(node, ErrorCode::kLoad,
            joint == nullptr ? fmt::format("a {} load needs a joint with one coordinate, or a coordinate", kind)
                             : fmt::format("a {} load acts on a joint or on a coordinate, not on both", kind));
    } else if (coordinate != nullptr) {
      load.coordinate = lookup(coordinates_, *coordinate, "coordinate");
    } else if (load.joint != kNone && load.type == LoadType::kTorsion) {
      const auto& coordinates = model_.joints[load.joint].coordinates;
      if (coordinates.size() == 1) {
        load.coordinate = coordinates[0];
      } else if (!wrong_joints_.contains(load.joint)) {
        add(*joint, ErrorCode::kLoad, fmt::format("joint {} has {} coordinates", joint->text, coordinates.size()),
            "name one of them by coordinate: instead");
      }
    }
  }

  void read_constraint(const std::string& name, const YamlNode& node) {
    const YamlNode* type = find_text(node, "type");
    Constraint constraint;
    constraint.name = name;
    if (type != nullptr) constraint.type = static_cast<ConstraintType>(index_of(kConstraintTypeNames, type->text));
    if (const YamlNode* n = find(node, "equation")) constraint.equation = equation(*n);
    if (const YamlNode* n = find(node, "point")) constraint.point = fixed_place(*n);
    if (const YamlNode* n = find(node, "plane")) constraint.plane = fixed_place(*n);
    if (const YamlNode* n = find(node, "axis")) constraint.axis = axis(*n);
    if (const YamlNode* n = find(node, "radius")) constraint.radius = formula(*n);
    if (const YamlNode* n = find(node, "tube")) constraint.tube = formula(*n);
    if (const YamlNode* n = find(node, "half_angle")) constraint.half_angle = formula(*n);
    if (const YamlNode* n = find(node, "support")) constraint.support = substitute(formula(*n), normal_arguments());
    if (type != nullptr) model_.constraints.push_back(std::move(constraint));
  }

  bool is_named_speed(const std::string& name) const {
    return std::any_of(model_.joints.begin(), model_.joints.end(), [&](const Joint& joint) {
      const std::vector<std::string> speeds = named_speeds(joint);
      return std::find(speeds.begin(), speeds.end(), name) != speeds.end();
    });
  }

  void read_independent(const YamlNode& root) {
    const YamlNode* independent = find(root, "independent");
    if (independent == nullptr) return;
    for (const YamlNode* name : names(*independent)) {
      if (is_named_speed(name->text)) {
        model_.independent.push_back(make_symbol(name->text));
        continue;
      }
      const std::size_t coordinate = lookup(coordinates_, *name, "coordinate");
      if (coordinate != kNone) model_.independent.push_back(make_symbol(model_.coordinates[coordinate].name, 1));
    }
  }

  void read_initial(const YamlNode& key, const YamlNode& value) {
    const Expr start = formula(value);
    try {
      const Expr symbol = parse(key.text, options_);
      if (symbol.kind() == Kind::kSymbol) {
        model_.initial.push_back({symbol, start});
        return;
      }
    } catch (const Error&) {  // no formula, so no name either
    }
    add(key, ErrorCode::kInitialValue, fmt::format("'{}' is no coordinate, rate, speed or state", key.text));
  }

  void read_output(const std::string& name, const YamlNode& node) {
    Output output;
    output.name = name;
    if (node.kind == YamlNode::Kind::kScalar) {
      output.formula = formula(node);
    } else {
      const YamlNode* quantity = find_text(node, "quantity");
      if (const YamlNode* point = find(node, "point")) output.point = fixed_place(*point);
      output.axes = axes(node, output.point);
      if (quantity == nullptr) return;
      output.quantity = static_cast<Output::Quantity>(index_of(kQuantityNames, quantity->text));
    }
    model_.outputs.push_back(std::move(output));
  }

  void read_event(const std::string& name, const YamlNode& node) {
    Event event;
    event.name = name;
    if (const YamlNode* n = find(node, "condition")) event.condition = formula(*n);
    if (const YamlNode* n = find_text(node, "direction"))
      event.direction = static_cast<Event::Direction>(index_of(kDirectionNames, n->text));
    if (const YamlNode* n = find(node, "at")) event.times = formulas_of(*n);
    if (const YamlNode* n = find_text(node, "stop")) event.stop = n->text == "true";
    each(node, "set",
         [&](const YamlNode& key, const YamlNode& value) { event.set.emplace_back(key.text, formula(value)); });
    if (const YamlNode* n = find(node, "impact")) event.impact = formula(*n);
    if (const YamlNode* n = find(node, "contact")) event.contact = formula(*n);
    model_.events.push_back(std::move(event));
  }

  void read_case(const std::string& name, const YamlNode& node) {
    SpecialCase special;
    special.name = name;
    if (const YamlNode* remark = find_text(node, "remark")) special.remark = remark->text;
    if (const YamlNode* of = find_text(node, "of"))
      special.scope = static_cast<SpecialCase::Scope>(index_of(kScopeNames, of->text));
    each(node, "set", [&](const YamlNode& key, const YamlNode& value) {
      special.settings.push_back({key.text, value.text});
    });
    model_.cases.push_back(std::move(special));
  }

  const LostNames lost_places_;                // of bodies, frames and joints
  std::optional<LostNames> lost_coordinates_;  // and joints of linkages; made when the joints have been read
  std::unordered_set<std::size_t> wrong_joints_;
  std::unordered_map<std::string, std::size_t> bodies_, frames_, joints_, coordinates_;
};

}  // namespace

Reading read_model(std::string text, const std::string& source) {
  Reading reading;
  try {
    const Document document(source, std::move(text));
    if (document.is_empty()) {
      Error error(ErrorCode::kEmptyFile, "the file is empty", "a model has at least bodies: see docs/model.md");
      error.place = Place{source, 1, 1, "", 0};
      throw error;
    }
    Mistakes mistakes(document);
    find_duplicates(document, mistakes);
    check_structure(document, document.root(), model_shape(), mistakes);
    reading.model = Reader(document, mistakes).read();
    add_findings(document, reading.model, find_mistakes(reading.model), mistakes);
    reading.mistakes = mistakes.to_errors();
    if (!reading.mistakes.empty()) return reading;
    std::vector<Finding> remarks = find_remarks(reading.model);
    Connection connection = connect_parts(std::move(reading.model));
    reading.model = std::move(connection.model);
    for (std::size_t i = 0; i < connection.joints.size(); ++i)
      remarks.push_back(describe_loose_part(reading.model, connection.joints[i], connection.sizes[i]));
    reading.remarks = to_remarks(document, remarks);
  } catch (const Error& error) {
    reading.mistakes = {error};
  }
  return reading;
}

}  // namespace kinemate
