#include "model_io/shape.h"

namespace kinemate {
namespace {

using ShapeKind = Shape::Kind;
using Fields = std::vector<Field>;

Shape object(std::string_view name, std::string_view what, Fields fields) {
  Shape shape{name, what, ShapeKind::kObject};
  shape.fields = std::move(fields);
  return shape;
}

Shape typed(std::string_view name, std::string_view what, Fields fields, std::vector<TypedFields> types) {
  Shape shape{name, what, ShapeKind::kTyped};
  shape.fields = std::move(fields);
  shape.types = std::move(types);
  return shape;
}

Shape either(std::string_view name, std::string_view what, std::vector<const Shape*> alternatives) {
  return {name, what, ShapeKind::kEither, {}, std::move(alternatives)};
}

Shape tuple(std::string_view name, std::string_view what, std::vector<const Shape*> items) {
  return {name, what, ShapeKind::kTuple, {}, std::move(items)};
}

Shape list(std::string_view name, std::string_view what, const Shape* item, std::size_t least = 0,
           std::size_t most = ~std::size_t{0}) {
  return {name, what, ShapeKind::kList, {}, {item}, least, most};
}

Shape map(std::string_view name, std::string_view what, const Shape* value) {
  return {name, what, ShapeKind::kMap, {}, {value}};
}

}  // namespace

const Shape& model_shape() {
  static const Shape name{"", "a name", ShapeKind::kName};
  static const Shape text{"", "a text", ShapeKind::kText};
  static const Shape nothing{"", "nothing", ShapeKind::kNothing};
  static const Shape names = list("", "a list of names", &name);
  static const Shape number{"", "a formula", ShapeKind::kFormula};
  static const Shape with_unit = object(
      "", "a value with a unit",
      {{"value", &number, "a formula in this unit", true}, {"unit", &text, "for example mm, deg, N*m/rad", true}});
  static const Shape formula = either("formula", "a formula", {&number, &with_unit});
  static const Shape vector = list("vector", "a vector of three formulas", &formula, 3, 3);
  static const Shape matrix = list("matrix", "a 3x3 matrix, row by row", &vector, 3, 3);
  static const Shape axis_word{"", "a coordinate axis", ShapeKind::kWord, {"x", "y", "z", "-x", "-y", "-z"}};
  static const Shape axis = either("axis", "an axis: x, y, z, -x, -y, -z or a vector", {&axis_word, &vector});
  static const Shape turn = tuple("", "a pair of an axis and an angle", {&axis, &formula});
  static const Shape turns = list("", "a list of turns, each an axis and an angle", &turn);
  static const Shape four = list("", "four formulas", &formula, 4, 4);
  static const Shape by_parameters =
      object("", "Euler parameters", {{"euler_parameters", &four, "cos(a/2) and the axis times sin(a/2)", true}});
  static const Shape rotation = either("rotation", "a rotation: a list of turns, a 3x3 matrix or Euler parameters",
                                       {&turns, &matrix, &by_parameters});
  static const Shape world_word{"", "the word world", ShapeKind::kWord, {"world"}};
  static const Shape place_map =
      object("", "a place on a body",
             {{"body", &name, "the body it is fixed to"},
              {"frame", &name, "or the frame it is fixed to"},
              {"at", &vector, "its origin, in axes of that body or frame"},
              {"rotation", &rotation, "its orientation against that body or frame"},
              {"axes", &world_word, "world: oriented against the world instead; only for `from` of a joint"}});
  static const Shape place = either("place", "a body, a frame or a place on one", {&name, &place_map});
  static const Shape two_places = tuple("", "two places", {&place, &place});

  static const Shape parameter_map =
      object("", "a parameter",
             {{"value", &number, "a formula of other parameters, in this unit; left out: open"},
              {"unit", &text, "for example mm, deg, N*m/rad"},
              {"remark", &text, "what it is"}});
  static const Shape parameter =
      either("", "a value, or nothing for an open parameter", {&nothing, &number, &parameter_map});
  static const Shape parameters = map("", "a mapping of names to values", &parameter);
  static const Shape input_map =
      object("", "an input", {{"unit", &text, "only for people"}, {"remark", &text, "what it is"}});
  static const Shape input = either("", "nothing, or a unit and a remark", {&nothing, &input_map});
  static const Shape input_list = map("", "a mapping of names", &input);
  static const Shape inputs = either("", "a list of names, or a mapping", {&names, &input_list});
  static const Shape base =
      object("", "the motion of the world frame",
             {{"position", &vector, "in inertial space, functions of t"}, {"rotation", &rotation, "functions of t"}});

  static const Shape tensor_kind{"", "the kind of tensor", ShapeKind::kWord, {"ordinary", "binet"}};
  static const Shape accepted{"", "the word accepted", ShapeKind::kWord, {"accepted"}};
  static const Shape tensor =
      object("", "an inertia tensor",
             {{"xx", &formula, "kg*m^2"},
              {"yy", &formula, "kg*m^2"},
              {"zz", &formula, "kg*m^2"},
              {"xy", &formula, "entry of the tensor: minus the integral of x*y"},
              {"xz", &formula, "entry of the tensor"},
              {"yz", &formula, "entry of the tensor"},
              {"kind", &tensor_kind, "binet: the integrals of x*x, x*y, ... instead"},
              {"at", &vector, "the point it refers to, in body axes; left out: the centre of mass"},
              {"rotation", &rotation, "of its axes against the body; left out: body axes"},
              {"unphysical", &accepted, "accepted: it need not be the tensor of a body"}});
  static const Shape inertia =
      either("inertia", "an inertia tensor: xx, yy, zz, xy, xz, yz or a 3x3 matrix", {&tensor, &matrix});
  static const Shape body =
      object("body", "a body",
             {{"mass", &formula, "kg", true},
              {"center", &vector, "centre of mass, in body axes; left out: the origin"},
              {"inertia", &inertia, "about the centre of mass, in body axes; left out: a point mass"}});
  static const Shape bodies = map("", "a mapping of names to bodies", &body);
  static const Shape frame = object("frame", "a frame on a body",
                                    {{"body", &name, "the body it is fixed to"},
                                     {"frame", &name, "or the frame it is fixed to"},
                                     {"at", &vector, "its origin, in axes of that body or frame"},
                                     {"rotation", &rotation, "its orientation"}});
  static const Shape frames = map("", "a mapping of names to frames", &frame);

  static const Shape drive_map = map("", "a mapping of coordinates to functions of t", &formula);
  static const Shape drive = either("", "a function of t", {&number, &drive_map});
  static const Shape yes_or_no{"", "true or false", ShapeKind::kWord, {"true", "false"}};
  static const Shape two_axes = tuple("", "two axes", {&axis, &axis});
  static const Shape three_axes = tuple("", "three axes", {&axis, &axis, &axis});
  static const Shape sequence =
      either("", "a sequence of axes such as xyz, a list of three axes, or euler_parameters", {&text, &three_axes});
  static const Shape six = list("", "six formulas: three of rotation, three of translation", &formula, 6, 6);
  static const Shape directions = list("", "a list of directions of six formulas", &six, 1, 6);
  static const Shape formulas = list("", "a list of formulas", &formula);
  static const Shape times = list("", "a list of times", &formula, 1);
  static const Shape homokinetic_form{
      "", "a form of the joint", ShapeKind::kWord, {"revolutes", "double_cardan", "euler_parameters"}};
  const Field one_axis{"axis", &axis, "in axes of `from`", true};
  const Field order{"sequence", &sequence, "of the three turns, or euler_parameters", true};
  const Field position{"position", &vector, "of `to` against `from`, formulas of coordinates and t"};
  const Field turned{"rotation", &rotation, "of `to` against `from`, formulas of coordinates and t"};
  const Field speed_names{"speeds", &names, "names of the speeds that are no rates of coordinates"};
  static const Shape joint =
      typed("joint", "a joint",
            {{"from", &place, "the frame it starts from", true},
             {"to", &place, "the frame it holds or moves", true},
             {"coordinate", &name, "the name of its one coordinate"},
             {"coordinates", &names, "the names of its coordinates"},
             {"drive", &drive, "coordinates that are given functions of t"},
             {"cut", &yes_or_no, "true: loops are closed here; false: they are closed elsewhere"}},
            {{"fixed", {}},
             {"revolute", {one_axis}},
             {"prismatic", {one_axis}},
             {"screw", {one_axis, {"pitch", &formula, "metres per radian", true}}},
             {"cylindrical", {one_axis}},
             {"universal", {{"axes", &two_axes, "the first in axes of `from`, the second in axes of `to`", true}}},
             {"planar", {{"axis", &axis, "the normal of the plane, in axes of `from`", true}}},
             {"spherical", {order, speed_names}},
             {"free", {order, speed_names}},
             {"constant_velocity",
              {{"axis", &axis, "of the shaft, in both frames", true},
               {"form", &homokinetic_form, "revolutes (if left out), double_cardan or euler_parameters"},
               {"length", &formula, "of double_cardan: the shaft between the two, m; left out: 0"},
               speed_names}},
             {"motion", {position, turned}},
             {"custom",
              {position,
               turned,
               speed_names,
               {"free_directions", &directions, "J: its columns, in axes of `from` about the origin of `to`"},
               {"drift", &six, "motion that remains for speeds of zero"},
               {"locked_directions", &directions, "W: its columns"},
               {"locked_rates", &formulas, "motion along the locked directions"}}}});
  static const Shape joints = map("", "a mapping of names to joints", &joint);

  static const Shape some_names = list("", "a list of names", &name, 1);
  static const Shape two_names = list("", "two names", &name, 2, 2);
  static const Shape three_names = list("", "three names", &name, 3, 3);
  static const Shape four_names = list("", "four names", &name, 4, 4);
  static const Shape declared =
      object("", "a subsystem", {{"bodies", &some_names, "those that are one element of recursions", true}});
  static const Shape bar = object("", "a bar",
                                  {{"body", &name, "with its frame in its first pin and x to its second", true},
                                   {"length", &formula, "from pin to pin, m", true}});
  static const Shape wishbone = object("", "a wishbone",
                                       {{"body", &name, "with its frame as that of `on`", true},
                                        {"front", &vector, "a point of its hinge, in the frame of `on`", true},
                                        {"rear", &vector, "another point of its hinge", true},
                                        {"ball", &vector, "where it holds the knuckle", true}});
  static const Shape knuckle = object("", "a knuckle", {{"body", &name, "with its frame as that of `on`", true}});
  static const Shape tie = object("", "a tie rod",
                                  {{"body", &name, "with its frame as that of `on`", true},
                                   {"inner", &vector, "its end on `on`, in the frame of `on`", true},
                                   {"outer", &vector, "its end on the knuckle", true}});
  const Field carrier{"on", &place, "what carries it", true};
  const Field pin_axis{"axis", &axis, "of its pins, perpendicular to x; left out: z"};
  const Field ground{"ground", &formula, "from A0 to B0 along x of `on`, m", true};
  const Field four_coordinates{"coordinates", &four_names, "names; left out: made from that of the linkage"};
  static const Shape linkage =
      typed("", "a ready linkage", {},
            {{"four_bar",
              {carrier,
               pin_axis,
               ground,
               {"crank", &bar, "from A0 to A", true},
               {"coupler", &bar, "from A to B", true},
               {"rocker", &bar, "from B0 to B", true},
               four_coordinates}},
             {"parallelogram",
              {carrier,
               pin_axis,
               ground,
               {"length", &formula, "of both cranks, m", true},
               {"cranks", &two_names, "the bodies on A0 and on B0", true},
               {"coupler", &name, "the body from A to B", true},
               four_coordinates}},
             {"slider_crank",
              {carrier,
               pin_axis,
               {"crank", &bar, "from `on` to the rod", true},
               {"rod", &bar, "from the crank to the slider", true},
               {"slider", &name, "the body that moves along x of `on`", true},
               {"offset", &formula, "of the slider's pin along axis x x, m; left out: 0"},
               four_coordinates}},
             {"cylinder",
              {{"from", &place, "its foot", true},
               {"to", &place, "its head", true},
               pin_axis,
               {"barrel", &name, "the body with its frame in the foot and x to the head", true},
               {"rod", &name, "the body with its frame in the head", true},
               {"force", &formula, "along the piston, positive pushes apart, N; left out: none"},
               {"coordinates", &three_names, "names; left out: made from that of the linkage"}}},
             {"double_wishbone",
              {carrier,
               {"lower", &wishbone, "the lower arm", true},
               {"upper", &wishbone, "the upper arm", true},
               {"knuckle", &knuckle, "what carries the wheel", true},
               {"tie", &tie, "the tie rod", true}}}});
  static const Shape subsystem = either("subsystem", "a list of bodies, or a ready linkage", {&declared, &linkage});
  static const Shape subsystems = map("", "a mapping of names to subsystems", &subsystem);

  static const Shape state_map =
      object("", "a state of a load",
             {{"rate", &formula, "its derivative by time", true}, {"initial", &formula, "its value at the start"}});
  static const Shape state = either("", "the rate of a state", {&number, &state_map});
  static const Shape states = map("", "a mapping of names to rates", &state);
  static const Shape effort = either("", "a formula, or a list of formulas", {&formula, &formulas});
  static const Shape each_axis = either("", "a formula for all axes, or a vector of three", {&formula, &vector});
  const Field point{"point", &place, "where it acts", true};
  const Field value{"vector", &vector, "its components", true};
  const Field axes{"axes", &name, "world (if left out), body, or the name of a body or frame"};
  const Field between{"between", &two_places, "its two ends", true};
  const Field damping{"damping", &formula, "force or torque per speed", true};
  static const Shape load = typed(
      "load", "a load", {{"states", &states, "states of the load itself, with their rates"}},
      {{"force", {point, value, axes}},
       {"torque", {{"body", &name, "the body it acts on", true}, value, axes}},
       {"joint",
        {{"joint", &name, "the joint it drives", true},
         {"effort", &effort, "one formula for each speed of the joint", true}}},
       {"spring", {between, {"stiffness", &formula, "N/m", true}, {"length", &formula, "without load; left out: 0"}}},
       {"damper", {between, damping}},
       {"vector_damper", {between, damping}},
       {"torsion",
        {{"joint", &name, "a joint with one coordinate"},
         {"coordinate", &name, "or a coordinate"},
         {"stiffness", &formula, "N*m/rad, N/m"},
         {"angle", &formula, "without load; left out: 0"},
         {"damping", &formula, "N*m*s/rad, N*s/m"}}},
       {"line",
        {between,
         {"distance", &name, "what the formula calls the distance of the ends", true},
         {"force", &formula, "pushes the ends apart; of the distance, its rate, and all else", true}}},
       {"potential", {{"energy", &formula, "of coordinates, inputs and t", true}}},
       {"dissipation", {{"function", &formula, "half the power lost, of coordinates and rates", true}}},
       {"kinetic", {{"energy", &formula, "beside that of the bodies, of coordinates and rates", true}}},
       {"friction",
        {{"joint", &name, "a joint that moves in one direction"},
         {"coordinate", &name, "or a coordinate"},
         {"force", &formula, "its level: N, N*m for what turns"},
         {"coefficient", &formula, "instead of force: the level is coefficient*radius*(the joint's reaction force)"},
         {"radius", &formula, "of coefficient, m; left out for what shifts: 1"},
         {"speed", &formula, "below it the force grows steadily, m/s or rad/s; left out: 0.001"}}},
       {"bushing",
        {between,
         {"stiffness", &each_axis, "N/m, along the axes of the first place"},
         {"damping", &each_axis, "N*s/m"},
         {"torsional_stiffness", &each_axis, "N*m/rad, about the axes of the first place"},
         {"torsional_damping", &each_axis, "N*m*s/rad"}}}});
  static const Shape loads = map("", "a mapping of names to loads", &load);

  const Field equation{"equation", &formula, "a formula that is 0, or an equation with =", true};
  const Field plane{"plane", &place, "its z axis is the normal; left out: the world"};
  const Field radius{"radius", &formula, "m", true};
  static const Shape constraint =
      typed("constraint", "a constraint", {},
            {{"holonomic", {equation}},
             {"nonholonomic", {equation}},
             {"rolling_disc",
              {{"point", &place, "its centre", true},
               {"axis", &axis, "of the disc, in axes of the point", true},
               radius,
               plane}},
             {"rolling_sphere", {{"point", &place, "its centre", true}, radius, plane}},
             {"rolling_torus",
              {{"point", &place, "its centre", true},
               {"axis", &axis, "of the torus, in axes of the point", true},
               {"radius", &formula, "of the circle within its tube, m", true},
               {"tube", &formula, "the radius of its tube, m", true},
               plane}},
             {"rolling_cone",
              {{"point", &place, "its apex", true},
               {"axis", &axis, "from the apex to the base, in axes of the point", true},
               {"half_angle", &formula, "between its axis and its surface, rad", true},
               plane}},
             {"rolling_body",
              {{"point", &place, "from which the body reaches support", true},
               {"support", &formula, "how far the convex body reaches along n, a formula of nx, ny, nz, m", true},
               plane}},
             {"skate",
              {{"point", &place, "of the blade", true},
               {"axis", &axis, "along the blade, in axes of the point", true},
               plane}}});
  static const Shape constraints = map("", "a mapping of names to constraints", &constraint);

  static const Shape initial = map("", "a mapping of coordinates, rates, speeds and states to values", &formula);
  static const Shape quantity{"",
                              "a quantity",
                              ShapeKind::kWord,
                              {"position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"}};
  static const Shape output_map =
      object("", "a quantity of a point",
             {{"quantity", &quantity, "what to record", true}, {"point", &place, "of what", true}, axes});
  static const Shape output = either("", "a formula, or a quantity of a point", {&number, &output_map});
  static const Shape outputs = map("", "a mapping of names to quantities", &output);

  static const Shape direction{"", "a direction", ShapeKind::kWord, {"both", "rising", "falling"}};
  static const Shape moments = either("", "a time, or a list of times", {&formula, &times});
  static const Shape new_values = map("", "a mapping of parameters to their new values", &formula);
  static const Shape event =
      object("event", "an event",
             {{"condition", &formula, "a formula; the event is where it passes through 0"},
              {"direction", &direction, "of the passage; left out: both"},
              {"at", &moments, "instead of a condition: a time or a list of them, s"},
              {"stop", &yes_or_no, "true: the run ends"},
              {"set", &new_values, "parameters that get new values"},
              {"impact", &formula, "restitution, 0 to 1: the condition's rate is thrown back"},
              {"contact", &formula, "the same, and the condition is kept at 0 while the contact pushes"}});
  static const Shape events = map("", "a mapping of names to events", &event);

  static const Shape settings =
      map("", "a mapping of parameters and functions to formulas, such as m3: 0 and fu(t): sin(t)", &formula);
  static const Shape scope{"", "a part of the equations", ShapeKind::kWord, {"all", "inertia", "forces"}};
  static const Shape special =
      object("", "a special case",
             {{"set", &settings, "what is chosen", true},
              {"of", &scope, "where: in all (if left out), in inertia (M, k, g, Gamma) or in forces"},
              {"remark", &text, "what it is"}});
  static const Shape cases = map("", "a mapping of names to special cases", &special);

  static const Shape model = object(
      "", "a model",
      {{"name", &text, "of the machine"},
       {"remark", &text, "what it is"},
       {"parameters", &parameters, "named constants; those without a value stay symbols"},
       {"inputs", &inputs, "quantities given from outside while the machine runs"},
       {"functions", &names, "unspecified functions whose names are nearly those of built-in ones"},
       {"gravity", &vector, "acceleration of free fall, in inertial axes; left out: none"},
       {"base", &base, "prescribed motion of the world frame"},
       {"bodies", &bodies, "bodies beside the world", true},
       {"frames", &frames, "named frames on bodies"},
       {"coordinates", &names, "coordinates of several joints of type motion, or of none, such as charges"},
       {"joints", &joints, "what holds and moves bodies against each other"},
       {"subsystems", &subsystems, "bodies that are one element of recursions, and ready linkages"},
       {"loads", &loads, "forces, torques, springs, dampers, drives"},
       {"constraints", &constraints, "further equations of coordinates and rates"},
       {"independent", &names, "coordinates whose rates, or speeds that are to be independent in closed loops: a hint"},
       {"initial", &initial, "values at the start; left out: 0"},
       {"outputs", &outputs, "quantities to record"},
       {"when", &events, "events: what happens while the machine runs"},
       {"cases", &cases, "special cases: chosen parameters and functions"}});
  return model;
}

}  // namespace kinemate
