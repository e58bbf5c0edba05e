#include "cli/options/program_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/options/progress.h"
#include "formalism/formalisms.h"

namespace kinemate {
namespace {

// Where a name stands among those that there are.
std::size_t find_name(const char* option, const std::string& name, std::span<const std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string near = nearest(name, std::vector<std::string_view>(names.begin(), names.end()));
  throw Error(
      ErrorCode::kOptionValue, fmt::format("{}: there is no '{}'", option, name),
      near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
}

std::vector<std::string_view> purpose_names() { return {std::begin(kPurposeNames), std::end(kPurposeNames)}; }

// In the order of Algorithm::Kind, then the recursions.
constexpr std::string_view kKinds[] = {"shortest", "fastest", "equations", "subsystems"};

std::vector<std::string_view> algorithm_names() {
  std::vector<std::string_view> names(std::begin(kKinds), std::end(kKinds));
  for (const RecursionName& recursion : kRecursions) names.push_back(recursion.name);
  return names;
}

Algorithm find_algorithm(const ProgramOptions& options) {
  const std::size_t index = find_name("--algorithm", options.algorithm, algorithm_names());
  if (index >= std::size(kKinds)) {
    if (!options.by.empty())
      throw Error(ErrorCode::kOptionsExclude, fmt::format("--algorithm {} needs no formalism", options.algorithm),
                  "--by belongs to --algorithm equations");
    return {Algorithm::Kind::kRecursion, static_cast<Recursion>(index - std::size(kKinds))};
  }
  const auto kind = static_cast<Algorithm::Kind>(index);
  if (kind == Algorithm::Kind::kSubsystems && !options.by.empty())
    throw Error(ErrorCode::kOptionsExclude, "--algorithm subsystems needs no formalism",
                "--by belongs to --algorithm equations");
  if (kind == Algorithm::Kind::kSubsystems && options.machine.no_subsystems)
    throw Error(ErrorCode::kOptionsExclude, "--algorithm subsystems and --no-subsystems contradict each other",
                "leave one of them out");
  return {options.by.empty() ? static_cast<Algorithm::Kind>(index) : Algorithm::Kind::kEquations};
}

// Where nothing is free to move most programs would have nothing to compute.
void refuse_empty(const Program& program) {
  if (std::any_of(program.outputs.begin(), program.outputs.end(), [](const Array& a) { return !a.entries.empty(); }))
    return;
  throw Error(ErrorCode::kNothingMoves, "nothing in this machine is free to move: the program would compute nothing",
              "where it is driven, --what outputs computes what its file names under outputs:, and simulate shows the "
              "motion, reactions and efforts of drives over time");
}

}  // namespace

void add_program_options(CLI::App& verb, ProgramOptions& options) {
  add_machine_options(verb, options.machine);
  verb.add_option("--what", options.what, "what to compute")
      ->type_name(fmt::format("{{{}}}", fmt::join(kPurposeNames, ",")))
      ->capture_default_str();
  verb.add_option("--algorithm", options.algorithm, "how; the first two try the others")
      ->type_name(fmt::format("{{{}}}", fmt::join(algorithm_names(), ",")))
      ->capture_default_str();
  std::vector<std::string> names;
  for (const Formalism& formalism : formalisms()) names.emplace_back(formalism.name);
  verb.add_option("--by", options.by, "the formalism of equations")
      ->type_name(fmt::format("{{{}}}", fmt::join(names, ",")));
  verb.add_flag("--base-parameters{all}", options.base,
                "base parameters as inputs instead of the bodies' numbers; =nonzero: but for those that are 0")
      ->check(CLI::IsMember({"all", "nonzero"}));
  add_parameter_options(verb, options.parameters);
  add_reduce_option(verb, options.reduction);
  verb.add_flag("--quiet", options.quiet, "no stages and times on standard error");
}

Model load_for_program(const ProgramOptions& options) {
  const Remarks remarks = options.quiet ? Remarks::kKeep : Remarks::kPrint;
  Model given = load_model(options.machine, remarks);
  leave_out_events(given, remarks);
  Model model = specialise(given, {options.parameters.set, std::nullopt});
  remark_new_names(given, model);
  return model;
}

MadeProgram make_program(const Model& model, const ProgramOptions& options) {
  ProgramRequest request;
  request.purpose = static_cast<Purpose>(find_name("--what", options.what, purpose_names()));
  request.algorithm = find_algorithm(options);
  if (!options.by.empty()) request.formalism = find_formalism(options.by).name;
  request.parameters = options.parameters.keep.value_or(std::vector<std::string>{});
  if (!options.base.empty()) request.base = options.base == "all" ? BaseInputs::kAll : BaseInputs::kNonzero;
  request.reduction = wanted_reduction(model, options.reduction, request.formalism);
  Stages stages(options.quiet);
  ShortestProgram shortest =
      make_shortest_program(model, request, [&](const std::string& stage) { stages.begin(stage); });
  stages.end();
  refuse_empty(shortest.optimized.program);
  MadeProgram made{std::move(shortest.optimized), std::move(shortest.way), {}};
  made.example = example_inputs(model, made.optimized.program, shortest.base);
  return made;
}

}  // namespace kinemate
