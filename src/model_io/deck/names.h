// What the names in formulas of a LAGR deck mean (source A, 6.3): values already read, atoms of LAGR, atoms of the
// user.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// "TH(1,2,2)"
std::string deck_name(std::string_view name, std::span<const long> subscripts);

/// Whether it is a name of LAGR's own, in upper case.
bool is_deck_name(std::string_view name);

class DeckNames {
 public:
  /// What may stand in a formula.
  enum class Use { kTime, kPositions, kMotion };

  /// Of a system with so many bodies, body 0 not counted, and coordinates.
  DeckNames(long bodies, long coordinates) : bodies_(bodies), coordinates_(coordinates) {}

  /// From here on. `why` is the reason in words.
  void allow(Use use, std::string why);

  /// The meaning of a name with or without subscripts, in upper case. Throws Error.
  Expr value(const std::string& name, std::span<const long> subscripts);
  /// A function variable, NAME.(arguments). Throws Error.
  Expr call(const std::string& name, std::span<const Expr> arguments);

  /// GAM(L,I,J): for I to 3 the axes of body L in the rows, then its centre of mass.
  void set_gam(long body, long row, long column, Expr value) { gam_[{body, row, column}] = value; }
  /// E(I,J), of the body that is being read.
  void set_e(long row, long column, Expr value) { e_[{row, column}] = value; }
  void forget_e() { e_.clear(); }
  /// GAM and E mean something else from here on.
  void forget_values();

  /// How many arguments a function variable has been called with, each number once.
  std::set<std::size_t> arities(const std::string& function) const;
  /// Function variables, in alphabetical order.
  std::vector<std::string> functions() const;
  /// The names of the model's parameters in the order in which they were met.
  const std::vector<std::string>& symbols() const { return symbols_; }
  /// As the deck has it: "C(1,0)" for C_1_0.
  const std::string& original(const std::string& symbol) const { return originals_.at(symbol); }

 private:
  Expr coordinate(const std::string& name, std::span<const long> subscripts) const;
  Expr stored(const std::string& name, std::span<const long> subscripts) const;
  Expr mechanical(const std::string& name, std::span<const long> subscripts);
  Expr symbol(const std::string& name, std::span<const long> subscripts);
  void refuse_mass(const std::string& name) const;
  void require_body(const std::string& shown, long body, long least) const;

  long bodies_;
  long coordinates_;
  Use use_ = Use::kMotion;
  std::string why_;
  bool values_hold_ = true;
  std::map<std::vector<long>, Expr> gam_, e_;
  std::vector<std::string> symbols_;
  std::unordered_map<std::string, std::string> originals_;
  std::map<std::string, std::set<std::size_t>> functions_;
};

}  // namespace kinemate
