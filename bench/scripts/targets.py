#!/usr/bin/env python3
"""Generated code in every language: targets.py KINEMATE [MODEL]

Prints for the seven-axis arm with its fingers uncoupled, or another machine without inputs and open parameters, how long `kinemate generate --what ode`
takes for each target, the size of its text, and the time of one right-hand side in the languages that run here beside
C. Fails where generating all targets takes longer than the limit.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

TARGETS = ["c", "cpp", "matlab", "simulink", "modelica", "python", "julia", "latex"]
LIMIT = 2.0  # s for all targets together
RUNS = 3
EXAMPLE = Path(__file__).parent.parent.parent / "examples/seven_axis_arm/model.yaml"

# Each prints the nanoseconds of one call, best of several rounds; {function}: pendulum_ode, {space}: pendulum,
# {n}: states. The state changes from call to call, so that nothing is computed once for all.
C_LOOP = """
#include <stdio.h>
#include <time.h>
static double seconds(void) {{ struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9*t.tv_nsec; }}
int main(void) {{
  static double x[{n}], dx[{n}];
  double best = 1e9, sum = 0;
  for (int i = 0; i < {n}; ++i) x[i] = 0.1*(i + 1);
  for (int round = 0; round < 20; ++round) {{
    const double start = seconds();
    for (int i = 0; i < 20000; ++i) {{ x[0] += 1e-6; {call}(0.0, x, dx); sum += dx[{n} - 1]; }}
    const double time = (seconds() - start)/20000;
    if (time < best) best = time;
  }}
  printf("%.6g %.17g\\n", 1e9*best, sum);
  return 0;
}}
"""
OCTAVE = """
x = 0.1*(1:{n}).'; best = Inf;
for round = 1:5
  start = tic;
  for i = 1:200, x(1) = x(1) + 1e-6; dx = {function}(0, x); end
  best = min(best, toc(start)/200);
end
printf('%.6g\\n', 1e9*best);
"""
PYTHON = """
import time
import numpy as np
from {function} import ode
def measure(x, calls):
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(calls):
            x[0] += 1e-6
            ode(0.0, x)
        best = min(best, (time.perf_counter() - start)/calls)
    return 1e9*best
one = 0.1*np.arange(1, {n} + 1)
print(measure(one, 500), measure(np.repeat(one[:, None], 1000, axis=1), 5)/1000)
"""


def generate(kinemate, model, target, folder):
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([kinemate, "generate", model, "--what", "ode", "--to", target, "-o", folder, "--quiet"], check=True)
        times.append(time.perf_counter() - start)
    return min(times), sum(file.stat().st_size for file in Path(folder).iterdir())


def output(folder, line):
    return subprocess.run(line, cwd=folder, shell=True, check=True, capture_output=True, text=True).stdout.split()


def measure(target, folder, function, count):
    """Nanoseconds of one right-hand side; further figures behind it. Nothing where the language does not run here."""
    space = function.removesuffix("_ode")
    names = {"function": function, "space": space, "n": count}
    folder = Path(folder)
    if target in ("c", "cpp"):
        suffix, call = ("c", function) if target == "c" else ("cpp", space + "::ode<double>")
        header = f'#include "{function}.{"h" if target == "c" else "hpp"}"\n'
        (folder / f"measure.{suffix}").write_text(header + C_LOOP.format(call=call, **names))
        sources = f"{function}.c " if target == "c" else ""
        compiler = "cc -std=gnu99" if target == "c" else "c++ -std=c++17"
        return output(folder, f"{compiler} -O2 -ffp-contract=off {sources}measure.{suffix} -o measure -lm && ./measure")[:1]
    if target == "matlab":
        (folder / "measure.m").write_text(OCTAVE.format(**names))
        return output(folder, "octave-cli --no-gui --quiet measure.m")
    if target == "python":
        (folder / "measure.py").write_text(PYTHON.format(**names))
        return output(folder, "/usr/bin/python3 measure.py")
    return []


def seven_axis_arm(folder):
    """A tree without inputs: only those have a right-hand side of time and state alone."""
    model = Path(folder) / "arm.yaml"
    lines = EXAMPLE.read_text().splitlines()
    sections = {"constraints:", "loads:"}
    kept, skip = [], False
    for line in lines:
        if not line.startswith(" "):
            skip = line in sections or line.startswith("inputs:")
        if not skip:
            kept.append(line)
    model.write_text("\n".join(kept) + "\n")
    return model


def main(kinemate, model):
    c_time = None
    print(f"{'target':10} {'generated in':>12} {'text':>12} {'a right-hand side':>18} {'beside C':>9}")
    with tempfile.TemporaryDirectory() as parent:
        model = model or seven_axis_arm(parent)
        for target in TARGETS:
            folder = str(Path(parent) / target)
            seconds, size = generate(kinemate, model, target, folder)
            sources = [file.stem for file in Path(folder).iterdir() if file.stem.endswith("_ode")]
            states = [line for file in Path(folder).glob("*_ode.h") for line in file.read_text().splitlines()
                      if line.startswith("#define") and "_X_COUNT" in line]
            if target == "c":
                count = int(states[0].split()[-1])
            figures = [float(figure) for figure in measure(target, folder, sources[0] if sources else "", count)]
            c_time = c_time or figures[0]
            cells = f" {figures[0]:>15,.0f} ns {figures[0] / c_time:>9,.2f}" if figures else ""
            print(f"{target:10} {seconds:>10.3f} s {size:>10,} B{cells}")
            for figure in figures[1:]:
                print(f"{target + ', 1000 at once':39} {figure:>13,.0f} ns {figure / c_time:>9,.2f}")
        seconds, _ = generate(kinemate, model, "all", str(Path(parent) / "all"))
    print(f"all targets by one command: {seconds:.2f} s, limit {LIMIT} s" + ("" if seconds < LIMIT else "  MISSED"))
    return 0 if seconds < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))
