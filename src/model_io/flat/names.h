// Names of a list of equations while it is read: what is declared, what was likely meant, values that run in a circle.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "flat/flat_system.h"

namespace kinemate {

class FlatNames {
 public:
  enum class Role { kKnown, kUnknown };
  struct Declaration {
    Role role;
    std::size_t offset;  ///< byte of the text
  };

  /// The first declaration of the symbol, if this is not it.
  std::optional<Declaration> declare(Expr symbol, Declaration declaration);
  std::optional<Declaration> find(Expr symbol) const;
  void set_role(Expr symbol, Role role) { declared_.at(symbol).role = role; }

  /// Whether this symbol is missed for the first time: each is told once.
  bool miss(Expr symbol) { return missed_.insert(symbol).second; }
  /// "did you mean x?" for a symbol that is not declared; empty where none is near, or after the first fifty.
  std::string suggest(Expr symbol);

 private:
  std::unordered_map<Expr, Declaration> declared_;
  std::unordered_set<Expr> missed_;
  std::vector<std::string> names_;  ///< in the order of their declarations
  int suggestions_ = 0;
};

/// Those of `known` whose values need each other in a circle, in their order.
std::vector<std::size_t> known_in_circles(std::span<const FlatKnown> known);

/// One place of a text that belongs to a part of a system.
struct PlaceToFind {
  std::size_t offset;
  std::optional<Place>* place;
};

/// Fills the places in, in one pass over the text.
void find_places(std::string_view source, std::string_view text, std::vector<PlaceToFind> wanted);

}  // namespace kinemate
