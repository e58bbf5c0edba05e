// A machine as its user describes it: bodies, joints, loads, constraints. Plain data; every quantity is a formula.
//
// A Model belongs to the pool that was current when it was made. Body 0 is the world. Its invariants are those that
// find_mistakes (model/checks/check.h) looks for; the algorithms of this and the following rooms require a Model without
// mistakes. Units are SI: metres, kilograms, seconds, radians.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expr/expr.h"
#include "spatial/inertia.h"

namespace kinemate {

using Vector = Vector3<Expr>;
using Matrix = Matrix3<Expr>;

inline constexpr std::size_t kWorld = 0;
inline constexpr std::size_t kNone = ~std::size_t{0};

struct Parameter {
  std::string name;
  std::optional<Expr> value;  ///< in SI units, a formula of other parameters; none: stays open
  std::string unit;           ///< as written; only for people
  std::string remark;
};

/// A quantity that is given from outside while the machine runs.
struct Input {
  std::string name;
  std::string unit;
  std::string remark;
  bool of_load = false;  ///< a load declares it, with its reaction force: no entry of the model's own inputs
};

/// A rotation as it was written: a sequence of elementary rotations, or a matrix.
struct Rotation {
  std::vector<ElementaryRotation<Expr>> sequence;
  std::optional<Matrix> matrix;  ///< stands instead of the sequence

  bool is_identity() const { return sequence.empty() && !matrix; }
  Matrix to_matrix() const { return matrix ? *matrix : make_rotation<Expr>(sequence); }
};

/// A frame fixed on a body: against the body's own frame, or against a named frame.
struct Attachment {
  std::size_t body = kWorld;
  std::size_t frame = kNone;  ///< index in Model::frames; `body` is not looked at then
  Vector position;
  Rotation rotation;
  bool world_axes = false;  ///< attached to the body, but oriented against the world (only `from` of a joint)
};

struct NamedFrame {
  std::string name;
  Attachment attachment;
};

struct Body {
  std::string name;
  Expr mass;
  Vector center;             ///< of mass, in body axes
  Symmetric3<Expr> inertia;  ///< about the centre of mass, in body axes; xy is the entry of the tensor, −∫xy dm
  bool unphysical = false;   ///< the tensor need not be that of a body
};

struct Coordinate {
  std::string name;
  std::optional<Expr> drive;  ///< a given function of time: no degree of freedom then
};

enum class JointType {
  kFixed,
  kRevolute,
  kPrismatic,
  kScrew,
  kCylindrical,
  kUniversal,
  kPlanar,
  kSpherical,
  kFree,
  kConstantVelocity,
  kMotion,
  kCustom
};

/// What holds the frame `to` against the frame `from`. Fields that its type does not name are not looked at.
struct Joint {
  std::string name;
  JointType type = JointType::kFixed;
  Attachment from;
  Attachment to;
  std::vector<std::size_t> coordinates;  ///< indices in Model::coordinates, in the order of the type (docs/model.md)
  std::vector<std::string> speeds;       ///< names of the speeds that are no derivatives of coordinates
  std::vector<Vector> axes;              ///< of unit length; the second axis of a universal joint is in axes of `to`
  Expr pitch;                            ///< of a screw, metres per radian
  bool euler_parameters = false;  ///< of spherical and free: instead of three axes; of constant_velocity: of angles
  bool double_cardan = false;     ///< of constant_velocity: two Cardan joints instead of three revolutes
  Expr length;                    ///< of double_cardan: the shaft between them, m
  Vector position;                ///< of motion and custom: the pose as formulas
  Rotation rotation;
  std::optional<bool> cut;  ///< a hint: whether the joint is to close a loop where one must
  // of custom, in axes of `from` about the origin of `to`: one of the two
  std::vector<Twist<Expr>> free_directions;  ///< J: y = J s + drift
  Twist<Expr> drift;
  std::vector<Load<Expr>> locked_directions;  ///< W: Wᵀ y = locked_rates
  std::vector<Expr> locked_rates;
};

/// A state of a load, ż = rate.
struct LoadState {
  std::string name;
  Expr rate;
};

enum class LoadType {
  kForce,         ///< at a point, in given axes
  kTorque,        ///< on a body, in given axes
  kJoint,         ///< efforts along the speeds of a joint
  kSpring,        ///< along the line between two points
  kDamper,        ///< along the line
  kVectorDamper,  ///< against the relative velocity of two points, in all directions
  kTorsion,       ///< spring and damper on one coordinate
  kLine,          ///< any formula of the distance, along the line
  kPotential,     ///< −∂V/∂q
  kDissipation,   ///< −∂D/∂q̇
  kKinetic,       ///< kinetic or magnetic energy beside that of the bodies
  kFriction,      ///< against one speed, of a level that hardly depends on it
  kBushing        ///< springs and dampers in all directions between two frames
};

/// In model files, in the order of LoadType.
inline constexpr std::string_view kLoadTypeNames[] = {"force",         "torque",   "joint",  "spring",    "damper",
                                                      "vector_damper", "torsion",  "line",   "potential", "dissipation",
                                                      "kinetic",       "friction", "bushing"};

/// Dry friction of a level F: effort −F·tanh(s/speed) on the speed s. F is the load's `formula`, or
/// coefficient·radius·N.
struct Friction {
  std::optional<Expr> coefficient;
  std::optional<Expr> radius;  ///< none: 1
  Expr normal;                 ///< N, the size of the joint's reaction force: the input that the load declares
  Expr speed;                  ///< below it the effort grows steadily
};

/// Each along or about the axes of the first place.
struct Bushing {
  Vector stiffness, damping;
  Vector torsional_stiffness, torsional_damping;
};

struct LoadElement {
  std::string name;
  LoadType type = LoadType::kForce;
  std::vector<Attachment> points;  ///< one or two
  Vector vector;
  std::optional<Attachment> axes;  ///< of `vector`; none: the world's
  std::size_t joint = kNone;
  std::vector<Expr> efforts;       ///< one for each speed of the joint
  std::size_t coordinate = kNone;  ///< of torsion, and of friction that is not on a joint
  Expr stiffness;
  Expr rest;  ///< length or angle without load
  Expr damping;
  Expr formula;          ///< force, potential, dissipation function or kinetic energy
  std::string distance;  ///< of line: what `formula` calls the distance
  Friction friction;
  std::size_t reaction = kNone;  ///< of friction with a coefficient: the joint whose reaction force presses
  Bushing bushing;
  std::vector<LoadState> states;
};

enum class ConstraintType {
  kHolonomic,
  kNonholonomic,
  kRollingDisc,
  kRollingSphere,
  kRollingTorus,
  kRollingCone,
  kRollingBody,
  kSkate
};

/// In model files, in the order of ConstraintType.
inline constexpr std::string_view kConstraintTypeNames[] = {"holonomic",      "nonholonomic",  "rolling_disc",
                                                            "rolling_sphere", "rolling_torus", "rolling_cone",
                                                            "rolling_body",   "skate"};

struct Constraint {
  std::string name;
  ConstraintType type = ConstraintType::kHolonomic;
  Expr equation;     ///< is 0; of kHolonomic and kNonholonomic
  Attachment point;  ///< centre of disc, sphere, torus; apex of the cone; origin of the body; point of the blade
  Vector axis;       ///< in axes of the point: of disc, torus, cone (from apex to base), or along the blade
  Expr radius;       ///< of disc and sphere; of a torus, that of the circle within its tube
  Expr tube;         ///< of a torus: radius of its tube
  Expr half_angle;   ///< of a cone: between its axis and its surface
  /// Of a convex body: how far it reaches along the direction n from the point, a formula of the components of n in
  /// axes of the point, which are $1, $2, $3 here and nx, ny, nz in files.
  Expr support;
  Attachment plane;  ///< its z axis is the normal
};

/// Something to record.
struct Output {
  enum class Quantity { kFormula, kPosition, kVelocity, kAcceleration, kAngularVelocity, kAngularAcceleration };
  std::string name;
  Quantity quantity = Quantity::kFormula;
  Expr formula;
  Attachment point;
  std::optional<Attachment> axes;  ///< none: the world's
};

/// In model files, in the order of Output::Quantity; formulas have none.
inline constexpr std::string_view kQuantityNames[] = {
    "", "position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"};

/// Something that happens while the machine runs, and what it does. One of `condition` and `times` says when.
struct Event {
  enum class Direction { kBoth, kRising, kFalling };
  std::string name;
  /// Of t, parameters, inputs, coordinates, rates, speeds, states: an event where it passes through 0. With impact or
  /// contact of t, parameters and coordinates alone.
  std::optional<Expr> condition;
  Direction direction = Direction::kBoth;  ///< of the passage; with impact or contact, the way that is barred
  std::vector<Expr> times;                 ///< of parameters; increasing where they are numbers
  bool stop = false;                       ///< ends the run
  /// Parameters and their new values: of everything that conditions may hold, computed from what is before the event.
  std::vector<std::pair<std::string, Expr>> set;
  std::optional<Expr> impact;   ///< restitution, 0 to 1: how much of the condition's rate is thrown back
  std::optional<Expr> contact;  ///< the same, and the condition is kept at 0 while the contact pushes: a one-sided stop
};

/// In model files, in the order of Event::Direction.
inline constexpr std::string_view kDirectionNames[] = {"both", "rising", "falling"};

struct InitialValue {
  Expr symbol;  ///< a coordinate, its derivative, a speed or a state
  Expr value;
};

/// Bodies that are one element of recursions over the machine, behind the one body that carries them: a macro joint.
/// Its loops are closed within it.
struct Subsystem {
  std::string name;
  std::vector<std::size_t> bodies;
};

/// A special case of the machine: parameters and functions chosen, in all of its equations or in a part of them.
struct SpecialCase {
  enum class Scope { kAll, kInertia, kForces };
  struct Setting {
    std::string name;   ///< a parameter, an input, or a function with its arguments: fu(t)
    std::string value;  ///< a formula
  };
  std::string name;
  std::string remark;
  Scope scope = Scope::kAll;
  std::vector<Setting> settings;
};

/// In model files, in the order of SpecialCase::Scope.
inline constexpr std::string_view kScopeNames[] = {"all", "inertia", "forces"};

/// The world frame's own motion in inertial space, as functions of time.
struct Base {
  Vector position;
  Rotation rotation;
};

struct Model {
  std::string name;
  std::string remark;
  std::vector<Parameter> parameters;
  std::vector<Input> inputs;
  std::vector<std::string> functions;  ///< unspecified ones whose names are nearly those of built-in ones
  Vector gravity;                      ///< in inertial axes
  std::optional<Base> base;
  std::vector<Body> bodies = {Body{"world"}};
  std::vector<NamedFrame> frames;
  std::vector<Coordinate> coordinates;
  /// So many of them, the first, are listed for the whole machine: those that serve several joints or none, and others
  /// whose place in the order is to be there.
  std::size_t listed_coordinates = 0;
  std::vector<Joint> joints;
  std::vector<LoadElement> loads;
  std::vector<Constraint> constraints;
  /// Speeds that are to be independent where loops or constraints bind them: rates of coordinates, or speeds with names
  /// of their own. A hint.
  std::vector<Expr> independent;
  /// Loops among few bodies are found to be elements of their own without being named here.
  std::vector<Subsystem> subsystems;
  bool macro_joints = true;  ///< whether loops may be elements of recursions
  /// Whether discs and tori that roll may be taken to stay on the side of their flat position on which they start, so
  /// that |cos(lean)| is cos(lean).
  bool contacts_keep_sides = false;
  bool closed_by_formulas = true;  ///< whether coordinates that follow others in loops may be formulas of these
  std::vector<InitialValue> initial;
  std::vector<Output> outputs;
  std::vector<Event> events;
  std::vector<SpecialCase> cases;
};

/// The body that an attachment sits on.
std::size_t body_of(const Model& model, const Attachment& attachment);

/// An attachment against its body. Its rotation is against the world where the attachment has world axes.
Pose<Expr> pose_on_body(const Model& model, const Attachment& attachment);

/// The inertia of a body about the origin of its frame, in body axes.
RigidInertia<Expr> inertia_of(const Body& body);

/// Those of a joint's coordinates that are Euler parameters of norm one, the scalar part first: the last four, the
/// three of a constant_velocity joint, or none.
std::span<const std::size_t> euler_coordinates(const Joint& joint);

/// The value of a coordinate, rate, speed or state at the start: as given, else 0; Euler parameters of which none is
/// given start at 1, 0, 0, 0 or 1, 0, 0.
Expr initial_value(const Model& model, Expr symbol);

/// The index of an element by its name; kNone where there is none.
std::size_t find_body(const Model& model, const std::string& name);
std::size_t find_frame(const Model& model, const std::string& name);
std::size_t find_coordinate(const Model& model, const std::string& name);

/// What a friction load has for `speed` where none is given, m/s or rad/s.
Expr default_friction_speed();

/// What formulas call the reaction force of a friction load with a coefficient: N_ and its name.
std::string reaction_name(const LoadElement& load);

/// The parameters that events set, each once, in the order in which events name them.
std::vector<std::string> event_parameters(const Model& model);

/// The coordinates that no joint uses, such as charges: indices. Their speeds are their rates.
std::vector<std::size_t> further_coordinates(const Model& model);

/// Those of the listed ones that serve several joints or none: indices.
std::vector<std::size_t> shared_coordinates(const Model& model);

}  // namespace kinemate
