#include "cli/program_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/progress.h"
#include "formalism/formalisms.h"

namespace kinemate {
namespace {

Purpose find_purpose(const std::string& name) {
  const auto found = std::find(std::begin(kPurposeNames), std::end(kPurposeNames), name);
  if (found != std::end(kPurposeNames)) return static_cast<Purpose>(found - std::begin(kPurposeNames));
  const std::string near =
      nearest(name, std::vector<std::string_view>(std::begin(kPurposeNames), std::end(kPurposeNames)));
  throw Error(fmt::format("--what: there is no '{}' to compute", name),
              near.empty() ? fmt::format("there are: {}", fmt::join(kPurposeNames, ", "))
                           : fmt::format("did you mean {}?", near));
}

}  // namespace

void add_program_options(CLI::App& verb, ProgramOptions& options) {
  add_machine_options(verb, options.machine);
  verb.add_option("--what", options.what, fmt::format("what to compute: {}", fmt::join(kPurposeNames, ", ")))
      ->capture_default_str();
  std::vector<std::string> names;
  for (const Formalism& formalism : formalisms()) names.emplace_back(formalism.name);
  verb.add_option("--by", options.by, fmt::format("the formalism: {}", fmt::join(names, ", ")))->capture_default_str();
  add_parameter_options(verb, options.parameters);
  verb.add_flag("--quiet", options.quiet, "no stages and times on standard error");
}

MadeProgram make_program(const ProgramOptions& options) {
  ProgramRequest request;
  request.purpose = find_purpose(options.what);
  const Formalism& formalism = find_formalism(options.by);
  request.formalism = formalism.name;
  request.parameters = options.parameters.keep.value_or(std::vector<std::string>{});
  Stages stages(options.quiet);
  const Model given = load_model(options.machine, options.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Model model = specialise(given, {options.parameters.set, std::nullopt});
  remark_new_names(given, model);
  MadeProgram made{make_shortest_program(model, request, [&](const std::string& stage) { stages.begin(stage); }),
                   std::string(formalism.title),
                   {}};
  stages.end();
  made.example = example_inputs(model, made.optimized.program);
  return made;
}

}  // namespace kinemate
