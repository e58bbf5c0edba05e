// kinemate derive: the equations of motion of a machine, by a chosen formalism, as formulas.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "cli/point.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "formalism/formalisms.h"
#include "model/specialise.h"
#include "report/derivation.h"
#include "study/derivation.h"

namespace kinemate {
namespace {

constexpr std::pair<const char*, Section> kSections[] = {
    {"equations", Section::kEquations}, {"energies", Section::kEnergies}, {"integrals", Section::kIntegrals},
    {"metric", Section::kMetric},       {"bodies", Section::kBodies},     {"reactions", Section::kReactions},
    {"matrices", Section::kMatrices}};

constexpr std::pair<const char*, Form> kForms[] = {{"simplified", Form::kSimplified},
                                                   {"expanded", Form::kExpanded},
                                                   {"multiangle", Form::kMultiangle},
                                                   {"factored", Form::kFactored},
                                                   {"recursive", Form::kRecursive}};

struct Request {
  MachineRequest machine;
  std::string by = std::string(formalisms()[0].name), form = "simplified", format = "text", output;
  std::vector<std::string> show, speeds, about;
  ParameterChoice parameters;
  bool json = false, quiet = false;
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
  throw Error(fmt::format("there is no '{}'", name));
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
        throw Error("--about: the world has no equations", "name a point of a body that moves");
      points[body_of(model, point.place)] = pose_on_body(model, point.place).at(point.position);
    }
  }
  return points;
}

// A machine some of whose motions meet no inertia is derived all the same; that is worth a note.
void remark_singularity(const Derivation& derivation) {
  if (!derivation.singularity) return;
  const Error& why = *derivation.singularity;
  std::cerr << fmt::format("note: {}\n{}", why.message, why.hint.empty() ? "" : fmt::format("  hint: {}\n", why.hint));
}

void run(const Request& request) {
  Pool pool;
  const PoolScope scope(pool);
  Stages stages(request.quiet);
  DerivationRequest wanted;
  wanted.formalism = find_formalism(request.by).name;
  wanted.form = find_in(kForms, request.form);
  for (const std::string& section : request.show) {
    if (section == "all") {
      for (const auto& [name, value] : kSections) wanted.sections.insert(value);
    } else {
      wanted.sections.insert(find_in(kSections, section));
    }
  }
  wanted.speeds = request.speeds;
  if (!request.about.empty() && request.by != "newton-euler")
    throw Error(fmt::format("--about is of newton-euler, not of {}", request.by), "add --by newton-euler");
  const Model given = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Model model = specialise(given, request.parameters);
  remark_new_names(given, model);
  if (!request.about.empty()) wanted.references = references(model, request.about);
  const Derivation derivation = derive(model, wanted, [&](const std::string& stage) { stages.begin(stage); });
  stages.end();
  remark_singularity(derivation);
  const std::string format = request.json ? "json" : request.format;
  const std::string text = format == "json"    ? derivation_json(model, derivation)
                           : format == "latex" ? derivation_latex(model, derivation)
                                               : derivation_text(model, derivation);
  if (request.output.empty()) {
    std::cout << text;
  } else {
    write_text_file(request.output, text);
  }
}

}  // namespace

void add_derive_verb(CLI::App& command) {
  const auto request = std::make_shared<Request>();
  CLI::App* verb = command.add_subcommand("derive", "the equations of motion, by a chosen formalism, as formulas");
  add_machine_options(*verb, request->machine);
  std::vector<std::string> names;
  for (const Formalism& formalism : formalisms()) names.emplace_back(formalism.name);
  verb->add_option("--by", request->by, fmt::format("the formalism: {}", fmt::join(names, ", ")))
      ->capture_default_str();
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
  verb->add_option("--speeds", request->speeds, "a speed of your own, such as \"u1 = q1' + q2'\"; once for each")
      ->allow_extra_args(false);
  verb->add_option("--about", request->about,
                   "newton-euler: moments about the bodies' origin or center, or BODY:x,y,z for one of them")
      ->allow_extra_args(false);
  CLI::Option* format = verb->add_option("--format", request->format, "text, latex or json")
                            ->check(CLI::IsMember({"text", "latex", "json"}))
                            ->capture_default_str();
  verb->add_flag("--json", request->json, "the same as --format json")->excludes(format);
  verb->add_option("-o,--output", request->output, "a file to write instead of standard output");
  verb->add_flag("--quiet", request->quiet, "no stages and times on standard error");
  verb->callback([request] { run(*request); });
}

}  // namespace kinemate
