#include "report/elements/element_names.h"

#include <fmt/format.h>

#include <array>

#include "expr/graph.h"
#include "expr/text/modelica_text.h"
#include "model/formulas.h"
#include "report/elements/element_equations.h"

namespace kinemate {

ElementNames::ElementNames(const Model& model, const Kinematics& kinematics) {
  for (const std::string_view own : {kPrimary, kSecondary}) reserve(std::string(own));
  reserve("time");
  names_.symbols.emplace(make_symbol("t"), make_symbol("time"));
  for (const Parameter& parameter : model.parameters) add(make_symbol(parameter.name), Kind::kParameter);
  for (const std::string& name : undeclared_parameters(model)) add(make_symbol(name), Kind::kParameter);
  for (const Input& input : model.inputs) add(make_symbol(input.name), Kind::kVariable);
  for (const JointRelation& relation : kinematics.relations)
    for (Expr symbol : relation.symbols) add(symbol, Kind::kVariable);
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) add(make_symbol(state.name), Kind::kVariable);
  for (Expr speed : kinematics.speeds) {
    add(speed, Kind::kVariable);
    add(derivative_of(speed), Kind::kVariable);
  }
}

std::string ElementNames::name(Expr symbol) const { return modelica_name(substitute(symbol, names_)); }

std::string ElementNames::formula(Expr e) const { return to_modelica(substitute(e, names_)); }

std::vector<Expr> ElementNames::used(std::span<const Expr> formulas, Kind kind) const {
  std::vector<Expr> symbols = free_symbols(formulas);
  std::erase_if(symbols, [&](Expr symbol) {
    const auto found = kinds_.find(symbol);
    return found == kinds_.end() || found->second != kind;
  });
  return symbols;
}

void ElementNames::reserve(const std::string& name) {
  unique_.take(name);
  all_.insert(name);
}

void ElementNames::add(Expr symbol, Kind kind) {
  if (!kinds_.emplace(symbol, kind).second) return;
  static constexpr std::array<std::string_view, 3> kSuffixes = {"", "_dot", "_ddot"};
  const auto primes = static_cast<std::size_t>(symbol.primes());
  const std::string name =
      std::string(symbol.name()) + (primes < 3 ? std::string(kSuffixes[primes]) : fmt::format("_dot{}", primes));
  const std::string plain = unique(name);
  names_.symbols.emplace(symbol, make_symbol(plain));
  all_.insert(plain);
  all_.insert(std::string(symbol.name()));
}

}  // namespace kinemate
