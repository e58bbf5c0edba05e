// Metamorphic: a machine described otherwise accelerates, stores, carries and swings as before.
//
// Changes (changed_machine.h): other order, other names, other frames of bodies, joints reversed, bodies split in two,
// other units, a mirror, a joint as the closing of a loop. Machines: all examples, and random ones.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <filesystem>

#include "agreement/changed_machine.h"
#include "formalism/fixture.h"
#include "loops/closed_kinematics.h"
#include "loops/random_loop.h"
#include "model_io/machine_file.h"
#include "study/evaluate.h"
#include "study/linear/linearisation.h"

namespace kinemate {
namespace {

constexpr double kUnchanged = 1e-9;

using Numbers = std::map<std::string, std::vector<double>>;

struct Seen {
  Numbers numbers;
  bool determined = true;    // all loads of joints
  std::vector<Given> state;  // coordinates and speeds
  StateNumbers all;
};

std::vector<Given> state_of(const Model& model, const StateNumbers& numbers) {
  std::vector<Given> state;
  for (const NamedNumber& q : numbers.coordinates)
    if (const std::size_t i = find_coordinate(model, q.name); i != kNone && !model.coordinates[i].drive)
      state.push_back({make_symbol(q.name), make_real(q.value)});
  auto give = [&](const std::string& name, double value) {
    state.push_back(
        {name.back() == '\'' ? make_symbol(name.substr(0, name.size() - 1), 1) : make_symbol(name), make_real(value)});
  };
  for (std::size_t i = 0; i < numbers.speed_names.size(); ++i)
    give(numbers.speed_names[i], numbers.speeds[static_cast<Eigen::Index>(i)]);
  for (const NamedNumber& z : numbers.states) give(z.name, z.value);
  return state;
}

void put(Numbers& numbers, const std::string& name, const Vector3<double>& v) { numbers[name] = {v.x, v.y, v.z}; }

// Accelerations of all bodies, energies, loads of all joints.
Seen look(const Model& model, std::span<const Given> given, std::optional<std::uint64_t> seed = std::nullopt) {
  const Kinematics kinematics = compute_closed_kinematics(model);
  EvaluateRequest request;
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    Attachment place;
    place.body = b;
    request.points.push_back({model.bodies[b].name, place, model.bodies[b].center});
  }
  Seen seen;
  seen.all = evaluate_state(model, kinematics, make_state(model, kinematics, given, seed), request);
  for (const PointNumbers& point : seen.all.points) {
    put(seen.numbers, point.name + ": acceleration", point.acceleration.value());
    put(seen.numbers, point.name + ": angular acceleration", point.angular_acceleration.value());
  }
  seen.numbers["energies"] = {seen.all.energies->kinetic, seen.all.energies->potential, seen.all.energies->dissipation};
  for (const Reaction& reaction : seen.all.reactions.value()) {
    put(seen.numbers, reaction.joint + ": force on " + reaction.on, reaction.load.force);
    put(seen.numbers, reaction.joint + ": torque on " + reaction.on, reaction.load.torque);
  }
  seen.determined = seen.all.undetermined.empty();
  seen.state = state_of(model, seen.all);
  return seen;
}

bool of_joints(const std::string& name) { return name.find(" on ") != std::string::npos; }

// What is in both: the change may add bodies and joints.
void expect_same(const Seen& before, const Seen& after, const std::string& what) {
  double largest = 1;
  for (const auto& [name, values] : before.numbers)
    for (double value : values) largest = std::max(largest, std::abs(value));
  std::size_t compared = 0;
  for (const auto& [name, values] : before.numbers) {
    if (of_joints(name) && !(before.determined && after.determined)) continue;
    const auto other = after.numbers.find(name);
    if (other == after.numbers.end()) continue;
    ++compared;
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_NEAR(other->second[i], values[i], kUnchanged * largest) << what << ", " << name << ", " << i;
  }
  EXPECT_GE(compared, before.all.points.size() * 2 + 1) << what;
}

// Sums of powers of the poles at a state, in proportion to the size of A: no pole by itself, which may be a double one.
std::vector<double> poles(const Model& model, const std::vector<Given>& state) {
  LinearisationRequest request;
  request.reference = {.about = ReferenceRequest::About::kState, .at = state};
  request.formulas = false;
  const Eigen::MatrixXd A = linearise_machine(model, request).numbers.value().A;
  const double size = std::max(1.0, A.norm());
  std::vector<double> sums;
  Eigen::MatrixXd power = A / size;
  for (int k = 1; k <= 6; ++k, power = power * A / size) sums.push_back(power.trace());
  return sums;
}

void expect_same_poles(const std::vector<double>& before, const std::vector<double>& after, const std::string& what) {
  for (std::size_t k = 0; k < before.size(); ++k)
    EXPECT_NEAR(after[k], before[k], kUnchanged) << what << ", poles to the " << k + 1;
}

struct Changed {
  std::string name;
  Model model;
};

std::vector<Changed> changes(const Model& model, std::mt19937_64& random) {
  return {{"another order", with_other_order(model, random)},
          {"other frames", with_other_frames(model, random)},
          {"reversed joints", with_reversed_joints(model)},
          {"split bodies", with_split_bodies(model)}};
}

std::vector<Given> renamed(const std::vector<Given>& state, const Renamed& change) {
  std::vector<Given> result;
  for (const Given& given : state) result.push_back({substitute(given.left, change.symbols), given.value});
  return result;
}

Seen renamed(const Seen& seen, const Renamed& change) {
  Seen result = seen;
  result.numbers.clear();
  for (const auto& [name, values] : seen.numbers) {
    const std::size_t end = name.find(": "), on = name.find(" on ");
    auto changed = [&](const std::string& part) {
      const auto found = change.names.find(part);
      return found == change.names.end() ? part : found->second;
    };
    std::string key = name;
    if (on != std::string::npos)
      key = changed(name.substr(0, end)) + name.substr(end, on + 4 - end) + changed(name.substr(on + 4));
    else if (end != std::string::npos)
      key = changed(name.substr(0, end)) + name.substr(end);
    result.numbers[key] = values;
  }
  return result;
}

void try_changes(const Model& model, const std::string& what, std::mt19937_64& random, const Seen& before,
                 bool with_poles) {
  const std::vector<double> swings = with_poles ? poles(model, before.state) : std::vector<double>();
  for (const Changed& change : changes(model, random)) {
    SCOPED_TRACE(what + ", " + change.name);
    expect_same(before, look(change.model, before.state), change.name);
    if (with_poles) expect_same_poles(swings, poles(change.model, before.state), change.name);
  }
  const Renamed other = with_other_names(model, random);
  SCOPED_TRACE(what + ", other names");
  const std::vector<Given> state = renamed(before.state, other);
  expect_same(renamed(before, other), look(other.model, state), "other names");
  if (with_poles) expect_same_poles(swings, poles(other.model, state), "other names");
}

class Metamorphic : public ModelTest {};

TEST_F(Metamorphic, Examples) {
  std::mt19937_64 random(1);
  std::size_t tried = 0;
  std::vector<std::string> files;
  for (const auto& folder : std::filesystem::directory_iterator(KINEMATE_SOURCE "/examples"))
    for (const char* name : {"/model.yaml"})
      if (const std::string file = folder.path().string() + name; std::filesystem::exists(file)) files.push_back(file);
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    Pool pool;
    const PoolScope scope(pool);
    const Model model = load_machine(file);
    if (!undeclared_parameters(model).empty() ||
        std::any_of(model.parameters.begin(), model.parameters.end(), [](const Parameter& p) { return !p.value; }) ||
        !unspecified_calls(model).empty())
      continue;
    ++tried;
    try_changes(model, file, random, look(model, {}), false);
  }
  EXPECT_GT(tried, 15u);
}

TEST_F(Metamorphic, RandomTrees) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 90; ++i) {
    Pool pool;
    const PoolScope scope(pool);
    const Model model = random_massive_machine(random, 5);
    if (model.coordinates.empty()) continue;
    const Seen before = look(model, {}, static_cast<std::uint64_t>(i));
    if (before.all.speeds.size() == 0) continue;
    try_changes(model, "tree " + std::to_string(i), random, before, i % 4 == 0);
    if (HasFailure()) return;
  }
}

TEST_F(Metamorphic, RandomLoops) {
  std::mt19937_64 random(3);
  int tried = 0;
  while (tried < 20) {
    Pool pool;
    const PoolScope scope(pool);
    const std::optional<Model> model = random_loop(random);
    if (!model) continue;
    ++tried;
    const Seen before = look(*model, {});
    if (before.all.speeds.size() == 0) continue;
    try_changes(*model, "loop " + std::to_string(tried) + ", " + model->name, random, before, false);
    if (HasFailure()) return;
  }
}

bool all_joints_are(const Model& model, std::initializer_list<JointType> types) {
  return std::all_of(model.joints.begin(), model.joints.end(), [&](const Joint& joint) {
    return std::find(types.begin(), types.end(), joint.type) != types.end() && !joint.euler_parameters;
  });
}

TEST_F(Metamorphic, Mirrored) {
  std::mt19937_64 random(4);
  int tried = 0;
  while (tried < 85) {
    Pool pool;
    const PoolScope scope(pool);
    const Model model = random_massive_machine(random, 4);
    if (!all_joints_are(model, {JointType::kFixed, JointType::kRevolute, JointType::kPrismatic, JointType::kScrew,
                                JointType::kUniversal, JointType::kSpherical, JointType::kMotion}))
      continue;
    ++tried;
    Seen before = look(model, {}, static_cast<std::uint64_t>(tried));
    for (auto& [name, values] : before.numbers) {
      if (values.size() != 3 || name == "energies") continue;
      if (name.find("angular") == std::string::npos && name.find("torque") == std::string::npos)
        values[0] = -values[0];
      else
        values[1] = -values[1], values[2] = -values[2];
    }
    const Model image = mirror_image(model);
    expect_same(before, look(image, before.state), "mirrored " + std::to_string(tried));
    if (tried % 4 == 0 && before.all.speeds.size() > 0)
      expect_same_poles(poles(model, before.state), poles(image, before.state), "mirrored");
    if (HasFailure()) return;
  }
}

// Which of a joint's coordinates are lengths: those of its first ones.
std::size_t lengths_of(const Joint& joint) {
  switch (joint.type) {
    case JointType::kPrismatic: return 1;
    case JointType::kPlanar: return 2;
    case JointType::kFree: return 3;
    default: return 0;
  }
}

struct Units {
  double mass, length, time;
};

// The numbers of a machine in other units. REQUIRES: no formula holds a coordinate or the time.
Model in_units(Model model, const Units& units) {
  const Expr m = make_real(units.mass), l = make_real(units.length), t = make_real(units.time);
  for_each_attachment(model, [&](Attachment& at) { at.position = at.position * l; });
  for (Body& body : model.bodies) {
    body.mass *= m;
    body.center = body.center * l;
    for (Expr* entry :
         {&body.inertia.xx, &body.inertia.yy, &body.inertia.zz, &body.inertia.xy, &body.inertia.xz, &body.inertia.yz})
      *entry *= m * l * l;
  }
  for (Joint& joint : model.joints) joint.pitch *= l, joint.length *= l;
  for (LoadElement& load : model.loads) load.stiffness *= m / t / t, load.rest *= l, load.damping *= m / t;
  model.gravity = model.gravity * (l / t / t);
  return model;
}

std::vector<Given> in_units(const Model& model, const std::vector<Given>& state, const Units& units) {
  std::map<std::string, double> length;
  for (const Joint& joint : model.joints)
    for (std::size_t i = 0; i < joint.coordinates.size(); ++i)
      if (i < lengths_of(joint) || (joint.type == JointType::kCylindrical && i == 1))
        length[model.coordinates[joint.coordinates[i]].name] = units.length;
  std::vector<Given> result;
  for (const Given& given : state) {
    double factor = length.contains(std::string(given.left.name())) ? units.length : 1;
    const bool is_coordinate = find_coordinate(model, std::string(given.left.name())) != kNone;
    if (given.left.primes() > 0 || !is_coordinate) factor /= units.time;
    result.push_back({given.left, given.value * make_real(factor)});
  }
  return result;
}

TEST_F(Metamorphic, OtherUnits) {
  std::mt19937_64 random(5);
  const Units units{3, 0.25, 7};
  int tried = 0;
  while (tried < 85) {
    Pool pool;
    const PoolScope scope(pool);
    Model model = random_massive_machine(random, 4);
    const bool driven = std::any_of(model.coordinates.begin(), model.coordinates.end(),
                                    [](const Coordinate& q) { return q.drive.has_value(); });
    const bool moves = std::any_of(model.joints.begin(), model.joints.end(),
                                   [](const Joint& j) { return j.type == JointType::kMotion; });
    if (model.base || driven || moves) continue;
    std::erase_if(model.loads, [](const LoadElement& load) {
      return load.type != LoadType::kSpring && load.type != LoadType::kDamper && load.type != LoadType::kVectorDamper;
    });
    ++tried;
    Seen before = look(model, {}, static_cast<std::uint64_t>(tried));
    const double per_time = 1 / units.time, force = units.mass * units.length * per_time * per_time;
    for (auto& [name, values] : before.numbers) {
      double factor = force * units.length;  // torques, energies
      if (name.find("angular") != std::string::npos)
        factor = per_time * per_time;
      else if (name.find("acceleration") != std::string::npos)
        factor = units.length * per_time * per_time;
      else if (name.find("force") != std::string::npos)
        factor = force;
      for (double& value : values) value *= factor;
      if (name == "energies") values[2] *= per_time;  // the dissipation function is a power
    }
    expect_same(before, look(in_units(model, units), in_units(model, before.state, units)),
                "units " + std::to_string(tried));
    if (HasFailure()) return;
  }
}

// The angles of turns about z, y', x'' and what their rates are for an angular velocity.
struct Turned {
  Eigen::Vector3d angles, rates;
};
Turned turned(const Matrix3<double>& R, const Vector3<double>& omega) {
  Turned result;
  const double b = std::asin(-R(2, 0)), a = std::atan2(R(1, 0), R(0, 0)), c = std::atan2(R(2, 1), R(2, 2));
  result.angles = {a, b, c};
  Eigen::Matrix3d axes;
  axes.col(0) = Eigen::Vector3d::UnitZ();
  axes.col(1) = Eigen::AngleAxisd(a, Eigen::Vector3d::UnitZ()) * Eigen::Vector3d::UnitY();
  axes.col(2) = Eigen::AngleAxisd(a, Eigen::Vector3d::UnitZ()) *
                (Eigen::AngleAxisd(b, Eigen::Vector3d::UnitY()) * Eigen::Vector3d::UnitX());
  result.rates = axes.inverse() * Eigen::Vector3d(omega.x, omega.y, omega.z);
  return result;
}

// The body of `joint` also moves freely against the world: the joint closes a loop now, and carries what it carried.
Model with_loop_at(Model model, std::size_t joint, const Seen& seen, std::vector<Given>& state) {
  const std::size_t body = body_of(model, model.joints[joint].to);
  Attachment origin;
  origin.body = body;
  Joint carrier{"carrier", JointType::kFree};
  carrier.to = origin;
  carrier.axes = {unit<Expr>(2), unit<Expr>(1), unit<Expr>(0)};
  const PointNumbers& at = seen.all.points[body - 1];
  // the points that were looked at are centres of mass; the frame's origin moves with them
  Vector3<double> center;
  for (std::size_t i = 0; i < 3; ++i) center[i] = evaluate(model.bodies[body].center[i], Values{});
  const Vector3<double> arm = at.rotation * center, position = at.position - arm,
                        velocity = at.velocity - cross(at.angular_velocity, arm);
  const Turned turn = turned(at.rotation, at.angular_velocity);
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string name = "carried" + std::to_string(i + 1);
    carrier.coordinates.push_back(model.coordinates.size());
    model.coordinates.push_back({name, std::nullopt});
    const auto k = static_cast<Eigen::Index>(i) - 3;
    state.push_back({make_symbol(name), make_real(i < 3 ? position[i] : turn.angles[k])});
    state.push_back({make_symbol(name, 1), make_real(i < 3 ? velocity[i] : turn.rates[k])});
  }
  model.joints.push_back(carrier);
  model.joints[joint].cut = true;
  return model;
}

TEST_F(Metamorphic, JointAsClosingOfALoop) {
  std::mt19937_64 random(6);
  int tried = 0;
  while (tried < 20) {
    Pool pool;
    const PoolScope scope(pool);
    const Model model = random_massive_machine(random, 3);
    if (model.base || !all_joints_are(model, {JointType::kRevolute, JointType::kPrismatic, JointType::kScrew,
                                              JointType::kUniversal, JointType::kCylindrical, JointType::kSpherical}))
      continue;
    const std::size_t joint = random() % model.joints.size();
    if (model.joints[joint].from.world_axes || body_of(model, model.joints[joint].to) == kWorld) continue;
    ++tried;
    const Seen before = look(model, {}, static_cast<std::uint64_t>(tried));
    if (before.all.speeds.size() == 0) continue;
    std::vector<Given> state = before.state;
    const Model closed = with_loop_at(model, joint, before, state);
    expect_same(before, look(closed, state), "loop " + std::to_string(tried) + " at " + model.joints[joint].name);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace kinemate
