"""Chains of hinges that move without driving: for Kinemate, for peers, each as its file.

    double_pendulum  two rods in a plane that swing a little, 10 s
    rods             five bodies on hinges about z, x, z, x, z (Keppler, Barthels, Seemann 2005), hanging, 2 s
    puma             the Puma 560 falls, 1 s; its links as in examples/puma_560, but bodies that can exist, since peers
                     refuse others: the first has a mass, on its axis, and the third 0.02 kg m^2 about its long axis
"""

import math
from dataclasses import dataclass

QUARTER = {0: (1, 0), 1: (0, 1), -1: (0, -1)}  # cosine and sine of quarter turns


@dataclass
class Link:
    axis: str  # of the hinge, in its own frame
    position: tuple  # of the hinge in the frame of the link before
    mass: float
    center: tuple
    moments: tuple  # of inertia about the centre of mass: xx, yy, zz
    turn: int = 0  # quarter turns of the hinge's frame about x


@dataclass
class SimulatedMachine:
    name: str
    title: str
    gravity: tuple
    links: list
    coordinates: list
    speeds: list
    end: float  # s


def numbers(values, between=" "):
    return between.join(repr(float(value)) for value in values)


def unit(axis):
    return [float(axis == other) for other in "xyz"]


def rotation(link):
    """Row by row."""
    cos, sin = QUARTER[link.turn]
    return [1, 0, 0, 0, cos, -sin, 0, sin, cos]


def tree_text(machine):
    """The format of bench/forward/tree_file.h."""
    lines = [f"gravity {numbers(machine.gravity)}", f"bodies {len(machine.links)}"]
    for i, link in enumerate(machine.links):
        lines.append(f"body {i - 1} revolute " + numbers([*unit(link.axis), *rotation(link), *link.position, link.mass,
                                                           *link.center, *link.moments, 0, 0, 0]))
    lines += ["state", f"q {numbers(machine.coordinates)}", f"s {numbers(machine.speeds)}",
              f"tau {numbers([0] * len(machine.links))}"]
    return "\n".join(lines) + "\n"


def model_text(machine):
    """Kinemate's own."""
    lines = [f"name: {machine.name}", f"gravity: [{numbers(machine.gravity, ', ')}]", "bodies:"]
    for i, link in enumerate(machine.links):
        moments = ", ".join(f"{name}: {value!r}" for name, value in zip(("xx", "yy", "zz"), link.moments))
        lines.append(f"  b{i + 1}: {{mass: {link.mass!r}, center: [{numbers(link.center, ', ')}], inertia: {{{moments}}}}}")
    lines.append("joints:")
    for i, link in enumerate(machine.links):
        body = f"b{i}" if i else "world"
        turn = f", rotation: [[x, {link.turn}*pi/2]]" if link.turn else ""
        place = f"{{body: {body}, at: [{numbers(link.position, ', ')}]{turn}}}"
        lines.append(f"  j{i + 1}: {{type: revolute, axis: {link.axis}, from: {place}, to: b{i + 1}, coordinate: q{i + 1}}}")
    start = [f"q{i + 1}: {value!r}" for i, value in enumerate(machine.coordinates)]
    start += [f"q{i + 1}': {value!r}" for i, value in enumerate(machine.speeds)]
    lines.append("initial: {" + ", ".join(start) + "}")
    return "\n".join(lines) + "\n"


def mjcf_text(machine):
    """MuJoCo's."""
    half = math.sqrt(0.5)
    lines = ["<mujoco>", '<compiler angle="radian" balanceinertia="false" boundmass="0" boundinertia="0"/>',
             f'<option gravity="{numbers(machine.gravity)}"/>', "<worldbody>"]
    for link in machine.links:
        quaternion = [half, link.turn * half, 0, 0] if link.turn else [1, 0, 0, 0]
        lines += [f'<body pos="{numbers(link.position)}" quat="{numbers(quaternion)}">',
                  f'<inertial pos="{numbers(link.center)}" mass="{link.mass!r}" diaginertia="{numbers(link.moments)}"/>',
                  f'<joint type="hinge" axis="{numbers(unit(link.axis))}"/>']
    return "\n".join(lines + ["</body>"] * len(machine.links) + ["</worldbody>", "</mujoco>"]) + "\n"


def double_pendulum():
    links = [Link("y", (0, 0, -1.0 if i else 0), 1.0, (0, 0, -0.5), (1 / 12, 1 / 12, 1 / 200)) for i in range(2)]
    return SimulatedMachine("double_pendulum", "planar double pendulum, 10 s", (0, 0, -9.81), links, [0.3, 0.2], [0.0, 0.0], 10.0)


def rods():
    links = [Link("xz"[i % 2 == 0], (0, 0.5 if i else 0, 0), 1.2, (0, 0.25, 0), (1 / 40, 1 / 500, 1 / 41)) for i in range(5)]
    return SimulatedMachine("rods", "chain of five rods, 2 s", (0, 9.81, 0), links, [0.3, -0.2, 0.25, 0.2, -0.3],
                            [0.5, 0.0, -0.5, 0.0, 0.5], 2.0)


def puma():
    """Frames of the hinges rather than those at the far ends of links."""
    links = [Link("z", (0, 0, 0), 1.0, (0, 0, 0), (0.2, 0.2, 0.35)),
             Link("z", (0, 0, 0), 17.4, (0.068, 0.006, 0.2275), (0.13, 0.524, 0.539), 1),
             Link("z", (0.4318, 0, 0.15005), 4.8, (0, 0.070, 0.0141), (0.066, 0.02, 0.086)),
             Link("z", (0.0203, 0.4318, 0), 0.82, (0, 0, 0.019), (1.8e-3, 1.8e-3, 1.3e-3), -1),
             Link("z", (0, 0, 0), 0.34, (0, 0, 0), (0.3e-3, 0.3e-3, 0.4e-3), 1),
             Link("z", (0, 0, 0), 0.09, (0, 0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3), -1)]
    quarter = math.pi / 4
    return SimulatedMachine("puma", "Puma 560, 1 s", (0, 0, -9.81), links, [0.0, quarter, math.pi, 0.0, quarter, 0.0],
                            [0.0] * 6, 1.0)


def write_machines(folder):
    machines = [double_pendulum(), rods(), puma()]
    for machine in machines:
        for ending, text in (("tree", tree_text), ("yaml", model_text), ("xml", mjcf_text)):
            (folder / f"{machine.name}.{ending}").write_text(text(machine))
    return machines
