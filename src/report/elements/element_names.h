// Symbols of a machine under names that Modelica takes as they are: q1' is q1_dot, t is time.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "expr/substitute.h"
#include "model/kinematics.h"
#include "model/names.h"

namespace kinemate {

class ElementNames {
 public:
  /// Parameters, inputs, coordinates, states of loads, speeds and their rates, in this order, get names; none is that
  /// of an interface.
  ElementNames(const Model& model, const Kinematics& kinematics);

  enum class Kind { kParameter, kVariable };

  static Expr derivative_of(Expr symbol) { return make_symbol(symbol.name(), symbol.primes() + 1); }

  /// A name that nothing else has got here.
  std::string unique(const std::string& name) { return unique_.take(make_symbol_name(name)); }
  /// Names that variables of elements must not have.
  const std::unordered_set<std::string>& all() const { return all_; }

  /// In Modelica.
  std::string name(Expr symbol) const;
  std::string formula(Expr e) const;

  /// Those of the machine in some formulas, the time aside.
  std::vector<Expr> used(std::span<const Expr> formulas, Kind kind) const;

 private:
  void reserve(const std::string& name);
  void add(Expr symbol, Kind kind);

  UniqueNames unique_;
  Substitution names_;
  std::unordered_map<Expr, Kind> kinds_;
  std::unordered_set<std::string> all_;
};

}  // namespace kinemate
