// kinemate fit: parameters of a machine from what was measured of it.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/options/interrupt.h"
#include "cli/options/lists.h"
#include "cli/options/progress.h"
#include "cli/options/search_options.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"
#include "picture/draw.h"
#include "report/studies/search.h"

namespace kinemate {
namespace {

struct FitRequestOfVerb {
  MachineRequest machine;
  ParameterChoice parameters;
  RunOptionsOfVerb run;
  SearchOptions search;
  std::string data, plot;
  std::vector<std::string> measured, deviations;
  int most_iterations = 100;
  bool json = false, quiet = false;
};

std::size_t measured_place(const Measurements& measured, const std::string& name, const char* option) {
  const auto found = std::find(measured.names.begin(), measured.names.end(), name);
  if (found == measured.names.end())
    throw Error(ErrorCode::kUnknownName, fmt::format("{}: the data have no column {}", option, name));
  return static_cast<std::size_t>(found - measured.names.begin());
}

// Columns are what their names say, unless --measured says something else.
std::vector<Expr> measured_formulas(const Model& model, const FitRequestOfVerb& request, const Measurements& measured) {
  std::vector<std::optional<Expr>> formulas(measured.names.size());
  for (const std::string& argument : request.measured)
    for (const std::string& text : split_list(argument, ";")) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos)
        throw Error(ErrorCode::kOptionValue, fmt::format("--measured \"{}\": NAME = FORMULA is expected", text));
      std::string name = text.substr(0, equals);
      name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
      formulas[measured_place(measured, name, "--measured")] =
          parse(text, parse_options(model, "--measured"), equals + 1);
    }
  std::vector<Expr> result;
  for (std::size_t i = 0; i < formulas.size(); ++i)
    result.push_back(formulas[i] ? *formulas[i] : parse(measured.names[i], parse_options(model, request.data)));
  return result;
}

void run_fit(const FitRequestOfVerb& request) {
  if (!request.plot.empty()) check_picture_path(request.plot);
  Pool pool;
  const PoolScope scope(pool);
  const Model given = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Model model = specialise(given, {request.parameters.set, std::nullopt});
  remark_new_names(given, model);
  FitRequest wanted;
  wanted.simulation = make_run_request(model, request.run);
  wanted.parameters = search_parameters(model, request.search, wanted.simulation.initial);
  wanted.measured = to_measurements(read_run_table(request.data), request.data);
  wanted.formulas = measured_formulas(model, request, wanted.measured);
  wanted.most_iterations = request.most_iterations;
  for (const std::string& argument : request.deviations)
    for (const std::string& text : split_list(argument, ",;")) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos)
        throw Error(ErrorCode::kOptionValue, fmt::format("--deviation \"{}\": NAME = NUMBER is expected", text));
      std::string name = text.substr(0, equals);
      name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
      const double deviation = evaluate(parse(text, {"--deviation", {}}, equals + 1), {});
      if (!(deviation > 0))
        throw Error(ErrorCode::kOptionValue, fmt::format("--deviation: that of {} is not positive", name));
      wanted.measured.deviations[measured_place(wanted.measured, name, "--deviation")] = deviation;
    }
  Stages stages(request.quiet);
  FitResult result;
  {
    const InterruptWatch watch;
    result = fit_parameters(
        model, wanted, [&](const std::string& stage) { stages.begin(stage); },
        [&](int iteration, double rms) { stages.begin(fmt::format("step {}: rms {:.6g}", iteration, rms)); },
        &interrupted);
    stages.end();
  }
  std::cout << (request.json ? fit_json : fit_text)(wanted, result);
  if (!request.plot.empty()) draw(fit_figure(wanted, result, model.name), request.plot);
  if (interrupted) throw Exit{kInterruptedRun};
  if (!result.found.converged) throw Error(ErrorCode::kNoOptimum, result.found.reason, "--start or bounds may help");
}

}  // namespace

void add_fit_verb(CLI::App& command) {
  const auto request = std::make_shared<FitRequestOfVerb>();
  CLI::App* verb = command.add_subcommand("fit", "parameters of a machine from what was measured of it");
  add_machine_options(*verb, request->machine);
  verb->add_option("--data", request->data,
                   "FILE.csv: a line of names, t among them, then a line of numbers for each time")
      ->type_name("FILE")
      ->required();
  add_search_options(*verb, request->search);
  verb->add_option("--measured", request->measured,
                   "\"angle = phi1 - phi2\": what a column is, unless its name is what a run records")
      ->allow_extra_args(false);
  verb->add_option("--deviation", request->deviations,
                   "\"phi = 0.01, x = 0.002\": how much measurements scatter, which weighs them against each other")
      ->allow_extra_args(false);
  add_run_options(*verb, request->run);
  verb->add_option("--iterations", request->most_iterations, "at most so many steps")->capture_default_str();
  verb->add_option("--plot", request->plot, "what was measured and what was fitted, FILE.svg or FILE.png")
      ->type_name("FILE");
  add_set_option(*verb, request->parameters);
  verb->add_flag("--json", request->json, "JSON instead of text");
  verb->add_flag("--quiet", request->quiet, "no progress and notes on standard error");
  add_examples(
      *verb,
      {"kinemate simulate examples/cart_pendulums/model.yaml --set \"l = 0.6\" --to 2 --every 0.05 -o measured.csv",
       "kinemate fit examples/cart_pendulums/model.yaml --data measured.csv --vary \"l = 0.2 .. 0.8\""});
  verb->callback([request] { run_fit(*request); });
}

}  // namespace kinemate
