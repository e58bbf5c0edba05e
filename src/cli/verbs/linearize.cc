// kinemate linearize: a machine near an equilibrium, a state or a motion: matrices, poles, modes, stability.
#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "cli/options/lists.h"
#include "cli/options/progress.h"
#include "cli/verbs.h"
#include "expr/graph.h"
#include "expr/pool.h"
#include "expr/text/print.h"
#include "picture/draw.h"
#include "report/linear/linear.h"
#include "study/given.h"
#include "study/linear/whole_shapes.h"

namespace kinemate {
namespace {

struct LinearizeOptions {
  MachineRequest machine;
  ParameterChoice parameters;
  std::vector<std::string> at, near, along, inputs, outputs;
  std::string about = "equilibrium", only, vary, frequencies, format = "text", output;
  std::string poles_plot, bode_plot, modes_plot;
  bool residual = false, state_space = false, response = false, json = false, quiet = false;
};

ReferenceRequest reference_of(const Model& model, const LinearizeOptions& options) {
  using About = ReferenceRequest::About;
  ReferenceRequest reference;
  reference.about = options.about == "state"                              ? About::kState
                    : options.about == "motion" || !options.along.empty() ? About::kMotion
                                                                          : About::kEquilibrium;
  reference.at = parse_given(model, options.at, "--at");
  reference.near = parse_given(model, options.near, "--near");
  reference.along = parse_given(model, options.along, "--along");
  reference.residual = options.residual;
  return reference;
}

// What a name in an output can be; else it would pass for a parameter without a value.
void require_known(const Model& model, const NamedFormula& output) {
  std::vector<Expr> known = find_given_names(model, compute_kinematics(model)).symbols;
  for (const Output& own : model.outputs)
    for (const char* component : {"", "_x", "_y", "_z"}) known.push_back(make_symbol(own.name + component));
  for (Expr symbol : free_symbols(output.formula))
    if (std::none_of(known.begin(), known.end(), [&](Expr one) { return one.name() == symbol.name(); }))
      refuse_name(fmt::format("--output: there is no '{}' in this machine", to_text(symbol)), to_text(symbol), known);
}

Variation varied_parameter(const Model& model, const std::string& text) {
  Variation vary = read_variation(text);
  std::vector<Expr> known;
  for (const Parameter& parameter : model.parameters) known.push_back(make_symbol(parameter.name));
  if (std::find(known.begin(), known.end(), make_symbol(vary.name)) == known.end())
    refuse_name(fmt::format("--vary: the machine has no parameter '{}'", vary.name), vary.name, known);
  const std::vector<double>& values = vary.values;
  if (!std::is_sorted(values.begin(), values.end()) && !std::is_sorted(values.rbegin(), values.rend()))
    throw Error(
        ErrorCode::kVariation,
        fmt::format("--vary: the values of {} should ascend or descend: the poles are followed over them", vary.name));
  return vary;
}

Variation wanted_frequencies(const std::string& text) {
  const Variation frequencies = read_variation("f = " + text);
  for (const double frequency : list_values(frequencies))
    if (frequency < 0) throw Error(ErrorCode::kOptionValue, fmt::format("--frequencies: {} Hz is negative", frequency));
  return frequencies;
}

LinearisationRequest request_of(const Model& model, const LinearizeOptions& options) {
  LinearisationRequest request;
  request.reference = reference_of(model, options);
  if (!options.inputs.empty()) request.inputs = names_in(options.inputs);
  for (const std::string& text : names_in(options.outputs)) {
    request.outputs.push_back({text, parse(text, parse_options(model, "--output"))});
    require_known(model, request.outputs.back());
  }
  request.formulas = options.only != "numbers";
  request.numbers = options.only != "formulas";
  request.state_space = options.state_space;
  if (!options.vary.empty()) request.vary = varied_parameter(model, options.vary);
  request.response = options.response || !options.bode_plot.empty() || !options.frequencies.empty();
  if (!options.frequencies.empty()) request.frequencies = wanted_frequencies(options.frequencies);
  return request;
}

// Numbers unless some parameters are kept as symbols.
std::string script_of(const Model& model, LinearisationRequest request, const LinearizeOptions& options,
                      const Linearisation& linear, const Progress& progress) {
  const ScriptLanguage language = options.format == "python" ? ScriptLanguage::kPython : ScriptLanguage::kMatlab;
  if (linear.numbers && !options.parameters.keep && options.only != "formulas") return linear_script(linear, language);
  request.state_space = true, request.formulas = true;
  request.vary.reset(), request.response = false;
  Linearisation formulas = linearise_machine(model, request, progress);
  if (!formulas.formulas) {  // too many, unless these alone are asked for
    request.numbers = false;
    formulas = linearise_machine(model, request, progress);
  }
  formulas.numbers.reset();  // they served to find the reference
  return linear_script(formulas, language);
}

void check_paths(const LinearizeOptions& options) {
  for (const std::string* path : {&options.poles_plot, &options.bode_plot})
    if (!path->empty()) check_picture_path(*path);
  if (!options.modes_plot.empty()) check_mode_path(options.modes_plot);
}

void draw_pictures(const Model& model, const Linearisation& linear, const LinearizeOptions& options) {
  if (!options.poles_plot.empty()) draw(locus_picture(linear), options.poles_plot);
  if (!options.bode_plot.empty()) draw(bode_figure(bode_data(linear)), options.bode_plot);
  if (options.modes_plot.empty()) return;
  const Model machine = specialise(model, {{}, std::vector<std::string>{}});
  std::vector<ModeShapePicture> pictures = mode_pictures(*linear.numbers, *linear.modes);
  std::vector<std::vector<std::complex<double>>> shapes;
  for (const ModeShapePicture& picture : pictures) shapes.push_back(picture.shape);
  const WholeShapes whole = complete_shapes(machine, *linear.numbers, shapes);
  for (std::size_t i = 0; i < pictures.size(); ++i) pictures[i].shape = whole.shapes[i];
  write_mode_shapes(machine, whole.reference, linear.numbers->reference.t, pictures, options.modes_plot);
}

void run_linearize(const LinearizeOptions& options) {
  check_paths(options);
  Pool pool;
  const PoolScope scope(pool);
  const Remarks remarks = options.quiet ? Remarks::kKeep : Remarks::kPrint;
  const Model given = load_model(options.machine, remarks);
  Model model = specialise(given, options.parameters);
  remark_new_names(given, model);
  leave_out_events(model, remarks);
  Stages stages(options.quiet);
  const Progress progress = [&](const std::string& stage) { stages.begin(stage); };
  const LinearisationRequest request = request_of(model, options);
  if ((!options.poles_plot.empty() || !options.modes_plot.empty()) &&
      (!request.numbers || !has_numbers(request.reference)))
    throw Error(ErrorCode::kMissingValue, "pictures of poles and modes need numbers",
                request.numbers ? "a motion has some with --along \"q = sin(t)\"" : "leave --only formulas out");
  const Linearisation linear = linearise_machine(model, request, progress);
  const std::string format = options.json ? "json" : options.format;
  const std::string text = format == "json"    ? linear_json(linear)
                           : format == "latex" ? linear_latex(linear)
                           : format == "text"  ? linear_text(linear)
                                               : script_of(model, request, options, linear, progress);
  stages.end();
  if ((!options.poles_plot.empty() || !options.modes_plot.empty()) && !linear.numbers)
    throw Error(ErrorCode::kMissingValue, "pictures of poles and modes need numbers. " + linear.notes.front());
  ReferenceRequest reference = request.reference;
  draw_pictures(with_given_parameters(model, reference), linear, options);
  if (options.output.empty()) {
    std::cout << text;
  } else {
    write_text_file(options.output, text);
  }
}

}  // namespace

void add_linearize_verb(CLI::App& command) {
  const auto options = std::make_shared<LinearizeOptions>();
  CLI::App* verb = command.add_subcommand(
      "linearize", "the machine near an equilibrium, a state or a motion: matrices, poles, modes, stability");
  add_machine_options(*verb, options->machine);
  verb->add_option("--about", options->about,
                   "equilibrium (rest or steady motion; searched from the initial values unless --at has positions), "
                   "state (the motion through the initial values and --at), motion (any: formulas of it)")
      ->check(CLI::IsMember({"equilibrium", "state", "motion"}))
      ->capture_default_str();
  verb->add_option("--at", options->at, "values at the reference, \"theta = pi/6, phi' = 3, F = 2, t = 1\"")
      ->allow_extra_args(false);
  verb->add_option("--near", options->near, "where the search for an equilibrium starts, \"phi = 3\"")
      ->allow_extra_args(false);
  verb->add_option("--along", options->along, "a motion, \"q = a*sin(w*t)\"; other coordinates rest")
      ->allow_extra_args(false);
  verb->add_flag("--residual", options->residual, "the reference of --at need not be an equilibrium");
  verb->add_option("--input", options->inputs,
                   "inputs of the machine, or coordinates on which a force acts; all, if left out")
      ->allow_extra_args(false);
  verb->add_option("--output", options->outputs,
                   "\"x, l*sin(phi)\": formulas; if left out the outputs of the machine, or its coordinates")
      ->allow_extra_args(false);
  verb->add_option("--only", options->only, "formulas or numbers")->check(CLI::IsMember({"formulas", "numbers"}));
  verb->add_flag("--state-space", options->state_space, "also A, B, C, D as formulas");
  verb->add_option("--vary", options->vary,
                   "\"k = 10 .. 200 : 50\": how the poles move with a parameter, and where stability is lost");
  verb->add_flag("--response", options->response, "the frequency response from inputs to outputs, in JSON");
  verb->add_option("--frequencies", options->frequencies, "of the response, Hz: \"0.1 .. 100 : 200 log\"");
  verb->add_option("--poles", options->poles_plot,
                   "a picture of the poles, or of their way with --vary: FILE.svg or FILE.png")
      ->type_name("FILE");
  verb->add_option("--bode", options->bode_plot, "a picture of the frequency response: FILE.svg or FILE.png")
      ->type_name("FILE");
  verb->add_option("--modes", options->modes_plot, "a picture of the shapes of modes: FILE.svg")->type_name("FILE");
  add_parameter_options(*verb, options->parameters);
  CLI::Option* format =
      verb->add_option("--format", options->format, "text, latex, json, matlab (and Octave) or python")
          ->check(CLI::IsMember({"text", "latex", "json", "matlab", "python"}))
          ->capture_default_str();
  verb->add_flag("--json", options->json, "the same as --format json")->excludes(format);
  verb->add_option("-o,--output-file", options->output, "a file to write instead of standard output")
      ->type_name("FILE");
  verb->add_flag("--quiet", options->quiet, "no stages and notes on standard error");
  add_examples(*verb, {"kinemate linearize examples/spinning_top/model.yaml --at \"c' = 80\"",
                       "kinemate linearize examples/cart_pendulums/model.yaml --only numbers --poles poles.svg"});
  verb->callback([options] { run_linearize(*options); });
}

}  // namespace kinemate
