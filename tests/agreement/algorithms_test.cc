// Every algorithm on trees with point masses, massless frames and thin rods inboard, joints in both directions and frames
// turned by angles that leave only rounded constants: programs in the interpreter, in machine code, in C and in Python,
// against all bodies and joints at once (loops/whole_machine.h).
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "codegen/files.h"
#include "codegen/targets.h"
#include "dense.h"
#include "expr/text/print.h"
#include "formalism/closed_equations.h"
#include "formalism/formalisms.h"
#include "formalism/fixture.h"
#include "loops/whole_machine.h"
#include "program/interpret.h"
#include "program/optimize.h"
#include "program/routine.h"
#include "study/programs/shortest_program.h"

namespace kinemate {
namespace {

class AlgorithmsTest : public ModelTest {};

class LightTree {
 public:
  explicit LightTree(std::mt19937_64& random) : random_(random) {}

  std::string text() {
    std::string bodies = "bodies:\n", joints = "joints:\n";
    const int count = 2 + below(3);
    std::vector<bool> carries(static_cast<std::size_t>(count) + 1);
    std::vector<int> parents;
    for (int i = 1; i <= count; ++i) {
      parents.push_back(below(4) == 0 ? below(i) : i - 1);
      carries[static_cast<std::size_t>(parents.back())] = true;
    }
    for (int i = 1; i <= count; ++i) {
      bodies += fmt::format("  b{}: {{{}}}\n", i, carries[static_cast<std::size_t>(i)] ? light_body() : kWhole);
      joints += joint(i, parents[static_cast<std::size_t>(i) - 1]);
    }
    return "gravity: [1, -2, -9]\n" + bodies + joints;
  }

 private:
  static constexpr const char* kWhole = "mass: 2, center: [0.3, 0.1, -0.4], inertia: {xx: 0.7, yy: 0.6, zz: 0.5, xy: 0.1}";

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  std::string choose(std::initializer_list<const char*> from) {
    return *(from.begin() + below(static_cast<int>(from.size())));
  }
  std::string length() { return choose({"0", "sqrt(1/2)", "-sqrt(3)/2", "0.7", "1/3", "-1"}); }
  std::string vector() { return "[" + length() + ", " + length() + ", " + length() + "]"; }

  std::string light_body() {
    switch (below(4)) {
      case 0: return "mass: 0";
      case 1: return "mass: 1, center: " + vector();
      case 2: return "mass: 1, center: [sqrt(1/2), 0, 0], inertia: {yy: 1/12, zz: 1/12}";
      default: return below(2) == 0 ? "mass: 1" : kWhole;
    }
  }

  std::string place(const std::string& body) {
    std::string turned;
    if (below(2) == 0)
      turned = fmt::format(", rotation: [[{}, {}], [{}, {}]]", choose({"x", "y", "z"}), choose({"pi/4", "0.3", "pi/3"}),
                           choose({"y", "[2, 3, 6]"}), choose({"pi/6", "1"}));
    return "{body: " + body + ", at: " + vector() + turned + "}";
  }

  std::string joint(int i, int parent) {
    std::string near = place(parent == 0 ? "world" : fmt::format("b{}", parent)), far = place(fmt::format("b{}", i));
    if (below(3) == 0) std::swap(near, far);
    const auto q = [&](int n) { return fmt::format("q{}{}", i, "abc"[n]); };
    const std::string axis = choose({"x", "y", "z", "[2, 3, 6]", "[0, 1, -1]"});
    std::string type;
    switch (below(6)) {
      case 0: type = fmt::format("prismatic, axis: {}, coordinate: {}", axis, q(0)); break;
      case 1: type = fmt::format("universal, axes: [x, [0, 3, 4]], coordinates: [{}, {}]", q(0), q(1)); break;
      case 2: type = fmt::format("spherical, sequence: zyx, coordinates: [{}, {}, {}]", q(0), q(1), q(2)); break;
      case 3: type = fmt::format("cylindrical, axis: {}, coordinates: [{}, {}]", axis, q(0), q(1)); break;
      default: type = fmt::format("revolute, axis: {}, coordinate: {}", axis, q(0));
    }
    return fmt::format("  j{}: {{type: {}, from: {}, to: {}}}\n", i, type, near, far);
  }

  std::mt19937_64& random_;
};

std::vector<double> inputs_of(const Program& program, const Values& values) {
  std::unordered_map<std::string, double> by_name;
  for (const auto& [symbol, value] : values) by_name[to_text(symbol)] = value;
  std::vector<double> inputs;
  for (const Array& array : program.inputs)
    for (const Entry& entry : array.entries) inputs.push_back(by_name.at(entry.name));
  return inputs;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance,
                 std::string_view what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << what << " " << i;
}

struct Solved {
  Model model;
  Values state;
  std::vector<double> accelerations;
  double tolerance;
};

// None where the mass matrix is singular, or nearly so.
std::optional<Solved> draw_tree(std::mt19937_64& random) {
  Model model = machine(LightTree(random).text());
  model.name = "machine";
  const Kinematics kinematics = compute_kinematics(model);
  const Values state = random_state(model, kinematics, random);
  const NumericEquations kane = numbers(derive_by(find_formalism("kane"), model, kinematics), state);
  const double rcond = dense::rcond(kane.mass);
  if (!(rcond > 1e-4)) return std::nullopt;
  try {
    make_machine_program(model, {}, keep_quiet);
  } catch (const Error&) {  // singular at other states
    return std::nullopt;
  }
  const WholeMotion motion = WholeMachine(model).at(state);
  std::vector<double> accelerations;
  double size = 1;
  for (Expr s : kinematics.speeds) {
    accelerations.push_back(motion.values.at(rate_of(s)));
    size = std::max(size, std::abs(accelerations.back()));
  }
  return Solved{std::move(model), state, std::move(accelerations), 1e-7 * size};
}

Program program_by(const Model& model, const Algorithm& algorithm) {
  ProgramRequest request;
  request.algorithm = algorithm;
  if (algorithm.kind == Algorithm::Kind::kRecursion)
    return optimize_locally(make_machine_program(model, request, keep_quiet)).program;
  return make_shortest_program(model, request, keep_quiet).optimized.program;
}

TEST_F(AlgorithmsTest, LightInboardBodies) {
  std::mt19937_64 random(137);
  int solved = 0;
  const int rounds = random_cases(140);
  for (int round = 0; round < rounds; ++round) {
    const std::optional<Solved> tree = draw_tree(random);
    if (!tree) continue;
    ++solved;
    std::vector<std::pair<std::string_view, Algorithm>> algorithms;
    for (const RecursionName& row : kRecursions)
      algorithms.push_back({row.name, {Algorithm::Kind::kRecursion, row.recursion}});
    if (round % 35 == 0)  // these try many ways
      algorithms.insert(algorithms.end(), {{"shortest", {Algorithm::Kind::kShortest}},
                                           {"fastest", {Algorithm::Kind::kFastest}},
                                           {"equations", {Algorithm::Kind::kEquations}},
                                           {"subsystems", {Algorithm::Kind::kSubsystems}}});
    for (const auto& [name, algorithm] : algorithms) {
      SCOPED_TRACE(fmt::format("round {}, {}", round, name));
      const Program program = program_by(tree->model, algorithm);
      const std::vector<double> inputs = inputs_of(program, tree->state);
      expect_near(run_once(Routine(program, 1, interpret), inputs), tree->accelerations, tree->tolerance, "interpreter");
      expect_near(run_once(Routine(program, 1, default_compiler()), inputs), tree->accelerations, tree->tolerance,
                  "machine code");
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(solved, rounds / 3);
}

// What a generated folder prints, run by a shell command.
std::vector<double> numbers_printed(const std::filesystem::path& folder, const std::string& command) {
  FILE* pipe = popen(("cd '" + folder.string() + "' && " + command).c_str(), "r");
  std::vector<double> numbers;
  char line[4096];
  while (std::fgets(line, sizeof line, pipe) != nullptr)
    if (line[0] == '=') numbers.push_back(std::strtod(line + 1, nullptr));
  pclose(pipe);
  return numbers;
}

std::string list_of(const Program& program, std::string_view array, const std::vector<double>& inputs) {
  std::string text;
  for (double value : example_of(program, array, inputs)) text += fmt::format("{}{:.17g}", text.empty() ? "" : ", ", value);
  return text;
}

TEST_F(AlgorithmsTest, TheSameInOtherLanguages) {
  std::mt19937_64 random(138);
  for (Recursion recursion : {Recursion::kImplicit, Recursion::kImplicitCubic, Recursion::kMixed}) {
    std::optional<Solved> tree;
    while (!tree) tree = draw_tree(random);
    const Program program = program_by(tree->model, {Algorithm::Kind::kRecursion, recursion});
    const std::vector<double> inputs = inputs_of(program, tree->state);
    const std::size_t count = tree->accelerations.size();
    const std::filesystem::path folder = testing::TempDir() + fmt::format("kinemate_algorithms_{}", getpid());
    const std::string q = list_of(program, "q", inputs), s = list_of(program, "s", inputs);
    write_files(folder / "c", find_target("c").generate({&program, 1}, {.example = inputs}));
    std::ofstream(folder / "c" / "drive.c") << fmt::format(
        "#include <stdio.h>\n#include \"machine_forward.h\"\nint main(void) {{\n  const double q[] = {{{}}}, s[] = {{{}}};\n"
        "  double a[{}];\n  machine_forward(0.0, q, s, a);\n  for (int i = 0; i < {}; ++i) printf(\"= %.17g\\n\", a[i]);\n"
        "  return 0;\n}}\n",
        q, s, count, count);
    expect_near(numbers_printed(folder / "c", "cc -std=c99 -O1 drive.c machine_forward.c -o drive -lm && ./drive"),
                tree->accelerations, tree->tolerance, "C");
    if (std::system("/usr/bin/python3 -c 'import numpy' 2> /dev/null") == 0) {
      write_files(folder / "python", find_target("python").generate({&program, 1}, {.example = inputs}));
      std::ofstream(folder / "python" / "drive.py")
          << fmt::format("import numpy as np\nfrom machine_forward import forward\n"
                         "for number in forward(0.0, np.array([{}]), np.array([{}])): print('= %.17g' % number)\n",
                         q, s);
      expect_near(numbers_printed(folder / "python", "/usr/bin/python3 drive.py"), tree->accelerations, tree->tolerance,
                  "Python");
    }
    std::filesystem::remove_all(folder);
  }
}

}  // namespace
}  // namespace kinemate
