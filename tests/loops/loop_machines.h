// Machines with loops, each with something in it that others have not.
#pragma once

#include <span>

#include "model/fixture.h"
#include "model_io/machine_file.h"

namespace kinemate {

inline Model example_machine(const std::string& name) {
  return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
}

inline constexpr const char* kLoopExamples[] = {"four_bar",         "slider_crank",  "four_bar_chain",
                                                "andrews_squeezer", "bricard",       "spatial_slider_crank",
                                                "suspended_chain",  "excavator_arm", "concrete_pump_mast"};

/// Each in a word or two what is in it that others have not.
struct LoopMachine {
  const char* name;
  const char* text;
};

// Bodies are unlike thin rods: centres and products of inertia wherever they can be.
inline constexpr LoopMachine kLoopMachines[] = {
    {"four bars across the gravity", R"(
gravity: [1, -9, 3]
bodies:
  a: {mass: 1, center: [0.4, 0.1, 0.2], inertia: {xx: 0.13, yy: 0.15, zz: 0.2, xy: 0.01, xz: 0.02, yz: 0.03}}
  b: {mass: 2, center: [0.3, 0.2, -0.1], inertia: {xx: 0.2, yy: 0.12, zz: 0.2, xy: 0.02, xz: 0.01, yz: -0.03}}
  c: {mass: 3, center: [0.2, -0.1, 0.3], inertia: {xx: 0.2, yy: 0.22, zz: 0.1, xy: 0.02, xz: -0.01, yz: 0.02}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0.2]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: c, at: [1.5, 0, 0]}, to: {body: b, at: [2, 0, 0.1]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: world, at: [2.2, 0, 0.3]}, to: c, coordinate: q4}
loads:
  push: {type: force, point: {body: b, at: [1, 1, 1]}, vector: [1, 2, 3], axes: body}
initial: {q1: 1, q2: -0.6, q3: -0.7, q4: 1.2}
)"},
    {"RSSR", R"(
gravity: [0, 1, -9]
bodies:
  crank: {mass: 1, center: [0.1, 0.2, 0], inertia: {xx: 0.15, yy: 0.2, zz: 0.2, xy: 0.01}}
  coupler: {mass: 2, center: [0.5, 0.02, 0], inertia: {xx: 0.12, yy: 0.3, zz: 0.3, xz: 0.02}}
  rocker: {mass: 1.5, center: [0, 0.3, 0.1], inertia: {xx: 0.2, yy: 0.15, zz: 0.2, yz: 0.01}}
joints:
  A: {type: revolute, axis: z, from: world, to: crank, coordinate: u}
  B: {type: spherical, sequence: zyx, from: {body: crank, at: [0.4, 0, 0]}, to: coupler, coordinates: [b1, b2, b3]}
  C: {type: spherical, sequence: xyz, from: {body: rocker, at: [0, 0.8, 0]}, to: {body: coupler, at: [1.3, 0, 0]}, coordinates: [c1, c2, c3]}
  D: {type: revolute, axis: x, from: {body: world, at: [1.2, 0, 0.2]}, to: rocker, coordinate: w}
loads:
  spring: {type: spring, between: [world, {body: coupler, at: [0.3, 0.2, 0.1]}], stiffness: 5, length: 0.3}
initial: {u: 0.4, w: 0.6, b1: 0.1, b2: -0.3}
)"},
    {"free flight with Euler parameters", R"(
gravity: [0, 0, -3]
bodies:
  hull: {mass: 4, center: [0.1, 0.2, 0], inertia: {xx: 0.5, yy: 0.6, zz: 0.7, xy: 0.05}}
  a: {mass: 1, center: [0.4, 0, 0.1], inertia: {xx: 0.13, yy: 0.15, zz: 0.2, xz: 0.02}}
  b: {mass: 1, center: [0.5, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  c: {mass: 1, center: [0.3, 0, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
joints:
  flight: {type: free, sequence: euler_parameters, from: world, to: hull, coordinates: [x, y, z, p0, p1, p2, p3], speeds: [wx, wy, wz]}
  j: {type: revolute, axis: y, from: {body: hull, at: [0.1, 0, 0]}, to: a, coordinate: q1}
  k: {type: revolute, axis: y, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: y, from: {body: b, at: [1.4, 0, 0]}, to: {body: c, at: [1.2, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: y, from: {body: hull, at: [1.6, 0, 0]}, to: c, coordinate: q4}
loads:
  jet: {type: force, point: {body: hull, at: [0, 0.3, 0]}, vector: [0, 0, 2], axes: body}
initial: {q1: -1, q2: 0.7, q3: 0.8, q4: -1.3}
)"},
    {"driven coordinate in a loop", R"(
gravity: [0, -9, 0]
bodies:
  a: {mass: 1, center: [0.4, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  b: {mass: 2, center: [0.3, 0.2, 0], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  c: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
  d: {mass: 1, center: [0.2, 0, 0.1], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1, drive: 1 + sin(2*t)/3}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [1.2, 0, 0]}, to: c, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: c, at: [1.3, 0, 0]}, to: {body: d, at: [1, 0, 0]}, coordinate: q4}
  n: {type: revolute, axis: z, from: {body: world, at: [2, 0, 0]}, to: d, coordinate: q5}
initial: {q2: -0.5, q3: -0.5, q4: 1.5, q5: 1}
)"},
    {"driven joint that closes", R"(
gravity: [0, -9, 0]
bodies:
  a: {mass: 1, center: [0.4, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  b: {mass: 2, center: [0.3, 0.2, 0], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  c: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
  d: {mass: 1, center: [0.2, 0, 0.1], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {cut: true, type: cylindrical, axis: z, from: {body: b, at: [1.2, 0, 0.1]}, to: c, coordinates: [q3, h], drive: {q3: t^2 - t/2 - 0.6}}
  m: {type: revolute, axis: z, from: {body: c, at: [1.3, 0, 0.1]}, to: {body: d, at: [1, 0, 0]}, coordinate: q4}
  n: {type: revolute, axis: z, from: {body: world, at: [2, 0, 0]}, to: d, coordinate: q5}
initial: {q1: 1, q2: -0.5, q4: 1.5, q5: 1}
)"},
    {"loads on the joint that closes", R"(
inputs: [T]
gravity: [0, -9, 0]
bodies:
  a: {mass: 1, center: [0.4, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  b: {mass: 2, center: [0.3, 0.2, 0], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  c: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {cut: true, type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [1.5, 0, 0]}, coordinate: q3}
  m: {type: prismatic, axis: x, from: {body: c, at: [-0.3, 0.2, 0.1]}, to: {body: world, at: [1.5, 0.4, 0.1]}, coordinate: q4}
loads:
  motor: {type: joint, joint: l, effort: T - q3'/3 + sin(q1)}
  twist: {type: torsion, coordinate: q3, stiffness: 4, angle: 0.2, damping: 0.5}
  rub: {type: friction, joint: m, force: 2}
  curved: {type: potential, energy: q3^2*q4 + q1*q3}
  lossy: {type: dissipation, function: (q3' + q1')^2*q2^2}
initial: {q1: 1, q2: -0.6, q3: -0.4}
)"},
    {"moving base", R"(
gravity: [0, -9, 1]
base: {position: [sin(t), t^2, 0], rotation: [[z, t/2], [x, t^2 + 0.3*t]]}
bodies:
  a: {mass: 1, center: [0.4, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  b: {mass: 2, center: [0.3, 0.2, 0.1], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  c: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: cylindrical, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [1.5, 0, 0]}, coordinates: [q3, h]}
  m: {type: revolute, axis: z, from: {body: world, at: [2.2, 0, 0]}, to: c, coordinate: q4}
initial: {q1: 1, q2: -0.6, q3: 0.7, q4: 1.2}
)"},
    {"loop on a body that turns", R"(
gravity: [2, -9, 1]
bodies:
  arm: {mass: 2, center: [0.5, 0.1, 0], inertia: {xx: 0.15, yy: 0.2, zz: 0.2}}
  wrist: {mass: 1, center: [0.1, 0.1, 0], inertia: {xx: 0.15, yy: 0.2, zz: 0.2}}
  a: {mass: 1, center: [0.4, 0.1, 0.1], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  b: {mass: 2, center: [0.3, 0.2, 0], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  c: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
  load: {mass: 1, center: [0.3, 0, 0.1], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
joints:
  h: {type: revolute, axis: y, from: world, to: arm, coordinate: u1}
  i: {type: universal, axes: [x, y], from: {body: arm, at: [1, 0, 0]}, to: wrist, coordinates: [u2, u3]}
  j: {type: revolute, axis: z, from: wrist, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [1.5, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: wrist, at: [2.2, 0, 0]}, to: c, coordinate: q4}
  n: {type: revolute, axis: x, from: {body: b, at: [1, 0, 0], axes: world}, to: load, coordinate: u4}
initial: {q1: 1, q2: -0.6, q3: 0.7, q4: 1.2, u1: 0.2, u2: 0.3, u3: 0.1}
)"},
    {"two loops that share a body", R"(
gravity: [0, -9, 0]
bodies:
  a: {mass: 1, center: [0.4, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  b: {mass: 2, center: [0.3, 0.2, 0], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  c: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
  d: {mass: 1, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
  e: {mass: 1, center: [0.2, 0.1, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [1.5, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: world, at: [2.2, 0, 0]}, to: c, coordinate: q4}
  n: {type: revolute, axis: z, from: {body: c, at: [0.7, 0.5, 0]}, to: d, coordinate: q5}
  o: {type: revolute, axis: z, from: {body: d, at: [1.5, 0, 0]}, to: e, coordinate: q6}
  p: {type: prismatic, axis: [0, 1, 0], from: {body: world, at: [3, 0, 0]}, to: e, coordinate: s}
initial: {q1: 1, q2: -0.6, q3: 0.7, q4: 1.2, q5: -0.8}
)"},
    {"gear in a loop", R"(
gravity: [0, -9, 0]
bodies:
  a: {mass: 1, center: [0.4, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  b: {mass: 2, center: [0.3, 0.2, 0], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  c: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
  d: {mass: 1, center: [0.2, 0, 0.1], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [1.2, 0, 0]}, to: c, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: c, at: [1.3, 0, 0]}, to: {body: d, at: [1, 0, 0]}, coordinate: q4}
  n: {type: revolute, axis: z, from: {body: world, at: [2, 0, 0]}, to: d, coordinate: q5}
constraints:
  gear: {type: holonomic, equation: q1 + 2*q3 + sin(q4)/5 = t/3}
initial: {q1: 1, q2: -0.5, q3: -0.5, q4: 1.5, q5: 1}
)"},
    {"massless link", R"(
gravity: [0, -9, 2]
bodies:
  a: {mass: 1, center: [0.4, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  b: {mass: 0}
  c: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [1.5, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: world, at: [2.2, 0, 0]}, to: c, coordinate: q4}
initial: {q1: 1, q2: -0.6, q3: 0.7, q4: 1.2}
)"},
    {"pose by formulas", R"(
gravity: [0, -9, 2]
bodies:
  a: {mass: 1, center: [0.4, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  b: {mass: 2, center: [0.3, 0.2, 0.1], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  c: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
joints:
  j: {type: screw, axis: z, pitch: 0.1, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: motion, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [1.5, 0, 0]}, coordinates: [q3, h], rotation: [[z, q3]], position: [sin(q3)/5, q3^2/9, h + t/4]}
  m: {type: custom, from: {body: world, at: [2.2, 0, 0]}, to: c, coordinates: [q4, f], rotation: [[z, q4]], position: [f/3, 0, 0], speeds: [s], locked_directions: [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1], [0, 0, -1/6, 1, 0, 0]], locked_rates: [0, 0, 0, 0, 0]}
initial: {q1: 1, q2: -0.6, q3: 0.7, q4: 1.2}
)"},
    {"turned against a base that turns", R"(
gravity: [-0.7, 0.7, 0.3]
base: {position: [t^2, sin(t), 0], rotation: [[z, 2*t], [x, t^2]]}
bodies:
  a: {mass: 4, center: [-0.9, -0.9, 0], inertia: {xx: 1.4, yy: 1.2, zz: 1, xy: -1/30, xz: 1/30, yz: -1/18}}
  b: {mass: 2, center: [-0.4, 1/2, -0.2], inertia: {xx: 1.4, yy: 1.2, zz: 1, xy: -0.1, xz: -2/45}}
joints:
  j: {type: free, sequence: zxy, from: world, to: {body: a, at: [-0.3, -0.7, 0.3]}, coordinates: [x, y, z, q1, q2, q3]}
  k: {type: cylindrical, axis: x, from: {body: a, at: [-0.4, 0, 0.3], axes: world}, to: {body: b, at: [-0.1, -0.4, -0.1]}, coordinates: [q4, h]}
  l: {type: constant_velocity, axis: y, from: {body: world, at: [1, -1, 0.3]}, to: {body: b, at: [-0.7, -0.9, -0.1]}, coordinates: [e1, e2], cut: true}
initial: {q1: 0.2, q2: 0.3, q3: -0.2, q4: 0.3, h: 0.2}
)"},
    {"rolls in a loop", R"(
gravity: [0, 0, -9]
bodies:
  wheel: {mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.1}}
  rod: {mass: 1, center: [-0.5, 0, 0], inertia: {xx: 0.01, yy: 0.1, zz: 0.1}}
joints:
  motion: {type: free, sequence: zxy, from: world, to: wheel, coordinates: [x, y, z, yaw, lean, spin]}
  hub: {type: revolute, axis: y, from: {body: wheel, at: [0.1, 0, 0]}, to: rod, coordinate: u}
  tie: {type: spherical, sequence: xyz, from: {body: world, at: [-1.2, 0.3, 0.4]}, to: {body: rod, at: [-1.3, 0, 0]}, coordinates: [a1, a2, a3]}
constraints:
  ground: {type: rolling_disc, point: wheel, axis: y, radius: 1/2}
initial: {z: 0.5, yaw: 0.2, lean: 0.1}
)"},
};

/// What rolls on a plane, without loops of joints.
inline const LoopMachine kRollingMachines[] = {
    {"torus on a turning table", R"(
gravity: [0, 1, -9]
bodies:
  table: {mass: 3, center: [0.1, 0, 0], inertia: {xx: 1, yy: 1, zz: 2}}
  ring: {mass: 1, center: [0, 0.02, 0.01], inertia: {xx: 0.1, yy: 0.2, zz: 0.1}}
joints:
  bearing: {type: revolute, axis: z, from: world, to: table, coordinate: phi}
  motion: {type: free, sequence: zxy, from: world, to: ring, coordinates: [x, y, z, yaw, lean, spin]}
constraints:
  contact: {type: rolling_torus, point: ring, axis: y, radius: 0.4, tube: 0.1, plane: table}
initial: {z: 0.5, yaw: 0.2, lean: 0.3, x: 0.7}
)"},
    {"cone", R"(
gravity: [2, 1, -9]
bodies:
  top: {mass: 2, center: [0, 0, 0.6], inertia: {xx: 0.1, yy: 0.1, zz: 0.05, xz: 0.01}}
joints:
  motion: {type: free, sequence: zyz, from: world, to: top, coordinates: [x, y, z, a, b, c]}
constraints:
  lies: {type: rolling_cone, point: top, axis: z, half_angle: 0.4}
initial: {a: 0.3, b: 1.1708}
)"},
    {"ellipsoid on a slope", R"(
gravity: [0, 1, -9]
bodies:
  egg: {mass: 2, center: [0.02, 0, 0.1], inertia: {xx: 0.3, yy: 0.25, zz: 0.15, xy: 0.01}}
joints:
  motion: {type: free, sequence: xyz, from: world, to: egg, coordinates: [x, y, z, a, b, c]}
constraints:
  slope: {type: rolling_body, point: egg, support: "sqrt((0.3*nx)^2 + (0.4*ny)^2 + (0.6*nz)^2) + 0.1", plane: {body: world, at: [0, 0, -0.2], rotation: [[x, 0.2]]}}
initial: {z: 0.5, a: 0.2, b: 0.4, c: 0.3}
)"},
};

inline Model loop_machine(const std::string& name) {
  for (const std::span<const LoopMachine> list :
       {std::span<const LoopMachine>(kLoopMachines), std::span<const LoopMachine>(kRollingMachines)})
    for (const LoopMachine& one : list)
      if (name == one.name) {
        Model model = machine(one.text);
        model.name = name;
        return model;
      }
  ADD_FAILURE() << "no machine " << name;
  return {};
}

inline std::vector<Model> all_rolling_machines() {
  std::vector<Model> all;
  for (const LoopMachine& one : kRollingMachines) all.push_back(loop_machine(one.name));
  for (const char* name : {"rolling_disc", "whipple_bicycle"}) all.push_back(example_machine(name));
  return all;
}

/// All machines of this file, then the examples.
inline std::vector<Model> all_loop_machines() {
  std::vector<Model> all;
  for (const LoopMachine& one : kLoopMachines) all.push_back(loop_machine(one.name));
  for (const char* name : kLoopExamples) all.push_back(example_machine(name));
  return all;
}

}  // namespace kinemate
