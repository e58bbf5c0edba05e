#include "model/joints/linkages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/simplify/simplify.h"
#include "expr/substitute.h"
#include "model/formulas.h"
#include "model/names.h"

namespace kinemate {
namespace {

Attachment place_on(std::size_t body, const Vector& at = {}) {
  Attachment place;
  place.body = body;
  place.position = at;
  return place;
}

Vector along_x(Expr length) { return {length, Expr(0), Expr(0)}; }

// The same axes, the origin shifted along them.
Attachment shifted(const Attachment& place, const Vector& by) {
  Attachment result = place;
  result.position = place.position + (place.rotation.is_identity() ? by : place.rotation.to_matrix() * by);
  return result;
}

void require_bodies(const Model& model, const std::string& name, std::vector<std::size_t> bodies) {
  for (std::size_t body : bodies)
    if (body == kWorld || body >= model.bodies.size())
      throw Error(ErrorCode::kLinkage, fmt::format("a part of the linkage {} is no body that moves", name));
  std::sort(bodies.begin(), bodies.end());
  const auto twice = std::adjacent_find(bodies.begin(), bodies.end());
  if (twice != bodies.end())
    throw Error(ErrorCode::kLinkage,
                fmt::format("body {} is two parts of the linkage {}", model.bodies[*twice].name, name));
}

void require_axis(const std::string& name, const Vector& axis) {
  if (!is_across_x(axis))
    throw Error(ErrorCode::kLinkage, fmt::format("the axis of the linkage {} is not perpendicular to x", name),
                "its bars lie along x: the axis is y, z, -y or -z, or a vector without x");
}

// The names that are given, or NAME_ENDING for each ending.
std::vector<std::string> coordinate_names(const std::string& name, const std::vector<std::string>& given,
                                          std::initializer_list<std::string_view> endings) {
  if (!given.empty() && given.size() != endings.size())
    throw Error(ErrorCode::kLinkage,
                fmt::format("the linkage {} has {} coordinates, not {}", name, endings.size(), given.size()));
  if (!given.empty()) return given;
  std::vector<std::string> names;
  for (std::string_view ending : endings) names.push_back(make_symbol_name(fmt::format("{}_{}", name, ending)));
  return names;
}

// Adds what is made of one linkage.
class LinkageMaker {
 public:
  LinkageMaker(Model& model, const std::string& name) : model_(model), name_(name) {}

  void join(std::string_view ending, JointType type, const Attachment& from, const Attachment& to,
            std::vector<Vector> axes, std::span<const std::string> coordinates) {
    Joint joint;
    joint.name = fmt::format("{}_{}", name_, ending);
    joint.type = type;
    joint.from = from;
    joint.to = to;
    joint.axes = std::move(axes);
    for (const std::string& coordinate : coordinates) {
      joint.coordinates.push_back(model_.coordinates.size());
      model_.coordinates.push_back({coordinate, std::nullopt});
    }
    model_.joints.push_back(std::move(joint));
  }

  void join(std::string_view ending, JointType type, const Attachment& from, const Attachment& to, const Vector& axis,
            const std::string& coordinate) {
    join(ending, type, from, to, std::vector{axis}, {&coordinate, 1});
  }

  // The joint that was added last.
  void cut_here() { model_.joints.back().cut = true; }

  void declare(std::vector<std::size_t> bodies) { model_.subsystems.push_back({name_, std::move(bodies)}); }

 private:
  Model& model_;
  const std::string& name_;
};

Vector unit_vector(const Vector& v, const std::string& what) {
  const Expr square = simplify(dot(v, v), kBriefly);
  if (square.is_zero())
    throw Error(ErrorCode::kLinkage, fmt::format("{} fall together: there is no line through them", what));
  if (square.is_one()) return v;
  const Expr length = sqrt(square);
  return {simplify(v.x / length, kBriefly), simplify(v.y / length, kBriefly), simplify(v.z / length, kBriefly)};
}

// The size of a formula with the parameters' values; where it has none and is not 0, more than nothing.
double size_of(Expr formula, const Substitution& values) {
  if (formula.is_zero()) return 0;
  try {
    return std::abs(evaluate(substitute(formula, values), {}));
  } catch (const Error&) {
    return 1e-9;
  }
}

// The coordinate axis along which a vector is longest; y where that is open: tie rods run across the vehicle.
std::size_t longest_axis(const Model& model, const Vector& v) {
  Substitution values;
  try {
    values.symbols = parameter_values(model);
  } catch (const Error&) {  // a circle, which is told by the model's check
  }
  std::size_t longest = 1;
  for (std::size_t axis : {std::size_t{0}, std::size_t{2}})
    if (size_of(v[axis], values) > size_of(v[longest], values)) longest = axis;
  return longest;
}

// Turns about z first, as a knuckle steers, and about x second: no gimbal lock below a right angle of camber.
void add_ball(LinkageMaker& maker, const std::string& name, const std::string& ending, const Attachment& from,
              const Attachment& to) {
  const std::string stem = make_symbol_name(fmt::format("{}_{}", name, ending));
  const std::vector<std::string> coordinates = {stem + "_z", stem + "_x", stem + "_y"};
  maker.join(ending, JointType::kSpherical, from, to, {unit<Expr>(2), unit<Expr>(0), unit<Expr>(1)}, coordinates);
}

// Lengths whose values are known are more than 0.
void require_lengths(const Model& model, const std::string& name, std::initializer_list<Expr> lengths) {
  for (Expr length : lengths) {
    double value = 1;
    try {
      value = evaluate(substitute(length, {parameter_values(model), {}}), {});
    } catch (const Error&) {  // an open parameter; circles of parameters are mistakes of their own
    }
    if (!(value > 0))
      throw Error(ErrorCode::kLinkage,
                  fmt::format("a length of the linkage {} is {:.6g}: it is to be more than 0", name, value));
  }
}

}  // namespace

bool is_across_x(const Vector& axis) { return axis.x.is_zero(); }

void add_four_bar(Model& model, const std::string& name, const FourBarLinkage& linkage) {
  const auto& [on, axis, ground, crank, coupler, rocker, given] = linkage;
  const std::vector<std::size_t> bodies = {crank.body, coupler.body, rocker.body};
  require_bodies(model, name, bodies);
  require_axis(name, axis);
  require_lengths(model, name, {ground, crank.length, coupler.length, rocker.length});
  const auto q = coordinate_names(name, given, {"crank", "coupler", "pin", "rocker"});
  LinkageMaker maker(model, name);
  const auto revolute = JointType::kRevolute;
  maker.join("A0", revolute, on, place_on(crank.body), axis, q[0]);
  maker.join("A", revolute, place_on(crank.body, along_x(crank.length)), place_on(coupler.body), axis, q[1]);
  maker.join("B", revolute, place_on(coupler.body, along_x(coupler.length)),
             place_on(rocker.body, along_x(rocker.length)), axis, q[2]);
  maker.cut_here();
  maker.join("B0", revolute, shifted(on, along_x(ground)), place_on(rocker.body), axis, q[3]);
  maker.declare(bodies);
}

void add_parallelogram(Model& model, const std::string& name, const ParallelogramLinkage& linkage) {
  FourBarLinkage bars;
  bars.on = linkage.on;
  bars.axis = linkage.axis;
  bars.ground = linkage.ground;
  bars.crank = {linkage.cranks[0], linkage.length};
  bars.coupler = {linkage.coupler, linkage.ground};
  bars.rocker = {linkage.cranks[1], linkage.length};
  bars.coordinates = linkage.coordinates;
  add_four_bar(model, name, bars);
}

void add_slider_crank(Model& model, const std::string& name, const SliderCrankLinkage& linkage) {
  const auto& [on, axis, crank, rod, slider, offset, given] = linkage;
  const std::vector<std::size_t> bodies = {crank.body, rod.body, slider};
  require_bodies(model, name, bodies);
  require_axis(name, axis);
  require_lengths(model, name, {crank.length, rod.length});
  const auto q = coordinate_names(name, given, {"crank", "rod", "wrist", "slider"});
  LinkageMaker maker(model, name);
  const auto revolute = JointType::kRevolute;
  const Vector x = unit<Expr>(0);
  maker.join("crank", revolute, on, place_on(crank.body), axis, q[0]);
  maker.join("pin", revolute, place_on(crank.body, along_x(crank.length)), place_on(rod.body), axis, q[1]);
  maker.join("wrist", revolute, place_on(rod.body, along_x(rod.length)), place_on(slider), axis, q[2]);
  maker.cut_here();
  maker.join("guide", JointType::kPrismatic, shifted(on, cross(axis, x) * offset), place_on(slider), x, q[3]);
  maker.declare(bodies);
}

void add_cylinder(Model& model, const std::string& name, const CylinderLinkage& linkage) {
  const auto& [from, to, axis, barrel, rod, force, given] = linkage;
  require_bodies(model, name, {barrel, rod});
  require_axis(name, axis);
  const auto q = coordinate_names(name, given, {"foot", "piston", "head"});
  LinkageMaker maker(model, name);
  maker.join("foot", JointType::kRevolute, from, place_on(barrel), axis, q[0]);
  maker.join("piston", JointType::kPrismatic, place_on(barrel), place_on(rod), unit<Expr>(0), q[1]);
  const std::size_t piston = model.joints.size() - 1;
  maker.join("head", JointType::kRevolute, place_on(rod), to, axis, q[2]);
  maker.cut_here();
  if (!force) return;
  LoadElement load;
  load.name = fmt::format("{}_force", name);
  load.type = LoadType::kJoint;
  load.joint = piston;
  load.efforts = {*force};
  model.loads.push_back(std::move(load));
}

void add_double_wishbone(Model& model, const std::string& name, const DoubleWishboneLinkage& linkage) {
  const auto& [on, lower, upper, knuckle, tie, inner, outer] = linkage;
  const std::vector<std::size_t> bodies = {lower.body, upper.body, knuckle, tie};
  require_bodies(model, name, bodies);
  const Vector lower_axis = unit_vector(lower.rear - lower.front, "front and rear of the lower wishbone");
  const Vector upper_axis = unit_vector(upper.rear - upper.front, "front and rear of the upper wishbone");
  // two axes that do not leave the rod free to turn about itself
  const std::size_t longest = longest_axis(model, unit_vector(outer - inner, "the ends of the tie rod"));
  const std::size_t first = (longest + 1) % 3, second = (longest + 2) % 3;
  const std::string stem = make_symbol_name(fmt::format("{}_tie", name));
  const std::vector<std::string> of_tie = {fmt::format("{}_{}", stem, static_cast<char>('x' + first)),
                                           fmt::format("{}_{}", stem, static_cast<char>('x' + second))};
  LinkageMaker maker(model, name);
  auto hinge = [&](const std::string& ending, const Wishbone& arm, const Vector& axis) {
    maker.join(ending, JointType::kRevolute, shifted(linkage.on, arm.front), place_on(arm.body, arm.front), axis,
               make_symbol_name(fmt::format("{}_{}", name, ending)));
  };
  hinge("lower", lower, lower_axis);
  hinge("upper", upper, upper_axis);
  maker.join("tie", JointType::kUniversal, shifted(on, inner), place_on(tie, inner),
             {unit<Expr>(first), unit<Expr>(second)}, of_tie);
  add_ball(maker, name, "lower_ball", place_on(lower.body, lower.ball), place_on(knuckle, lower.ball));
  add_ball(maker, name, "upper_ball", place_on(upper.body, upper.ball), place_on(knuckle, upper.ball));
  maker.cut_here();
  add_ball(maker, name, "tie_ball", place_on(tie, outer), place_on(knuckle, outer));
  maker.cut_here();
  maker.declare(bodies);
}

}  // namespace kinemate
