// kinemate derive: the equations of motion of a machine, by a chosen formalism, as formulas.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "cli/options/point.h"
#include "cli/options/progress.h"
#include "cli/options/reduction_options.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "formalism/formalisms.h"
#include "report/derivation/derivation.h"
#include "study/cases.h"

namespace kinemate {
namespace {

constexpr std::pair<const char*, Section> kSections[] = {
    {"equations", Section::kEquations}, {"energies", Section::kEnergies}, {"integrals", Section::kIntegrals},
    {"metric", Section::kMetric},       {"bodies", Section::kBodies},     {"reactions", Section::kReactions},
    {"matrices", Section::kMatrices},   {"forces", Section::kForces}};

constexpr std::pair<const char*, Form> kForms[] = {{"simplified", Form::kSimplified},
                                                   {"expanded", Form::kExpanded},
                                                   {"multiangle", Form::kMultiangle},
                                                   {"factored", Form::kFactored},
                                                   {"recursive", Form::kRecursive}};

struct DeriveRequest {
  MachineRequest machine;
  std::string by, form = "simplified", format = "text", output;
  std::vector<std::string> show, speeds, about, cases;
  ParameterChoice parameters;
  ReductionOptions reduction;
  bool json = false, quiet = false, all_cases = false, apart = false, echo = false;
};

template <class Value, std::size_t n>
std::vector<std::string> names_of(const std::pair<const char*, Value> (&table)[n]) {
  std::vector<std::string> names;
  for (const auto& [name, value] : table) names.emplace_back(name);
  return names;
}

template <class Value, std::size_t n>
Value find_in(const std::pair<const char*, Value> (&table)[n], const std::string& name) {
  for (const auto& [known, value] : table)
    if (known == name) return value;
  throw Error(ErrorCode::kOptionValue, fmt::format("there is no '{}'", name));
}

// center, origin, or points of single bodies
std::vector<Vector> references(const Model& model, const std::vector<std::string>& about) {
  std::vector<Vector> points = origins_of_bodies(model);
  for (const std::string& text : about) {
    if (text == "center") {
      points = centers_of_mass(model);
    } else if (text == "origin") {
      points = origins_of_bodies(model);
    } else {
      const Point point = parse_point(model, text, "--about");
      if (body_of(model, point.place) == kWorld)
        throw Error(ErrorCode::kOptionValue, "--about: the world has no equations",
                    "name a point of a body that moves");
      points[body_of(model, point.place)] = pose_on_body(model, point.place).at(point.position);
    }
  }
  return points;
}

// A machine some of whose motions meet no inertia is derived all the same; that is worth a note.
void remark_singularity(const DerivedCase& derived) {
  if (!derived.derivation.singularity) return;
  const Error& why = *derived.derivation.singularity;
  const std::string special = derived.special.name.empty() ? "" : fmt::format("case {}: ", derived.special.name);
  std::cerr << fmt::format("note: {}{}\n{}", special, why.message,
                           why.hint.empty() ? "" : fmt::format("  hint: {}\n", why.hint));
}

// Of a deck all, unless some are named.
std::vector<SpecialCase> choose_cases(const Model& model, const DeriveRequest& request, bool is_deck) {
  std::vector<SpecialCase> chosen;
  if (request.all_cases || (is_deck && request.cases.empty())) {
    if (model.cases.empty() && !is_deck)
      throw Error(ErrorCode::kUnknownName, "--cases: the machine has no cases",
                  "write one with --case \"name: m = 0\"");
    chosen = model.cases;
  }
  for (const std::string& text : request.cases)
    chosen.push_back(text.find(':') == std::string::npos ? find_case(model, text) : parse_case(text));
  for (std::size_t i = 0; i < chosen.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (chosen[i].name == chosen[j].name)
        throw Error(ErrorCode::kNameTaken, fmt::format("--case: {} stands there twice", chosen[i].name));
  return chosen;
}

std::string write(const std::vector<DerivedCase>& derived, const std::string& format, bool apart) {
  if (format == "json") return derivation_json(derived);
  if (format == "latex") return derivation_latex(derived);
  return apart ? derivation_text_apart(derived) : derivation_text(derived);
}

// The file as it is, indented.
std::string echo(const std::string& path) {
  std::string text = "input\n  ";
  const std::string file = read_text_file(path);
  for (std::size_t i = 0; i < file.size(); ++i) {
    text += file[i];
    if (file[i] == '\n' && i + 1 < file.size()) text += "  ";
  }
  return text + (file.ends_with('\n') ? "\n" : "\n\n");
}

DerivationRequest wanted_of(const DeriveRequest& request, bool is_deck) {
  DerivationRequest wanted;
  const std::string by = !request.by.empty() ? request.by : is_deck ? "metric" : std::string(formalisms()[0].name);
  wanted.formalism = find_formalism(by).name;
  wanted.form = find_in(kForms, request.form);
  for (const std::string& section : request.show) {
    if (section == "all") {
      for (const auto& [name, value] : kSections) wanted.sections.insert(value);
    } else {
      wanted.sections.insert(find_in(kSections, section));
    }
  }
  if (is_deck && request.by.empty() && request.show.empty()) wanted.sections = {Section::kMetric};
  wanted.speeds = request.speeds;
  if (!request.about.empty() && by != "newton-euler")
    throw Error(ErrorCode::kOptionsExclude, fmt::format("--about is of newton-euler, not of {}", by),
                "add --by newton-euler");
  return wanted;
}

// What events set is no constant that could be put in.
void remark_event_parameters(const Model& model, const std::vector<std::string>& set) {
  for (const std::string& name : event_parameters(model))
    for (const std::string& text : set)
      if (text.substr(0, text.find_first_of(" =")) == name)
        std::cerr << fmt::format("note: {} stays a symbol, since events set it; --set gives its value at the start\n",
                                 name);
}

std::string derive_machine(const DeriveRequest& request, Model given, bool is_deck, Stages& stages) {
  DerivationRequest wanted = wanted_of(request, is_deck);
  const auto wanted_here = [&](const Model& model) {
    if (!request.about.empty()) wanted.references = references(model, request.about);
    return wanted;
  };
  const std::string format = request.json ? "json" : request.format;
  wanted.reduction = wanted_reduction(given, request.reduction, wanted.formalism);
  if (wanted.reduction) leave_out_events(given, Remarks::kKeep);
  remark_event_parameters(given, request.parameters.set);
  ParameterChoice parameters = request.parameters;
  if (wanted.reduction && !parameters.keep) parameters.keep.emplace();  // which terms are weak depends on numbers
  const std::vector<DerivedCase> derived = derive_cases(
      given, parameters, choose_cases(given, request, is_deck), wanted_here,
      [&](const std::string& stage) { stages.begin(stage); },
      format == "json" ? CaseExtent::kWhole : CaseExtent::kItsPart);
  stages.end();
  for (const DerivedCase& one : derived) {
    remark_new_names(given, one.model, one.special.name.empty() ? "--set" : "case " + one.special.name);
    remark_singularity(one);
  }
  return write(derived, format, request.apart || is_deck);
}

void run_derive(const DeriveRequest& request) {
  Pool pool;
  const PoolScope scope(pool);
  Stages stages(request.quiet);
  LoadedMachines machines = load_machines(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const bool plain = !request.json && request.format == "text";
  if (!plain && machines.models.size() > 1)
    throw Error(ErrorCode::kMissingArgument,
                fmt::format("the deck has {} systems, which are one document each", machines.models.size()),
                "choose one with --system 1");
  std::string text = request.echo && plain ? echo(request.machine.file) : "";
  for (const Model& model : machines.models) {
    if (&model != &machines.models.front()) text += "\n";
    text += derive_machine(request, model, machines.are_deck, stages);
  }
  if (request.output.empty()) {
    std::cout << text;
  } else {
    write_text_file(request.output, text);
  }
}

}  // namespace

void add_derive_verb(CLI::App& command) {
  const auto request = std::make_shared<DeriveRequest>();
  CLI::App* verb = command.add_subcommand("derive", "the equations of motion, by a chosen formalism, as formulas");
  add_machine_options(*verb, request->machine);
  std::vector<std::string> names;
  for (const Formalism& formalism : formalisms()) names.emplace_back(formalism.name);
  verb->add_option("--by", request->by, fmt::format("the formalism (left out: {}, of a deck metric)", names[0]))
      ->type_name(fmt::format("{{{}}}", fmt::join(names, ",")));
  verb->add_option("--form", request->form, fmt::format("of the formulas: {}", fmt::join(names_of(kForms), ", ")))
      ->check(CLI::IsMember(names_of(kForms)))
      ->capture_default_str();
  std::vector<std::string> sections = names_of(kSections);
  sections.emplace_back("all");
  verb->add_option("--show", request->show,
                   fmt::format("parts of the result, if not those of the formalism: {}", fmt::join(sections, ", ")))
      ->check(CLI::IsMember(sections))
      ->delimiter(',')
      ->allow_extra_args(false);
  add_parameter_options(*verb, request->parameters);
  add_reduce_option(*verb, request->reduction);
  verb->add_option("--case", request->cases,
                   "a special case beside the machine: its name in the file, or \"name: m3 = 0, fu(t) = sin(t)\"; "
                   "once for each")
      ->allow_extra_args(false);
  verb->add_flag("--cases", request->all_cases, "all special cases of the file");
  verb->add_flag("--apart", request->apart, "special cases one after another instead of side by side");
  verb->add_flag("--echo", request->echo, "print the file first");
  verb->add_option("--speeds", request->speeds, "a speed of your own, such as \"u1 = q1' + q2'\"; once for each")
      ->allow_extra_args(false);
  verb->add_option("--about", request->about,
                   "newton-euler: moments about the bodies' origin or center, or BODY:x,y,z for one of them")
      ->allow_extra_args(false);
  CLI::Option* format = verb->add_option("--format", request->format, "text, latex or json")
                            ->check(CLI::IsMember({"text", "latex", "json"}))
                            ->capture_default_str();
  verb->add_flag("--json", request->json, "the same as --format json")->excludes(format);
  verb->add_option("-o,--output", request->output, "a file to write instead of standard output")->type_name("FILE");
  verb->add_flag("--quiet", request->quiet, "no stages and times on standard error");
  add_examples(*verb, {"kinemate derive examples/planar_pendulum/model.yaml --by lagrange",
                       "kinemate derive examples/cart_pendulums/model.yaml --keep none --format latex -o cart.tex"});
  verb->callback([request] { run_derive(*request); });
}

}  // namespace kinemate
