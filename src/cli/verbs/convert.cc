// kinemate convert: a machine as a model file, as a flat list of equations, or as elements with connectors.
#include <iostream>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "cli/options/lists.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "flat/anonymous.h"
#include "formalism/flatten.h"
#include "model_io/flat/yaml_write.h"
#include "model_io/modelica/write.h"
#include "model_io/write.h"
#include "report/elements/modelica_elements.h"
#include "study/closed_start.h"

namespace kinemate {
namespace {

struct ConvertRequest {
  MachineRequest machine;
  ParameterChoice parameters;
  std::string to = "model", output;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> bodies;
};

void check_options(const ConvertRequest& request) {
  if (request.seed && request.to != "equations" && request.to != "modelica")
    throw Error(ErrorCode::kOptionsExclude, "--seed is of lists of equations", "add --to equations or --to modelica");
  if (!request.bodies.empty() && request.to != "elements")
    throw Error(ErrorCode::kOptionsExclude, "--bodies is of elements", "add --to elements");
}

std::string write_equations(const Model& model, const ConvertRequest& request) {
  FlatSystem flat = flatten(with_closed_initial_values(model), compute_kinematics(model));
  if (request.seed) flat = make_anonymous(flat, *request.seed).system;
  return request.to == "modelica" ? write_modelica_flat(flat) : write_flat_yaml(flat);
}

std::string write_elements(const Model& model, const ConvertRequest& request) {
  std::vector<std::string> bodies;
  for (const std::string& names : request.bodies)
    for (const std::string& name : split_list(names, ",")) bodies.push_back(name);
  return write_modelica_elements(model, bodies);
}

std::string write_machine(const Model& model, const ConvertRequest& request) {
  if (request.to == "model") return write_model(model);
  return request.to == "elements" ? write_elements(model, request) : write_equations(model, request);
}

void run_convert(const ConvertRequest& request) {
  check_options(request);
  Pool pool;
  const PoolScope scope(pool);
  Model given = load_model(request.machine, Remarks::kPrint);
  if (request.to != "model") leave_out_events(given, Remarks::kPrint);
  const Model model = specialise(given, request.parameters);
  remark_new_names(given, model);
  const std::string text = write_machine(model, request);
  if (request.output.empty() || request.output == "-") {
    std::cout << text;
  } else {
    write_text_file(request.output, text);
  }
}

}  // namespace

void add_convert_verb(CLI::App& command) {
  const auto request = std::make_shared<ConvertRequest>();
  CLI::App* verb = command.add_subcommand(
      "convert",
      "the machine of a URDF, a deck or a model file, written as a model file, as a list of equations "
      "(docs/flat_equations.md) or as Modelica elements");
  add_machine_options(*verb, request->machine);
  verb->add_option("--to", request->to,
                   "what to write: model, equations (YAML), modelica (the same equations), elements (Modelica: each "
                   "body with its joint, and connectors)")
      ->check(CLI::IsMember({"model", "equations", "modelica", "elements"}))
      ->capture_default_str();
  verb->add_option("--seed", request->seed, "of equations: other names and another order, chosen by this number");
  verb->add_option("--bodies", request->bodies, "of elements: a subsystem of these alone, a comma between")
      ->allow_extra_args(false);
  add_set_option(*verb, request->parameters);
  verb->add_option("-o,--output", request->output, "the file to write; left out or -: standard output")
      ->type_name("FILE");
  add_examples(*verb, {"kinemate convert examples/lagr_pendulum/model.lagr -o pendulum.yaml",
                       "kinemate convert examples/four_bar/model.yaml --to modelica -o four_bar.mo"});
  verb->callback([request] { run_convert(*request); });
}

}  // namespace kinemate
