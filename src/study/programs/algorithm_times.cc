#include "study/programs/algorithm_times.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "base/best_time.h"
#include "base/error.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "formalism/links/numeric_system.h"
#include "formalism/methods/recursive.h"
#include "loops/closed_kinematics.h"
#include "model/formulas.h"
#include "model/specialise.h"
#include "program/routine.h"
#include "recursion/singular_column.h"
#include "study/programs/shortest_program.h"
#include "study/singular.h"
#include "study/state.h"

namespace kinemate {
namespace {

constexpr std::size_t kManyForCubic = 300;  // beyond, algorithms of O(n³) are left out

Eigen::MatrixXd to_matrix(const std::vector<double>& lower_triangle, std::size_t size) {
  const auto n = static_cast<Eigen::Index>(size);
  Eigen::MatrixXd matrix(n, n);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = lower_triangle[Equations::place(i, j)];
  return matrix;
}

// How far results are from those of the first algorithm.
double difference_from(std::vector<double>& first, const std::vector<double>& accelerations) {
  if (first.empty()) first = accelerations;
  double size = 1, gap = 0;  // at an equilibrium all are rounding
  for (std::size_t i = 0; i < first.size(); ++i) {
    size = std::max(size, std::abs(first[i]));
    const double difference = std::abs(accelerations[i] - first[i]);
    if (!(difference <= gap)) gap = difference;  // what is not a number stays one
    if (std::isnan(gap)) break;
  }
  return gap / size;
}

// One state of a batch of `width`; returns the accelerations of the first.
std::vector<double> time_program(const Model& model, const ShortestProgram& made, unsigned width, AlgorithmTime& time) {
  const Program& program = made.optimized.program;
  const std::vector<double> inputs = example_inputs(model, program);
  const Routine routine(program, width);
  Workspace workspace = routine.make_workspace();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    std::fill_n(routine.inputs(workspace).begin() + static_cast<std::ptrdiff_t>(i * width), width, inputs[i]);
  time.operations = made.optimized.passes.back().count.total();
  time.seconds = best_seconds([&] { routine.run(workspace); }) / width;
  std::vector<double> accelerations;
  for (std::size_t i = 0; i < routine.output_count(); ++i)
    accelerations.push_back(routine.outputs(workspace)[i * width]);
  return accelerations;
}

// Macro joints whose relations are solved in numbers, at the initial state.
void time_on_numbers(const Model& given, std::vector<double>& first, std::vector<AlgorithmTime>& times) {
  if (!given.macro_joints || (make_tree(given).secondary.empty() && given.constraints.empty())) return;
  AlgorithmTime& time =
      times.emplace_back(AlgorithmTime{"numbers", "on numbers, loops as relations of joints", 0, 0, 0, ""});
  try {
    const Model model = specialise(given, {{}, std::vector<std::string>{}});
    const Kinematics kinematics = compute_closed_kinematics(model);
    if (const auto foreign = find_foreign_motion(model, kinematics)) throw Error(ErrorCode::kAlgorithm, *foreign);
    const Closing& closing = *kinematics.closing;
    const MachineLinks links = make_links(model, closing.tree);
    const FormulaSystem formulas = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
    const MacroMachine machine = make_macro_machine(model, kinematics, links, formulas, LoopsBy::kRelations);
    Values values = make_state(model, kinematics, {}).values;
    for (const Input& input : model.inputs) values.emplace(make_symbol(input.name), 1);
    const std::vector<double> speeds = evaluate(closing.speeds, values);
    for (std::size_t i = 0; i < speeds.size(); ++i) values[closing.conditions.speeds[i]] = speeds[i];
    const NumericMacro numbers = evaluate_macro(machine, values);
    const auto solve = [&] { return solve_macro_joints(numbers.system, numbers.right, numbers.efforts).accelerations; };
    std::vector<double> accelerations;
    for (std::size_t column : closing.independent) accelerations.push_back(solve()[column]);
    time.seconds = best_seconds(solve);
    time.difference = difference_from(first, accelerations);
  } catch (const Error& error) {
    time.note = fmt::format("left out: {}", error.message);
  }
}

// Machines with loops, or with subsystems that have none, have programs: minimal equations, and recursions over the
// tree with loops as joints or with the loads of loops.
std::vector<AlgorithmTime> time_closed(const Model& model, const Progress& progress) {
  std::vector<AlgorithmTime> times;
  std::vector<double> first;
  std::optional<ShortestProgram> best;
  std::optional<Error> refused;
  double least = 0;
  const std::pair<const char*, Algorithm> ways[] = {
      {"equations", {Algorithm::Kind::kEquations}},
      {"subsystems", {Algorithm::Kind::kSubsystems}},
      {"articulated", {Algorithm::Kind::kRecursion, Recursion::kArticulated}},
      {"composite", {Algorithm::Kind::kRecursion, Recursion::kComposite}}};
  const ProgramSource machine = prepare_for_program(model, {}, progress);
  const bool recursive = !find_obstacle(machine, Purpose::kForward);
  for (const auto& [name, algorithm] : ways) {
    if (algorithm.kind == Algorithm::Kind::kSubsystems && !model.macro_joints) continue;
    AlgorithmTime& time = times.emplace_back(AlgorithmTime{name, "compiled", 0, 0, 0, ""});
    if (const auto excess = find_excess(machine, algorithm.kind); excess && recursive) {
      time.note = fmt::format("left out: {}", *excess);
      continue;
    }
    ProgramRequest request;
    request.algorithm = algorithm;
    try {
      ShortestProgram made = make_shortest_program(machine, request, progress);
      time.title = fmt::format("compiled, {}", made.way);
      time.difference = difference_from(first, time_program(model, made, 1, time));
      if (!best || time.seconds < least) {
        least = time.seconds;
        best = std::move(made);
      }
    } catch (const Error& error) {
      if (!refused) refused = error;
      time.note = fmt::format("left out: {}", error.message);
      if (algorithm.kind == Algorithm::Kind::kEquations) throw;  // what equations cannot do nothing can
    }
  }
  if (!best) throw *refused;
  time_on_numbers(model, first, times);
  AlgorithmTime& batch = times.emplace_back(
      AlgorithmTime{"program of 8", fmt::format("compiled, {}, a state of a batch of eight", best->way), 0, 0, 0, ""});
  batch.difference = difference_from(first, time_program(model, *best, 8, batch));
  return times;
}

class Timer {
 public:
  Timer(const Model& model, const Progress& progress)
      : progress_(progress),
        model_(specialise(model, {{}, std::vector<std::string>{}})),
        kinematics_(compute_kinematics(model_)),
        links_(checked_links()),
        formulas_(make_formula_system(links_, choose_axes(links_, AxesRule::kTurned))),
        values_(make_state(model_, kinematics_, {}).values) {
    // all that matters is in these; unspecified functions are 1, as in the example of a program
    const std::vector<Expr> efforts = compute_efforts(formulas_, kinematics_.speeds);
    for (Expr call : unspecified_calls(efforts)) values_.emplace(call, 1);
    require_parameters(efforts);
  }

  std::vector<AlgorithmTime> run() {
    try {
      time_recursions();
    } catch (const SingularColumn& singular) {
      throw describe_in_words_of_the_machine(singular);
    }
    time_engine();
    time_programs();
    return std::move(times_);
  }

 private:
  MachineLinks checked_links() const {
    if (const auto obstacle = find_obstacle(model_, kinematics_))
      throw Error(ErrorCode::kAlgorithm, fmt::format("the algorithms cannot take this machine: {}", *obstacle),
                  "kinemate count and kinemate generate solve the equations of such machines");
    if (kinematics_.speeds.empty())
      throw Error(ErrorCode::kNothingMoves, "the machine has no speeds: nothing is to be solved");
    return make_links(model_, kinematics_);
  }

  // Those that the machine does not depend on are 1.
  void require_parameters(std::span<const Expr> efforts) {
    std::vector<std::string> missing, open = undeclared_parameters(model_);
    for (const Parameter& parameter : model_.parameters)
      if (!parameter.value) open.push_back(parameter.name);
    const std::vector<Expr> used = free_symbols(efforts);
    for (const std::string& name : open) {
      const Expr symbol = make_symbol(name);
      if (std::find(used.begin(), used.end(), symbol) != used.end()) missing.push_back(name);
      values_.emplace(symbol, 1);
    }
    if (missing.empty()) return;
    std::sort(missing.begin(), missing.end());
    throw Error(
        ErrorCode::kMissingValue,
        fmt::format("parameter{} without a value: {}", missing.size() == 1 ? "" : "s", fmt::join(missing, ", ")),
        fmt::format("give {} with --set \"{} = 1\"", missing.size() == 1 ? "it a value" : "each a value", missing[0]));
  }

  Error describe_in_words_of_the_machine(const SingularColumn& singular) const {
    if (const auto always = find_lasting_singularity(model_, kinematics_, formulas_)) return *always;
    if (kinematics_.speeds.size() <= kManyForCubic) {
      const std::vector<double> mass = evaluate(compute_mass(formulas_), values_);
      if (const auto here = find_singularity(model_, kinematics_, values_, to_matrix(mass, kinematics_.speeds.size())))
        return *here;
    }
    const Expr speed = kinematics_.speeds[formulas_.speeds[singular.speed]];
    return Error(
        ErrorCode::kSingularMass,
        fmt::format("the mass matrix is singular at the initial state: the speed {} meets no inertia", to_text(speed)),
        "give mass or inertia to the bodies that it moves");
  }

  void time_recursions() {
    const NumericSystem system = evaluate_system(formulas_, values_);
    for (const RecursionName& recursion : kRecursions) {
      AlgorithmTime& time = add(recursion.name, recursion.title);
      const bool cubic = recursion.title.find("n^3") != std::string_view::npos;
      if (cubic && kinematics_.speeds.size() > kManyForCubic) {
        time.note = "left out: too many speeds";
        continue;
      }
      progress_(time.title);
      const auto solve = [&] { return solve_by(recursion.recursion, system.system, compute_right_side(system)); };
      const SolvedBy<double> solved = solve();
      if (!solved.modified.empty())
        time.note =
            fmt::format("modified at {} link{}", solved.modified.size(), solved.modified.size() == 1 ? "" : "s");
      time.seconds = best_seconds(solve);
      compare(time, of_speeds(solved.solution.accelerations));
    }
  }

  void time_engine() {
    AlgorithmTime& time = add("engine", "the numeric engine, O(n) explicit");
    if (std::any_of(links_.links.begin(), links_.links.end(),
                    [](const MachineLink& link) { return !link.turns_with_carrier; })) {
      time.note = "left out: a joint does not turn with the body it is on";
      return;
    }
    progress_(time.title);
    const EngineFormulas formulas = make_engine_formulas(links_, kinematics_.speeds, values_);
    const EngineInput input = evaluate_engine_input(formulas, values_);
    const Engine engine(formulas.links);
    EngineWorkspace workspace = engine.make_workspace();
    std::vector<double> accelerations(engine.speed_count());
    time.seconds = best_seconds([&] { engine.forward(input.state(), workspace, accelerations); });
    compare(time, of_speeds(accelerations));
  }

  void time_programs() {
    ProgramRequest request;
    request.algorithm.kind = Algorithm::Kind::kFastest;
    const ShortestProgram made = make_shortest_program(model_, request, progress_);
    for (unsigned width : {1u, 8u}) {
      AlgorithmTime& time =
          add(width == 1 ? "program" : "program of 8",
              fmt::format("compiled, {}{}", made.way, width == 1 ? "" : ", a state of a batch of eight"));
      progress_(time.title);
      compare(time, time_program(model_, made, width, time));
    }
  }

  AlgorithmTime& add(std::string_view name, std::string_view title) {
    return times_.emplace_back(AlgorithmTime{std::string(name), std::string(title), 0, 0, 0, ""});
  }

  std::vector<double> of_speeds(const std::vector<double>& of_columns) const {
    std::vector<Expr> wrapped;
    for (double x : of_columns) wrapped.push_back(make_real(x));
    return evaluate(formulas_.to_speeds(std::move(wrapped)), values_);
  }

  void compare(AlgorithmTime& time, const std::vector<double>& accelerations) {
    time.difference = difference_from(first_, accelerations);
  }

  const Progress& progress_;
  const Model model_;
  const Kinematics kinematics_;
  const MachineLinks links_;
  const FormulaSystem formulas_;
  Values values_;
  std::vector<double> first_;
  std::vector<AlgorithmTime> times_;
};

}  // namespace

std::vector<AlgorithmTime> time_algorithms(const Model& model, const Progress& progress) {
  const Tree tree = make_tree(model);
  const bool closed = !tree.secondary.empty() || !model.constraints.empty();
  // coordinates of several joints, and subsystems that the file names, are for programs alone
  if (closed || !shared_coordinates(model).empty() || !model.subsystems.empty())
    return time_closed(specialise(model, {{}, std::vector<std::string>{}}), progress);
  return Timer(model, progress).run();
}

}  // namespace kinemate
