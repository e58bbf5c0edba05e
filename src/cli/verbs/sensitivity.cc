// kinemate sensitivity: derivatives of the motion by parameters, initial values and inputs.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "cli/options/interrupt.h"
#include "cli/options/lists.h"
#include "cli/options/progress.h"
#include "cli/options/search_options.h"
#include "expr/pool.h"
#include "expr/text/parse.h"
#include "picture/draw.h"
#include "report/studies/sensitivity.h"
#include "sim/results/format.h"
#include "sim/results/writer.h"
#include "study/sweep/tangent.h"

namespace kinemate {
namespace {

struct SensitivityRequest {
  MachineRequest machine;
  ParameterChoice parameters;
  RunOptionsOfVerb run;
  std::vector<std::string> by, of;
  std::string output, plot, tornado;
  double share = 0.1;
  bool json = false, quiet = false;
};

// All parameters that have a value, where none is named.
std::vector<std::string> wanted_causes(const Model& model, const SensitivityRequest& request) {
  std::vector<std::string> causes = names_in(request.by);
  if (causes.empty())
    for (const Parameter& parameter : model.parameters)
      if (parameter.value && parameter.value->is_rational()) causes.push_back(parameter.name);
  if (causes.empty())
    throw Error(ErrorCode::kMissingValue, "by what? This machine has no parameters with a value",
                "--by \"q1, q1'\" takes initial values");
  return causes;
}

std::vector<std::string> wanted_outputs(const Model& model, const SensitivityRequest& request) {
  std::vector<std::string> outputs = names_in(request.of);
  if (outputs.empty())
    for (const Coordinate& coordinate : model.coordinates)
      if (!coordinate.drive) outputs.push_back(coordinate.name);
  return outputs;
}

void write_rows(const SensitivityRun& run, const std::string& path) {
  ResultWriter writer(path, sensitivity_header(run));
  const std::size_t m = run.outputs.size(), each = m * run.causes.size();
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    std::vector<double> row = {run.times[k]};
    row.insert(row.end(), &run.numbers[k * m], &run.numbers[k * m] + m);
    row.insert(row.end(), &run.derivatives[k * each], &run.derivatives[k * each] + each);
    writer.append(row);
  }
  writer.close();
}

void run_sensitivity(const SensitivityRequest& request) {
  for (const std::string* path : {&request.plot, &request.tornado})
    if (!path->empty()) check_picture_path(*path);
  if (!request.output.empty()) result_format(request.output);
  if (!(request.share > 0)) throw Error(ErrorCode::kOptionValue, "--share is positive: 0.1 is ten per cent");
  Pool pool;
  const PoolScope scope(pool);
  const Model given = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Model model = specialise(given, {request.parameters.set, std::nullopt});
  remark_new_names(given, model);
  SensitivityRun run;
  run.machine = model.name;
  run.causes = wanted_causes(model, request);
  run.outputs = wanted_outputs(model, request);
  SimulationRequest wanted = make_run_request(model, request.run);
  wanted.varied = run.causes;
  wanted.record.only_watched = true;
  for (const std::string& text : run.outputs)
    wanted.record.watched.push_back(parse(text, parse_options(model, "--of")));
  const std::vector<std::optional<double>> present = present_values(model, run.causes, wanted.initial);
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (!present[i])
      throw Error(ErrorCode::kMissingValue, fmt::format("{} has no value to vary from", run.causes[i]),
                  fmt::format("--set \"{} = 1\" gives one", run.causes[i]));
    run.values.push_back(*present[i]);
  }
  Stages stages(request.quiet);
  const TangentMachine machine =
      make_tangent_machine(model, wanted, [&](const std::string& stage) { stages.begin(stage); });
  stages.begin("motion and derivatives");
  RunStatus status;
  {
    const InterruptWatch watch;
    TangentRun motion(machine);
    status = motion.run(
        run.values,
        [&](double t, std::span<const double> watched, std::span<const double> derivatives) {
          run.times.push_back(t);
          run.numbers.insert(run.numbers.end(), watched.begin(), watched.end());
          run.derivatives.insert(run.derivatives.end(), derivatives.begin(), derivatives.end());
        },
        &interrupted);
  }
  stages.end();
  if (run.times.empty()) throw to_error(status);
  if (!request.output.empty()) write_rows(run, request.output);
  std::cout << (request.json ? sensitivity_json : sensitivity_text)(run);
  if (!request.plot.empty()) draw(sensitivity_figure(run), request.plot);
  if (!request.tornado.empty()) draw(sensitivity_tornado(run, 0, request.share), request.tornado);
  if (status.end == RunEnd::kInterrupted) throw Exit{kInterruptedRun};
  if (!status.good()) throw to_error(status);
}

}  // namespace

void add_sensitivity_verb(CLI::App& command) {
  const auto request = std::make_shared<SensitivityRequest>();
  CLI::App* verb =
      command.add_subcommand("sensitivity", "derivatives of the motion by parameters, initial values and inputs");
  add_machine_options(*verb, request->machine);
  verb->add_option("--by", request->by, "\"k, m, phi'\": the causes; left out: all parameters")
      ->allow_extra_args(false);
  verb->add_option("--of", request->of, "\"x, tip_x - x\": formulas of what a run records; left out: all coordinates")
      ->allow_extra_args(false);
  add_run_options(*verb, request->run);
  verb->add_option("-o,--output", request->output, "all derivatives at all times: FILE.csv, FILE.json or FILE.mat")
      ->type_name("FILE");
  verb->add_option("--plot", request->plot, "the derivatives over time, FILE.svg or FILE.png")->type_name("FILE");
  verb->add_option("--tornado", request->tornado,
                   "what each cause does to the first output at the end, as bars, FILE.svg or FILE.png")
      ->type_name("FILE");
  verb->add_option("--share", request->share, "by which share of itself each cause changes in the bars")
      ->capture_default_str();
  add_set_option(*verb, request->parameters);
  verb->add_flag("--json", request->json, "JSON instead of text");
  verb->add_flag("--quiet", request->quiet, "no stages and notes on standard error");
  add_examples(*verb, {"kinemate sensitivity examples/cart_pendulums/model.yaml --by \"l, phi1\" --of x --to 2"});
  verb->callback([request] { run_sensitivity(*request); });
}

}  // namespace kinemate
