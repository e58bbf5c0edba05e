// kinemate solve: a flat list of linear equations, its structure found again, solved as formulas and as a program.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/options/lists.h"
#include "cli/options/progress.h"
#include "cli/verbs.h"
#include "codegen/files.h"
#include "codegen/targets.h"
#include "expr/pool.h"
#include "expr/text/print.h"
#include "flat/fold.h"
#include "flat/numeric_solve.h"
#include "model_io/flat/file.h"
#include "program/interpret.h"
#include "program/routine.h"
#include "report/flat_solution.h"
#include "study/programs/flat_program.h"

namespace kinemate {
namespace {

struct SolveRequest {
  std::string file, order = "automatic", to = "c", output;
  std::vector<std::string> set, keep, only, show;
  bool json = false, quiet = false, fast = false;
};

FlatSystem load_system(const SolveRequest& request) {
  FlatReading reading = read_flat_file(request.file);
  for (const Error& mistake : reading.mistakes) std::cerr << render(mistake);
  if (!reading.mistakes.empty()) throw Exit{kWrongFile};
  FlatChoice choice{request.set, {}};
  for (const std::string& names : request.keep)
    for (const std::string& name : split_list(names, ",")) choice.keep.push_back(name);
  try {
    return fold_known(reading.system, choice);
  } catch (const Error& error) {
    if (!error.place || error.place->source != request.file) throw;
    std::cerr << render(error);
    throw Exit{kWrongFile};
  }
}

std::vector<std::size_t> find_asked(const FlatSystem& system, const std::vector<std::string>& only) {
  std::vector<std::size_t> asked;
  std::vector<std::string> names;
  for (const FlatUnknown& unknown : system.unknowns) names.push_back(to_text(unknown.symbol));
  for (const std::string& list : only) {
    for (const std::string& name : split_list(list, ",")) {
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) {
        const std::string near = nearest(name, std::vector<std::string_view>(names.begin(), names.end()));
        throw Error(ErrorCode::kUnknownName, fmt::format("--only: there is no unknown {}", name),
                    near.empty() ? "" : fmt::format("did you mean {}?", near));
      }
      asked.push_back(static_cast<std::size_t>(found - names.begin()));
    }
  }
  if (only.empty())
    for (std::size_t u = 0; u < names.size(); ++u) asked.push_back(u);
  return asked;
}

FlatShown parse_shown(const std::vector<std::string>& show) {
  if (show.empty()) return {};
  FlatShown shown{.tree = false, .values = false, .all = true};
  for (const std::string& list : show) {
    for (const std::string& name : split_list(list, ",")) {
      if (name == "tree")
        shown.tree = true;
      else if (name == "order")
        shown.order = true;
      else if (name == "formulas")
        shown.formulas = true;
      else if (name == "values")
        shown.values = true;
      else if (name == "all")
        shown = {true, true, true, true, true};
      else
        throw Error(ErrorCode::kOptionValue, fmt::format("--show: there is no '{}'", name),
                    "there are: tree, order, formulas, values, all");
    }
  }
  return shown;
}

FlatSolution solve(const FlatSystem& system, const SolveRequest& request, Stages& stages) {
  const FlatOrder order = request.order == "structure" ? FlatOrder::kStructure
                          : request.order == "sparse"  ? FlatOrder::kSparse
                                                       : FlatOrder::kAutomatic;
  try {
    return solve_flat(system, order, [&](const std::string& stage) { stages.begin(stage); });
  } catch (const FlatMistakes& mistakes) {
    stages.end();
    for (const Error& mistake : mistakes.errors) std::cerr << render(mistake);
    throw Exit{kWrongFile};
  }
}

void write_program(const Optimized& program, const FlatSystem& system, const SolveRequest& request) {
  const std::vector<GeneratedFile> files =
      find_target(request.to)
          .generate({&program.program, 1}, {.fast = request.fast, .example = example_inputs(system)});
  write_files(request.output, files);
  if (request.quiet) return;
  for (const GeneratedFile& file : files)
    std::cerr << fmt::format("wrote {}/{} ({} bytes)\n", request.output, file.name, file.text.size());
}

// Where everything known has a value. What fails at these values may be right at others.
std::optional<Error> add_numbers(FlatReport& report) {
  const Values known = values_of_known(report.system);
  if (known.size() != report.system.known.size()) return std::nullopt;
  try {
    report.by_lu = solve_numerically(report.system, known);
  } catch (const Error& error) {
    return error;
  }
  if (report.program)
    report.values = run_once(Routine(report.program->program, 1, interpret), example_inputs(report.system));
  return std::nullopt;
}

void run_solve(const SolveRequest& request) {
  Pool pool;
  const PoolScope scope(pool);
  if (!request.output.empty()) require_folder(request.output);
  if (find_target(request.to).whole)
    throw Error(ErrorCode::kTarget,
                fmt::format("--to {} is for machines with states, which a list of equations has not", request.to));
  const FlatShown shown = parse_shown(request.show);
  const FlatSystem system = load_system(request);
  Stages stages(request.quiet || request.json);
  const std::vector<std::size_t> asked = find_asked(system, request.only);
  const FlatSolution solution = solve(system, request, stages);
  FlatReport report{system, solution, asked, {}, {}, {}};
  if (!solution.values.empty()) {
    stages.begin("program");
    report.program = make_flat_program(system, solution, asked);
  }
  stages.end();
  const std::optional<Error> failure = add_numbers(report);
  std::cout << (request.json ? flat_solution_json(report) : flat_solution_text(report, shown));
  if (!request.output.empty()) {
    if (!report.program)
      throw Error(ErrorCode::kSingularMatrix, "no program can be written: " + solution.blocks.back().reason);
    write_program(*report.program, system, request);
  }
  if (failure) throw *failure;
}

}  // namespace

void add_solve_verb(CLI::App& command) {
  const auto request = std::make_shared<SolveRequest>();
  CLI::App* verb =
      command.add_subcommand("solve", "a flat list of linear equations, solved in the order of its structure");
  verb->add_option("file", request->file, "equations: YAML or Modelica (docs/flat_equations.md)")
      ->type_name("FILE")
      ->required();
  verb->add_option("--order", request->order, "of blocks: automatic, structure, sparse")
      ->check(CLI::IsMember({"automatic", "structure", "sparse"}))
      ->capture_default_str();
  verb->add_option("--set", request->set, "a parameter's value: --set \"R1 = 5\"")->allow_extra_args(false);
  verb->add_option("--keep", request->keep, "parameters that stay symbols and inputs of the program, a comma between")
      ->allow_extra_args(false);
  verb->add_option("--only", request->only, "the unknowns that are wanted, a comma between")->allow_extra_args(false);
  verb->add_option("--show", request->show, "whole lists of these")
      ->type_name("{tree,order,formulas,values,all}")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--json", request->json, "JSON instead of text");
  verb->add_option("-o,--output", request->output, "a folder for the program as source text")->type_name("FOLDER");
  verb->add_option("--to", request->to, "its language, one of those of kinemate generate")->capture_default_str();
  verb->add_flag("--fast", request->fast,
                 "let the C compiler round a*b + c once and use all of this processor: last digits may change");
  verb->add_flag("--quiet", request->quiet, "no stages and times on standard error");
  add_examples(*verb,
               {"kinemate solve examples/resistor_ladder/equations.yaml --keep U,R --show formulas --only i1,v1"});
  verb->callback([request] { run_solve(*request); });
}

}  // namespace kinemate
