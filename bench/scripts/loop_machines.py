"""Planar machines with closed loops, read from examples/: as text for peers, and by multipliers as a reference.

    four_bar            a motor of 1 N m turns the crank, 1 s
    slider_crank        a motor of 0.3 N m turns the crank, 1 s
    andrews_squeezer    0.03 s
    concrete_pump_mast  its last arm gets heavier by half, and the mast sinks and swings, 1 s

The reference shares no line with any engine: points of the plane are complex numbers, accelerations and multipliers
come from one dense system, SciPy's DOP853 integrates.
"""

import cmath
import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import yaml

UNITS = {"deg": math.pi / 180, "kN*s/m": 1e3, "MN/m": 1e6, "m": 1.0, "kg": 1.0, "N*m": 1.0, "N": 1.0}
PLANES = {"z": (0, 1), "y": (2, 0)}  # which entries of vectors are x and y of the plane that hinges about an axis turn in
WORLD = -1


@dataclass
class Place:
    body: int
    point: complex
    turn: float = 0.0


@dataclass
class PlanarBody:
    name: str
    coordinate: str
    kind: str  # of its joint: pin, or slide along x of the place on its parent
    place: Place  # on its parent
    mass: float
    center: complex
    inertia: float  # about the centre of mass


@dataclass
class Spring:
    ends: tuple
    stiffness: float
    length: float
    damping: float


@dataclass
class LoopMachine:
    name: str
    end: float  # s
    settings: dict  # of parameters and inputs, instead of what the file says
    cut: list  # joints that close loops
    bodies: list = field(default_factory=list)
    closings: list = field(default_factory=list)  # pairs of places that coincide
    springs: list = field(default_factory=list)
    efforts: list = field(default_factory=list)
    coordinates: list = field(default_factory=list)  # at the start, which is at rest
    gravity: complex = 0


class ExampleReader:
    """What of model files these machines have; anything else is an error of Python."""

    def __init__(self, machine, path):
        self.machine = machine
        self.file = yaml.safe_load(path.read_text())
        self.names = {"pi": math.pi, "atan": math.atan, "cos": math.cos, "sin": math.sin}
        for name, value in self.file["parameters"].items():
            self.names[name] = self.number(machine.settings.get(name, value))
        for name in self.file.get("inputs", {}):
            self.names[name] = self.number(machine.settings.get(name, 0))
        pins = [joint for joint in self.file["joints"].values() if joint["type"] == "revolute"]
        self.plane = PLANES[pins[0]["axis"]]
        self.normal = pins[0]["axis"]
        self.bodies = {"world": WORLD}

    def number(self, value):
        if isinstance(value, dict):
            return self.number(value["value"]) * (UNITS[value["unit"]] if "unit" in value else 1.0)
        return float(eval(value.replace("^", "**"), {}, self.names) if isinstance(value, str) else value)

    def point(self, vector):
        x, y = (self.number(vector[entry]) for entry in self.plane)
        return complex(x, y)

    def place(self, value):
        if isinstance(value, str):
            value = {"body": value} if value in self.bodies else {"frame": value}
        base = Place(self.bodies[value["body"]], 0j) if "body" in value else self.place(self.file["frames"][value["frame"]])
        point = base.point + cmath.rect(1, base.turn) * self.point(value.get("at", [0, 0, 0]))
        turns = value.get("rotation", [])
        assert all(axis == self.normal for axis, _ in turns)
        return Place(base.body, point, base.turn + sum(self.number(angle) for _, angle in turns))

    def add_body(self, joint):
        name, bodies = joint["to"], self.machine.bodies
        given = self.file["bodies"][name]
        place = self.place(joint["from"])
        kind = {"revolute": "pin", "prismatic": "slide"}[joint["type"]]
        assert kind == "pin" or (self.normal, joint["axis"]) == ("z", "x")
        inertia = self.number(given.get("inertia", {}).get(2 * self.normal, 0))
        self.bodies[name] = len(bodies)
        bodies.append(PlanarBody(name, joint["coordinate"], kind, place, self.number(given["mass"]),
                                 self.point(given.get("center", [0, 0, 0])), inertia))

    def read(self):
        machine, file = self.machine, self.file
        machine.gravity = self.point(file.get("gravity", [0, 0, 0]))
        waiting = [joint for name, joint in file["joints"].items() if name not in machine.cut]
        while waiting:  # parents first
            joint = next(joint for joint in waiting if self.carrier(joint) in self.bodies)
            self.add_body(joint)
            waiting.remove(joint)
        for name in machine.cut:
            machine.closings.append(tuple(self.place(file["joints"][name][side]) for side in ("from", "to")))
        machine.coordinates = [self.number(file["initial"].get(body.coordinate, 0)) for body in machine.bodies]
        machine.efforts = [0.0] * len(machine.bodies)
        for load in file.get("loads", {}).values():
            self.add_load(load)

    def carrier(self, joint):
        value = joint["from"]
        while not (isinstance(value, str) and value in self.file["bodies"] or value == "world"):
            value = self.file["frames"][value] if isinstance(value, str) else value.get("body", value.get("frame"))
        return value

    def add_load(self, load):
        if load["type"] == "joint":
            body = self.bodies[self.file["joints"][load["joint"]]["to"]]
            self.machine.efforts[body] += self.number(load["effort"])
            return
        assert load["type"] in ("spring", "damper")
        ends = tuple(self.place(place) for place in load["between"])
        self.machine.springs.append(Spring(ends, *(self.number(load.get(key, 0)) for key in ("stiffness", "length", "damping"))))


def examples():
    return Path(__file__).parent.parent.parent / "examples"


def loop_machines():
    machines = [LoopMachine("four_bar", 1.0, {"T": 1.0}, ["B"]),
                LoopMachine("slider_crank", 1.0, {"T": 0.3}, ["slider_pin"]),
                LoopMachine("andrews_squeezer", 0.03, {}, ["F23", "F24", "F26"]),
                LoopMachine("concrete_pump_mast", 1.0, {"m5": 390}, [f"pin{i}" for i in range(1, 6)])]
    for machine in machines:
        ExampleReader(machine, examples() / machine.name / "model.yaml").read()
    return machines


def numbers(*values):
    return " ".join(repr(float(part) + 0.0) for value in values
                    for part in ((value.real, value.imag) if isinstance(value, complex) else (value,)))


def peer_text(machine):
    """The format of bench/loops/loops_simbody.cc."""
    lines = [f"gravity {numbers(complex(machine.gravity))}", f"bodies {len(machine.bodies)}"]
    for body, q, effort in zip(machine.bodies, machine.coordinates, machine.efforts):
        lines.append(f"body {body.place.body} {body.kind} "
                     + numbers(body.place.turn, body.place.point, body.mass, body.center, body.inertia, q, effort))
    lines.append(f"closings {len(machine.closings)}")
    for ends in machine.closings:
        lines.append("closing " + " ".join(f"{place.body} {numbers(place.point)}" for place in ends))
    lines.append(f"springs {len(machine.springs)}")
    for spring in machine.springs:
        lines.append("spring " + " ".join(f"{place.body} {numbers(place.point)}" for place in spring.ends) + " "
                     + numbers(spring.stiffness, spring.length, spring.damping))
    return "\n".join(lines) + "\n"


class Motion:
    """Places at a state: position, its Jacobian and the acceleration without those of coordinates, all complex."""

    def __init__(self, machine, q, s):
        n = len(q)
        self.n, self.speeds = n, s
        self.frames = []  # by body: unit vector of its x axis, origin, Jacobian, acceleration, Jacobian of its turn, speed
        for j, body in enumerate(machine.bodies):
            carrier = body.place.body
            position, jacobian, acceleration = self.place(body.place)
            heading, turns, turning = (1 + 0j, np.zeros(n), 0.0) if carrier == WORLD else self.frame_turn(carrier)
            heading = heading * cmath.rect(1, body.place.turn)
            if body.kind == "pin":
                turns = turns.copy()
                turns[j] += 1
                turning += s[j]
                heading *= cmath.rect(1, q[j])
            else:
                position = position + heading * q[j]
                jacobian = jacobian + 1j * heading * q[j] * turns
                jacobian[j] += heading
                acceleration += heading * (2j * turning * s[j] - turning**2 * q[j])
            self.frames.append((heading, position, jacobian, acceleration, turns, turning))

    def frame_turn(self, body):
        heading, _, _, _, turns, turning = self.frames[body]
        return heading, turns, turning

    def place(self, place):
        return self.at(place.body, place.point)

    def at(self, body, point):
        if body == WORLD:
            return point, np.zeros(self.n, complex), 0j
        heading, position, jacobian, acceleration, turns, turning = self.frames[body]
        arm = heading * point
        return position + arm, jacobian + 1j * arm * turns, acceleration - turning**2 * arm


def along(jacobian, force):
    """Efforts of a force at a point."""
    return (jacobian.conj() * force).real


def accelerations(machine, q, s):
    motion, n = Motion(machine, q, s), len(q)
    mass_matrix, efforts = np.zeros((n, n)), np.array(machine.efforts)
    for j, body in enumerate(machine.bodies):
        _, jacobian, acceleration = motion.at(j, body.center)
        turns = motion.frames[j][4]
        mass_matrix += body.mass * np.outer(jacobian.conj(), jacobian).real + body.inertia * np.outer(turns, turns)
        efforts = efforts + along(jacobian, body.mass * (machine.gravity - acceleration))
    for spring in machine.springs:
        (a, jacobian_a, _), (b, jacobian_b, _) = (motion.place(end) for end in spring.ends)
        distance = abs(b - a)
        direction = (b - a) / distance
        apart = jacobian_b - jacobian_a
        rate = along(apart, direction) @ s
        efforts = efforts - along(apart, direction * (spring.stiffness * (distance - spring.length) + spring.damping * rate))
    conditions, right = [], []
    for ends in machine.closings:
        (_, jacobian_a, rest_a), (_, jacobian_b, rest_b) = (motion.place(end) for end in ends)
        conditions += [(jacobian_a - jacobian_b).real, (jacobian_a - jacobian_b).imag]
        right += [(rest_b - rest_a).real, (rest_b - rest_a).imag]
    rows = np.array(conditions)
    system = np.block([[mass_matrix, rows.T], [rows, np.zeros((len(rows), len(rows)))]])
    return np.linalg.solve(system, np.concatenate([efforts, right]))[:n]


def gaps(machine, q):
    """Distances of places that should coincide, m."""
    motion = Motion(machine, q, np.zeros(len(q)))
    return [abs(motion.place(a)[0] - motion.place(b)[0]) for a, b in machine.closings]


def motion_to_end(machine, tolerance):
    """Coordinates at the end."""
    from scipy.integrate import solve_ivp  # slow to load

    n = len(machine.coordinates)
    start = np.concatenate([machine.coordinates, np.zeros(n)])
    solution = solve_ivp(lambda _, y: np.concatenate([y[n:], accelerations(machine, y[:n], y[n:])]), (0, machine.end), start,
                         method="DOP853", rtol=tolerance, atol=tolerance, t_eval=[machine.end])
    return list(solution.y[:n, -1])
