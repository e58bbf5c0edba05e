// kinemate explain: what the codes of errors mean, and the exit codes.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"
#include "cli/verbs.h"

namespace kinemate {
namespace {

struct ExplainRequest {
  std::vector<std::string> codes;
  bool json = false;
};

struct ExitMeaning {
  int code;
  std::string_view meaning;
};

constexpr ExitMeaning kExitMeanings[] = {
    {kDone, "done"},
    {kWrongFile, "a file of a machine, of equations or of a state is wrong"},
    {kWrongArgument, "the command line or a formula is wrong, or the machine is none for what was asked"},
    {kNumericalFailure, "no number comes out: something is singular, not finite or does not converge (K4..)"},
    {kFileSystemFailure, "a file cannot be read or written, or a program is missing (K70.)"},
    {kInternalFault, "a fault in kinemate itself (K901)"},
    {kInterruptedRun, "interrupted by Ctrl-C, or ended by SIGTERM or SIGHUP; what was computed before is written"},
};

unsigned number_of(const ErrorExplanation& one) { return static_cast<unsigned>(one.code); }

// The number in K105, k105 or 105; 0: it is none of these.
unsigned parse_code(std::string_view word) {
  if (word.starts_with('K') || word.starts_with('k')) word.remove_prefix(1);
  if (word.size() != 3 || word.find_first_not_of("0123456789") != std::string_view::npos) return 0;
  return static_cast<unsigned>(100 * (word[0] - '0') + 10 * (word[1] - '0') + (word[2] - '0'));
}

[[noreturn]] void refuse_code(const std::string& word) {
  const unsigned wanted = parse_code(word);
  if (wanted == 0)
    throw Error(ErrorCode::kOptionValue, fmt::format("'{}' is no code of an error", word),
                "codes read K105; kinemate explain lists all of them, kinemate explain exit the exit codes");
  std::vector<ErrorExplanation> near(error_explanations().begin(), error_explanations().end());
  auto distance = [&](const ErrorExplanation& one) {
    return std::abs(static_cast<int>(number_of(one)) - static_cast<int>(wanted));
  };
  std::stable_sort(near.begin(), near.end(), [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  near.resize(3);
  std::sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.code < b.code; });
  std::vector<std::string> named;
  for (const ErrorExplanation& one : near) named.push_back(fmt::format("{} ({})", code_text(one.code), one.title));
  throw Error(ErrorCode::kOptionValue, fmt::format("there is no code K{:03}", wanted),
              fmt::format("the nearest are {}", fmt::join(named, ", ")));
}

std::vector<ErrorExplanation> find_asked(const std::vector<std::string>& words) {
  std::vector<ErrorExplanation> asked;
  for (const std::string& word : words) {
    const ErrorExplanation* const found = find_explanation(parse_code(word));
    if (found == nullptr) refuse_code(word);
    asked.push_back(*found);
  }
  return asked;
}

// Each line two blanks further to the right.
std::string indented(std::string_view text) {
  std::string result = "  ";
  for (char c : text) result += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return result + "\n";
}

void print_explanations(const std::vector<ErrorExplanation>& asked) {
  for (std::size_t i = 0; i < asked.size(); ++i)
    std::cout << fmt::format("{}{}: {}\n\n{}\nFor example:\n{}", i == 0 ? "" : "\n", code_text(asked[i].code),
                             asked[i].title, indented(asked[i].text), indented(asked[i].example));
}

void print_list() {
  constexpr std::string_view kGroups[] = {"files of machines, formulas",
                                          "the machine",
                                          "methods and their limits",
                                          "numbers",
                                          "studies",
                                          "the command line",
                                          "files",
                                          "",
                                          "kinemate itself"};
  unsigned group = 0;
  for (const ErrorExplanation& one : error_explanations()) {
    if (number_of(one) / 100 != group) {
      std::cout << fmt::format("{}{}:\n", group == 0 ? "" : "\n", kGroups[number_of(one) / 100 - 1]);
      group = number_of(one) / 100;
    }
    std::cout << fmt::format("  {}  {}\n", code_text(one.code), one.title);
  }
  std::cout << "\nkinemate explain CODE says more; kinemate explain exit lists the exit codes\n";
}

void print_json(const std::vector<ErrorExplanation>& asked) {
  nlohmann::ordered_json codes = nlohmann::ordered_json::array();
  for (const ErrorExplanation& one : asked)
    codes.push_back(
        {{"code", code_text(one.code)}, {"title", one.title}, {"explanation", one.text}, {"example", one.example}});
  std::cout << nlohmann::ordered_json{{"codes", std::move(codes)}}.dump(2) << "\n";
}

void print_exit_codes(const ExplainRequest& request) {
  nlohmann::ordered_json codes = nlohmann::ordered_json::array();
  for (const ExitMeaning& one : kExitMeanings) {
    if (!request.json) std::cout << fmt::format("{:>3}  {}\n", one.code, one.meaning);
    codes.push_back({{"exit", one.code}, {"meaning", one.meaning}});
  }
  if (request.json) std::cout << nlohmann::ordered_json{{"exit_codes", std::move(codes)}}.dump(2) << "\n";
}

void explain(const ExplainRequest& request) {
  if (request.codes == std::vector<std::string>{"exit"}) return print_exit_codes(request);
  const std::vector<ErrorExplanation> asked = find_asked(request.codes);
  if (request.json) {
    const auto all = error_explanations();
    return print_json(asked.empty() ? std::vector<ErrorExplanation>(all.begin(), all.end()) : asked);
  }
  asked.empty() ? print_list() : print_explanations(asked);
}

}  // namespace

void add_explain_verb(CLI::App& command) {
  auto request = std::make_shared<ExplainRequest>();
  CLI::App* verb = command.add_subcommand("explain", "what the code of an error means, such as K105");
  verb->add_option("codes", request->codes, "codes such as K105; exit: the exit codes; left out: a list of all codes");
  verb->add_flag("--json", request->json, "as JSON");
  add_examples(*verb, {"kinemate explain K105", "kinemate explain exit"});
  verb->callback([request] { explain(*request); });
}

}  // namespace kinemate
