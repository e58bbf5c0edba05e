#include "codegen/python/scripts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/plain_text.h"
#include "codegen/python/module.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

// Lines that print each entry of the results.
std::string print_text(const ModuleInterface& module, std::string_view results, std::string_view margin) {
  const std::vector<std::string> outputs = output_names(module.code);
  std::string text;
  std::size_t place = 0;
  for (std::size_t i = 0; i < module.code.parameters.size(); ++i) {
    if (!module.code.parameters[i].output) continue;
    const std::string result = outputs.size() == 1 ? std::string(results) : fmt::format("{}[{}]", results, place++);
    text += fmt::format("{}show({}.{}, {})\n", margin, module.code.function, module.entries[i], result);
  }
  return text;
}

constexpr std::string_view kShow =
    "def show(names, values):\n"
    "    for name, value in zip(names, np.ravel(values).tolist()):\n"
    "        print(f\"{name} = {value!r}\")\n\n\n";

// The derivatives by x alone: those by u come second.
std::string jacobian_text(const ModuleInterface* module) {
  if (module == nullptr) return "";
  const bool several = output_names(module->code).size() > 1;
  return fmt::format("def derivatives(t, x):\n    return {}{}\n\n\n", module_call(*module, "t", "x"),
                     several ? "[0]" : "");
}

// Of the state, of the options of implicit methods.
constexpr const char* kSolve = R"(def solve(end, method):
    options = {1} if method in ("Radau", "BDF", "LSODA") else {{}}
    return solve_ivp(rates, (0.0, end), {0}, method=method, rtol=1e-10, atol=1e-12, **options)


)";

// Of the call with the times `t`, of the number of conditions that jump.
constexpr const char* kPythonPieces = R"(def conditions(t):
    return {0}


def look_ahead(end):
    """The run in pieces within which nothing switches with the time: first and last number of each. And the longest
    step that passes over no pulse."""
    grid = np.linspace(0.0, end, 20001)
    values = conditions(grid)
    jumping, smooth = values[:{1}], values[{1}:]
    switches = np.any(jumping[:, 1:] != jumping[:, :-1], axis=0)

    def same(a, b):
        return np.array_equal(conditions(a)[:{1}], conditions(b)[:{1}])

    pieces, first = [], 0.0
    for i in np.flatnonzero(switches):
        left, right = grid[i], grid[i + 1]
        while not same(left, right):
            low, high = left, right
            while low < (low + high) / 2 < high:
                middle = (low + high) / 2
                low, high = (middle, high) if same(left, middle) else (low, middle)
            if first < low:
                pieces.append((first, low))
            first = left = high
    if first < end or not pieces:
        pieces.append((first, end))
    # the time in which a smooth function would go through all of its range where it is steepest
    with np.errstate(all="ignore"):
        rise = np.where(switches, 0.0, np.abs(np.diff(smooth, axis=1))).max(axis=1) / (grid[1] - grid[0])
        size = smooth.max(axis=1) - smooth.min(axis=1)
        return pieces, min((s / r for s, r in zip(size, rise) if r > 0.0), default=np.inf)


)";

// Of the state, of the options of implicit methods.
constexpr const char* kPythonSolveInPieces = R"(def solve(end, method):
    options = {1} if method in ("Radau", "BDF", "LSODA") else {{}}
    pieces, longest = look_ahead(end)
    times, states, x = [], [], {0}
    for first, last in pieces:
        solution = solve_ivp(lambda t, x: rates(min(max(t, first), last), x), (first, last), x, method=method,
                             rtol=1e-10, atol=1e-12, max_step=longest, **options)
        times.append(solution.t)
        states.append(solution.y)
        x = solution.y[:, -1]
        if not solution.success:
            break
    solution.t, solution.y = np.concatenate(times), np.concatenate(states, axis=1)
    return solution


)";

// Of the names of the state.
constexpr const char* kPlot = R"(def plot(solution):
    try:
        from matplotlib import pyplot
    except ImportError:
        sys.exit("no picture: matplotlib is not there")
    for name, values in zip({}, solution.y):
        pyplot.plot(solution.t, values, label=name.replace("$", r"\$"))
    pyplot.xlabel("t")
    pyplot.legend()
    pyplot.show()


)";

constexpr std::string_view kMain = R"(def main():
    parser = argparse.ArgumentParser(description="From the initial state of the model to the end of the time.")
    parser.add_argument("end", nargs="?", type=float, default=1.0, help="in seconds; 1 if nothing is said")
    parser.add_argument("--method", default="DOP853", help="of solve_ivp; Radau or LSODA for stiff machines")
    parser.add_argument("--plot", action="store_true", help="show the state over the time, with matplotlib")
    arguments = parser.parse_args()
    solution = solve(arguments.end, arguments.method)
    if not solution.success:
        sys.exit(solution.message)
    t, x = solution.t[-1], solution.y[:, -1]
)";

constexpr std::string_view kEnd = R"(    if arguments.plot:
        plot(solution)


if __name__ == "__main__":
    main()
)";

}  // namespace

std::string write_python_example(const Program& program, const ModuleInterface& module) {
  std::string text = python_docstring("One call: " + plain_line(title_of(program)) + "\n\nMade by Kinemate.\n");
  text += fmt::format("\nimport numpy as np\n\nimport {}\n\n\n{}", module.code.function, kShow);
  return text + fmt::format("results = {}\n{}", module_call(module, "", ""), print_text(module, "results", ""));
}

std::string write_python_simulation(std::span<const Program> programs, std::span<const ModuleInterface> modules,
                                    std::size_t jumping) {
  const ModuleInterface& ode = modules[0];
  const ModuleInterface* outputs = find_module(programs, modules, "outputs");
  const ModuleInterface* jacobian = find_module(programs, modules, "jacobian");
  std::string text = python_docstring(
      fmt::format("Simulation of {}: prints the state at the end\n\n    python3 simulate.py [seconds] [--plot]\n\n"
                  "Made by Kinemate.\n",
                  plain_line(programs[0].machine)));
  text += "\nimport argparse\nimport sys\n\nimport numpy as np\nfrom scipy.integrate import solve_ivp\n\n";
  const ModuleInterface* conditions = find_module(programs, modules, "conditions");
  for (const ModuleInterface* module : {&ode, outputs, jacobian, conditions})
    if (module != nullptr) text += fmt::format("import {}\n", module->code.function);
  text += "\n\n" + std::string(kShow);
  if (const std::string u = constant_of(ode, "u", ode.beginning); !u.empty())
    text += fmt::format(
        "def inputs(t):\n    \"\"\"Of the machine, at a time: change them here.\"\"\"\n    return {}\n\n\n", u);
  if (const std::string w = constant_of(ode, "w", ode.beginning); !w.empty())
    text += fmt::format("# Unspecified functions keep their values {}: write others in its place.\n", w);
  text += fmt::format("def rates(t, x):\n    return {}\n\n\n", module_call(ode, "t", "x"));
  text += jacobian_text(jacobian);
  if (conditions != nullptr) text += fmt::format(kPythonPieces, module_call(*conditions, "t", ""), jumping);
  text += fmt::format(fmt::runtime(conditions != nullptr ? kPythonSolveInPieces : kSolve), constant_of(ode, "x", ode.beginning),
                      jacobian == nullptr ? "{\"vectorized\": True}" : "{\"jac\": derivatives}");
  text += fmt::format(kPlot, constant_of(ode, "x", ode.entries)) + std::string(kMain);
  text += fmt::format("    show({}, x)\n", constant_of(ode, "x", ode.entries));
  if (outputs != nullptr) {
    text += fmt::format("    results = {}\n", module_call(*outputs, "t", "x"));
    text += print_text(*outputs, "results", "    ");
  }
  return text + std::string(kEnd);
}

}  // namespace kinemate
