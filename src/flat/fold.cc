#include "flat/fold.h"

#include <fmt/format.h>

#include <optional>
#include <unordered_set>

#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/text/assignment.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"
#include "flat/words.h"

namespace kinemate {
namespace {

std::size_t find_known(const FlatSystem& system, Expr symbol, const char* option) {
  for (std::size_t i = 0; i < system.known.size(); ++i)
    if (system.known[i].symbol == symbol) return i;
  for (const FlatUnknown& unknown : system.unknowns)
    if (unknown.symbol == symbol)
      throw Error(ErrorCode::kSetting, fmt::format("{}: {} is an unknown", option, to_text(symbol)));
  std::vector<std::string> names;
  for (const FlatKnown& known : system.known) names.push_back(to_text(known.symbol));
  const std::string near = nearest(to_text(symbol), std::vector<std::string_view>(names.begin(), names.end()));
  throw Error(ErrorCode::kUnknownName, fmt::format("{}: there is no parameter {}", option, to_text(symbol)),
              near.empty() ? "" : fmt::format("did you mean {}?", near));
}

// `attic.T = 280`: the left side is no formula, but a name of the list. Nothing where it is not.
std::optional<Expr> find_name(const FlatSystem& system, const std::string& text) {
  for (const FlatKnown& known : system.known) {
    const std::string name = to_text(known.symbol);
    if (!text.starts_with(name)) continue;
    const std::size_t next = text.find_first_not_of(' ', name.size());
    if (next != std::string::npos && text[next] == '=') return known.symbol;
  }
  return std::nullopt;
}

void assign(FlatSystem& system, const std::vector<std::string>& assignments) {
  for (const std::string& text : assignments) {
    Substitution given;
    const ParseOptions options{.source = "--set " + text, .functions = {}};
    if (const auto symbol = find_name(system, text)) {
      given.symbols.emplace(*symbol, parse(text, options, text.find('=') + 1));
    } else {
      parse_assignment(text, options, given);
    }
    if (!given.functions.empty())
      throw Error(ErrorCode::kSetting, "--set: a list of equations has no functions to set");
    for (const auto& [symbol, value] : given.symbols) {
      FlatKnown& known = system.known[find_known(system, symbol, "--set")];
      for (Expr used : free_symbols(value)) find_known(system, used, "--set");
      known.value = value;
      known.varies = false;
    }
  }
}

// Each value after those that it needs.
Substitution collect_values(const FlatSystem& system, const std::vector<bool>& stays) {
  std::vector<std::size_t> waiting;
  std::unordered_set<Expr> open;
  for (std::size_t i = 0; i < stays.size(); ++i) {
    if (stays[i]) continue;
    waiting.push_back(i);
    open.insert(system.known[i].symbol);
  }
  Substitution values;
  for (std::size_t before = 0; before != waiting.size();) {
    before = waiting.size();
    std::erase_if(waiting, [&](std::size_t i) {
      const FlatKnown& known = system.known[i];
      for (Expr needed : free_symbols(*known.value))
        if (open.contains(needed)) return false;
      values.symbols.emplace(known.symbol, substitute(*known.value, values));
      open.erase(known.symbol);
      return true;
    });
  }
  if (waiting.empty()) return values;
  std::vector<std::string> names;
  for (std::size_t i : waiting) names.push_back(to_text(system.known[i].symbol));
  throw Error(ErrorCode::kCircle, fmt::format("values of parameters run in a circle: {}", list_names(std::move(names))),
              "give one of them a number");
}

}  // namespace

FlatSystem fold_known(const FlatSystem& system, const FlatChoice& choice) {
  FlatSystem folded = system;
  assign(folded, choice.set);
  std::vector<bool> stays(folded.known.size());
  for (std::size_t i = 0; i < folded.known.size(); ++i) stays[i] = folded.known[i].varies || !folded.known[i].value;
  for (const std::string& name : choice.keep) {
    std::string base = name;
    int primes = 0;
    for (; base.ends_with('\''); base.pop_back()) ++primes;
    stays[find_known(folded, make_symbol(base, primes), "--keep")] = true;
  }
  const Substitution values = collect_values(folded, stays);
  FlatSystem result{folded.name, {}, folded.unknowns, folded.equations};
  for (std::size_t i = 0; i < folded.known.size(); ++i) {
    if (!stays[i]) continue;
    result.known.push_back(folded.known[i]);
    if (result.known.back().value) result.known.back().value = substitute(*result.known.back().value, values);
  }
  for (FlatEquation& equation : result.equations) {
    try {
      equation.left = substitute(equation.left, values);
      equation.right = substitute(equation.right, values);
    } catch (const Error& error) {  // a division by zero
      Error placed(error.code, fmt::format("with the values of the parameters, {}: {}", equation.name, error.message));
      placed.place = equation.place;
      throw placed;
    }
  }
  return result;
}

}  // namespace kinemate
