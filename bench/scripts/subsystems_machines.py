"""Machines for bench/scripts/subsystems.py, as what a model file holds.

    moving        an example that moves at its start, so that velocities matter
    opened        without the joints that close loops: the same bodies as a tree
    with_lines    the excavator's cylinders as forces along lines, without bodies and joints
    mast_of       arms of the concrete-pump mast in a row, all as its third one
    drive_line    shafts in a row with homokinetic joints, explicit or by other joints that constraints or a loop bind
"""

import json
import math
import subprocess

import yaml

from loop_machines import examples

# what parameters and inputs are instead of what the file says: the mast is not in balance, motors and oil push
SETTINGS = {"four_bar": {"T": 1.0}, "concrete_pump_mast": {"m5": 390},
            "excavator_arm": {"M_swing": 1e4, "F_boom": 3e5, "F_stick": -1e5, "F_bucket": 5e4}}
SPEEDS = {"four_bar": {"phi'": 3}, "concrete_pump_mast": {f"phi{i}'": 0.1 * i * (-1)**i for i in range(1, 6)},
          "excavator_arm": {"q_swing'": 0.3, "q_boom'": 0.1, "q_stick'": -0.2, "q_bucket'": 0.3}}
CYLINDERS = ["left", "right", "stick", "bucket"]
STEEL_BAR = {"mass": 2, "center": [0.02, -0.01, 0.3],
             "inertia": {"xx": 0.2, "yy": 0.21, "zz": 0.03, "xy": 0.003, "yz": -0.005}}
BEND, BEND_RATES = (0.3, 0.2), (0.5, -0.7)  # angles of both Cardan joints that a homokinetic joint is; 1/s


def moving(kinemate, name, folder):
    settings = [part for symbol, value in SETTINGS[name].items() for part in ("--set", f"{symbol} = {value}")]
    file = folder / f"{name}.yaml"
    subprocess.run([kinemate, "convert", examples() / name / "model.yaml", *settings, "-o", file], check=True)
    machine = yaml.safe_load(file.read_text())
    machine["initial"] |= SPEEDS[name]
    return machine


def opened(kinemate, machine, folder):
    file = folder / "closed.yaml"
    file.write_text(json.dumps(machine))
    shown = subprocess.run([kinemate, "show", file, "--json"], check=True, stdout=subprocess.PIPE, text=True).stdout
    closing = {loop["joint"] for loop in json.loads(shown)["secondary"]}
    gone = {machine["joints"][name]["coordinate"] for name in closing}
    return machine | {"joints": {name: joint for name, joint in machine["joints"].items() if name not in closing},
                      "initial": {name: value for name, value in machine["initial"].items() if name not in gone}}


def with_lines(machine):
    machine = json.loads(json.dumps(machine))
    for cylinder in CYLINDERS:
        foot, piston, head = (machine["joints"].pop(f"{cylinder}_{part}") for part in ("foot", "piston", "head"))
        for joint in (foot, piston, head):
            machine["initial"].pop(joint["coordinate"], None)
        for joint in (foot, piston):
            machine["bodies"].pop(joint["to"])
        effort, = machine["loads"].pop(f"{cylinder}_pressure")["effort"]
        machine["loads"][f"{cylinder}_line"] = {"type": "line", "between": [foot["from"], head["to"]],
                                                "distance": f"r_{cylinder}", "force": effort}
    return machine


def mast_of(arms):
    def bar(mass, length):
        inertia = f"{mass}*{length}^2/12"
        return {"mass": mass, "center": [f"{length}/2", 0, 0], "inertia": {"yy": inertia, "zz": inertia}}

    def pin(carrier, at, body, coordinate, on_body=(0, 0, 0)):
        return {"type": "revolute", "axis": "y", "from": carrier | {"at": at}, "to": {"body": body, "at": list(on_body)},
                "coordinate": coordinate}

    bodies, frames, joints, loads, initial = {}, {}, {}, {}, {}
    for i in range(1, arms + 1):
        arm, lever, rod, pivot = f"arm{i}", f"lever{i}", f"rod{i}", {"frame": f"P{i}"}
        bodies |= {arm: bar("m", "l"), lever: bar("ml", "b"), rod: bar("mr", "c")}
        frames[f"P{i}"] = ({"body": "world", "at": [0, 0, 3.9], "rotation": [["y", "-pi/2"]]} if i == 1
                           else {"body": f"arm{i - 1}", "at": ["l", 0, 0]})
        joints |= {f"pivot{i}": pin(pivot, [0, 0, 0], arm, f"phi{i}"),
                   f"foot{i}": pin(pivot, ["-a", 0, 0], lever, f"psi{i}"),
                   f"knee{i}": pin({"body": lever}, ["b", 0, 0], rod, f"alpha{i}"),
                   f"pin{i}": pin({"body": rod}, ["c", 0, 0], arm, f"delta{i}", ["d*cos(eps)", 0, "d*sin(eps)"])}
        ends = [pivot | {"at": ["-e", 0, "f"]}, {"body": lever, "at": ["b", 0, 0]}]
        loads |= {f"cylinder{i}": {"type": "spring", "between": ends, "stiffness": "k", "length": "s"},
                  f"oil{i}": {"type": "damper", "between": ends, "damping": "dk"}}
        initial |= {f"phi{i}": "pi/6", f"psi{i}": 1.0859409632950772, f"alpha{i}": -1.60095458778785458,
                    f"delta{i}": 1.03861240009107625, f"phi{i}'": 0.1}
    parameters = {"eps": {"value": 10, "unit": "deg"}, "l": 7.2, "m": 850, "a": 0.66, "b": 0.66, "c": 0.88, "d": 0.44,
                  "e": 2.6, "f": 0.22, "ml": 40, "mr": 32, "k": 2e7, "dk": 3e5, "s": 2.41}
    return {"name": f"mast of {arms}", "parameters": parameters, "gravity": [0, 0, -9.81], "bodies": bodies,
            "frames": frames, "joints": joints, "loads": loads, "initial": initial}


def bend_of(form):
    """Coordinates and speeds of a joint that is bent by BEND, by form."""
    (alpha, beta), (alpha_rate, beta_rate) = BEND, BEND_RATES
    scalar, a, b = math.cos(alpha) * math.cos(beta), math.sin(alpha) * math.cos(beta), math.sin(beta)
    scalar_rate = -a * alpha_rate - math.cos(alpha) * b * beta_rate
    a_rate = scalar * alpha_rate - math.sin(alpha) * b * beta_rate
    b_rate = math.cos(beta) * beta_rate
    if form == "euler_parameters":  # speeds in the half-turned frame: 2 (p_v' - p_s' p_v/(1 + p_s))
        return [scalar, a, b], [2 * (rate - scalar_rate * part / (1 + scalar)) for rate, part in ((a_rate, a), (b_rate, b))]
    if form in ("ball", "cut"):  # the angular velocity in axes of the second shaft
        return [scalar, a, b, 0], [2 * (scalar * a_rate - scalar_rate * a), 2 * (scalar * b_rate - scalar_rate * b),
                                   2 * (b * a_rate - a * b_rate)]
    if form == "universals":
        return [alpha, beta, beta, alpha], [alpha_rate, beta_rate, beta_rate, alpha_rate]
    twice = 2 if form == "revolutes" else 1
    return [alpha, twice * beta], [alpha_rate, twice * beta_rate]


def drive_line(form, joints):
    """`ball`: spherical joints whose Euler parameter along the shaft a constraint keeps 0; `cut`: spherical joints, and
    homokinetic ones that close loops; `universals`: two of them with a body without mass between, angles bound."""
    machine = {"name": f"drive line, {form}", "gravity": [0.5, -9.81, 1], "bodies": {"shaft0": STEEL_BAR}, "constraints": {},
               "joints": {"bearing": {"type": "revolute", "axis": "z", "from": "world", "to": "shaft0", "coordinate": "phi"}},
               "independent": ["phi"], "initial": {"phi": 0.4, "phi'": 3}}
    values, speeds = bend_of(form)
    for i in range(1, joints + 1):
        places = {"from": {"body": f"shaft{i - 1}", "at": [0, 0, 0.6]}, "to": f"shaft{i}"}
        names = [f"{letter}{i}" for letter in "pqrs"[:len(values)]]
        own = [f"w{letter}{i}" for letter in "xyz"[:len(speeds)]] if len(values) != len(speeds) else [f"{q}'" for q in names]
        homokinetic = {"type": "constant_velocity", "axis": "z", **places}
        machine["bodies"][f"shaft{i}"] = STEEL_BAR
        machine["initial"] |= dict(zip(names + own, values + speeds, strict=True))
        if form in ("ball", "cut"):
            machine["joints"][f"ball{i}"] = {"type": "spherical", "sequence": "euler_parameters", "coordinates": names,
                                             "speeds": own, **places}
            if form == "ball":
                machine["constraints"][f"bend{i}"] = {"type": "holonomic", "equation": f"{names[3]} = 0"}
            else:
                machine["joints"][f"bend{i}"] = homokinetic | {"cut": True, "coordinates": [f"u{i}", f"v{i}"]}
                machine["initial"] |= {f"u{i}": BEND[0], f"v{i}": 2 * BEND[1]}
        elif form == "universals":
            machine["bodies"][f"cross{i}"] = {"mass": 0}
            machine["joints"] |= {
                f"near{i}": {"type": "universal", "axes": ["x", "y"], "coordinates": names[:2], **places, "to": f"cross{i}"},
                f"far{i}": {"type": "universal", "axes": ["y", "x"], "coordinates": names[2:], **places, "from": f"cross{i}"}}
            machine["constraints"] |= {f"outer{i}": {"type": "holonomic", "equation": f"{names[0]} = {names[3]}"},
                                       f"inner{i}": {"type": "holonomic", "equation": f"{names[1]} = {names[2]}"}}
            machine["independent"] += names[:2]
        else:
            further = {"speeds": own} if form == "euler_parameters" else {}
            machine["joints"][f"bend{i}"] = homokinetic | {"form": form, "coordinates": names} | further
    if form != "universals":
        del machine["independent"]
    return machine
