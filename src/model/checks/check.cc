#include "model/checks/check.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/simplify.h"
#include "expr/substitute.h"
#include "expr/text/lexer.h"
#include "expr/text/print.h"
#include "model/checks/contact_check.h"
#include "model/checks/event_check.h"
#include "model/checks/friction_check.h"
#include "model/checks/joint_check.h"
#include "model/checks/name_check.h"
#include "model/checks/planar_inertia.h"
#include "model/checks/subsystem_check.h"
#include "model/joints/joint.h"
#include "model/kinematics.h"
#include "model/specialise.h"

namespace kinemate {
namespace {

std::string_view allowed_names(Allowed allowed) {
  switch (allowed) {
    case Allowed::kParameters: return "only parameters may stand here: it does not change while the machine moves";
    case Allowed::kTime: return "only parameters and the time t may stand here";
    case Allowed::kPositions: return "only parameters, the time t and coordinates may stand here";
    case Allowed::kSources: return "only parameters, the time t, coordinates and inputs may stand here";
    case Allowed::kInertia: return "an energy of rates is differentiated by time: no inputs and no accelerations";
    case Allowed::kMotion: return "accelerations may not stand here";
  }
  return "";
}

bool is_allowed(Role role, int primes, Allowed allowed) {
  if (role == Role::kParameter) return primes == 0;
  if (role == Role::kTime) return primes == 0 && allowed >= Allowed::kTime;
  if (role == Role::kCoordinate)
    return primes == 0 ? allowed >= Allowed::kPositions : primes == 1 && allowed >= Allowed::kInertia;
  if (role == Role::kInput) return primes == 0 && (allowed == Allowed::kSources || allowed == Allowed::kMotion);
  return primes == 0 && allowed >= Allowed::kInertia;
}

class Checker {
 public:
  explicit Checker(const Model& model) : model_(model), roles_(symbol_roles(model)) {}

  std::vector<Finding> run() {
    take(find_name_mistakes(model_));
    check_frames();
    check_joints();
    check_parameter_circle();
    check_formulas();
    check_further_coordinates();
    check_rotations();
    check_relations();
    check_bodies();
    check_loads();
    check_constraints();
    check_independent();
    take(find_subsystem_mistakes(model_));
    check_initial();
    check_cases();
    take(find_event_mistakes(model_, [this](Expr formula) { return number(formula); }));
    return std::move(findings_);
  }

 private:
  void add(ModelPath path, ErrorCode code, std::string message, std::string hint = {}, std::string symbol = {}) {
    findings_.push_back({std::move(path), code, std::move(message), std::move(hint), std::move(symbol)});
  }

  void take(std::vector<Finding> found) { std::move(found.begin(), found.end(), std::back_inserter(findings_)); }

  void check_frames() {
    std::vector<std::size_t> visit(model_.frames.size(), kNone);  // from which frame it was come by first
    for (std::size_t start = 0; start < model_.frames.size(); ++start) {
      std::size_t at = start;
      for (; at != kNone && visit[at] == kNone; at = model_.frames[at].attachment.frame) visit[at] = start;
      if (at == kNone || visit[at] != start) continue;
      std::vector<std::string_view> circle;
      for (std::size_t frame = at; circle.empty() || frame != at; frame = model_.frames[frame].attachment.frame)
        circle.push_back(model_.frames[frame].name);
      frames_end_ = false;
      add({"frames", model_.frames[at].name, ""}, ErrorCode::kCircle,
          circle.size() == 1 ? fmt::format("frame {} is fixed to itself", circle[0])
                             : fmt::format("frames are fixed to each other in a circle: {}", fmt::join(circle, ", ")),
          "one of them must be fixed to a body");
    }
  }

  void check_joints() {
    const std::size_t before = findings_.size();
    for (const Joint& joint : model_.joints) {
      const std::size_t to = frames_end_ ? body_of(model_, joint.to) : kNone;
      if (to != kNone && body_of(model_, joint.from) == to)
        add({"joints", joint.name, "to"}, ErrorCode::kSameBody,
            fmt::format("joint {} connects {} with itself", joint.name, model_.bodies[to].name));
    }
    take(find_joint_mistakes(model_));
    for (std::size_t i = before; i < findings_.size(); ++i) unsound_joints_.insert(findings_[i].path.element);
  }

  void check_relations() {
    for (const Joint& joint : model_.joints) {
      // the others cannot go wrong
      const bool may_fail =
          joint.type >= JointType::kMotion || joint.type == JointType::kUniversal ||
          ((joint.type == JointType::kSpherical || joint.type == JointType::kFree) && !joint.euler_parameters);
      if (!may_fail || unsound_joints_.contains(joint.name)) continue;
      try {
        make_relation(model_, joint);
      } catch (const Error& error) {
        add({"joints", joint.name, ""}, error.code, error.message, error.hint);
      }
    }
  }

  // Whether a formula is 0; for numbers, as decimals of ten digits and more are.
  bool vanishes(Expr formula) const {
    if (const auto value = number(formula)) return std::abs(*value) < 1e-9;
    return test_zero(formula).zero;
  }

  // Whether it is one.
  bool check_rotation(const ModelPath& path, const Rotation& rotation) {
    if (!rotation.matrix) return true;
    const Matrix& R = *rotation.matrix;
    const Matrix product = R * transpose(R);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = i; j < 3; ++j) {
        if (vanishes(product(i, j) - Expr(i == j ? 1 : 0))) continue;
        const std::string why = i == j ? fmt::format("row {} is not of length one", i + 1)
                                       : fmt::format("rows {} and {} are not perpendicular", i + 1, j + 1);
        add(path, ErrorCode::kRotation, fmt::format("this is no rotation matrix: {}", why),
            "its columns are the axes of the turned frame; decimals need ten digits: angles are easier");
        return false;
      }
    }
    if (vanishes(dot(R.rows[0], cross(R.rows[1], R.rows[2])) - Expr(1))) return true;
    add(path, ErrorCode::kRotation, "this matrix mirrors, it does not rotate: its determinant is -1");
    return false;
  }

  void check_rotations() {
    if (model_.base) check_rotation({"base", "rotation", ""}, model_.base->rotation);
    for (const NamedFrame& frame : model_.frames)
      check_rotation({"frames", frame.name, "rotation"}, frame.attachment.rotation);
    for (const Joint& joint : model_.joints) {
      if (!check_rotation({"joints", joint.name, "rotation"}, joint.rotation)) unsound_joints_.insert(joint.name);
      check_rotation({"joints", joint.name, "from"}, joint.from.rotation);
      check_rotation({"joints", joint.name, "to"}, joint.to.rotation);
    }
    for (const LoadElement& load : model_.loads)
      for (const Attachment& point : load.points)
        check_rotation({"loads", load.name, load.points.size() == 1 ? "point" : "between"}, point.rotation);
    for (const Constraint& constraint : model_.constraints) {
      check_rotation({"constraints", constraint.name, "point"}, constraint.point.rotation);
      check_rotation({"constraints", constraint.name, "plane"}, constraint.plane.rotation);
    }
    for (const Output& output : model_.outputs)
      check_rotation({"outputs", output.name, "point"}, output.point.rotation);
  }

  // Formulas

  void check_formulas() {
    std::set<std::string> distances;
    for (const LoadElement& load : model_.loads)
      if (load.type == LoadType::kLine) distances.insert(load.distance);
    visit_formulas(model_, [&](std::string_view section, std::string_view element, std::string_view key,
                               std::span<const Expr> formulas, Allowed allowed) {
      if (const std::string why = missing_value(formulas); !why.empty()) {
        const bool no_length = key == "axis" && why == "division by zero";
        if (section == "joints") unsound_joints_.insert(std::string(element));
        add({std::string(section), std::string(element), std::string(key)},
            no_length ? ErrorCode::kJointGeometry : ErrorCode::kUndefinedValue,
            no_length ? "this axis has length zero for the values of the parameters"
                      : fmt::format("this has no value for the values of the parameters: {}", why));
      }
      for (Expr symbol : free_symbols(formulas)) {
        const std::string name(symbol.name());
        const auto role = roles_.find(name);
        const ModelPath path{std::string(section), std::string(element), std::string(key)};
        if (name.starts_with("$") && key == "support") {
          continue;  // a component of the normal
        } else if (name.starts_with("$")) {
          add(path, ErrorCode::kMisplacedName, fmt::format("{} stands for an argument; a model has none", name), {},
              name);
        } else if (distances.contains(name) && symbol.primes() <= 1) {
          check_distance(path, name);
        } else if (role != roles_.end()) {
          if (section == "joints" && role->second == Role::kCoordinate && allowed == Allowed::kPositions)
            check_own(path, symbol);
          if (!is_allowed(role->second, symbol.primes(), allowed)) refuse(path, symbol, role->second, allowed);
        } else if (symbol.primes() > 0) {
          add(path, ErrorCode::kUnknownName,
              fmt::format("{} is the derivative of {}, which is no coordinate", to_text(symbol), name),
              near_coordinate(name), name);
        }
      }
    });
  }

  // A coordinate that no joint uses has an equation of motion by the loads that hold it or its rate.
  void check_further_coordinates() {
    const std::vector<std::size_t> further = further_coordinates(model_);
    if (further.empty()) return;
    std::set<std::string> held;
    visit_formulas(model_, [&](std::string_view section, auto, auto, std::span<const Expr> formulas, Allowed) {
      if (section != "loads") return;
      for (Expr symbol : free_symbols(formulas)) held.insert(std::string(symbol.name()));
    });
    for (const LoadElement& load : model_.loads)
      if (load.coordinate != kNone) held.insert(model_.coordinates[load.coordinate].name);
    for (std::size_t index : further) {
      const Coordinate& coordinate = model_.coordinates[index];
      if (coordinate.drive)
        add({"coordinates", coordinate.name, ""}, ErrorCode::kDrive,
            fmt::format("{} is a coordinate of no joint and cannot be driven", coordinate.name),
            "write its function of time where it stands", coordinate.name);
      if (!held.contains(coordinate.name))
        add({"coordinates", coordinate.name, ""}, ErrorCode::kJointCoordinates,
            fmt::format("coordinate {} is used by no joint and by no load", coordinate.name),
            "a coordinate that moves no body, such as a charge, needs loads: kinetic, potential, dissipation",
            coordinate.name);
    }
  }

  // Why one of the formulas has no value in double precision where the parameters have values; empty: all have.
  std::string missing_value(std::span<const Expr> formulas) const {
    for (Expr formula : formulas) {
      if (formula.is_number() && std::isfinite(formula.real())) continue;
      try {
        const Expr value = substitute(formula, values_);
        if (is_constant(value)) evaluate(value, {});
      } catch (const Error& error) {
        return error.message;
      }
    }
    return "";
  }

  static bool is_constant(Expr formula) {
    return free_symbols(formula).empty() && unspecified_calls({&formula, 1}).empty();
  }

  // A pose is made of the joint's own coordinates: its motion is that of these.
  void check_own(const ModelPath& path, Expr symbol) {
    const auto joint = std::find_if(model_.joints.begin(), model_.joints.end(),
                                    [&](const Joint& j) { return j.name == path.element; });
    const bool own = std::any_of(joint->coordinates.begin(), joint->coordinates.end(),
                                 [&](std::size_t index) { return model_.coordinates[index].name == symbol.name(); });
    if (own) return;
    const std::string name(symbol.name());
    add(path, ErrorCode::kMisplacedName, fmt::format("{} is no coordinate of joint {}", name, joint->name),
        fmt::format(
            "list it in the joint's coordinates; where several joints use it, under `coordinates:` of the machine too"),
        name);
    unsound_joints_.insert(joint->name);
  }

  void check_distance(const ModelPath& path, const std::string& name) {
    const auto load = std::find_if(model_.loads.begin(), model_.loads.end(), [&](const LoadElement& l) {
      return l.type == LoadType::kLine && l.distance == name;
    });
    if (path.section != "loads" || path.element != load->name || path.key != "force")
      add(path, ErrorCode::kMisplacedName,
          fmt::format("{} is the distance of load {} and known only in its force", name, load->name), {}, name);
  }

  void refuse(const ModelPath& path, Expr symbol, Role role, Allowed allowed) {
    const std::string text = to_text(symbol);
    const std::string_view primes = symbol.primes() == 0   ? ""
                                    : symbol.primes() == 1 ? "the rate of "
                                                           : "the acceleration of ";
    if (role != Role::kCoordinate && symbol.primes() > 0)
      return add(path, ErrorCode::kMisplacedName,
                 fmt::format("{}: {} is {}, and only coordinates have derivatives in formulas", text, symbol.name(),
                             role_name(role)),
                 {}, std::string(symbol.name()));
    add(path, ErrorCode::kMisplacedName,
        fmt::format("{} is {}{}; {}", text, primes, role_name(role), allowed_names(allowed)), {},
        std::string(symbol.name()));
  }

  std::string near_coordinate(const std::string& name) const {
    std::vector<std::string_view> names;
    for (const Coordinate& coordinate : model_.coordinates) names.push_back(coordinate.name);
    const std::string near = nearest(name, names);
    return near.empty() ? "" : fmt::format("did you mean {}?", near);
  }

  // The same among all that has an initial value.
  std::string near_initial(const std::string& name) const {
    std::vector<std::string> names;
    for (const Coordinate& coordinate : model_.coordinates)
      for (const char* primes : {"", "'"}) names.push_back(coordinate.name + primes);
    for (const auto& [known, role] : roles_)
      if (role == Role::kSpeed || role == Role::kState) names.push_back(known);
    std::sort(names.begin() + 2 * static_cast<std::ptrdiff_t>(model_.coordinates.size()), names.end());
    const std::string near = nearest(name, std::vector<std::string_view>(names.begin(), names.end()));
    return near.empty() ? "" : fmt::format("did you mean {}?", near);
  }

  void check_parameter_circle() {
    try {
      values_.symbols = parameter_values(model_);
    } catch (const Error& error) {
      const std::size_t colon = error.message.rfind(": ");
      const std::string first = error.message.substr(colon + 2, error.message.find(',', colon) - colon - 2);
      add({"parameters", first, ""}, error.code, error.message, error.hint);
    }
  }

  // The number that a formula has with the parameters' values; none where some are open, or where it has no value.
  std::optional<double> number(Expr formula) const {
    if (formula.is_number()) return formula.real();
    try {
      const Expr value = substitute(formula, values_);
      if (is_constant(value)) return evaluate(value, {});
    } catch (const Error&) {  // told by check_value
    }
    return std::nullopt;
  }

  // Bodies

  void check_bodies() {
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) check_body(i);
  }

  void check_body(std::size_t index) {
    const Body& body = model_.bodies[index];
    if (const auto mass = number(body.mass); mass && *mass < 0)
      add({"bodies", body.name, "mass"}, ErrorCode::kMass,
          fmt::format("the mass of body {} is {}: negative", body.name, *mass));
    const Symmetric3<Expr>& t = body.inertia;
    if (body.unphysical || t == Symmetric3<Expr>{}) return;
    const auto xx = number(t.xx), yy = number(t.yy), zz = number(t.zz), xy = number(t.xy), xz = number(t.xz),
               yz = number(t.yz);
    if (!(xx && yy && zz && xy && xz && yz)) return;
    Eigen::Matrix3d tensor;
    tensor << *xx, *xy, *xz, *xy, *yy, *yz, *xz, *yz, *zz;
    const Eigen::Vector3d moments =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(tensor, Eigen::EigenvaluesOnly).eigenvalues();
    const double slack = 1e-6 * std::max(std::abs(moments[0]), std::abs(moments[2]));  // for tensors of rounded numbers
    const ModelPath path{"bodies", body.name, "inertia"};
    const std::string principal = fmt::format("{:.6g}, {:.6g}, {:.6g}", moments[0], moments[1], moments[2]);
    if (moments[0] < -slack) {
      add(path, ErrorCode::kMass,
          fmt::format("the inertia of body {} has a negative principal moment: {}", body.name, principal));
    } else if (moments[0] + moments[1] < moments[2] - slack) {
      if (findings_.empty() && !only_axes_) only_axes_ = find_only_axes(model_);
      if (only_axes_ && (*only_axes_)[index]) return;
      add(path, ErrorCode::kMass,
          fmt::format("no body has the inertia given for {}: of its principal moments {} the largest exceeds the sum "
                      "of the others",
                      body.name, principal),
          "is it about the centre of mass, in kg*m^2? products of inertia are entries of the tensor: xy is minus the "
          "integral of x*y. One moment alone is enough where a body turns about that axis alone");
    }
  }

  // Loads, constraints, initial values

  void check_loads() {
    for (const LoadElement& load : model_.loads) {
      if (load.type == LoadType::kJoint && load.joint != kNone &&
          !unsound_joints_.contains(model_.joints[load.joint].name)) {
        const std::size_t speeds = joint_speeds(model_, model_.joints[load.joint]).size();
        if (load.efforts.size() != speeds) {
          add({"loads", load.name, "effort"}, ErrorCode::kLoad,
              fmt::format("joint {} moves in {} direction{}, but {} effort{} given", model_.joints[load.joint].name,
                          speeds, speeds == 1 ? "" : "s", load.efforts.size(),
                          load.efforts.size() == 1 ? " is" : "s are"),
              "one effort for each speed of the joint; driven coordinates have none");
        }
      }
      if (load.type == LoadType::kFriction) {
        if (load.joint != kNone && unsound_joints_.contains(model_.joints[load.joint].name)) continue;
        take(find_friction_mistakes(model_, load, [this](Expr formula) { return number(formula); }));
      }
      if (frames_end_ && load.points.size() == 2 && is_on_one_body(load))
        add({"loads", load.name, "between"}, ErrorCode::kSameBody,
            fmt::format("load {} acts between two points of the same body", load.name));
    }
  }

  bool is_on_one_body(const LoadElement& load) const {
    const std::size_t body = body_of(model_, load.points[0]);
    return body != kNone && body == body_of(model_, load.points[1]);
  }

  static bool holds_any(Expr formula, std::span<const Expr> symbols) {
    const std::vector<Expr> held = free_symbols(formula);
    return std::any_of(held.begin(), held.end(),
                       [&](Expr e) { return std::find(symbols.begin(), symbols.end(), e) != symbols.end(); });
  }

  void check_constraints() {
    for (const Constraint& constraint : model_.constraints) {
      const bool holonomic = constraint.type == ConstraintType::kHolonomic;
      if (!holonomic && constraint.type != ConstraintType::kNonholonomic) {
        take(find_contact_mistakes(model_, constraint, [this](Expr formula) { return number(formula); }));
        continue;
      }
      const ModelPath path{"constraints", constraint.name, holonomic ? "holonomic" : "nonholonomic"};
      std::vector<Expr> positions, rates;
      for (Expr symbol : free_symbols(constraint.equation)) {
        const auto role = roles_.find(std::string(symbol.name()));
        if (role == roles_.end()) continue;
        if (role->second == Role::kCoordinate && symbol.primes() == 0) positions.push_back(symbol);
        if (role->second == Role::kSpeed || symbol.primes() == 1) rates.push_back(symbol);
      }
      if (holonomic && positions.empty() && rates.empty())
        add(path, ErrorCode::kConstraint, fmt::format("constraint {} holds no coordinate", constraint.name));
      if (!holonomic && rates.empty())
        add(path, ErrorCode::kConstraint, fmt::format("constraint {} holds no rate of a coordinate", constraint.name),
            "an equation of coordinates alone is holonomic");
      if (holonomic) continue;
      const std::vector<Expr> slopes = gradient(constraint.equation, rates);
      for (std::size_t i = 0; i < rates.size(); ++i) {
        if (!holds_any(slopes[i], rates) || !holds_any(simplify(slopes[i], kBriefly), rates)) continue;
        add(path, ErrorCode::kConstraint,
            fmt::format("constraint {} is not linear in {}", constraint.name, to_text(rates[i])),
            "forces of rolling and gliding belong to equations a*x' + b*y' + c = 0; others need a controller, as a "
            "load");
        break;
      }
    }
  }

  void check_independent() {
    std::set<std::string> named;
    for (Expr speed : model_.independent) {
      const std::string name(speed.name());
      const std::size_t coordinate = speed.primes() == 0 ? kNone : find_coordinate(model_, name);
      if (!named.insert(name).second) {
        add({"independent", "", ""}, ErrorCode::kConstraint, fmt::format("{} stands here twice", name), {}, name);
      } else if (coordinate != kNone && model_.coordinates[coordinate].drive) {
        add({"independent", "", ""}, ErrorCode::kConstraint,
            fmt::format("{} is driven: its rate is given, not independent", name), {}, name);
      }
    }
  }

  // Norm one at the start, where all are numbers.
  void check_euler_parameters(const Joint& joint) {
    double square = 0;
    std::string first;
    for (std::size_t index : euler_coordinates(joint)) {
      const Expr p = make_symbol(model_.coordinates[index].name);
      const auto value = number(initial_value(model_, p));
      if (!value) return;
      square += *value * *value;
      const bool given = std::any_of(model_.initial.begin(), model_.initial.end(),
                                     [&](const InitialValue& v) { return v.symbol == p; });
      if (given && first.empty()) first = p.name();
    }
    if (std::abs(square - 1) > 1e-6)
      add({"initial", first, ""}, ErrorCode::kInitialValue,
          fmt::format("the Euler parameters of joint {} have the norm {:.6g} at the start, not 1", joint.name,
                      std::sqrt(square)));
  }

  // all of a case together; where that is wrong, each assignment by itself, so that it is the one that is pointed at
  void check_cases() {
    for (const SpecialCase& special : model_.cases) {
      const ModelPath path{"cases", special.name, "set"};
      ParameterChoice all = choose(special);
      all.source.clear();
      std::optional<Error> wrong;
      try {
        require_settable(model_, all);
      } catch (const Error& error) {
        wrong = error;
      }
      const std::size_t before = findings_.size();
      for (std::size_t i = 0; wrong && i < all.set.size(); ++i) {
        const std::string& name = special.settings[i].name;
        try {
          require_settable(model_, {{all.set[i]}, {}, ""});
        } catch (const Error& error) {
          add(path, error.code, error.message, error.hint, name.substr(0, name.find_first_of("('")));
        }
      }
      if (wrong && findings_.size() == before) add(path, wrong->code, wrong->message, wrong->hint);
    }
  }

  void check_initial() {
    std::set<std::string> driven, seen;
    for (const Coordinate& coordinate : model_.coordinates)
      if (coordinate.drive) driven.insert(coordinate.name);
    for (const InitialValue& value : model_.initial) {
      const std::string name(value.symbol.name()), text = to_text(value.symbol);
      const auto role = roles_.find(name);
      const ModelPath path{"initial", text, ""};
      const bool known = role != roles_.end() && (role->second == Role::kCoordinate || role->second == Role::kSpeed ||
                                                  role->second == Role::kState);
      if (!known) {
        add(path, ErrorCode::kInitialValue, fmt::format("{} is no coordinate, speed or state of this machine", text),
            near_initial(name));
      } else if (value.symbol.primes() > (role->second == Role::kCoordinate ? 1 : 0)) {
        add(path, ErrorCode::kInitialValue,
            fmt::format("{} follows from the equations of motion and has no initial value", text));
      } else if (role->second == Role::kCoordinate && driven.contains(name)) {
        add(path, ErrorCode::kInitialValue, fmt::format("{} is driven: its value follows from the time", name));
      } else if (!seen.insert(text).second) {
        add(path, ErrorCode::kInitialValue, fmt::format("{} has two initial values", text));
      }
    }
    for (const Joint& joint : model_.joints)
      if (joint.euler_parameters && !unsound_joints_.contains(joint.name)) check_euler_parameters(joint);
  }

  const Model& model_;
  const std::unordered_map<std::string, Role> roles_;
  Substitution values_;
  bool frames_end_ = true;                // every frame leads to a body
  std::set<std::string> unsound_joints_;  // nothing is computed with these
  std::vector<Finding> findings_;
  std::optional<std::vector<std::optional<std::size_t>>> only_axes_;  // computed where it is asked for
};

}  // namespace

std::vector<Finding> find_mistakes(const Model& model) { return Checker(model).run(); }

}  // namespace kinemate
