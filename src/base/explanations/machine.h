// Codes 200 to 299: the machine itself.
#pragma once

#include "base/error_code.h"

namespace kinemate {

inline constexpr ErrorExplanation kExplanationsOfMachines[] = {
    {ErrorCode::kNotConnected, "a body without a way to the world",
     R"~(Equations of motion need to know how each body can move against the world. No chain of joints leads
from this body to it. In model files such parts get a free joint by themselves; a machine that is
built in a program must say so. Add a joint, of type free where the body moves freely.)~",
     R"~(bodies: {a: ..., b: ...} with one joint, from world to a
put right: a joint from a to b, or of type free from world to b)~"},
    {ErrorCode::kJointGeometry, "a joint with impossible axes or directions",
     R"~(An axis has length zero, axes are parallel that must differ, or the directions of a custom joint
depend on each other, do not fit its position and rotation, or have the wrong number.
Neighbouring axes of a sequence of three turns must differ: zxz and xyz do, xxz does not.)~",
     R"~(axis: [0, 0, 0]
put right: axis: [0, 0, 1], or axis: z)~"},
    {ErrorCode::kJointCoordinates, "coordinates that do not fit the joint",
     R"~(Every type of joint has its number of coordinates, each of its own name: one for revolute, two for
cylindrical, three for planar and spherical, six for free, none for fixed; seven with Euler
parameters. Coordinates that several joints of type motion share stand under coordinates: of the
machine. Each must move the joint in a way of its own, and must be used by a joint or a load.)~",
     R"~(hinge: {type: revolute, axis: y, from: world, to: bob, coordinates: [a, b]}
put right: hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: a})~"},
    {ErrorCode::kSameBody, "a body that is joined with itself",
     R"~(A joint, a spring or a pair of frames has both of its ends on one body, so that it does nothing.
Mind frames: two frames with different names may be fixed to the same body.)~",
     R"~(hinge: {type: revolute, axis: y, from: bob, to: bob, coordinate: phi}
put right: ... from: world, to: bob ...)~"},
    {ErrorCode::kRotation, "a rotation that is none",
     R"~(The matrix is not orthogonal or mirrors, or the squares of Euler parameters do not add up to 1.
Its columns are the axes of the turned frame, each of length one. Decimals need ten digits: better
write sqrt(2)/2 than 0.7071, or give a sequence of turns such as [[z, pi/4]].)~",
     R"~(rotation: [[0.7071, -0.7071, 0], [0.7071, 0.7071, 0], [0, 0, 1]]
put right: rotation: [[z, pi/4]])~"},
    {ErrorCode::kMass, "a mass or inertia that no body has",
     R"~(A mass is negative, or the inertia is not symmetric, has a negative principal moment, or one that
exceeds the sum of the two others, which no distribution of mass has.
Usual causes: the inertia is about another point than the centre of mass (say at:), its unit is
g*mm^2, or products of inertia have the wrong sign: xy is minus the integral of x*y.)~",
     R"~(inertia: {xx: 1, yy: 1, zz: 3}
put right: inertia: {xx: 1, yy: 1, zz: 2}, or unphysical: accepted beside them if it is meant)~"},
    {ErrorCode::kLoad, "a load that does not fit what it acts on",
     R"~(A joint takes one effort for each of its speeds; a torsion spring acts on one coordinate, either named
itself or the only one of a joint. Driven coordinates take no efforts.)~",
     R"~(motor: {type: joint, joint: hinge, effort: [M1, M2]} for a revolute joint
put right: motor: {type: joint, joint: hinge, effort: M1})~"},
    {ErrorCode::kFriction, "friction that is not determined",
     R"~(Friction acts against one speed of a joint. Its coefficient or force is not negative, the speed below
which it grows steadily is positive, and where a joint turns a coefficient needs the radius of the
bearing. What is driven, and Euler parameters, take none. docs/model.md.)~",
     R"~(drag: {type: friction, joint: hinge, coefficient: 0.1}
put right: drag: {type: friction, joint: hinge, coefficient: 0.1, radius: 0.02})~"},
    {ErrorCode::kDrive, "a drive that does not fit",
     R"~(A drive gives a coordinate as a function of time. It names one coordinate of its joint where that has
several; a coordinate has one drive; Euler parameters, and coordinates of no joint, have none.
Over a range (evaluate --drive) only coordinates are driven whose rates are free.)~",
     R"~(ball: {type: spherical, ..., coordinates: [a, b, c], drive: 2*t}
put right: drive: {a: 2*t})~"},
    {ErrorCode::kConstraint, "a constraint that does not bind",
     R"~(A holonomic constraint holds coordinates, a nonholonomic one their rates, linearly: a*x' + b*y' + c = 0.
Equations of coordinates alone are holonomic. Under independent: each free coordinate stands once.)~",
     R"~(c: {type: nonholonomic, equation: "x'^2 + y'^2 = 1"}
put right: c: {type: nonholonomic, equation: "x'*sin(phi) = y'*cos(phi)"})~"},
    {ErrorCode::kContact, "a rolling or touching shape that is impossible",
     R"~(What rolls has a positive size and is on another body than the plane it rolls on; the half angle of a
cone lies between 0 and pi/2; a support function is that of a convex body: it says how far the body
reaches in each direction, not where its surface is.)~",
     R"~(wheel: {type: rolling_disc, point: wheel, axis: y, radius: 0}
put right: ... radius: 0.3)~"},
    {ErrorCode::kLinkage, "a linkage or subsystem that does not fit",
     R"~(The parts of a ready linkage are different bodies, none of them the world or the body that carries it;
its lengths are positive; its axis is perpendicular to x, along which its bars lie. A body is in
one subsystem at most, and the world in none. docs/subsystems.md.)~",
     R"~(crank: {type: four_bar, ..., crank: {body: a, length: 1}, rocker: {body: a, length: 2}}
put right: a body of its own for each of crank, coupler and rocker)~"},
    {ErrorCode::kEvent, "an event that does not fit",
     R"~(An event has a condition, a formula that passes through 0, or times that increase; and at least one of
stop, set, impact, contact. A comparison such as x > 1 is written as x - 1 with direction: rising.
Impacts need a direction and a restitution from 0 to 1; parameters are set, not coordinates.
A run must not start beyond what an impact bars.)~",
     R"~(floor: {condition: "z < 0", impact: 0.8}
put right: floor: {condition: z, direction: falling, impact: 0.8})~"},
    {ErrorCode::kInitialValue, "a value of the state that does not fit",
     R"~(Values of a state are of coordinates, their rates, speeds and states of loads, each once. Driven
coordinates follow from the time, accelerations from the equations of motion, and rates of Euler
parameters from the speeds. The squares of Euler parameters add up to 1.)~",
     R"~(initial: {phi'': 1}
put right: initial: {phi: 1, phi': 0.5})~"},
    {ErrorCode::kMissingValue, "a value is missing",
     R"~(Numbers are asked for, and a parameter, an input, a function or a coordinate has no value. Formulas may
keep symbols, but runs, numbers, poles and pictures cannot.
Give it in the model file, or with --set "k = 100"; an input with --set "F = sin(t)".)~",
     R"~(kinemate simulate model.yaml --to 1     with parameters: {k: }
put right: kinemate simulate model.yaml --to 1 --set "k = 100")~"},
    {ErrorCode::kSetting, "a name that cannot be set",
     R"~(--set, --keep and cases are about parameters, inputs and unspecified functions. Coordinates and speeds
move and are given with --at or under initial:. A name is set once, and is not kept and set at
the same time; what it is set to holds nothing that moves.)~",
     R"~(kinemate derive model.yaml --set "phi = 0"
put right: kinemate evaluate model.yaml --at "phi = 0")~"},
    {ErrorCode::kNothingMoves, "nothing moves in this machine",
     R"~(The machine has no freedom: all joints are fixed, or loops and constraints leave none. There is nothing to
simulate, to reduce or to linearise then. Where all that moves is driven, simulate shows the motion, and
--record efforts what the drives do. kinemate check counts the freedoms, kinemate show tells which
conditions are redundant; URDF moves freely with --floating.)~",
     R"~(joints: {weld: {type: fixed, from: world, to: bob}}
put right: joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}})~"},
};

}  // namespace kinemate
