#!/usr/bin/env python3
"""The results of bench/all's core as tables: table.py FOLDER, which holds *_kinemate.json and those of the peers.

Returns 1 where a limit is missed or where a peer gets another result.
"""

import json
import sys
from pathlib import Path

# benchmark, what is limited, how to get it, unit, limit: the figure stays below it
FIGURES = [
    ("build", "time", lambda run: run["real_time"] / 1e3, "s", 0.5),
    ("build", "memory", lambda run: run["bytes_per_node"], "bytes/node", 100),
    ("gradient/random", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("gradient/random", "nodes with gradient / nodes", lambda run: run["node_ratio"], "", 5),
    ("gradient/chain", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("gradient/chain", "nodes with gradient / nodes", lambda run: run["node_ratio"], "", 5),
    ("parse", "time", lambda run: run["real_time"] / 1e3, "s", 2),
    ("pendulum/7", "time", lambda run: run["real_time"] / 1e3, "s", 0.3),
    ("pendulum/7/written", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("expand/8/arithmetic", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("expand/14/arithmetic", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("read/100", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("read/1000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("read/10000", "time", lambda run: run["real_time"] / 1e3, "s", 1.5),
    ("kinematics/100", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("kinematics/300", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("kinematics/1000", "time", lambda run: run["real_time"] / 1e3, "s", 0.2),
    ("kinematics/3000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command check/100", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command check/1000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command check/10000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/3", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/4", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/10", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/100", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/1000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/3000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("loops/trellis", "time", lambda run: run["real_time"] / 1e3, "s", 5),
    ("loops/sheet of hinges", "time", lambda run: run["real_time"] / 1e3, "s", 5),
    ("loops/sheet of balls", "time", lambda run: run["real_time"] / 1e3, "s", 5),
    ("urdf/500", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("urdf/5000", "time", lambda run: run["real_time"] / 1e3, "s", 2),
    ("metric/keppler/7", "time", lambda run: run["real_time"] / 1e3, "s", 0.5),
    ("metric/keppler/7/symbols", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("metric/keppler/10", "time", lambda run: run["real_time"] / 1e3, "s", 60),
    ("metric/distinct/5", "time", lambda run: run["real_time"] / 1e3, "s", 5),
    ("derive/cart/60", "time", lambda run: run["real_time"] / 1e3, "s", 1),
    ("derive/cart/60/plain", "time", lambda run: run["real_time"] / 1e3, "s", None),
]
# small, large, figure, limit: so many times that of the small chain, each by the body; processor time varies less
GROWTHS = [
    ("read/1000", "read/10000", "cpu_time", 2),  # caches make a larger chain dearer by the body
    ("kinematics/300", "kinematics/3000", "cpu_time", 2),
    ("kinematics/300", "kinematics/3000", "pool_nodes", 1.05),
]
# benchmark, peer, the peer's benchmark, limit: so many times faster than the peer, or more
RATIOS = [
    ("expand/8", "SymPy", "expand/8", 500),
    ("expand/8", "GiNaC", "expand/8", None),
    ("expand/14", "GiNaC", "expand/14", 50),
    ("rotations/8", "SymPy", "rotations/8/division", 500),  # the fastest way that SymPy offers
    ("rotations/8", "SymPy", "rotations/8/expand", None),
    ("rotations/4", "SymPy", "rotations/4/simplify", None),
]
# operations: seconds to compile a program, which the time stays below
COMPILATIONS = {100_000: 0.5, 1_000_000: 5}
# operations of a small and of a large program, limit: so many times the time of the small one, each by the operation
COMPILE_GROWTH = 100_000, 1_000_000, 1.5
# operations, states at once: ns by the operation and the state, which the time stays below
EVALUATIONS = {(1_000, 1): 0.2, (1_000, 8): 0.04, (100_000, 1): 0.6, (100_000, 8): 0.13}
LEAST_RATIO = 200  # so many times faster than SymPy, equations of motion at its largest size
PEERS = ["GiNaC", "SymPy"]


def read_results(folder, library):
    """Benchmark name → its median run; nothing where the library was not measured."""
    files = sorted(folder.glob(f"*_{library.lower()}.json"))
    runs = [run for file in files for run in json.loads(file.read_text())["benchmarks"]]
    failed = sorted({run["run_name"] for run in runs if run.get("error_occurred")})
    if failed:
        sys.exit(f"table.py: {library} fails in {', '.join(failed)}")
    # Google Benchmark adds to the name how often a run is repeated, and by which clock
    return {run["run_name"].split("/iterations:")[0]: run for run in runs
            if run.get("aggregate_name", "median") == "median"}


def size(run):
    if "nodes_of_metric" in run:
        return f"{run['nodes_of_metric']:,.0f} + {run['nodes_of_symbols']:,.0f} nodes"
    if "speeds" in run:
        return f"{run['speeds']:,.0f} speeds"
    if "loops" in run:
        return f"{run['bodies']:,.0f} bodies, {run['loops']:,.0f} loops"
    if "links" in run:
        return f"{run['links']:,.0f} links, {run['text_bytes'] / 1e6:.1f} MB of text"
    if "bodies" in run:
        return f"{run['bodies']:,.0f} bodies"
    if "text_bytes" in run:
        return f"{run['text_bytes'] / 1e6:.1f} MB of text"
    if "terms" in run:
        return f"{run['terms']:,.0f} terms"
    if "metric_terms" in run:
        return f"{run['metric_terms']:,.0f} + {run['christoffel_terms']:,.0f} terms"
    if "nodes" in run:
        return f"{run['nodes']:,.0f} nodes, {run['symbols']:,.0f} symbols"
    return f"{run['pool_nodes']:,.0f} nodes"


def print_figures(runs):
    """Whether every limit is kept."""
    kept = True
    print(f"{'benchmark':24} {'size':30} {'figure':28} {'measured':>18} {'limit':>6}")
    for name, figure, get, unit, limit in FIGURES:
        value = get(runs[name])
        missed = limit is not None and not value < limit
        kept = kept and not missed
        print(f"{name:24} {size(runs[name]):30} {figure:28} {f'{value:.3g} {unit}'.strip():>18} {limit or '':>6}"
              + ("  MISSED" if missed else ""))
    return kept


def print_growths(runs):
    """Whether every limit is kept."""
    kept = True
    print(f"\n{'growth by the body':34} {'figure':12} {'measured':>9} {'limit':>6}")
    for small, large, figure, limit in GROWTHS:
        per_body = [runs[name][figure] / runs[name]["bodies"] for name in (small, large)]
        ratio = per_body[1] / per_body[0]
        kept = kept and ratio < limit
        print(f"{small + ' to ' + large:34} {figure:12} {ratio:>9.3g} {limit:>6}" + ("" if ratio < limit else "  MISSED"))
    return kept


def agree(a, b):
    """What has no check sum checks itself."""
    if "check_sum" not in a:
        return True
    return a.get("terms") == b.get("terms") and abs(a["check_sum"] - b["check_sum"]) <= 1e-9 * abs(a["check_sum"])


def print_peers(ours, peers):
    """Whether all get the same gradients."""
    same = True
    print(f"\n{'gradient of':16} {'size':24} {'written out':>12} {'Kinemate':>10}"
          + "".join(f" {peer:>11} {'ratio':>7}" for peer in peers))
    for name, run in ours.items():
        if not name.startswith("peers/"):
            continue
        line = f"{name.removeprefix('peers/'):16} {size(run):24} {run['written_out']:>12,.0f}"
        line += f" {run['real_time']:>7.3g} ms"
        for theirs in (results[name] for results in peers.values()):
            line += f" {theirs['real_time']:>8,.0f} ms {theirs['real_time'] / run['real_time']:>7,.0f}"
            same = same and agree(run, theirs)
        print(line)
    if not same:
        print("MISSED: the libraries do not agree on the gradients")
    return same


def print_ratios(ours, peers):
    """Whether every limit is kept and all get the same."""
    kept = True
    print(f"\n{'normal form of':16} {'size':16} {'Kinemate':>12} {'peer':27} {'time':>12} {'ratio':>7} {'limit':>6}")
    for name, peer, peer_name, limit in RATIOS:
        if peer not in peers:
            continue
        run, theirs = ours[name], peers[peer][peer_name]
        ratio = theirs["real_time"] / run["real_time"]
        missed = (limit is not None and ratio < limit) or not agree(run, theirs)
        kept = kept and not missed
        print(f"{name:16} {size(run):16} {run['real_time']:>9.3g} ms {peer + ' ' + peer_name:27}"
              f" {theirs['real_time']:>9,.0f} ms {ratio:>7,.0f} {limit or '':>6}" + ("  MISSED" if missed else ""))
    return kept


def print_equations(ours, theirs):
    """Whether the equations are the same, and ours faster by LEAST_RATIO at the largest size that SymPy finishes."""
    kept = True
    print(f"\n{'equations of motion':28} {'speeds':>6} {'Kinemate':>12} {'SymPy':>14} {'ratio':>9} {'limit':>6}")
    families = sorted({(name.split("/")[1], name.split("/")[3]) for name in theirs if name.startswith("equations/")})
    for family, method in families:
        sizes = sorted(int(name.split("/")[2]) for name, run in theirs.items()
                       if name.startswith(f"equations/{family}/") and name.endswith("/" + method) and run["finished"])
        for count in sizes:
            name = f"equations/{family}/{count}/{method}"
            if name not in ours:
                continue
            run, peer = ours[name], theirs[name]
            ratio = peer["real_time"] / run["real_time"]
            last = count == sizes[-1]
            missed = not agree(run, peer) or (last and ratio < LEAST_RATIO)
            kept = kept and not missed
            print(f"{name.removeprefix('equations/'):28} {run['speeds']:>6.0f} {run['real_time']:>9.3g} ms"
                  f" {peer['real_time']:>11,.0f} ms {ratio:>9,.0f} {LEAST_RATIO if last else '':>6}"
                  + ("  MISSED" if missed else ""))
    return kept


def print_costs(ours, theirs):
    """Whether no simplified result costs more than trigsimp's."""
    kept = True
    print(f"\n{'cost of':24} {'derived':>8} {'simplified':>11} {'SymPy derived':>14} {'trigsimp':>9} {'simplify':>9}")
    for name, run in ours.items():
        if not name.startswith("short/"):
            continue
        peers = [theirs.get(f"{name}/{function}", {}) for function in ("derived", "trigsimp", "simplify")]
        costs = [f"{peer['cost']:.0f}" if "cost" in peer else "-" for peer in peers]
        missed = any("cost" in peer and not agree(run, peer) for peer in peers) or run["cost"] > peers[1].get("cost", 1e99)
        kept = kept and not missed
        print(f"{name.removeprefix('short/'):24} {run['cost_derived']:>8.0f} {run['cost']:>11.0f} {costs[0]:>14}"
              f" {costs[1]:>9} {costs[2]:>9}" + ("  MISSED" if missed else ""))
    return kept


def print_compilations(ours):
    """Whether every limit is kept and the time grows as the program does."""
    kept = True
    print(f"\n{'compile, operations':>20} {'states':>6} {'time':>10} {'assemble':>10} {'by operation':>13} {'limit':>6}"
          f" {'LLVM':>10}")
    for operations, width in sorted(tuple(map(int, name.split("/")[1:])) for name in ours
                                    if name.startswith("compile/") and not name.endswith("llvm")):
        run, peer = ours[f"compile/{operations}/{width}"], ours.get(f"compile/{operations}/{width}/llvm")
        limit = COMPILATIONS.get(operations)
        missed = limit is not None and not run["real_time"] / 1e3 < limit
        kept = kept and not missed
        print(f"{run['operations']:>20,.0f} {width:>6} {run['real_time']:>7.3g} ms {run['assemble_ms']:>7.3g} ms"
              f" {1e6 * run['real_time'] / run['operations']:>10.3g} ns {f'{limit} s' if limit else '':>6}"
              + (f" {peer['real_time']:>7.3g} ms" if peer else "") + ("  MISSED" if missed else ""))
    small, large, limit = COMPILE_GROWTH
    runs = [ours[f"compile/{count}/1"] for count in (small, large)]
    each = [run["real_time"] / run["operations"] for run in runs]
    print(f"growth by the operation from {small:,} to {large:,}: {each[1] / each[0]:.3g}, limit {limit}"
          + ("" if each[1] < limit * each[0] else "  MISSED"))
    return kept and each[1] < limit * each[0]


def print_evaluations(ours):
    """Whether every limit is kept."""
    kept = True
    peak = ours["peak"]["operations_per_ns"]
    print(f"\nns by the operation and the state; peak: {peak:.3g} operations a ns, as multiply-adds of four numbers")
    print(f"{'run, operations':>20} {'states':>6} {'Kinemate':>9} {'of peak':>8} {'limit':>6} {'fast':>8} {'of peak':>8}"
          f" {'LLVM':>8} {'interpreter':>12}")
    sizes = {tuple(map(int, name.split("/")[1:3])) for name in ours if name.startswith("evaluate/")}
    for operations, width in sorted(sizes):
        times = {kind: ours[name]["ns_per_operation_and_state"] for kind in ("", "/fast", "/llvm", "/interpreter")
                 if (name := f"evaluate/{operations}/{width}{kind}") in ours}
        limit = EVALUATIONS.get((operations, width))
        missed = limit is not None and not times[""] < limit
        kept = kept and not missed
        others = [f"{times[kind]:.3g}" if kind in times else "" for kind in ("/llvm", "/interpreter")]
        print(f"{operations:>20,} {width:>6} {times['']:>9.3g} {1 / times[''] / peak:>8.1%} {limit or '':>6}"
              f" {times['/fast']:>8.3g} {1 / times['/fast'] / peak:>8.1%} {others[0]:>8} {others[1]:>12}"
              + ("  MISSED" if missed else ""))
    return kept


def print_machines(ours):
    print(f"\n{'program of':30} {'derived':>8} {'passes':>8} {'shortest':>9} {'time':>10} {'a call':>10} {'a state of 8':>13}")
    for name, run in ours.items():
        if name.startswith("machine/"):
            print(f"{name.removeprefix('machine/'):30} {run['operations_derived']:>8,.0f} {run['operations']:>8,.0f}"
                  f" {run['operations_shortest']:>9,.0f} {run['real_time']:>7.3g} ms {run['ns_alone']:>7.3g} ns {run['ns_in_batch']:>10.3g} ns")


def print_shared(ours, theirs):
    """Whether SymPy's cse leaves at least as many operations of every machine's equations that it finishes."""
    kept = True
    print(f"\n{'operations of M, k, tau':24} {'derived':>8} {'Kinemate':>9} {'time':>10} {'SymPy cse':>9} {'time':>10}"
          f" {'cse, basic':>11} {'time':>10}")
    for name, run in ours.items():
        if not name.startswith("machine/") or "/equations" not in name:
            continue
        machine, values = name.split("/")[1], "symbols" if name.endswith("/symbols") else "numbers"
        peers = [theirs[f"cse/{machine}/{values}/{kind}"] for kind in ("default", "basic")]
        missed = any(peer["finished"] and run["operations"] > peer["operations"] for peer in peers)
        kept = kept and not missed
        cells = [f"{peer['operations']:,}" if peer["finished"] else "none" for peer in peers]
        times = [f"{'' if peer['finished'] else '> '}{peer['real_time']:,.0f} ms" for peer in peers]
        print(f"{machine + ', ' + values:24} {run['operations_derived']:>8,.0f} {run['operations']:>9,.0f}"
              f" {run['real_time']:>7.3g} ms {cells[0]:>9} {times[0]:>10} {cells[1]:>11} {times[1]:>10}"
              + ("  MISSED" if missed else ""))
    return kept


def main(folder):
    ours = read_results(folder, "Kinemate")
    peers = {peer: results for peer in PEERS if (results := read_results(folder, peer))}
    kept = print_figures(ours)
    linear = print_growths(ours)
    same = print_peers(ours, peers)
    fast = print_ratios(ours, peers)
    fast = print_compilations(ours) and fast
    fast = print_evaluations(ours) and fast
    print_machines(ours)
    if "SymPy" in peers:
        fast = print_equations(ours, peers["SymPy"]) and fast
        fast = print_costs(ours, peers["SymPy"]) and fast
        fast = print_shared(ours, peers["SymPy"]) and fast
    return 0 if kept and linear and same and fast else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
