#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <new>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/suggest.h"
#include "cli/options/memory.h"
#include "cli/verbs.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "expr/text/parse.h"
#include "expr/text/unit_hint.h"

namespace kinemate {
namespace {

// A formula may begin with a minus, and a wrong one with a bracket. What begins so and is no option gets a blank in
// front, so that it is read as an argument. Only `formula` takes formulas as they are.
std::string as_argument(const std::string& word, bool formulas) {
  const bool minus = formulas && word.size() > 1 && word[0] == '-' && word[1] != '-' && word != "-h";
  return minus || word.starts_with("[") ? " " + word : word;
}

// The Error for a first or second word that is no verb; nothing where the verbs are right.
std::optional<Error> find_wrong_verb(const CLI::App& command, const std::vector<std::string>& words) {
  const CLI::App* app = &command;
  for (const std::string& word : words) {
    const auto verbs = app->get_subcommands([](const CLI::App*) { return true; });
    if (verbs.empty() || word.starts_with("-")) return std::nullopt;
    const auto found =
        std::find_if(verbs.begin(), verbs.end(), [&](const CLI::App* verb) { return verb->get_name() == word; });
    if (found == verbs.end()) {
      std::vector<std::string> names;
      for (const CLI::App* verb : verbs) names.push_back(verb->get_name());
      const std::string near = nearest(word, std::vector<std::string_view>(names.begin(), names.end()));
      const std::string hint =
          near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near);
      return Error(ErrorCode::kUnknownVerb,
                   fmt::format("there is no command '{}{}'", app == &command ? "" : app->get_name() + " ", word), hint);
    }
    app = *found;
  }
  return std::nullopt;
}

// What is wrong with options and arguments, by what the library that reads them throws.
ErrorCode code_of(const CLI::ParseError& wrong) {
  if (dynamic_cast<const CLI::ExtrasError*>(&wrong) != nullptr) return ErrorCode::kUnknownOption;
  if (dynamic_cast<const CLI::RequiredError*>(&wrong) != nullptr) return ErrorCode::kMissingArgument;
  if (dynamic_cast<const CLI::ExcludesError*>(&wrong) != nullptr) return ErrorCode::kOptionsExclude;
  if (dynamic_cast<const CLI::RequiresError*>(&wrong) != nullptr) return ErrorCode::kOptionsExclude;
  return ErrorCode::kOptionValue;
}

int exit_code(const Error& error) {
  switch (error.kind) {
    case Error::Kind::kNumerical: return kNumericalFailure;
    case Error::Kind::kFileSystem: return kFileSystemFailure;
    case Error::Kind::kInput: break;
  }
  return kWrongArgument;
}

void add_command_footer(CLI::App& command) {
  add_examples(command, {"kinemate derive examples/planar_pendulum/model.yaml --by lagrange",
                         "kinemate simulate examples/cart_pendulums/model.yaml --to 5 --plot cart.svg",
                         "kinemate generate examples/cart_pendulums/model.yaml --what ode --to python -o cart"});
  command.footer(command.get_footer() +
                 "\n\nkinemate VERB --help lists what a verb takes, kinemate man VERB prints its manual page."
                 "\nDocumentation: README.md and docs/ in the sources.");
}

// Words that a verb does not take, in the order in which they were typed, with the option that was probably meant.
Error describe_extras(const CLI::App& command, const CLI::ExtrasError& wrong) {
  const std::string text = wrong.what();
  std::istringstream left(text.substr(text.rfind(": ") + 1));
  std::vector<std::string> words, known;
  for (std::string word; left >> word;) words.insert(words.begin(), word);
  const std::vector<CLI::App*> verbs = command.get_subcommands();
  const CLI::App& verb = verbs.empty() ? command : *verbs.front();
  for (const CLI::Option* option : verb.get_options()) known.push_back(option->get_name());
  const std::string near =
      words.empty() ? "" : nearest(words.front(), std::vector<std::string_view>(known.begin(), known.end()));
  return Error(ErrorCode::kUnknownOption, fmt::format("{} does not take {}", verb.get_name(), fmt::join(words, " ")),
               near.empty() ? "--help behind the command lists what it takes" : fmt::format("did you mean {}?", near));
}

// A value that is no number, or out of its range, in words of the user.
Error describe_value(const CLI::ParseError& wrong) {
  const std::string text = wrong.what();
  constexpr const char* kHelp = "--help behind the command lists what it takes";
  static const std::regex no_number(R"(Could not convert: (\S+) = (.*))"),
      not_positive(R"((\S+): Value (.*) not in range \d\S* to \d{30,}\S*)"), with_unit(R"(([-+.0-9eE]*[.0-9]) ?(.+))");
  std::smatch found, parts;
  const bool positive = std::regex_match(text, found, not_positive);
  if (!positive && !std::regex_match(text, found, no_number)) return Error(code_of(wrong), text, kHelp);
  const std::string option = found[1], value = found[2];
  std::string hint = kHelp;
  Pool pool;
  const PoolScope scope(pool);
  if (std::regex_match(value, parts, with_unit))
    if (const auto number = without_unit(parts[1].str(), parts[2].str()))
      hint = fmt::format("numbers are written without units, in SI: {} {}", option,
                         fmt::format("{:.10g}", evaluate(parse(*number), {})));
  return Error(code_of(wrong), fmt::format("{}: '{}' is no {}number", option, value, positive ? "positive " : ""), hint);
}

int parse_and_run(CLI::App& command, const std::vector<std::string>& words) {
  try {
    std::vector<std::string> reversed;
    for (auto word = words.rbegin(); word != words.rend(); ++word)
      reversed.push_back(as_argument(*word, words[0] == "formula"));
    command.parse(std::move(reversed));
  } catch (const CLI::Success& asked) {  // --help, --version
    return command.exit(asked);
  } catch (const CLI::ExtrasError& wrong) {
    std::cerr << render(find_wrong_verb(command, words).value_or(describe_extras(command, wrong)));
    return kWrongArgument;
  } catch (const CLI::ParseError& wrong) {
    std::cerr << render(find_wrong_verb(command, words).value_or(describe_value(wrong)));
    return kWrongArgument;
  }
  return kDone;
}

}  // namespace

int run_command(int argc, const char* const* argv) {
  try {
    CLI::App command("Kinemate: from the description of a machine to its equations of motion", "kinemate");
    command.set_version_flag("--version", "kinemate " KINEMATE_VERSION);
    command.require_subcommand(1);
    add_check_verb(command);
    add_show_verb(command);
    add_kinematics_verb(command);
    add_derive_verb(command);
    add_evaluate_verb(command);
    add_count_verb(command);
    add_bench_verb(command);
    add_generate_verb(command);
    add_solve_verb(command);
    add_formula_verb(command);
    add_convert_verb(command);
    add_reduce_verb(command);
    add_equilibrium_verb(command);
    add_linearize_verb(command);
    add_simulate_verb(command);
    add_plot_verb(command);
    add_sweep_verb(command);
    add_merge_verb(command);
    add_sensitivity_verb(command);
    add_fit_verb(command);
    add_optimize_verb(command);
    add_schema_verb(command);
    add_explain_verb(command);
    add_completion_verb(command);
    add_man_verb(command);
    add_memory_option(command);
    add_command_footer(command);  // last: verbs take over what is there before them
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    if (words.empty()) {
      std::cout << command.help();
      return kWrongArgument;
    }
    const int code = parse_and_run(command, words);
    if (!std::cout.flush()) throw Error(ErrorCode::kCannotWrite, "standard output cannot be written");
    return code;
  } catch (const Exit& exit) {
    return exit.code;
  } catch (const Error& error) {
    std::cerr << render(error);
    return exit_code(error);
  } catch (const std::bad_alloc&) {
    std::cerr << render(out_of_memory());
    return kNumericalFailure;
  } catch (const std::exception& fault) {
    std::cerr << render(Error(ErrorCode::kInternalFault,
                              fmt::format("a fault in kinemate itself, please report it: {}", fault.what())));
    return kInternalFault;
  } catch (...) {
    std::cerr << render(Error(ErrorCode::kInternalFault, "a fault in kinemate itself, please report it"));
    return kInternalFault;
  }
}

}  // namespace kinemate
