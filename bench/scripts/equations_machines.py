"""The machines of the benchmarks of equations of motion, built with SymPy's mechanics module.

Each equals the model of its name in bench/machines, symbol by symbol: same parameters, coordinates, inputs, axes and
zeros of angles. All parameters stay symbols.

    cart/N     a cart that carries N point masses on massless rods, angles against the world, upright at 0:
               sympy.physics.mechanics.models.n_link_pendulum_on_cart; m0 ... mN, l0 ... l(N-1), g, input F
    keppler/N  N equal bodies on hinges about z, x, z, x ... (Keppler, Barthels, Seemann 2005), without base motion and
               loads; m, l, a, Ixx, Iyy, Izz
    planar/N   N equal bodies on hinges about y, angles from body to body; m, d, r, Theta, g
    cardan     examples/cardan_double_pendulum without its loads; m1, l1, I1, m2, l2, I2, g
    lagr       examples/lagr_pendulum without its loads; m1, m2, m3, R, th11, th22, g, unspecified fu(t)
"""

from dataclasses import dataclass, field

import sympy
from formulas_sympy import value
from sympy.core.function import AppliedUndef
from sympy.physics import mechanics
from sympy.physics.mechanics import dynamicsymbols
from sympy.physics.mechanics.models import n_link_pendulum_on_cart

TIME = dynamicsymbols._t


@dataclass
class Machine:
    world: mechanics.ReferenceFrame
    origin: mechanics.Point
    coordinates: list
    speeds: list  # what stands for the rates of the coordinates: their derivatives (Lagrange) or symbols (Kane)
    bodies: list = field(default_factory=list)
    gravity: object = None  # a vector
    inputs: list = field(default_factory=list)  # functions of time to SymPy, symbols to Kinemate
    loads: list = field(default_factory=list)  # besides weights: (point, force)


@dataclass
class Equations:
    """mass·q'' = forcing. Kinemate's bias - forces is -forcing."""

    coordinates: list
    speeds: list
    inputs: list
    mass: sympy.Matrix
    forcing: sympy.Matrix


def use_derivatives(coordinates):
    return [q.diff(TIME) for q in coordinates]


def use_symbols(coordinates):
    return [dynamicsymbols(f"u_{q.name}") for q in coordinates]


def start(names, speeds_of):
    """A machine without bodies, its origin at rest."""
    world, origin = mechanics.ReferenceFrame("world"), mechanics.Point("origin")
    origin.set_vel(world, 0)
    coordinates = [dynamicsymbols(name) for name in names]
    return Machine(world, origin, coordinates, speeds_of(coordinates))


def turn(frame, axis, angle, rate):
    turned = frame.orientnew(f"{frame.name}_{angle.name}", "Axis", [angle, axis])
    turned.set_ang_vel(frame, rate * axis)
    return turned


def fix(machine, frame, point, offset):
    """The point at a constant offset from one of the same rigid frame."""
    fixed = point.locatenew(f"p{len(machine.bodies)}", offset)
    fixed.v2pt_theory(point, machine.world, frame)
    return fixed


def add_body(machine, frame, center, mass, xx=0, yy=0, zz=0):
    inertia = mechanics.inertia(frame, xx, yy, zz)
    machine.bodies.append(mechanics.RigidBody(f"b{len(machine.bodies)}", center, frame, mass, (inertia, center)))


def add_mass(machine, point, mass):
    machine.bodies.append(mechanics.Particle(f"b{len(machine.bodies)}", point, mass))


def make_cart(n, speeds_of):
    masses, lengths, g = sympy.symbols(f"m0:{n + 1}"), sympy.symbols(f"l0:{n}"), sympy.Symbol("g")
    machine = start([f"q{k}" for k in range(n + 1)], speeds_of)
    world = machine.world
    force = dynamicsymbols("F")
    point = machine.origin.locatenew("cart", machine.coordinates[0] * world.x)
    point.set_vel(world, machine.speeds[0] * world.x)
    machine.gravity = -g * world.y
    machine.inputs = [force]
    machine.loads = [(point, force * world.x)]
    add_mass(machine, point, masses[0])
    for k in range(n):
        rod = turn(world, world.z, machine.coordinates[k + 1], machine.speeds[k + 1])
        point = fix(machine, rod, point, lengths[k] * rod.y)
        add_mass(machine, point, masses[k + 1])
    return machine


def make_keppler(n, speeds_of):
    m, l, a, xx, yy, zz = sympy.symbols("m l a Ixx Iyy Izz")
    machine = start([f"q{k + 1}" for k in range(n)], speeds_of)
    frame, hinge = machine.world, machine.origin
    for k, (angle, rate) in enumerate(zip(machine.coordinates, machine.speeds)):
        frame = turn(frame, frame.x if k % 2 else frame.z, angle, rate)
        add_body(machine, frame, fix(machine, frame, hinge, a * frame.y), m, xx, yy, zz)
        hinge = fix(machine, frame, hinge, l * frame.y)
    return machine


def make_planar(n, speeds_of):
    m, d, r, theta, g = sympy.symbols("m d r Theta g")
    machine = start([f"q{k + 1}" for k in range(n)], speeds_of)
    machine.gravity = -g * machine.world.z
    frame, hinge = machine.world, machine.origin
    for angle, rate in zip(machine.coordinates, machine.speeds):
        frame = turn(frame, frame.y, angle, rate)
        add_body(machine, frame, fix(machine, frame, hinge, r * frame.x), m, 0, theta, theta)
        hinge = fix(machine, frame, hinge, d * frame.x)
    return machine


def make_cardan(speeds_of):
    m1, l1, inertia1, m2, l2, inertia2, g = sympy.symbols("m1 l1 I1 m2 l2 I2 g")
    machine = start(["alpha1", "alpha2", "beta2"], speeds_of)
    world = machine.world
    machine.gravity = g * world.z
    alpha1, alpha2, beta2 = zip(machine.coordinates, machine.speeds)
    rod1 = turn(world, world.x, *alpha1)
    add_body(machine, rod1, fix(machine, rod1, machine.origin, l1 / 2 * rod1.z), m1, inertia1, inertia1)
    tip = fix(machine, rod1, machine.origin, l1 * rod1.z)
    cross = turn(world, world.x, *alpha2)  # against the world, not against rod 1
    rod2 = turn(cross, cross.y, *beta2)
    add_body(machine, rod2, fix(machine, rod2, tip, l2 / 2 * rod2.z), m2, inertia2, inertia2)
    return machine


def make_lagr(speeds_of):
    m1, m2, m3, radius, th11, th22, g = sympy.symbols("m1 m2 m3 R th11 th22 g")
    machine = start(["q1", "q2", "q3"], speeds_of)
    world = machine.world
    machine.gravity = -g * world.y
    shift, angle, slide = zip(machine.coordinates, machine.speeds)
    support = dynamicsymbols("fu")
    pivot = machine.origin.locatenew("pivot", (support + shift[0]) * world.x)
    pivot.set_vel(world, (support.diff(TIME) + shift[1]) * world.x)
    add_mass(machine, pivot, m1)
    frame = turn(world, world.z, *angle)
    # Binet: zz = ∫x² dm + ∫y² dm; xx and yy turn nothing in the plane
    add_body(machine, frame, fix(machine, frame, pivot, -radius * frame.y), m2, th22, th11, th11 + th22)
    slider = pivot.locatenew("slider", (slide[0] - radius) * frame.y)
    slider.set_vel(frame, slide[1] * frame.y)
    slider.v1pt_theory(pivot, world, frame)
    add_mass(machine, slider, m3)
    return machine


FAMILIES = {"cart": make_cart, "keppler": make_keppler, "planar": make_planar}
SINGLE = {"cardan": make_cardan, "lagr": make_lagr}


def make_machine(name, speeds_of):
    """From a name such as cart/2 or cardan."""
    family, _, size = name.partition("/")
    return FAMILIES[family](int(size), speeds_of) if size else SINGLE[family](speeds_of)


def center_of(body):
    return body.masscenter if isinstance(body, mechanics.RigidBody) else body.point


def energies(machine):
    """The kinetic and the potential energy."""
    weights = machine.bodies if machine.gravity else []
    potential = sum((-body.mass * machine.gravity.dot(center_of(body).pos_from(machine.origin)) for body in weights),
                    sympy.Integer(0))
    return mechanics.kinetic_energy(machine.world, *machine.bodies), potential


def derive_by_lagrange(name):
    machine = make_machine(name, use_derivatives)
    kinetic, potential = energies(machine)
    method = mechanics.LagrangesMethod(kinetic - potential, machine.coordinates, forcelist=machine.loads,
                                       frame=machine.world)
    method.form_lagranges_equations()
    return Equations(machine.coordinates, machine.speeds, machine.inputs, method.mass_matrix, method.forcing)


def derive_by_kane(name):
    """The cart is SymPy's own model of it."""
    family, _, size = name.partition("/")
    if family == "cart":
        method, inputs = n_link_pendulum_on_cart(int(size)), [dynamicsymbols("F")]
    else:
        machine = make_machine(name, use_symbols)
        method, inputs = form_kane(machine), machine.inputs
    return Equations(list(method.q), list(method.u), inputs, method.mass_matrix, method.forcing)


def form_kane(machine):
    weights = [(center_of(body), body.mass * machine.gravity) for body in machine.bodies if machine.gravity]
    rates = [q.diff(TIME) - speed for q, speed in zip(machine.coordinates, machine.speeds)]
    method = mechanics.KanesMethod(machine.world, q_ind=machine.coordinates, u_ind=machine.speeds, kd_eqs=rates)
    method.kanes_equations(machine.bodies, weights + machine.loads)
    return method


METHODS = {"lagrange": derive_by_lagrange, "kane": derive_by_kane}


def names_of(equations):
    """What SymPy writes → the symbol of Kinemate: q(t) → q, its derivatives or speeds → q' and q'', inputs F(t) → F."""
    names = {force: sympy.Symbol(force.name) for force in equations.inputs}
    for q, speed in zip(equations.coordinates, equations.speeds):
        first, second = sympy.Symbol(f"{q.name}'"), sympy.Symbol(f"{q.name}''")
        names.update({q: sympy.Symbol(q.name), speed: first, speed.diff(TIME): second})
        names.update({q.diff(TIME): first, q.diff(TIME, 2): second})
    return names


def named_entries(equations):
    """The upper triangle of the mass matrix, row by row, then the forcing, in Kinemate's names."""
    size, names = len(equations.coordinates), names_of(equations)
    triangle = [equations.mass[i, j] for i in range(size) for j in range(i, size)]
    return [entry.xreplace(names) for entry in [*triangle, *equations.forcing]]


def formula_text(entry):
    """As Kinemate reads it; of unspecified functions too, Derivative(fu(t), t) → fu'(t)."""
    functions = {}
    for derivative in entry.atoms(sympy.Derivative):
        primes = "'" * derivative.derivative_count
        functions[derivative] = sympy.Symbol(f"{derivative.expr.name}{primes}({TIME})")
    return sympy.sstr(entry.xreplace(functions)).replace("**", "^")


def check_sum(entries):
    """The sum of all at a point that depends on names only: a symbol is 0.5 + (37·sum of its bytes mod 100)/100."""
    atoms = set().union(*(entry.atoms(sympy.Symbol, sympy.Derivative, AppliedUndef) for entry in entries))
    values = {atom: 0.5 + 37 * sum(formula_text(atom).encode()) % 100 / 100 for atom in atoms}
    return sum(value(entry, values) for entry in entries)
