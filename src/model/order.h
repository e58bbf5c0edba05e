// The order in which everything outside sees coordinates and speeds: that of the file.
//
// Coordinates stand in Model::coordinates in that order: those listed for the whole machine, then joint by joint. A
// speed has the place of the coordinate whose rate it is; speeds with names of their own have the place of their
// joint's first coordinate that has no rate among them. The tree, eliminations and recursions have orders of their own.
#pragma once

#include <span>
#include <vector>

#include "model/model.h"

namespace kinemate {

/// All coordinates, then all speeds, those of joints that close loops too. Symbols.
std::vector<Expr> symbols_in_order(const Model& model);

/// For each place of the ordered list, where its symbol is in `symbols`. What `order` does not have comes last, as it
/// stands.
std::vector<std::size_t> places_in_order(std::span<const Expr> symbols, std::span<const Expr> order);

std::vector<Expr> put_in_order(std::span<const Expr> symbols, std::span<const Expr> order);

}  // namespace kinemate
