#!/usr/bin/env python3
"""Loops as joints of recursions, beside other ways to close them: subsystems.py KINEMATE SUBSYSTEMS_PROGRAMS [LOOPS_SIMBODY]

Prints the tables of docs/benchmarks.md: times of one right-hand side, accelerations of a state by compiled programs
(bench/loops/subsystems_programs.cc says which), scalar and for one state of a batch of eight; whole runs; and whether limits are
met. Times are the least of several, ratios the medians of those of times that were measured one after the other. Fails
where ways have other accelerations, or where a limit is missed.
"""

import json
import sys
import tempfile
from pathlib import Path
from statistics import median

from loop_machines import accelerations, loop_machines, peer_text
from loops import Simbody, by_coordinate, check_same, lines_of
from subsystems_machines import drive_line, mast_of, moving, opened, with_lines

SAME = 1e-8  # of the largest acceleration
CONSTRAINT_FORMS = ["articulated", "composite", "articulated/newton", "composite/newton", "multipliers"]
ALL_WAYS = ["subsystems", "equations", *CONSTRAINT_FORMS]
TITLES = {"subsystems": "subsystems", "equations": "minimal equations",
          "articulated": "constraints, articulated bodies", "composite": "constraints, composite bodies",
          "articulated/newton": "constraints, articulated bodies, a Newton step each call",
          "composite/newton": "constraints, composite bodies, a Newton step each call",
          "multipliers": "constraints, articulated bodies, all speeds of the tree"}
ARMS = [1, 2, 5, 10, 20]
EXPLICIT = ["articulated", "composite", "implicit", "equations"]
FORMS = {"revolutes": ("revolutes", EXPLICIT), "double_cardan": ("double_cardan", EXPLICIT),
         "euler_parameters": ("euler_parameters", EXPLICIT),
         "ball": ("spherical and a constraint", ["subsystems", "equations"]),
         "universals": ("two universals and constraints", ["subsystems", "equations"]),
         "cut": ("spherical, and the joint closes a loop", ["subsystems", "articulated", "multipliers", "equations"])}
# ratios that are wanted, at least, or of the open mast at most
FOUR_BAR, FOUR_BAR_PEER, MAST, MAST_OPEN = 3, 10, 4, 1.05
RUN_CALLS = 6


class Bench:
    def __init__(self, kinemate, programs, simbody, folder):
        self.kinemate, self.programs, self.simbody, self.folder = kinemate, programs, simbody, folder
        self.references = {machine.name: machine for machine in loop_machines()}

    def measure(self, *requests):
        """For each machine and list of ways: the state at the start, and by way what its program is like. Ways that there
        are not are left out."""
        arguments = []
        for i, (machine, names) in enumerate(requests):
            file = self.folder / f"machine{i}.yaml"
            file.write_text(json.dumps(machine))
            arguments += [*(["--"] if i else []), file, *names]
        found = [({}, {}) for _ in requests]
        for line in map(json.loads, lines_of([self.programs, *arguments]).splitlines()):
            state, ways = found[line["machine"]]
            if "state" in line:
                state.update(line["state"])
            elif "note" in line:
                print(f"subsystems.py: without {line['way']}: {line['note']}", file=sys.stderr)
            else:
                ways[line["way"]] = line
        for (machine, _), (_, ways) in zip(requests, found, strict=True):
            check_ways(machine["name"], ways)
        return found

    def check_reference(self, name, state, ways):
        """Against the dense system of multipliers that bench/scripts/loop_machines.py has of its own."""
        reference = self.references[name]
        q, s = ([state[body.coordinate + prime] for body in reference.bodies] for prime in ("", "'"))
        expected = by_coordinate(reference, accelerations(reference, q, s))
        for way, line in ways.items():
            found = {speed.rstrip("'"): value for speed, value in line["accelerations"].items()}
            check_same(f"Kinemate by {way}", reference, expected, {key: found[key] for key in found if key in expected})

    def peer_ns(self, name):
        """The better of Simbody's closings."""
        reference = self.references[name]
        (self.folder / f"{name}.planar").write_text(peer_text(reference))
        at_rest = by_coordinate(reference, accelerations(reference, reference.coordinates, [0.0] * len(reference.bodies)))
        return 1e9 * min(self.simbody.rates(reference, self.folder, at_rest).values())

    def simulate(self, machine, *options):
        file = self.folder / "machine.yaml"
        file.write_text(json.dumps(machine))
        command = [self.kinemate, "simulate", file, "--to", "5", "--every", "5", "--rtol", "1e-8", "--json", "--quiet", *options]
        return json.loads(lines_of(command))


def check_ways(title, ways):
    """Accelerations that two ways both give are equal."""
    known = {}
    for way, line in ways.items():
        scale = max(map(abs, line["accelerations"].values()))
        for name, value in line["accelerations"].items():
            if abs(value - known.setdefault(name, value)) > SAME * scale:
                sys.exit(f"subsystems.py: {title} by {way}: {name} is {value!r}, not {known[name]!r}")


def ratio(line, base, key="ns"):
    """How many times longer. REQUIRES: of one measurement."""
    return median(a / b for a, b in zip(line[key], base[key], strict=True))


def print_header(*first):
    names = [*first, "states", "operations", "ns", "ratio", "ns of a batch", "ratio"]
    print("\n| " + " | ".join(names) + " |\n|" + "---|" * len(names))


def print_line(title, line, base):
    print(f"| {title} | {line['states']} | {line['operations']:,.0f} | {min(line['ns']):,.0f} | {ratio(line, base):.2f} |"
          f" {min(line['ns_of_8']):,.1f} | {ratio(line, base, 'ns_of_8'):.2f} |", flush=True)


def compare_examples(bench, limits):
    for name, wanted, of_peer in (("four_bar", FOUR_BAR, FOUR_BAR_PEER), ("concrete_pump_mast", MAST, None)):
        machine = moving(bench.kinemate, name, bench.folder)
        requests = [(opened(bench.kinemate, machine, bench.folder), ["fastest", "articulated"]), (machine, ALL_WAYS)]
        (_, tree), (state, ways) = bench.measure(*requests)
        bench.check_reference(name, state, ways)
        base = ways["subsystems"]
        print_header(name)
        for way, line in ways.items():
            print_line(TITLES[way], line, base)
        print_line("open: joints that close loops left out, articulated bodies", tree["articulated"], base)
        print_line(f"open, fastest ({tree['fastest']['title']})", tree["fastest"], base)
        if bench.simbody:
            ns, states = bench.peer_ns(name), 2 * len(bench.references[name].bodies)
            longer = ns / min(base["ns"])
            print(f"| Simbody, constraints | {states} | | {ns:,.0f} | {longer:,.0f} | | |", flush=True)
            limits.append((f"{name}: Simbody takes", longer, of_peer))
        for what, forms in (("best constraint form", CONSTRAINT_FORMS), ("best that keeps loops closed", CONSTRAINT_FORMS[:-1])):
            longer, best = min((ratio(ways[way], base), way) for way in forms if way in ways)
            limits.append((f"{name}: our {what} ({best}) takes", longer, wanted))
        if of_peer is None:
            for key, what in (("ns", "a call"), ("ns_of_8", "a state of a batch")):
                longer = max(ratio(base, line, key) for line in tree.values())
                limits.append((f"{name}: {what} beside the open mast takes", longer, -MAST_OPEN))


def compare_excavator(bench):
    machine = moving(bench.kinemate, "excavator_arm", bench.folder)
    requests = [(machine, ALL_WAYS), (with_lines(machine), ["articulated", "multipliers", "subsystems"])]
    (_, whole), (_, lines) = bench.measure(*requests)
    base = whole["articulated"]
    print_header("excavator_arm")
    for way, line in whole.items():
        print_line(f"all bodies: {TITLES[way]}", line, base)
    for way, line in lines.items():
        print_line(f"cylinders as line forces: {TITLES[way]}", line, base)
    print(f"\ntimes faster: cylinders as line forces {ratio(base, lines['articulated']):.2f}, then the four-bar as a subsystem"
          f" {ratio(lines['articulated'], lines['subsystems']):.2f}, together {ratio(base, lines['subsystems']):.2f}; all bodies,"
          f" all as subsystems {ratio(base, whole['subsystems']):.2f} (source: 1.43, 1.43, 2)")


def compare_drive_lines(bench):
    for joints in (1, 4):
        found = bench.measure(*((drive_line(form, joints), ways) for form, (_, ways) in FORMS.items()))
        titles = [title for title, _ in FORMS.values()]
        rows = {(title, way): line for title, (_, ways) in zip(titles, found, strict=True) for way, line in ways.items()}
        check_ways("drive line", {" by ".join(names): {"accelerations": {"phi''": line["accelerations"]["phi''"]}}
                                  for names, line in rows.items()})
        base = rows["revolutes", "articulated"]
        print_header(f"{joints} homokinetic joint{'s' if joints > 1 else ''}", "by")
        for (title, way), line in rows.items():
            print_line(f"{title} | {way}", line, base)


def compare_masts(bench):
    names = ["subsystems", "equations", "articulated"]
    print("\n| arms | states |" + "".join(f" {way}: operations | ns | ns of a batch |" for way in names)
          + " equations, ratio | articulated, ratio |\n|" + "---|" * (4 + 3 * len(names)))
    for arms in ARMS:
        (_, ways), = bench.measure((mast_of(arms), names))
        base = ways["subsystems"]
        cells = "".join(f" {line['operations']:,.0f} | {min(line['ns']):,.0f} | {min(line['ns_of_8']):,.0f} |"
                        for line in ways.values())
        print(f"| {arms} | {base['states']} |{cells} {ratio(ways['equations'], base):.2f} |"
              f" {ratio(ways['articulated'], base):.2f} |", flush=True)


def compare_runs(bench):
    print("\n| run of 5 s, rtol 1e-8 | method | calls | ms | ms with --no-subsystems | ratio |\n|---|---|---|---|---|---|")
    for name in ("four_bar", "concrete_pump_mast"):
        machine = moving(bench.kinemate, name, bench.folder)
        pairs = [(bench.simulate(machine), bench.simulate(machine, "--no-subsystems")) for _ in range(RUN_CALLS)]
        report = pairs[0][0]
        seconds, without = (min(pair[i]["seconds"] for pair in pairs) for i in (0, 1))
        print(f"| {name} | {report['method']} | {report['rhs_calls']:,} | {1e3 * seconds:.2f} | {1e3 * without:.2f} |"
              f" {without / seconds:.2f} |", flush=True)


def print_limits(limits):
    """Whether all are met. A limit below 0 is one from above."""
    good = True
    print()
    for title, ratio, limit in limits:
        if limit is None:
            print(f"{title} {ratio:,.2f} times as long")
            continue
        met = ratio >= limit if limit > 0 else ratio <= -limit
        good = good and met
        print(f"{title} {ratio:,.2f} times as long; {'at least' if limit > 0 else 'at most'} {abs(limit)}: "
              + ("met" if met else "MISSED"))
    return good


def main(kinemate, programs, simbody):
    if not simbody:
        print("subsystems.py: Simbody is not installed, going on without it", file=sys.stderr)
    limits = []
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(kinemate, programs, simbody, Path(name))
        compare_examples(bench, limits)
        compare_excavator(bench)
        compare_drive_lines(bench)
        compare_masts(bench)
        compare_runs(bench)
    return 0 if print_limits(limits) else 1


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: subsystems.py KINEMATE SUBSYSTEMS_PROGRAMS [LOOPS_SIMBODY]")
    paths = [Path(argument).resolve() for argument in sys.argv[1:]]
    sys.exit(main(paths[0], paths[1], Simbody(paths[2]) if len(paths) == 3 else None))
