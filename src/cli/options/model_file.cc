// The files of machines that verbs take.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/verbs.h"
#include "model/formulas.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostPrinted = 100;

void print_note(const Error& note) {
  if (note.place) std::cerr << fmt::format("{}:{}:{}: ", note.place->source, note.place->line, note.place->column);
  std::cerr << fmt::format("note: {}\n", note.message);
  if (!note.hint.empty()) std::cerr << fmt::format("  hint: {}\n", note.hint);
}

}  // namespace

void add_machine_options(CLI::App& verb, MachineRequest& request) {
  verb.add_option("file", request.file, "the machine: a model file (YAML), URDF or a deck of LAGR")
      ->type_name("FILE")
      ->required();
  verb.add_flag("--strict", request.strict, "refuse a file of which something cannot be used");
  verb.add_flag("--floating", request.urdf.floating, "URDF: the root link moves freely instead of being fixed");
  verb.add_option("--ignore", request.ignore, "URDF: mimic (joints that mimic others move by themselves), damping")
      ->check(CLI::IsMember({"mimic", "damping"}))
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_flag("--round-angles", request.urdf.round_angles, "URDF: take 1.5708 for pi/2, and the like");
  verb.add_option("--loops", request.urdf.loops, "URDF: a file with pairs of frames that coincide (docs/urdf.md)")
      ->type_name("FILE");
  verb.add_option("--system", request.system, "a deck of several systems: which one, from 1")
      ->check(CLI::Range(1, 1000000));
  verb.add_flag("--no-subsystems", request.no_subsystems, "loops are no joints of recursions (docs/subsystems.md)");
}

void add_set_option(CLI::App& verb, ParameterChoice& choice) {
  verb.add_option("--set", choice.set,
                  "\"a = 0\", \"w(t) = sin(t)\": what a parameter, input or function is; once for each")
      ->allow_extra_args(false);
}

void add_parameter_options(CLI::App& verb, ParameterChoice& choice) {
  add_set_option(verb, choice);
  verb.add_option_function<std::vector<std::string>>(
          "--keep",
          [&choice](const std::vector<std::string>& names) {
            choice.keep = names == std::vector<std::string>{"none"} || names == std::vector<std::string>{""}
                              ? std::vector<std::string>{}
                              : names;
          },
          "parameters that stay symbols, the others become their values; --keep none: every one does")
      ->delimiter(',')
      ->allow_extra_args(false);
}

LoadedMachines load_machines(const MachineRequest& request, Remarks remarks) {
  UrdfOptions options = request.urdf;
  auto ignored = [&](const char* word) {
    return std::find(request.ignore.begin(), request.ignore.end(), word) != request.ignore.end();
  };
  options.ignore_mimic = ignored("mimic");
  options.ignore_damping = ignored("damping");
  Reading reading = read_machine_file(request.file, options);
  if (request.strict) reading.mistakes.insert(reading.mistakes.end(), reading.doubts.begin(), reading.doubts.end());
  const std::size_t count = reading.mistakes.size();
  for (std::size_t i = 0; i < std::min(count, kMostPrinted); ++i) std::cerr << render(reading.mistakes[i]);
  if (count > kMostPrinted) std::cerr << fmt::format("and {} more\n", count - kMostPrinted);
  if (count > 0) {
    std::cerr << fmt::format("{}: {} mistake{}\n", request.file, count, count == 1 ? "" : "s");
    throw Exit{kWrongFile};
  }
  if (remarks == Remarks::kPrint) {
    for (const Error& doubt : reading.doubts) print_note(doubt);
    for (const Error& remark : reading.remarks) print_note(remark);
  }
  LoadedMachines loaded{{std::move(reading.model)}, reading.is_deck};
  for (Model& model : reading.further) loaded.models.push_back(std::move(model));
  if (request.system == 0) return loaded;
  if (!reading.is_deck) throw Error(ErrorCode::kOptionsExclude, "--system is for decks; this file is one machine");
  if (request.system > loaded.models.size())
    throw Error(ErrorCode::kOptionValue, fmt::format("--system {}: the deck has {} system{}", request.system,
                                                     loaded.models.size(), loaded.models.size() == 1 ? "" : "s"));
  return {{std::move(loaded.models[request.system - 1])}, true};
}

Model load_model(const MachineRequest& request, Remarks remarks) {
  LoadedMachines loaded = load_machines(request, remarks);
  for (Model& model : loaded.models) model.macro_joints = !request.no_subsystems;
  if (loaded.models.size() > 1)
    throw Error(ErrorCode::kMissingArgument, fmt::format("the deck has {} systems", loaded.models.size()),
                "choose one with --system 1");
  return std::move(loaded.models.front());
}

void leave_out_events(Model& model, Remarks remarks) {
  std::vector<std::string_view> names;
  for (const Event& event : model.events) names.push_back(event.name);
  if (!names.empty() && remarks == Remarks::kPrint)
    std::cerr << fmt::format("note: events are left out: {}\n", fmt::join(names, ", "));
  model.events.clear();
}

void remark_new_names(const Model& given, const Model& model, const std::string& source) {
  const auto roles = symbol_roles(given);
  const std::vector<std::string> before = undeclared_parameters(given);
  std::vector<std::string> names;
  for (const std::string& name : undeclared_parameters(model))
    if (!roles.contains(name) && std::find(before.begin(), before.end(), name) == before.end()) names.push_back(name);
  if (!names.empty())
    std::cerr << fmt::format("note: {}: new here, taken as open parameters: {}\n", source, fmt::join(names, ", "));
}

}  // namespace kinemate
