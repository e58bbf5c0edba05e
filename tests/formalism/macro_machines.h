// Machines with subsystems that hang on what moves, and that carry what moves.
#pragma once

#include <random>

#include "loops/loop_machines.h"

namespace kinemate {

// Sizes are parameters, so that they can be varied.
inline constexpr LoopMachine kMacroMachines[] = {{"four bars on a cart on a free body", R"(
parameters: {a: 1, b: 2, c: 1.5, d: 2.2}
gravity: [1, -9, 2]
bodies:
  hull: {mass: 5, center: [0.1, 0.2, 0.1], inertia: {xx: 1.5, yy: 1.6, zz: 1.7, xy: 0.05}}
  cart: {mass: 2, center: [0.3, 0.1, 0], inertia: {xx: 0.3, yy: 0.4, zz: 0.5}}
  crank: {mass: 1, center: [0.4, 0.1, 0.2], inertia: {xx: 0.13, yy: 0.15, zz: 0.2, xz: 0.02}}
  coupler: {mass: 2, center: [0.3, 0.2, -0.1], inertia: {xx: 0.2, yy: 0.12, zz: 0.2, yz: -0.03}}
  rocker: {mass: 3, center: [0.2, -0.1, 0.3], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
joints:
  flight: {type: free, sequence: zyx, from: world, to: hull, coordinates: [x, y, z, e1, e2, e3]}
  rail: {type: prismatic, axis: [3, 0, 4], from: hull, to: cart, coordinate: h}
  j: {type: revolute, axis: z, from: cart, to: crank, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: crank, at: [a, 0, 0]}, to: coupler, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: coupler, at: [b, 0, 0]}, to: {body: rocker, at: [c, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: cart, at: [d, 0, 0]}, to: rocker, coordinate: q4}
loads:
  spring: {type: spring, between: [{body: cart, at: [0, 1, 0]}, {body: coupler, at: [1, 0.2, 0]}], stiffness: 5, length: 0.3}
  wind: {type: force, point: {body: rocker, at: [1, 0, 0]}, vector: [1, 2, 3], axes: world}
initial: {q1: 1, q2: -0.6, q3: 0.7, q4: 1.2, e1: 0.2, e2: 0.3}
)"},
                                                 {"parallelogram with a pendulum", R"(
parameters: {a: 1.2, d: 2}
gravity: [0, -9, 1]
bodies:
  left: {mass: 1, center: [0.4, 0.1, 0.2], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  coupler: {mass: 2, center: [0.3, 0.2, -0.1], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  right: {mass: 3, center: [0.2, -0.1, 0.3], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
  bob: {mass: 1.5, center: [0.1, -0.6, 0.2], inertia: {xx: 0.2, yy: 0.22, zz: 0.1, xy: 0.01}}
joints:
  j: {type: revolute, axis: z, from: world, to: left, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: left, at: [a, 0, 0]}, to: coupler, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: coupler, at: [d, 0, 0]}, to: {body: right, at: [a, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: world, at: [d, 0, 0]}, to: right, coordinate: q4}
  hinge: {type: universal, axes: [x, z], from: {body: coupler, at: [d/2, 0, 0]}, to: bob, coordinates: [u, v]}
initial: {q1: 1, q2: -1, q3: 1, q4: 1, u: 0.3, v: 0.2}
)"},
                                                 {"cylinder between two arms", R"(
parameters: {l1: 2, f: 0.6, g1: 0.3, e: 0.5, g2: 0.2}
inputs: [F, T]
gravity: [0, 0, -9]
bodies:
  base: {mass: 4, center: [0.1, 0, 0.3], inertia: {xx: 0.5, yy: 0.6, zz: 0.7}}
  upper: {mass: 3, center: [1, 0.1, 0], inertia: {xx: 0.2, yy: 1.2, zz: 1.1, xz: 0.1}}
  fore: {mass: 2, center: [0.6, 0, 0.1], inertia: {xx: 0.1, yy: 0.5, zz: 0.6}}
  barrel: {mass: 0.5, center: [0.4, 0, 0], inertia: {xx: 0.02, yy: 0.1, zz: 0.1}}
  rod: {mass: 0.3, center: [-0.4, 0, 0], inertia: {xx: 0.01, yy: 0.1, zz: 0.1}}
  hand: {mass: 1, center: [0.2, 0.1, 0], inertia: {xx: 0.1, yy: 0.2, zz: 0.2}}
joints:
  turn: {type: revolute, axis: z, from: world, to: base, coordinate: q0}
  shoulder: {type: revolute, axis: -y, from: {body: base, at: [0.2, 0, 0.8]}, to: upper, coordinate: q1}
  elbow: {type: revolute, axis: -y, from: {body: upper, at: [l1, 0, 0]}, to: fore, coordinate: q2}
  wrist: {type: revolute, axis: x, from: {body: fore, at: [1.2, 0, 0]}, to: hand, coordinate: q3}
  foot: {type: revolute, axis: -y, from: {body: upper, at: [f, 0, g1]}, to: barrel, coordinate: p1}
  piston: {type: prismatic, axis: x, from: barrel, to: rod, coordinate: s}
  head: {type: revolute, axis: -y, from: {body: fore, at: [e, 0, g2]}, to: rod, coordinate: p2}
loads:
  motor: {type: joint, joint: turn, effort: T}
  oil: {type: joint, joint: piston, effort: F - 3*s'}
  gas: {type: torsion, coordinate: s, stiffness: 20, angle: 1.4, damping: 1}
initial: {q1: 0.5, q2: -1, s: 1.7, q0: 0.3}
)"},
                                                 {"slider-crank on a turning table", R"(
parameters: {r: 0.5, l: 1.4}
gravity: [0, 1, -9]
bodies:
  table: {mass: 6, center: [0.1, 0, 0], inertia: {xx: 1, yy: 1, zz: 2}}
  crank: {mass: 1, center: [0.2, 0.1, 0.1], inertia: {xx: 0.1, yy: 0.2, zz: 0.2}}
  rod: {mass: 0.8, center: [0.7, 0, 0], inertia: {xx: 0.02, yy: 0.2, zz: 0.2}}
  slider: {mass: 2, center: [0.1, 0, 0.2], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
joints:
  bearing: {type: revolute, axis: z, from: world, to: table, coordinate: u}
  j: {type: revolute, axis: y, from: {body: table, at: [0.2, 0.1, 0]}, to: crank, coordinate: q1}
  k: {type: revolute, axis: y, from: {body: crank, at: [r, 0, 0]}, to: rod, coordinate: q2}
  l: {type: revolute, axis: y, from: {body: rod, at: [l, 0, 0]}, to: slider, coordinate: q3}
  m: {type: prismatic, axis: x, from: {body: table, at: [0.2, 0.1, 0]}, to: slider, coordinate: s}
initial: {q1: -0.7, s: 1.7}
)"},
                                                 {"loads where a loop closes", R"(
parameters: {a: 1, b: 2, c: 1.5, d: 2.2}
inputs: [T]
gravity: [0, -9, 0]
bodies:
  table: {mass: 6, center: [0.1, 0, 0], inertia: {xx: 1, yy: 1, zz: 2}}
  crank: {mass: 1, center: [0.4, 0.1, 0], inertia: {xx: 0.13, yy: 0.15, zz: 0.2}}
  coupler: {mass: 2, center: [0.3, 0.2, 0], inertia: {xx: 0.2, yy: 0.12, zz: 0.2}}
  rocker: {mass: 3, center: [0.2, 0, 0], inertia: {xx: 0.2, yy: 0.22, zz: 0.1}}
  bob: {mass: 1, center: [0, -0.5, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
joints:
  bearing: {type: revolute, axis: [0, 3, 4], from: world, to: table, coordinate: u}
  j: {type: revolute, axis: z, from: table, to: crank, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: crank, at: [a, 0, 0]}, to: coupler, coordinate: q2}
  l: {cut: true, type: revolute, axis: z, from: {body: coupler, at: [b, 0, 0]}, to: {body: rocker, at: [c, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: table, at: [d, 0, 0]}, to: rocker, coordinate: q4}
  n: {type: revolute, axis: x, from: {body: rocker, at: [0.5, 0, 0]}, to: bob, coordinate: v}
loads:
  motor: {type: joint, joint: l, effort: T + sin(q1)}
  twist: {type: torsion, coordinate: q3, stiffness: 4, angle: 0.2, damping: 0.5}
  rub: {type: friction, joint: l, force: 2}
  curved: {type: potential, energy: q3^2*u}
initial: {q1: 1, q2: -0.6, q3: 0.7, q4: 1.2}
)"},
                                                 {"coordinate of two joints", R"(
parameters: {n: 2}
coordinates: [phi]
gravity: [0, -9, 1]
bodies:
  table: {mass: 6, center: [0.1, 0, 0], inertia: {xx: 1, yy: 1, zz: 2}}
  wheel: {mass: 2, center: [0.1, 0.2, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.2}}
  pinion: {mass: 1, center: [0, 0.1, 0.1], inertia: {xx: 0.1, yy: 0.1, zz: 0.15}}
  arm: {mass: 1, center: [0.3, 0, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
joints:
  bearing: {type: revolute, axis: x, from: world, to: table, coordinate: u}
  first: {type: motion, from: table, to: wheel, coordinates: [phi], rotation: [[z, phi]]}
  second: {type: motion, from: {body: table, at: [1, 0, 0]}, to: pinion, coordinates: [phi], rotation: [[z, -n*phi]]}
  hinge: {type: revolute, axis: y, from: {body: pinion, at: [0.2, 0, 0]}, to: arm, coordinate: v}
initial: {u: 0.2}
)"},
                                                 {"belt over a pendulum", R"(
gravity: [0, -9, 1]
bodies:
  a: {mass: 2, center: [0.1, -0.7, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.2}}
  b: {mass: 1, center: [0, -0.4, 0.1], inertia: {xx: 0.1, yy: 0.1, zz: 0.15}}
  c: {mass: 1, center: [0.3, 0, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
joints:
  ja: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  jb: {type: revolute, axis: x, from: {body: a, at: [0, -1, 0]}, to: b, coordinate: q2}
  jc: {type: revolute, axis: z, from: {body: b, at: [0, -1, 0]}, to: c, coordinate: q3}
constraints:
  belt: {type: nonholonomic, equation: q1' + 2*q3' - cos(q2) = 0}
initial: {q1: 0.2}
)"},
                                                 {"double wishbone", R"(
gravity: [0, 0, -9]
bodies:
  chassis: {mass: 200, center: [0, -0.3, 0.2], inertia: {xx: 20, yy: 30, zz: 40}}
  lower: {mass: 3, center: [0, 0.6, 0.2], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
  upper: {mass: 2, center: [0, 0.6, 0.5], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
  knuckle: {mass: 15, center: [0, 0.8, 0.35], inertia: {xx: 0.5, yy: 0.6, zz: 0.5}}
  tie: {mass: 1, center: [-0.1, 0.6, 0.25], inertia: {xx: 0.05, yy: 0.01, zz: 0.05}}
joints:
  flight: {type: free, sequence: zyx, from: world, to: chassis, coordinates: [x, y, z, yaw, pitch, roll]}
subsystems:
  front:
    type: double_wishbone
    on: chassis
    lower: {body: lower, front: [0.2, 0.4, 0.2], rear: [-0.2, 0.4, 0.2], ball: [0, 0.8, 0.18]}
    upper: {body: upper, front: [0.15, 0.45, 0.5], rear: [-0.15, 0.45, 0.5], ball: [-0.02, 0.75, 0.52]}
    knuckle: {body: knuckle}
    tie: {body: tie, inner: [-0.12, 0.42, 0.25], outer: [-0.13, 0.78, 0.25]}
loads:
  spring: {type: spring, between: [{body: chassis, at: [0, 0.5, 0.8]}, {body: lower, at: [0, 0.65, 0.2]}], stiffness: 3e4, length: 0.65}
initial: {z: 0.4}
)"}};

inline Model macro_machine(const std::string& name) {
  for (const LoopMachine& one : kMacroMachines)
    if (name == one.name) {
      Model model = machine(one.text);
      model.name = name;
      return model;
    }
  ADD_FAILURE() << "no machine " << name;
  return {};
}

/// Parameters by up to a twentieth more or less, and bodies with any masses.
inline Model with_other_sizes(Model model, std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  if (model.name != "bricard")  // which moves for special sizes alone
    for (Parameter& parameter : model.parameters)
      if (parameter.value && parameter.value->is_number())
        parameter.value = make_real(parameter.value->real() * (1 + number(random) / 20));
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    Body& body = model.bodies[b];
    body.mass = make_real(1.5 + number(random));
    body.center += Vector{make_real(number(random) / 4), make_real(number(random) / 4), make_real(number(random) / 4)};
    const auto moment = [&] { return make_real(0.5 + number(random) / 8); };
    const auto product = [&] { return make_real(number(random) / 20); };
    body.inertia = {moment(), moment(), moment(), product(), product(), product()};
  }
  return model;
}

/// Bodies of these names without mass and inertia.
inline Model without_mass(Model model, const std::vector<std::string>& bodies) {
  for (const std::string& name : bodies) {
    const std::size_t b = find_body(model, name);
    EXPECT_NE(b, kNone) << name;
    if (b == kNone) continue;
    model.bodies[b].mass = Expr(0);
    model.bodies[b].inertia = {};
  }
  return model;
}

}  // namespace kinemate
