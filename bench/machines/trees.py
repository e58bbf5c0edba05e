#!/usr/bin/env python3
"""Tree machines, each with a random state, in the format of bench/forward/tree_file.h: trees.py FOLDER [FOLDER_OF_URDF]

    alternating-N  N equal links in series along z, hinges about x, y, x, y ...; N = 7, 10, 100, 1000, 10000
    planar-N       the same, all hinges about x; N = 100
    arm-N          a chain with arbitrary frames, axes and inertias, every fourth joint prismatic; N = 7, 30
    branched-N     a tree of such bodies; N = 30, 100
    flying-N       a tree of such bodies on a free one; N = 12
    ur5, panda, kuka, anymal
                   from the URDF files of the robots, where there are; fixed joints and Panda's fingers welded, ANYmal's
                   base free, dampings, frictions and limits left out

Coordinates, speeds and efforts lie within [-1, 1] and are the same at each run.
"""

import math
import random
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ALTERNATING = [7, 10, 100, 1_000, 10_000]
PLANAR = [100]
ARMS = [7, 30]
BRANCHED = [30, 100]
FLYING = [12]
# machine: URDF file, its link that flies freely, joints to weld at 0
ROBOTS = {
    "ur5": ("ur5_robot.urdf", None, []),
    "panda": ("panda.urdf", None, ["panda_finger_joint1", "panda_finger_joint2"]),
    "kuka": ("kuka_iiwa_robot_drake.urdf", None, []),
    "anymal": ("anymal_b.urdf", "base", []),
}
NEAR_QUARTER_TURN = 1e-6  # rad: files round pi/2 to as few digits


@dataclass
class Inertia:
    mass: float = 0.0
    center: np.ndarray = field(default_factory=lambda: np.zeros(3))
    tensor: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))  # about the centre of mass


@dataclass
class Body:
    parent: int  # -1: the world
    kind: str  # revolute, prismatic or free
    axis: np.ndarray
    rotation: np.ndarray  # of the joint's frame in the parent's
    position: np.ndarray
    inertia: Inertia


def tree_text(bodies, gravity, seed):
    def numbers(*parts):
        return " ".join(repr(float(x) + 0.0) for part in parts for x in np.ravel(part))  # + 0.0: no -0.0

    lines = [f"gravity {numbers(gravity)}", f"bodies {len(bodies)}"]
    for body in bodies:
        mass, center, tensor = body.inertia.mass, body.inertia.center, body.inertia.tensor
        products = tensor[0, 1], tensor[0, 2], tensor[1, 2]
        lines.append(f"body {body.parent} {body.kind} "
                     + numbers(body.axis, body.rotation, body.position, mass, center, np.diag(tensor), products))
    source = random.Random(seed)
    coordinates = []
    for body in bodies:
        coordinates += [source.uniform(-1, 1) for _ in range(3 if body.kind == "free" else 1)]
        coordinates += random_quaternion(source) if body.kind == "free" else []
    speeds = sum(6 if body.kind == "free" else 1 for body in bodies)
    lines += ["state", f"q {numbers(coordinates)}"]
    lines += [f"{name} {numbers([source.uniform(-1, 1) for _ in range(speeds)])}" for name in ("s", "tau")]
    return "\n".join(lines) + "\n"


def make_chain(count, axes):
    """Equal links along z, hinged about the axes in turn."""
    link = Inertia(1.2, np.array([0, 0, 0.25]), np.diag([0.025, 0.025, 0.002]))
    return [Body(i - 1, "revolute", np.array(axes[i % len(axes)]), np.eye(3), np.array([0, 0, 0.5 if i else 0]), link)
            for i in range(count)]


def random_quaternion(source):
    values = np.array([source.gauss(0, 1) for _ in range(4)])
    return list(values / np.linalg.norm(values))


def random_rotation(source):
    w, x, y, z = random_quaternion(source)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def random_inertia(source):
    mass = source.uniform(0.5, 2)
    center = np.array([source.uniform(-0.2, 0.2) for _ in range(3)])
    turn = random_rotation(source)
    # second moments rather than moments of inertia: any positive ones are possible
    moments = turn @ np.diag([source.uniform(0.001, 0.02) for _ in range(3)]) @ turn.T
    tensor = np.trace(moments) * np.eye(3) - moments
    return Inertia(mass, center, (tensor + tensor.T) / 2)


def make_random_tree(parents, seed, first="revolute"):
    source = random.Random(seed)
    bodies = []
    for i, parent in enumerate(parents):
        axis = np.array([source.gauss(0, 1) for _ in range(3)])
        rotation, position = random_rotation(source), np.array([source.uniform(-0.5, 0.5) for _ in range(3)])
        kind = first if i == 0 else "prismatic" if i % 4 == 3 else "revolute"
        if kind == "free":
            axis, rotation, position = np.array([0, 0, 1]), np.eye(3), np.zeros(3)
        bodies.append(Body(parent, kind, axis / np.linalg.norm(axis), rotation, position, random_inertia(source)))
    return bodies


def random_parents(count, seed):
    """Any of the last six bodies carries the next, so that the tree is both deep and wide."""
    source = random.Random(seed)
    return [-1] + [source.randrange(max(0, i - 6), i) for i in range(1, count)]


def read_vector(element, attribute, default):
    text = default if element is None else element.get(attribute, default)
    return np.array([float(word) for word in text.split()])


def read_pose(element):
    """Rotation and position of an <origin>: turns about the fixed axes x, y, z in this order."""
    def cos_sin(angle):
        quarters = round(angle / (math.pi / 2))
        if abs(angle - quarters * (math.pi / 2)) < NEAR_QUARTER_TURN:
            return [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters % 4]
        return math.cos(angle), math.sin(angle)

    (cx, sx), (cy, sy), (cz, sz) = map(cos_sin, read_vector(element, "rpy", "0 0 0"))
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    return about_z @ about_y @ about_x, read_vector(element, "xyz", "0 0 0")


def read_inertia(link, rotation, position):
    """Inertia of a link whose frame has this pose, in the frame that the pose is given in."""
    element = link.find("inertial")
    if element is None:
        return Inertia()
    own_rotation, own_position = read_pose(element.find("origin"))
    values = element.find("inertia")
    tensor = np.array([[float(values.get(name)) for name in row.split()]
                       for row in ("ixx ixy ixz", "ixy iyy iyz", "ixz iyz izz")])
    turn = rotation @ own_rotation
    return Inertia(float(element.find("mass").get("value")), position + rotation @ own_position, turn @ tensor @ turn.T)


def combine(a, b):
    """Both welded together, in the frame of both."""
    if a.mass == 0 or b.mass == 0:
        return a if b.mass == 0 else b
    mass = a.mass + b.mass
    center = (a.mass * a.center + b.mass * b.center) / mass
    tensor = np.zeros((3, 3))
    for part in (a, b):
        offset = part.center - center
        tensor += part.tensor + part.mass * (offset @ offset * np.eye(3) - np.outer(offset, offset))
    return Inertia(mass, center, tensor)


def read_robot(path, free_link, welded):
    """Bodies in the order of the file's joints, branch after branch."""
    robot = ElementTree.parse(path).getroot()
    links = {link.get("name"): link for link in robot.findall("link")}
    joints = robot.findall("joint")
    children = {joint.find("child").get("link") for joint in joints}
    root = next(name for name in links if name not in children)
    bodies = []
    # link, the body it belongs to and its frame's pose in that body; from the last to the first
    open_links = [(root, -1, np.eye(3), np.zeros(3))]
    while open_links:
        name, body, rotation, position = open_links.pop()
        if name == free_link:
            bodies.append(Body(-1, "free", np.array([0, 0, 1]), np.eye(3), np.zeros(3), Inertia()))
            body, rotation, position = len(bodies) - 1, np.eye(3), np.zeros(3)
        moving = next((joint for joint in joints if joint.find("child").get("link") == name), None)
        if moving is not None and moving.get("type") != "fixed" and moving.get("name") not in welded:
            kind = "prismatic" if moving.get("type") == "prismatic" else "revolute"
            axis = read_vector(moving.find("axis"), "xyz", "1 0 0")
            bodies.append(Body(body, kind, axis / np.linalg.norm(axis), rotation, position, Inertia()))
            body, rotation, position = len(bodies) - 1, np.eye(3), np.zeros(3)
        if body >= 0:
            bodies[body].inertia = combine(bodies[body].inertia, read_inertia(links[name], rotation, position))
        for joint in reversed([joint for joint in joints if joint.find("parent").get("link") == name]):
            turn, shift = read_pose(joint.find("origin"))
            open_links.append((joint.find("child").get("link"), body, rotation @ turn, position + rotation @ shift))
    return bodies


def machines(urdf_folder):
    """Name and bodies of each."""
    for count in ALTERNATING:
        yield f"alternating-{count}", make_chain(count, [(1, 0, 0), (0, 1, 0)])
    for count in PLANAR:
        yield f"planar-{count}", make_chain(count, [(1, 0, 0)])
    for count in ARMS:
        yield f"arm-{count}", make_random_tree(range(-1, count - 1), count)
    for count in BRANCHED:
        yield f"branched-{count}", make_random_tree(random_parents(count, count), count)
    for count in FLYING:
        yield f"flying-{count}", make_random_tree(random_parents(count, count), count, "free")
    for name, (file, free_link, welded) in ROBOTS.items():
        if urdf_folder is not None and (urdf_folder / file).exists():
            yield name, read_robot(urdf_folder / file, free_link, welded)
        else:
            print(f"trees.py: no {file}, going on without {name}", file=sys.stderr)


def main(folder, urdf_folder=None):
    folder.mkdir(parents=True, exist_ok=True)
    for name, bodies in machines(urdf_folder):
        massless = [i for i, body in enumerate(bodies) if body.inertia.mass == 0]
        if massless:
            sys.exit(f"trees.py: bodies {massless} of {name} have no mass")
        (folder / f"{name}.tree").write_text(tree_text(bodies, (0, 0, -9.81), name))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: trees.py FOLDER [FOLDER_OF_URDF]")
    main(*map(Path, sys.argv[1:]))
