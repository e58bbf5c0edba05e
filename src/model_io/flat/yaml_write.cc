#include "model_io/flat/yaml_write.h"

#include <fmt/format.h>

#include "expr/substitute.h"
#include "expr/text/print.h"
#include "model/names.h"
#include "model_io/yaml_text.h"

namespace kinemate {
namespace {

// Names that formulas can hold in place of those that they cannot.
class WritableNames {
 public:
  explicit WritableNames(const FlatSystem& system) {
    // names that can stay as they are come first, so that they do
    for (const bool stays : {true, false}) {
      for (const FlatKnown& known : system.known) take(known.symbol, stays);
      for (const FlatUnknown& unknown : system.unknowns) take(unknown.symbol, stays);
    }
  }

  std::string name(Expr symbol) const { return to_text(substitute(symbol, names_)); }
  std::string formula(Expr e) const { return to_text(names_.symbols.empty() ? e : substitute(e, names_)); }
  bool is_changed(Expr symbol) const { return names_.symbols.contains(symbol); }

 private:
  void take(Expr symbol, bool stays) {
    const std::string name(symbol.name());
    std::string writable = make_symbol_name(name);
    if (name == "t") writable = name;
    if ((writable == name) != stays) return;
    const std::string primes(static_cast<std::size_t>(symbol.primes()), '\'');
    if (stays) {
      unique_.take(name + primes);
      return;
    }
    writable = unique_.take(writable + primes);
    // a number may have been put behind the primes
    const std::size_t prime = writable.find('\'');
    std::string base = writable.substr(0, prime);
    const std::size_t end = writable.find_last_of('\'');
    if (prime != std::string::npos) base += writable.substr(end + 1);
    names_.symbols.emplace(symbol, make_symbol(base, symbol.primes()));
  }

  UniqueNames unique_;
  Substitution names_;
};

std::string to_remark(const WritableNames& names, Expr symbol, const std::string& meaning) {
  if (!names.is_changed(symbol)) return meaning;
  const std::string old = to_text(symbol);
  return meaning.empty() ? old : fmt::format("{}: {}", old, meaning);
}

std::string known_section(const FlatSystem& system, const WritableNames& names, bool varies) {
  std::string text;
  for (const FlatKnown& known : system.known) {
    if (known.varies != varies) continue;
    if (text.empty()) text = varies ? "inputs:\n" : "parameters:\n";
    std::string value = known.value ? yaml_scalar(names.formula(*known.value)) : "";
    const std::string remark = to_remark(names, known.symbol, known.meaning);
    if (!remark.empty())
      value = fmt::format("{{{}{}remark: {}}}", known.value ? "value: " + value : "", known.value ? ", " : "",
                          yaml_scalar(remark));
    text += yaml_entry("  ", names.name(known.symbol), value);
  }
  return text;
}

}  // namespace

std::string write_flat_yaml(const FlatSystem& system) {
  const WritableNames names(system);
  std::string text;
  if (!system.name.empty()) text += fmt::format("name: {}\n", yaml_scalar(system.name));
  for (const bool varies : {false, true}) text += known_section(system, names, varies);
  if (!system.unknowns.empty()) text += "unknowns:\n";
  for (const FlatUnknown& unknown : system.unknowns) {
    const std::string remark = to_remark(names, unknown.symbol, unknown.meaning);
    text += yaml_entry("  ", names.name(unknown.symbol), remark.empty() ? "" : yaml_scalar(remark));
  }
  if (!system.equations.empty()) text += "equations:\n";
  UniqueNames titles;
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    const FlatEquation& equation = system.equations[i];
    const std::string sides =
        yaml_scalar(fmt::format("{} = {}", names.formula(equation.left), names.formula(equation.right)));
    const std::string title = titles.take(equation.name);
    const bool plain = title.empty() || title == fmt::format("equation {}", i + 1);
    text += "  - " + (plain ? sides + "\n" : yaml_entry("    ", title, sides).substr(4));
  }
  return text;
}

}  // namespace kinemate
