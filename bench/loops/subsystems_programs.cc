// Accelerations of machines in several ways, compiled: subsystems_programs MACHINE WAY... [-- MACHINE WAY...]...
//
//   a name of --algorithm   as `kinemate count` has it: subsystems, equations, articulated, composite, implicit, ...
//   NAME/newton             the same where coordinates that loops bind are states too as far as they are no formulas of
//                           one branch, and every call makes a step of Newton's method on them
//   multipliers             all coordinates and speeds of the tree are states, loops by their loads; nothing is done
//                           about drift
// Prints lines of JSON: for each machine {"machine", "state"}, all coordinates and speeds at the initial state, and for
// each way {"machine", "way", "title", "operations", "speeds", "states", "ns", "ns_of_8", "accelerations"}, or
// {"machine", "way", "note"} where there is none. Machines are numbers, from 0. ns and ns_of_8, of one state of a batch
// of eight, are lists: a time for each round. In a round all ways take turns, so that two times of one round can be
// compared on a computer that is now faster, now slower.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/best_time.h"
#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "expr/text/print.h"
#include "formalism/links/closed_recursion.h"
#include "formalism/methods/align_axes.h"
#include "loops/closed_kinematics.h"
#include "model/specialise.h"
#include "model_io/machine_file.h"
#include "program/routine.h"
#include "study/programs/shortest_program.h"
#include "study/state.h"

namespace kinemate {
namespace {

constexpr int kRounds = 9;
constexpr Patience kPatience{0.015, 3};

/// A program on the initial state.
struct TimedWay {
  std::string name, title;
  Program program;
  double operations = 0;
  std::vector<double> inputs;
  std::size_t machine = 0;
  std::vector<double> ns = {}, ns_of_8 = {};  // by round
  std::vector<double> accelerations = {};
};

void measure(TimedWay& way) {
  for (const unsigned width : {1u, 8u}) {
    const Routine routine(way.program, width);
    Workspace workspace = routine.make_workspace();
    for (std::size_t i = 0; i < way.inputs.size(); ++i)
      std::fill_n(routine.inputs(workspace).begin() + static_cast<std::ptrdiff_t>(i * width), width, way.inputs[i]);
    (width == 1 ? way.ns : way.ns_of_8)
        .push_back(1e9 * best_seconds([&] { routine.run(workspace); }, kPatience) / width);
    if (width != 1) continue;
    const std::span<const double> outputs = routine.outputs(workspace);
    way.accelerations.assign(outputs.begin(), outputs.end());
  }
}

std::size_t size_of(const Program& program, std::string_view array) {
  for (const Array& input : program.inputs)
    if (input.name == array) return input.entries.size();
  return 0;
}

Algorithm algorithm_named(const std::string& name) {
  if (name == "fastest") return {Algorithm::Kind::kFastest};
  if (name == "equations") return {Algorithm::Kind::kEquations};
  if (name == "subsystems") return {Algorithm::Kind::kSubsystems};
  for (const RecursionName& recursion : kRecursions)
    if (recursion.name == name) return {Algorithm::Kind::kRecursion, recursion.recursion};
  throw Error(ErrorCode::kOptionValue, "no algorithm " + name);
}

void ignore(const std::string&) {}

TimedWay make_way(const std::string& name, const std::string& algorithm, const Model& model) {
  ProgramRequest request;
  request.algorithm = algorithm_named(algorithm);
  ShortestProgram made = make_shortest_program(model, request, ignore);
  std::vector<double> inputs = example_inputs(model, made.optimized.program);
  return {name, made.way, made.optimized.program, made.optimized.passes.back().count.total(), std::move(inputs)};
}

// All coordinates and speeds of a machine at its initial state.
Values all_of_state(const Model& model, const Kinematics& kinematics) {
  Values values = make_state(model, kinematics, {}).values;
  if (!kinematics.closing) return values;
  const Closing& closing = *kinematics.closing;
  const std::vector<double> speeds = evaluate(closing.speeds, values);
  for (std::size_t i = 0; i < speeds.size(); ++i) values[closing.conditions.speeds[i]] = speeds[i];
  return values;
}

// Whichever axes give the shorter program, as study/programs/shortest_program.h does it for the same recursion.
TimedWay make_multipliers(const Model& given) {
  const ProgramSource source = prepare_for_program(given, {}, ignore);
  if (!source.kinematics.closing) throw Error(ErrorCode::kOnlyTrees, "no loops");
  const Kinematics& tree = source.kinematics.closing->tree;
  MachineLinks links = make_links(source.model, tree);
  round_constants(links);
  align_axes(links);
  regroup_inertia(links);
  const std::vector<Expr> coordinates = compute_rates(tree).coordinates;
  const std::vector<InputFormulas> inputs{{make_array(source, "q", "coordinates", coordinates), coordinates},
                                          {make_array(source, "s", "speeds", tree.speeds), tree.speeds}};
  std::optional<Optimized> best;
  for (const AxesRule rule : {AxesRule::kTurned, AxesRule::kStillParallels}) {
    const FormulaSystem system = make_formula_system(links, choose_axes(links, rule));
    const std::vector<Expr> accelerations =
        compute_closed_accelerations(source.model, tree, links, system, ClosedMethod::kLinear).accelerations;
    const std::vector<OutputFormulas> outputs{{make_rate_array(source, "a", "", tree.speeds), accelerations}};
    Optimized made = optimize(translate(inputs, outputs));
    if (!best || made.passes.back().cost < best->passes.back().cost) best = std::move(made);
  }
  const Values values = all_of_state(source.model, source.kinematics);
  std::vector<double> numbers = evaluate(coordinates, values);
  for (const double speed : evaluate(tree.speeds, values)) numbers.push_back(speed);
  return {"multipliers", "articulated bodies, O(n) explicit, all speeds of the tree", best->program,
          best->passes.back().count.total(), std::move(numbers)};
}

TimedWay make_named_way(const std::string& name, const Model& given) {
  if (name == "multipliers") return make_multipliers(given);
  Model model = given;
  const std::size_t slash = name.find('/');
  if (slash != std::string::npos) {
    if (name.substr(slash) != "/newton") throw Error(ErrorCode::kOptionValue, "no way " + name);
    model.closed_by_formulas = false;
  }
  return make_way(name, name.substr(0, slash), model);
}

void print_state(std::size_t machine, const Model& given) {
  const Model model = specialise(given, {{}, std::vector<std::string>{}});
  std::map<std::string, double> state;  // in the order of names
  for (const auto& [symbol, value] : all_of_state(model, compute_closed_kinematics(model)))
    state.emplace(to_text(symbol), value);
  fmt::print("{}\n", nlohmann::json{{"machine", machine}, {"state", state}}.dump());
}

void print_way(const TimedWay& way) {
  std::map<std::string, double> accelerations;
  const std::vector<Entry>& entries = way.program.outputs.at(0).entries;
  for (std::size_t i = 0; i < entries.size(); ++i) accelerations.emplace(entries[i].name, way.accelerations[i]);
  const std::size_t speeds = size_of(way.program, "s");
  fmt::print("{}\n", nlohmann::json{{"machine", way.machine},
                                    {"way", way.name},
                                    {"title", way.title},
                                    {"operations", way.operations},
                                    {"speeds", speeds},
                                    {"states", size_of(way.program, "q") + speeds + size_of(way.program, "z")},
                                    {"ns", way.ns},
                                    {"ns_of_8", way.ns_of_8},
                                    {"accelerations", accelerations}}
                         .dump());
}

void add_ways(std::size_t machine, const std::string& path, std::span<char*> names, std::vector<TimedWay>& ways) {
  Pool pool;  // of its own: what was there before may change the order of formulas
  const PoolScope scope(pool);
  const Reading reading = read_machine_file(path);
  if (!reading.mistakes.empty()) throw Error(reading.mistakes[0].code, path + ": " + reading.mistakes[0].message);
  print_state(machine, reading.model);
  for (const std::string name : names) {
    try {
      ways.push_back(make_named_way(name, reading.model));
      ways.back().machine = machine;
    } catch (const Error& error) {
      fmt::print("{}\n", nlohmann::json{{"machine", machine}, {"way", name}, {"note", error.message}}.dump());
    }
  }
}

void time_ways(std::span<char*> arguments) {
  std::vector<TimedWay> ways;
  for (std::size_t machine = 0; !arguments.empty(); ++machine) {
    const auto end = std::find(arguments.begin(), arguments.end(), std::string_view("--"));
    const auto size = static_cast<std::size_t>(end - arguments.begin());
    if (size < 2) throw Error(ErrorCode::kMissingArgument, "a machine and ways are needed");
    add_ways(machine, arguments[0], arguments.subspan(1, size - 1), ways);
    arguments = arguments.subspan(std::min(size + 1, arguments.size()));
  }
  for (int round = 0; round < kRounds; ++round)
    for (TimedWay& way : ways) measure(way);
  for (const TimedWay& way : ways) print_way(way);
}

}  // namespace
}  // namespace kinemate

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "usage: subsystems_programs MACHINE WAY... [-- MACHINE WAY...]...\n");
    return 2;
  }
  try {
    kinemate::time_ways(std::span(arguments + 1, arguments + count));
  } catch (const kinemate::Error& error) {
    std::fprintf(stderr, "subsystems_programs: %s\n", error.message.c_str());
    return 1;
  }
  return 0;
}
