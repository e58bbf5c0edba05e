// kinemate generate: programs of a machine as source text, in a folder that works as it is.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/options/lists.h"
#include "cli/options/program_request.h"
#include "cli/verbs.h"
#include "codegen/files.h"
#include "codegen/targets.h"
#include "expr/pool.h"

namespace kinemate {
namespace {

struct GenerateRequest {
  ProgramOptions program;
  std::string to = "c", output, name;
  bool fast = false;
};

// Each once. All are those that can hold what is asked for.
std::vector<const Target*> choose_targets(const std::string& to, const std::string& what) {
  std::vector<const Target*> chosen;
  const auto add = [&](const Target& target) {
    if (std::find(chosen.begin(), chosen.end(), &target) == chosen.end()) chosen.push_back(&target);
  };
  for (std::string name : split_list(to, ",")) {
    std::erase(name, ' ');
    if (name == "all") {
      for (const Target& target : targets())
        if (!target.whole || what.empty() || what == "ode") add(target);
    } else if (!name.empty()) {
      add(find_target(name));
    }
  }
  if (chosen.empty())
    throw Error(ErrorCode::kOptionValue, "--to names no language", "for example --to c,python, or --to all");
  return chosen;
}

// A machine with its states is its differential equation.
std::string choose_purpose(std::span<const Target* const> targets, const std::string& what) {
  for (const Target* target : targets) {
    if (!target->whole) continue;
    if (what.empty() || what == "ode") return "ode";
    throw Error(ErrorCode::kTarget,
                fmt::format("--to {}: {} holds the differential equation of a machine, not '{}'", target->name,
                            target->title, what),
                "leave --what out, or take another --to");
  }
  return what.empty() ? "forward" : what;
}

// What was asked for, and what goes with a differential equation.
std::vector<std::string> list_purposes(std::span<const Target* const> targets, const ProgramOptions& options,
                                       const Model& model) {
  std::vector<std::string> purposes = {options.what};
  if (options.what != "ode") return purposes;
  if (!model.outputs.empty()) purposes.push_back("outputs");
  const bool jacobian = std::any_of(targets.begin(), targets.end(), [](const Target* t) { return t->jacobian; });
  if (jacobian && options.base.empty()) purposes.push_back("jacobian");  // base parameters have none
  return purposes;
}

void write(const Target& target, std::span<const Program> programs, const TargetOptions& options,
           const std::string& folder, bool quiet) {
  // the Jacobian comes last
  const bool without = !target.jacobian && programs.size() > 1 && programs.back().name == "jacobian";
  const std::vector<GeneratedFile> files =
      target.generate(programs.first(programs.size() - (without ? 1 : 0)), options);
  write_files(folder, files);
  if (quiet) return;
  for (const GeneratedFile& file : files)
    std::cerr << fmt::format("wrote {}/{} ({} bytes)\n", folder, file.name, file.text.size());
}

void run_generate(const GenerateRequest& request) {
  Pool pool;
  const PoolScope scope(pool);
  require_folder(request.output);
  const std::vector<const Target*> chosen = choose_targets(request.to, request.program.what);
  ProgramOptions options = request.program;
  options.what = choose_purpose(chosen, options.what);
  const Model model = load_for_program(options);
  std::vector<Program> programs;
  TargetOptions how{.prefix = request.name, .fast = request.fast};
  for (const std::string& purpose : list_purposes(chosen, options, model)) {
    options.what = purpose;
    MadeProgram made = make_program(model, options);
    if (programs.empty()) how.example = std::move(made.example);
    programs.push_back(std::move(made.optimized.program));
    options.algorithm = "fastest", options.by.clear();  // what was chosen is for the first of them
  }
  for (const Target* target : chosen)
    write(*target, programs, how,
          chosen.size() == 1 ? request.output : fmt::format("{}/{}", request.output, target->name), options.quiet);
}

std::string target_words() {
  std::string text = "{";
  for (const Target& target : targets()) text += fmt::format("{},", target.name);
  return text + "all}";
}

std::string list_targets() {
  std::string text;
  for (const Target& target : targets())
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", target.name, target.title);
  return text;
}

std::string list_whole_targets() {
  std::string text;
  for (const Target& target : targets())
    if (target.whole) text += fmt::format("{}{}", text.empty() ? "" : ", ", target.name);
  return text;
}

}  // namespace

void add_generate_verb(CLI::App& command) {
  const auto request = std::make_shared<GenerateRequest>();
  CLI::App* verb = command.add_subcommand("generate", "programs of the machine as source text");
  add_program_options(*verb, request->program);
  request->program.what.clear();
  verb->get_option("--what")->default_str("")->description(
      fmt::format("what to compute (if left out: ode with --to {}, else forward)", list_whole_targets()));
  verb->add_option(
          "--to", request->to,
          fmt::format("the language: {}; or several, a comma between, or all: a folder for each", list_targets()))
      ->type_name(target_words())
      ->capture_default_str();
  verb->add_option("-o,--output", request->output, "the folder to write to")->type_name("FOLDER")->required();
  verb->add_option("--name", request->name, "what functions and files are called after, instead of the machine");
  verb->add_flag(
      "--fast", request->fast,
      "let the compiler of C or C++ round a*b + c once and use all of this processor: last digits may change");
  add_examples(*verb,
               {"kinemate generate examples/cart_pendulums/model.yaml --what ode --to python -o cart_python",
                "kinemate generate examples/planar_pendulum/model.yaml --what inverse --to c,julia -o pendulum"});
  verb->callback([request] { run_generate(*request); });
}

}  // namespace kinemate
