// kinemate formula: the algebra by itself.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analysis/integration/antiderivative.h"
#include "analysis/potential.h"
#include "analysis/weak/weak_terms.h"
#include "base/error.h"
#include "cli/options/lists.h"
#include "cli/options/reduction_options.h"
#include "cli/verbs.h"
#include "expr/ball.h"
#include "expr/count.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/normal/regions.h"
#include "expr/normal/zero_test.h"
#include "expr/pool.h"
#include "expr/simplify/forms.h"
#include "expr/simplify/simplify.h"
#include "expr/substitute.h"
#include "expr/text/arrange.h"
#include "expr/text/assignment.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"
#include "report/potential.h"

namespace kinemate {
namespace {

constexpr std::size_t kLargestInput = 256'000'000;  // bytes of a formula on standard input
constexpr long kMostDigits = 10'000;

// What the subcommands share.
struct FormulaRequest {
  std::vector<std::string> words;      ///< the formula, unless it comes on standard input, and what follows it
  std::vector<std::string> functions;  ///< declared unspecified functions
  std::vector<std::string> of_time;
  bool gradient = false;
  long digits = 0;
  std::vector<std::string> by;  ///< what to collect by
  double mu = 0.01;             ///< below which a term is weak
  std::string threshold = "largest";
  double epsilon = 0;
  std::vector<std::string> ranges;
  double work = 0;  ///< of normal forms; 0: their own default
  bool json = false;

  ParseOptions parse_options(std::string source) const {
    return {std::move(source), {functions.begin(), functions.end()}};
  }
};

std::string read_standard_input() {
  std::string text;
  char block[65536];
  while (std::cin.read(block, sizeof block) || std::cin.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(std::cin.gcount()));
    if (text.size() > kLargestInput)
      throw Error(ErrorCode::kTooLarge,
                  fmt::format("the formula on standard input is longer than {} bytes", kLargestInput));
  }
  return text;
}

// The formula: the first word, or standard input where that is '-' or where there are only `others` words.
Expr take_formula(FormulaRequest& request, std::size_t others) {
  std::string text;
  if (request.words.size() > others && request.words[0] != "-") {
    text = request.words[0];
    request.words.erase(request.words.begin());
  } else {
    if (request.words.size() > others) request.words.erase(request.words.begin());
    text = read_standard_input();
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
      throw Error(ErrorCode::kMissingArgument, "there is no formula, neither as an argument nor on standard input",
                  "--help behind the command shows the order of arguments");
    }
  }
  return parse(text, request.parse_options("formula"));
}

void refuse_more(const FormulaRequest& request) {
  if (!request.words.empty())
    throw Error(ErrorCode::kUnknownOption,
                fmt::format("unexpected argument '{}' behind the formula", request.words[0]));
}

void print(const FormulaRequest& request, const std::string& key, const std::string& text) {
  if (request.json) {
    std::cout << nlohmann::ordered_json{{key, text}}.dump() << "\n";
  } else {
    std::cout << text << "\n";
  }
}

// For a reader: with the factors of products in order.
Expr readable(Expr formula) { return arrange_products({&formula, 1})[0]; }

std::vector<Expr> parse_symbols(const FormulaRequest& request) {
  std::vector<Expr> symbols;
  for (const std::string& word : request.words) {
    const Expr symbol = parse(word, request.parse_options("variable"));
    if (symbol.kind() != Kind::kSymbol)
      throw Error(ErrorCode::kOptionValue, fmt::format("'{}' is not a variable", word),
                  "differentiate by a name, such as x or q'");
    symbols.push_back(symbol);
  }
  return symbols;
}

void note_absent(Expr formula, const std::vector<Expr>& symbols) {
  const std::vector<Expr> present = free_symbols(formula);
  for (const Expr symbol : symbols) {
    const bool found = std::find(present.begin(), present.end(), symbol) != present.end();
    if (!found) std::cerr << fmt::format("note: {} does not occur in the formula\n", to_text(symbol));
  }
}

Expr differentiate_repeatedly(Expr formula, const std::vector<Expr>& symbols, const FormulaRequest& request) {
  const std::unordered_set<std::string> of_time(request.of_time.begin(), request.of_time.end());
  const Expr time = make_symbol("t");
  for (const Expr symbol : symbols) {
    if (!of_time.empty() && !(symbol == time)) {
      throw Error(ErrorCode::kOptionsExclude,
                  fmt::format("--of-time asks for the total derivative by t, not by {}", to_text(symbol)));
    }
    formula = of_time.empty() ? differentiate(formula, symbol) : differentiate_time(formula, of_time);
  }
  return formula;
}

void check_of_time(const FormulaRequest& request) {
  for (const std::string& name : request.of_time) {
    const Expr symbol = parse(name, request.parse_options("--of-time"));
    if (symbol.kind() != Kind::kSymbol || symbol.primes() > 0)
      throw Error(ErrorCode::kOptionValue, fmt::format("--of-time takes names, found '{}'", name));
    if (symbol.name() == "t")
      throw Error(ErrorCode::kOptionValue, "t is time itself: --of-time takes what depends on it");
  }
}

void formula_diff(FormulaRequest request) {
  const Expr formula = take_formula(request, 1);
  if (request.words.empty())
    throw Error(ErrorCode::kMissingArgument, "by which variable? Write: kinemate formula diff FORMULA VARIABLE");
  check_of_time(request);
  const std::vector<Expr> symbols = parse_symbols(request);
  if (request.of_time.empty()) note_absent(formula, symbols);
  if (!request.gradient)
    return print(request, "derivative", to_text(readable(differentiate_repeatedly(formula, symbols, request))));
  if (!request.of_time.empty()) throw Error(ErrorCode::kOptionsExclude, "--gradient and --of-time exclude each other");
  const std::vector<Expr> derivatives = arrange_products(gradient(formula, symbols));
  nlohmann::ordered_json object;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!request.json) std::cout << to_text(symbols[i]) << ": " << to_text(derivatives[i]) << "\n";
    object[to_text(symbols[i])] = to_text(derivatives[i]);
  }
  if (request.json) std::cout << nlohmann::ordered_json{{"gradient", object}}.dump() << "\n";
}

Substitution parse_assignments(const FormulaRequest& request) {
  Substitution substitution;
  for (const std::string& word : request.words)
    parse_assignment(word, request.parse_options("assignment"), substitution);
  return substitution;
}

// Where the first word is an assignment already, the formula comes on standard input.
Expr take_formula_before_assignments(FormulaRequest& request) {
  const std::string first = request.words.empty() ? "" : request.words[0];
  const std::size_t equals = first.find('=');
  const bool assignment = equals != std::string::npos && equals > 0 && first.substr(equals, 2) != "==" &&
                          std::string("<>!").find(first[equals - 1]) == std::string::npos;
  return take_formula(request, assignment ? request.words.size() : 0);
}

void formula_subst(FormulaRequest request) {
  const Expr formula = take_formula_before_assignments(request);
  const Substitution substitution = parse_assignments(request);
  print(request, "formula", to_text(readable(substitute(formula, substitution))));
}

void refuse_missing(Expr formula, const std::unordered_map<Expr, Expr>& given) {
  const std::vector<Expr> functions = unspecified_calls({&formula, 1});
  if (!functions.empty()) refuse_missing_value(functions[0]);
  std::vector<std::string> missing;
  for (const Expr symbol : free_symbols(formula)) {
    if (!given.contains(symbol)) missing.push_back(to_text(symbol));
  }
  if (missing.empty()) return;
  throw Error(ErrorCode::kMissingValue,
              fmt::format("{} {} no value", fmt::join(missing, ", "), missing.size() == 1 ? "has" : "have"),
              fmt::format("add {}=...", missing[0]));
}

void formula_eval(FormulaRequest request) {
  Expr formula = take_formula_before_assignments(request);
  const Substitution given = parse_assignments(request);
  formula = substitute(formula, {{}, given.functions});
  refuse_missing(formula, given.symbols);
  for (const auto& [symbol, value] : given.symbols) refuse_missing(value, {});
  if (request.digits > 0) return print(request, "value", evaluate_digits(formula, given.symbols, request.digits));
  Values point;
  for (const auto& [symbol, value] : given.symbols) point.emplace(symbol, evaluate(value, {}));
  const double value = evaluate(formula, point);
  if (request.json) {
    std::cout << nlohmann::ordered_json{{"value", value}}.dump() << "\n";
  } else {
    std::cout << fmt::format("{}\n", value);
  }
}

// Counts are integers as long as they can be told apart.
nlohmann::ordered_json as_integer(double count) {
  if (count < 9e15) return static_cast<std::int64_t>(count);
  return std::isfinite(count) ? nlohmann::ordered_json(count) : nlohmann::ordered_json("endless");
}

void formula_count(FormulaRequest request) {
  const Expr formula = take_formula(request, 0);
  refuse_more(request);
  const OperationCount shared = count_shared({&formula, 1}), full = count_written_out({&formula, 1});
  struct Row {
    const char* name;
    double OperationCount::*field;
  };
  static constexpr Row kRows[] = {{"additions", &OperationCount::additions},
                                  {"negations", &OperationCount::negations},
                                  {"multiplications", &OperationCount::multiplications},
                                  {"divisions", &OperationCount::divisions},
                                  {"square roots", &OperationCount::square_roots},
                                  {"powers", &OperationCount::powers},
                                  {"function calls", &OperationCount::calls},
                                  {"selections", &OperationCount::selections},
                                  {"comparisons", &OperationCount::comparisons}};
  const std::size_t nodes = count_nodes({&formula, 1});
  if (request.json) {
    nlohmann::ordered_json once, each;
    for (const Row& row : kRows) {
      once[row.name] = as_integer(shared.*row.field);
      each[row.name] = as_integer(full.*row.field);
    }
    std::cout << nlohmann::ordered_json{{"nodes", nodes}, {"shared", once}, {"written out", each}}.dump() << "\n";
    return;
  }
  std::cout << fmt::format("{:<16} {:>12} {:>12}\n", "operations", "shared", "written out");
  for (const Row& row : kRows) {
    if (full.*row.field > 0)
      std::cout << fmt::format("{:<16} {:>12} {:>12}\n", row.name, shared.*row.field, full.*row.field);
  }
  std::cout << fmt::format("{:<16} {:>12} {:>12}\n{:<16} {:>12}\n", "total", shared.total(), full.total(),
                           "distinct nodes", nodes);
}

void formula_latex(FormulaRequest request) {
  const Expr formula = take_formula(request, 0);
  refuse_more(request);
  print(request, "latex", to_latex(readable(formula)));
}

// One formula in, one out.
template <class Form>
void formula_form(FormulaRequest request, Form form) {
  const Expr formula = take_formula(request, 0);
  refuse_more(request);
  print(request, "formula", to_text(form(formula, request)));
}

double work_or(const FormulaRequest& request, double usual) { return request.work > 0 ? request.work : usual; }

// What stands in --by, also in one list.
std::vector<Expr> parse_by(const FormulaRequest& request) {
  std::vector<Expr> by;
  for (const std::string& list : request.by) {
    // commas inside parentheses belong to a function
    int depth = 0;
    std::string word;
    for (const char c : list + ",") {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth <= 0) {
        by.push_back(parse(std::exchange(word, ""), request.parse_options("--by")));
      } else {
        word += c;
      }
    }
  }
  return by;
}

Expr collect_by(Expr formula, const FormulaRequest& request) {
  const std::vector<Expr> by = parse_by(request);
  for (Expr atom : by)
    if (!is_atom(atom) || atom.is_number())
      throw Error(ErrorCode::kOptionValue, "collect by symbols or functions, such as x or sin(x)");
  if (by.empty())
    throw Error(ErrorCode::kMissingArgument, "collect by what? Write: kinemate formula collect FORMULA --by x,y");
  return collect(formula, by, work_or(request, kFormWork));
}

void formula_integrate(FormulaRequest request) {
  const Expr formula = take_formula(request, 1);
  if (request.words.size() != 1)
    throw Error(ErrorCode::kMissingArgument, "by which variable? Write: kinemate formula integrate FORMULA VARIABLE");
  const Expr variable = parse_symbols(request)[0];
  const std::optional<Expr> found = integrate(formula, variable);
  if (!found)
    throw Error(ErrorCode::kNoDerivative, fmt::format("no antiderivative by {} was found", to_text(variable)),
                "there may be none in terms of known functions");
  print(request, "antiderivative", to_text(readable(*found)));
}

void formula_potential(const FormulaRequest& request) {
  const std::vector<Expr> variables = parse_by(request);
  if (variables.empty())
    throw Error(ErrorCode::kMissingArgument,
                "of which coordinates? Write: kinemate formula potential Q1 Q2 --by q1,q2");
  std::vector<Expr> forces;
  for (const std::string& word : request.words) forces.push_back(parse(word, request.parse_options("force")));
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (variables[i].kind() != Kind::kSymbol ||
        std::find(variables.begin(), variables.begin() + static_cast<std::ptrdiff_t>(i), variables[i]) !=
            variables.begin() + static_cast<std::ptrdiff_t>(i))
      throw Error(ErrorCode::kOptionValue, fmt::format("--by takes different names, found {}", to_text(variables[i])));
  if (forces.size() != variables.size())
    throw Error(ErrorCode::kMissingArgument,
                fmt::format("{} forces for {} coordinates", forces.size(), variables.size()),
                "there is one force for each coordinate, in the same order; write 0 where there is none");
  const PotentialAnswer answer = find_potential(forces, variables);
  const bool found = answer.verdict == PotentialAnswer::Verdict::kFound;
  const std::string words = describe_potential(answer, "potential", variables);
  if (request.json) {
    nlohmann::ordered_json json = {{"answer", words}};
    if (found) json["potential"] = to_text(*answer.function);
    std::cout << json.dump() << "\n";
  } else {
    std::cout << (found ? to_text(*answer.function) : words) << "\n";
  }
}

Box parse_box(const FormulaRequest& request) {
  Box box;
  for (const GivenRange& given : parse_ranges(request.ranges, request.parse_options("--range"))) {
    const Range range{evaluate(given.low, {}), evaluate(given.high, {})};
    if (!(range.low <= range.high))
      throw Error(ErrorCode::kOptionValue, fmt::format("the range of {} is empty", to_text(given.left)));
    box.insert_or_assign(given.left, range);
  }
  return box;
}

void formula_reduce(FormulaRequest request) {
  const Expr formula = take_formula(request, 0);
  refuse_more(request);
  const Threshold threshold{threshold_kind(request.threshold), request.mu, request.epsilon};
  check_threshold(threshold);
  Work work(work_or(request, kFormWork));
  try {
    const HarmonicForms forms = make_harmonic_forms({&formula, 1}, work);
    const std::vector<HarmonicEntry> entries = make_entries(
        forms, parse_box(request), [](Expr) { return true; }, true);
    const Dropped dropped = find_weak_terms(forms, entries, threshold);
    EntryLoss loss;
    if (!entries.empty()) loss = loss_of(entries[0], dropped, threshold);
    const Expr left = loss.dropped == 0 ? formula : write_harmonics(forms, keep_terms(forms, dropped).formulas[0]);
    if (request.json) {
      std::cout << nlohmann::ordered_json{{"formula", to_text(left)},
                                          {"terms", loss.terms},
                                          {"dropped", loss.dropped},
                                          {"error", loss.sum}}
                       .dump()
                << "\n";
      return;
    }
    std::cout << to_text(left) << "\n";
    std::cerr << fmt::format("note: {} of {} terms dropped; off by at most {:.4g}\n", loss.dropped, loss.terms,
                             loss.sum);
  } catch (const WorkExceeded&) {
    throw Error(ErrorCode::kTooLarge, "the result would be too large", "a higher limit of work may do");
  }
}

// Two formulas: equal or not, and how that is known.
void formula_equal(FormulaRequest request) {
  if (request.words.size() != 2) throw Error(ErrorCode::kMissingArgument, "equal takes two formulas");
  const ParseOptions options = request.parse_options("formula");
  for (std::string& word : request.words) {
    if (word == "-") word = read_standard_input();
  }
  const Expr difference = parse(request.words[0], options) - parse(request.words[1], options);
  const ZeroTest test = test_zero(difference, {.work = work_or(request, ZeroTestOptions{}.work)});
  const bool undecided = test.method == ZeroTest::Method::kUndecided;
  const std::string answer = undecided ? "undecided" : test.zero ? "equal" : "not equal";
  if (request.json) {
    std::cout << nlohmann::ordered_json{{"answer", answer}, {"proven", test.is_proof()}, {"how", describe(test)}}.dump()
              << "\n";
  } else {
    std::cout << answer << (undecided ? "" : " (" + describe(test) + ")") << "\n";
  }
}

template <class Run>
CLI::App* add(CLI::App& verb, FormulaRequest& request, const char* name, const char* what, const char* arguments,
              Run run) {
  CLI::App* sub = verb.add_subcommand(name, what);
  sub->add_option("arguments", request.words, arguments);
  sub->add_option("--function", request.functions, "unspecified functions whose name is nearly that of a built-in one")
      ->delimiter(',')
      ->allow_extra_args(false);
  sub->add_flag("--json", request.json, "print JSON");
  sub->callback([&request, run] {
    Pool pool;
    const PoolScope scope(pool);
    for (std::string& word : request.words) {  // the blank that command.cc put in front
      if (word.starts_with(" -") || word.starts_with(" [")) word.erase(0, 1);
    }
    run(request);
  });
  return sub;
}

void add_work(CLI::App& sub, FormulaRequest& request) {
  sub.add_option("--work", request.work, "limit of algebra, in products of two terms")->check(CLI::Range(1.0, 1e12));
}

void add_formula_examples(CLI::App& verb) {
  add_examples(*verb.get_subcommand("diff"), {"kinemate formula diff \"m*l^2*q'^2/2 + m*g*l*cos(q)\" q",
                                              "kinemate formula diff --of-time q \"m*l^2*q'\" t"});
  add_examples(*verb.get_subcommand("subst"), {"kinemate formula subst \"u(t)*cos(q)\" 'u(s) = A*sin(w*s)' q=0"});
  add_examples(*verb.get_subcommand("latex"), {"kinemate formula latex \"sqrt(l/g)*phi'\""});
  add_examples(*verb.get_subcommand("eval"), {"kinemate formula eval \"2*pi*sqrt(l/g)\" l=0.5 g=9.81 --digits 30"});
  add_examples(*verb.get_subcommand("simplify"), {"kinemate formula simplify \"sin(q)^2 + cos(q)^2\""});
  add_examples(*verb.get_subcommand("expand"), {"kinemate formula expand \"(a + b)^3\""});
  add_examples(*verb.get_subcommand("factor"), {"kinemate formula factor \"a^2 - b^2\""});
  add_examples(*verb.get_subcommand("multiangle"), {"kinemate formula multiangle \"sin(q)^2*cos(q)\""});
  add_examples(*verb.get_subcommand("reduce"),
               {"kinemate formula reduce \"2*sin(q) + 0.001*x\" --mu 0.01 --range \"x = -1 .. 1\"",
                "kinemate formula reduce \"2*sin(q) + 0.1*cos(q) + 0.001\" --threshold mixed --epsilon 0.01"});
  add_examples(*verb.get_subcommand("collect"), {"kinemate formula collect \"a*x^2 + b*x^2 + c*x\" --by x"});
  add_examples(*verb.get_subcommand("equal"), {"kinemate formula equal \"sin(2*q)\" \"2*sin(q)*cos(q)\""});
  add_examples(*verb.get_subcommand("integrate"), {"kinemate formula integrate \"x*sin(x)\" x"});
  add_examples(*verb.get_subcommand("potential"), {"kinemate formula potential \"-k*x - c*y\" \"-c*x\" --by x,y"});
  add_examples(*verb.get_subcommand("count"), {"kinemate formula count \"m*l^2*q'^2/2 + m*g*l*cos(q)\""});
  add_examples(verb, {"kinemate formula diff \"m*l^2*q'^2/2 + m*g*l*cos(q)\" q",
                      "kinemate formula eval \"2*pi*sqrt(l/g)\" l=0.5 g=9.81 --digits 30"});
}

}  // namespace

void add_formula_verb(CLI::App& command) {
  static FormulaRequest request;
  CLI::App* verb = command.add_subcommand(
      "formula", "the algebra by itself: differentiate, substitute, simplify, evaluate, count, LaTeX");
  verb->require_subcommand(1);
  verb->footer("A formula is an argument or, where that is left out or '-', standard input. Quote it for the shell.");
  CLI::App* diff =
      add(*verb, request, "diff", "differentiate by one variable after another", "FORMULA VARIABLE...", formula_diff);
  diff->add_option("--of-time", request.of_time, "names that depend on time: diff ... t is then the total derivative")
      ->delimiter(',')
      ->allow_extra_args(false);
  diff->add_flag("--gradient", request.gradient, "the derivative by each variable by itself, backwards");
  add(*verb, request, "subst", "replace symbols and unspecified functions, all at once",
      "FORMULA NAME=FORMULA... 'F($1,$2)=FORMULA'...", formula_subst);
  add(*verb, request, "latex", "write as LaTeX", "FORMULA", formula_latex);
  CLI::App* eval = add(*verb, request, "eval", "evaluate at a point", "FORMULA NAME=VALUE...", formula_eval);
  eval->add_option("--digits", request.digits, "significant digits, beyond double precision")
      ->check(CLI::Range(1L, kMostDigits));
  const auto form = [&](const char* name, const char* what, auto make) {
    CLI::App* sub =
        add(*verb, request, name, what, "FORMULA", [make](const FormulaRequest& given) { formula_form(given, make); });
    add_work(*sub, request);
    return sub;
  };
  form("simplify", "the shortest of its normal forms", [](Expr e, const FormulaRequest& given) {
    return readable(simplify(e, {.work = work_or(given, SimplifyOptions{}.work)}));
  });
  form("expand", "multiply out",
       [](Expr e, const FormulaRequest& given) { return expand(e, work_or(given, kFormWork)); });
  form("factor", "over one denominator, in irreducible factors",
       [](Expr e, const FormulaRequest& given) { return factor(e, work_or(given, kFormWork)); });
  form("multiangle", "sums of sines and cosines of multiple angles",
       [](Expr e, const FormulaRequest& given) { return multi_angle(e, work_or(given, kFormWork)); });
  CLI::App* reduce =
      add(*verb, request, "reduce", "drop terms that are weak beside the largest", "FORMULA", formula_reduce);
  reduce->add_option("--mu", request.mu, "weak is what is below this share of the largest")->capture_default_str();
  add_threshold_options(*reduce, request.threshold, request.epsilon);
  reduce->add_option("--range", request.ranges, "\"x = -1 .. 1\": of what is no angle")->allow_extra_args(false);
  add_work(*reduce, request);
  CLI::App* collecting = form("collect", "as a polynomial in some symbols", collect_by);
  collecting->add_option("--by", request.by, "symbols, or functions such as sin(x)")->allow_extra_args(false);
  CLI::App* equal = add(*verb, request, "equal", "whether two formulas are equal wherever both have a value",
                        "FORMULA FORMULA", formula_equal);
  add_work(*equal, request);
  add(*verb, request, "integrate", "an antiderivative, where one is found", "FORMULA VARIABLE", formula_integrate);
  add(*verb, request, "potential", "V with FORCE = -dV/dq of every coordinate, or why there is none", "FORCE...",
      formula_potential)
      ->add_option("--by", request.by, "the coordinates, in the order of the forces")
      ->allow_extra_args(false);
  add(*verb, request, "count", "count operations by class", "FORMULA", formula_count);
  add_formula_examples(*verb);
}

}  // namespace kinemate
