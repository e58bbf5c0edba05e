#include "model_io/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/text/print.h"
#include "model/constraint_equations.h"
#include "model/joints/homokinetic.h"
#include "model_io/units.h"
#include "model_io/yaml_text.h"

namespace kinemate {
namespace {

std::string formula(Expr e) { return yaml_scalar(to_text(e)); }

template <class Items, class Text>
std::string list_text(const Items& items, Text text) {
  std::string result = "[";
  bool first = true;
  for (const auto& item : items) {
    result += (first ? "" : ", ") + text(item);
    first = false;
  }
  return result + "]";
}

std::string vector(const Vector& v) { return list_text(std::array{v.x, v.y, v.z}, formula); }

bool is_zero(const Vector& v) { return v == Vector{}; }

std::string axis(const Vector& v) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string name(1, static_cast<char>('x' + i));
    if (v == unit<Expr>(i)) return name;
    if (v == -unit<Expr>(i)) return "-" + name;
  }
  return vector(v);
}

std::string rotation(const Rotation& r) {
  if (r.matrix) return list_text(r.matrix->rows, vector);
  return list_text(r.sequence, [](const ElementaryRotation<Expr>& turn) {
    return "[" + axis(turn.axis) + ", " + formula(turn.angle) + "]";
  });
}

// `{key: value, ...}`, empty values left out.
class FieldTexts {
 public:
  FieldTexts& add(std::string_view key, const std::string& value) {
    text_ += fmt::format("{}{}: {}", text_.empty() ? "" : ", ", key, value);
    return *this;
  }
  FieldTexts& add_vector(std::string_view key, const Vector& v) { return is_zero(v) ? *this : add(key, vector(v)); }
  FieldTexts& add_rotation(std::string_view key, const Rotation& r) {
    return r.is_identity() ? *this : add(key, rotation(r));
  }
  FieldTexts& add_formula(std::string_view key, Expr e) { return e.is_zero() ? *this : add(key, formula(e)); }
  FieldTexts& add_text(std::string_view key, const std::string& text) {
    return text.empty() ? *this : add(key, yaml_scalar(text));
  }
  std::string text() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

std::string six(const auto& pair) {
  const auto& [first, second] = pair;
  return list_text(std::array{first.x, first.y, first.z, second.x, second.y, second.z}, formula);
}

class ModelWriter {
 public:
  explicit ModelWriter(const Model& model) : model_(model) {}

  std::string write() {
    if (!model_.name.empty()) line("name", yaml_scalar(model_.name));
    if (!model_.remark.empty()) line("remark", yaml_scalar(model_.remark));
    section("parameters", model_.parameters, [&](const Parameter& p) { return parameter(p); });
    std::vector<Input> inputs = model_.inputs;
    std::erase_if(inputs, [](const Input& input) { return input.of_load; });
    section("inputs", inputs, [](const Input& input) {
      const std::string text = FieldTexts().add_text("unit", input.unit).add_text("remark", input.remark).text();
      return text == "{}" ? std::string() : text;
    });
    if (!model_.functions.empty()) line("functions", list_text(model_.functions, yaml_scalar));
    if (!is_zero(model_.gravity)) line("gravity", vector(model_.gravity));
    if (model_.base)
      line("base", FieldTexts()
                       .add_vector("position", model_.base->position)
                       .add_rotation("rotation", model_.base->rotation)
                       .text());
    text_ += "bodies:\n";
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) element(model_.bodies[i].name, body(model_.bodies[i]));
    section("frames", model_.frames, [&](const NamedFrame& frame) { return place_map(frame.attachment); });
    if (model_.listed_coordinates > 0) {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < model_.listed_coordinates; ++i) names.push_back(model_.coordinates[i].name);
      line("coordinates", list_text(names, yaml_scalar));
    }
    section("joints", model_.joints, [&](const Joint& j) { return joint(j); });
    section("subsystems", model_.subsystems, [&](const Subsystem& s) { return subsystem(s); });
    section("loads", model_.loads, [&](const LoadElement& l) { return load(l); });
    section("constraints", model_.constraints, [&](const Constraint& c) { return constraint(c); });
    if (!model_.independent.empty())
      line("independent",
           list_text(model_.independent, [](Expr speed) { return yaml_scalar(std::string(speed.name())); }));
    if (!model_.initial.empty()) text_ += "initial:\n";
    for (const InitialValue& value : model_.initial) element(to_text(value.symbol), formula(value.value));
    section("outputs", model_.outputs, [&](const Output& o) { return output(o); });
    section("when", model_.events, [](const Event& e) { return event(e); });
    section("cases", model_.cases, [](const SpecialCase& c) { return special_case(c); });
    return std::move(text_);
  }

 private:
  void line(std::string_view key, const std::string& value) { text_ += fmt::format("{}: {}\n", key, value); }
  void element(const std::string& name, const std::string& value) { text_ += yaml_entry("  ", name, value); }

  template <class Elements, class Text>
  void section(std::string_view title, const Elements& elements, Text text) {
    if (elements.empty()) return;
    text_ += fmt::format("{}:\n", title);
    for (const auto& e : elements) element(e.name, text(e));
  }

  static std::string event(const Event& e) {
    FieldTexts fields, values;
    if (e.condition) fields.add("condition", formula(*e.condition));
    if (e.direction != Event::Direction::kBoth)
      fields.add("direction", std::string(kDirectionNames[static_cast<std::size_t>(e.direction)]));
    if (!e.times.empty()) fields.add("at", e.times.size() == 1 ? formula(e.times[0]) : list_text(e.times, formula));
    for (const auto& [name, value] : e.set) values.add(yaml_scalar(name), formula(value));
    if (!e.set.empty()) fields.add("set", values.text());
    if (e.impact) fields.add("impact", formula(*e.impact));
    if (e.contact) fields.add("contact", formula(*e.contact));
    if (e.stop) fields.add("stop", "true");
    return fields.text();
  }

  static std::string special_case(const SpecialCase& c) {
    FieldTexts settings, fields;
    for (const auto& [name, value] : c.settings) settings.add(yaml_scalar(name), yaml_scalar(value));
    fields.add("set", settings.text());
    if (c.scope != SpecialCase::Scope::kAll)
      fields.add("of", std::string(kScopeNames[static_cast<std::size_t>(c.scope)]));
    return fields.add_text("remark", c.remark).text();
  }

  static std::string parameter(const Parameter& p) {
    if (p.unit.empty() && p.remark.empty()) return p.value ? formula(*p.value) : "";
    FieldTexts fields;
    if (p.value) fields.add("value", formula(p.unit.empty() ? *p.value : *p.value / unit_factor(p.unit)));
    return fields.add_text("unit", p.unit).add_text("remark", p.remark).text();
  }

  static std::string body(const Body& b) {
    FieldTexts fields;
    fields.add("mass", formula(b.mass)).add_vector("center", b.center);
    const Symmetric3<Expr>& t = b.inertia;
    if (t == Symmetric3<Expr>{}) return fields.text();
    FieldTexts tensor;
    tensor.add_formula("xx", t.xx).add_formula("yy", t.yy).add_formula("zz", t.zz);
    tensor.add_formula("xy", t.xy).add_formula("xz", t.xz).add_formula("yz", t.yz);
    if (b.unphysical) tensor.add("unphysical", "accepted");
    return fields.add("inertia", tensor.text()).text();
  }

  std::string place_map(const Attachment& a) const {
    FieldTexts fields;
    if (a.frame != kNone) {
      fields.add("frame", yaml_scalar(model_.frames[a.frame].name));
    } else {
      fields.add("body", yaml_scalar(model_.bodies[a.body].name));
    }
    fields.add_vector("at", a.position).add_rotation("rotation", a.rotation);
    if (a.world_axes) fields.add("axes", "world");
    return fields.text();
  }

  std::string place(const Attachment& a) const {
    if (!is_zero(a.position) || !a.rotation.is_identity() || a.world_axes) return place_map(a);
    return yaml_scalar(a.frame != kNone ? model_.frames[a.frame].name : model_.bodies[a.body].name);
  }

  static void add_homokinetic_form(const Joint& j, FieldTexts& fields) {
    const HomokineticForm form = homokinetic_form(j);
    if (form != HomokineticForm::kRevolutes) fields.add("form", std::string(name_of_form(form)));
    if (form == HomokineticForm::kDoubleCardan) fields.add_formula("length", j.length);
  }

  std::string joint(const Joint& j) const {
    FieldTexts fields;
    fields.add("type", std::string(kind_of(j).name)).add("from", place(j.from)).add("to", place(j.to));
    std::vector<std::string> names;
    FieldTexts drives;
    for (std::size_t index : j.coordinates) {
      const Coordinate& coordinate = model_.coordinates[index];
      names.push_back(coordinate.name);
      if (coordinate.drive) drives.add(yaml_scalar(coordinate.name), formula(*coordinate.drive));
    }
    const bool three_turns = j.type == JointType::kSpherical || j.type == JointType::kFree;
    if (j.euler_parameters && three_turns) {
      fields.add("sequence", "euler_parameters");
    } else if (three_turns) {
      fields.add("sequence", list_text(j.axes, axis));
    } else if (j.axes.size() == 1) {
      fields.add("axis", axis(j.axes[0]));
    } else if (j.axes.size() == 2) {
      fields.add("axes", list_text(j.axes, axis));
    }
    if (j.type == JointType::kScrew) fields.add("pitch", formula(j.pitch));
    if (j.type == JointType::kConstantVelocity) add_homokinetic_form(j, fields);
    if (names.size() == 1) fields.add("coordinate", yaml_scalar(names[0]));
    if (names.size() > 1) fields.add("coordinates", list_text(names, yaml_scalar));
    if (drives.text() != "{}") fields.add("drive", drives.text());
    if (j.cut) fields.add("cut", *j.cut ? "true" : "false");
    fields.add_vector("position", j.position).add_rotation("rotation", j.rotation);
    if (!j.speeds.empty()) fields.add("speeds", list_text(j.speeds, yaml_scalar));
    if (!j.free_directions.empty())
      fields.add("free_directions", list_text(j.free_directions, [](const auto& d) { return six(d); }));
    if (!(j.drift == Twist<Expr>{})) fields.add("drift", six(j.drift));
    if (!j.locked_directions.empty())
      fields.add("locked_directions", list_text(j.locked_directions, [](const auto& d) { return six(d); }));
    if (!j.locked_rates.empty()) fields.add("locked_rates", list_text(j.locked_rates, formula));
    return fields.text();
  }

  std::string subsystem(const Subsystem& s) const {
    return FieldTexts()
        .add("bodies", list_text(s.bodies, [&](std::size_t body) { return yaml_scalar(model_.bodies[body].name); }))
        .text();
  }

  // Axes of a vector: a body or a frame by its name; those turned on a body have no name of their own.
  std::string axes(const Attachment& a, const Attachment& acts_on) const {
    if (!a.rotation.is_identity() && a.body == acts_on.body && a.frame == acts_on.frame) return "body";
    return yaml_scalar(a.frame != kNone ? model_.frames[a.frame].name : model_.bodies[a.body].name);
  }

  std::string load(const LoadElement& l) const {
    FieldTexts fields;
    fields.add("type", std::string(kLoadTypeNames[static_cast<std::size_t>(l.type)]));
    const bool torsion = l.type == LoadType::kTorsion;
    if (l.type == LoadType::kTorque) {
      fields.add("body", yaml_scalar(model_.bodies[l.points[0].body].name));
    } else if (l.points.size() == 1) {
      fields.add("point", place(l.points[0]));
    } else if (l.points.size() == 2) {
      fields.add("between", list_text(l.points, [&](const Attachment& a) { return place(a); }));
    }
    if (l.type == LoadType::kForce || l.type == LoadType::kTorque) fields.add("vector", vector(l.vector));
    if (l.axes) fields.add("axes", axes(*l.axes, l.points[0]));
    if (l.type == LoadType::kJoint)
      fields.add("joint", yaml_scalar(model_.joints[l.joint].name)).add("effort", list_text(l.efforts, formula));
    if (torsion) fields.add("coordinate", yaml_scalar(model_.coordinates[l.coordinate].name));
    if (l.type == LoadType::kLine) fields.add("distance", yaml_scalar(l.distance));
    const bool stiff = l.type == LoadType::kSpring,
               damped = l.type == LoadType::kDamper || l.type == LoadType::kVectorDamper;
    if (stiff || torsion)
      fields.add("stiffness", formula(l.stiffness)).add_formula(torsion ? "angle" : "length", l.rest);
    if (damped || torsion) fields.add("damping", formula(l.damping));
    if (l.type == LoadType::kLine) fields.add("force", formula(l.formula));
    if (l.type == LoadType::kPotential || l.type == LoadType::kKinetic) fields.add("energy", formula(l.formula));
    if (l.type == LoadType::kDissipation) fields.add("function", formula(l.formula));
    if (l.type == LoadType::kFriction) add_friction(l, fields);
    if (l.type == LoadType::kBushing) add_bushing(l.bushing, fields);
    if (!l.states.empty()) {
      FieldTexts states;
      for (const LoadState& state : l.states) states.add(yaml_scalar(state.name), formula(state.rate));
      fields.add("states", states.text());
    }
    return fields.text();
  }

  void add_friction(const LoadElement& l, FieldTexts& fields) const {
    const Friction& f = l.friction;
    if (l.coordinate == kNone) {
      fields.add("joint", yaml_scalar(model_.joints[l.joint].name));
    } else {
      fields.add("coordinate", yaml_scalar(model_.coordinates[l.coordinate].name));
    }
    if (!f.coefficient) {
      fields.add("force", formula(l.formula));
    } else if (f.normal == make_symbol(reaction_name(l))) {
      fields.add("coefficient", formula(*f.coefficient));
      if (f.radius) fields.add("radius", formula(*f.radius));
    } else {  // the reaction force was set
      fields.add("force", formula(*f.coefficient * f.radius.value_or(Expr(1)) * f.normal));
    }
    if (!(f.speed == default_friction_speed())) fields.add("speed", formula(f.speed));
  }

  static void add_bushing(const Bushing& b, FieldTexts& fields) {
    auto each_axis = [](const Vector& v) { return v.x == v.y && v.y == v.z ? formula(v.x) : vector(v); };
    // one of them stands there, be it 0
    const bool none = is_zero(b.damping) && is_zero(b.torsional_stiffness) && is_zero(b.torsional_damping);
    if (!is_zero(b.stiffness) || none) fields.add("stiffness", each_axis(b.stiffness));
    if (!is_zero(b.damping)) fields.add("damping", each_axis(b.damping));
    if (!is_zero(b.torsional_stiffness)) fields.add("torsional_stiffness", each_axis(b.torsional_stiffness));
    if (!is_zero(b.torsional_damping)) fields.add("torsional_damping", each_axis(b.torsional_damping));
  }

  std::string constraint(const Constraint& c) const {
    FieldTexts fields;
    fields.add("type", std::string(kConstraintTypeNames[static_cast<std::size_t>(c.type)]));
    if (c.type == ConstraintType::kHolonomic || c.type == ConstraintType::kNonholonomic)
      return fields.add("equation", formula(c.equation)).text();
    fields.add("point", place(c.point));
    const bool body = c.type == ConstraintType::kRollingBody, cone = c.type == ConstraintType::kRollingCone;
    if (c.type != ConstraintType::kRollingSphere && !body) fields.add("axis", axis(c.axis));
    if (c.type != ConstraintType::kSkate && !body && !cone) fields.add("radius", formula(c.radius));
    if (c.type == ConstraintType::kRollingTorus) fields.add("tube", formula(c.tube));
    if (cone) fields.add("half_angle", formula(c.half_angle));
    if (body) fields.add("support", formula(substitute(c.support, normal_names())));
    return fields.add("plane", place(c.plane)).text();
  }

  std::string output(const Output& o) const {
    if (o.quantity == Output::Quantity::kFormula) return formula(o.formula);
    FieldTexts fields;
    fields.add("quantity", std::string(kQuantityNames[static_cast<std::size_t>(o.quantity)]))
        .add("point", place(o.point));
    if (o.axes) fields.add("axes", axes(*o.axes, o.point));
    return fields.text();
  }

  const Model& model_;
  std::string text_;
};

}  // namespace

std::string write_model(const Model& model) { return ModelWriter(model).write(); }

}  // namespace kinemate
