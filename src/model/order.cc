#include "model/order.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "model/joints/joint.h"

namespace kinemate {
namespace {

// The first coordinate of a joint for whose rate it has other speeds; kNone where there is none.
std::size_t first_without_rate(const Joint& joint) {
  if (const auto euler = euler_coordinates(joint); !euler.empty()) return euler.front();
  return joint.coordinates.empty() ? kNone : joint.coordinates.front();
}

}  // namespace

std::vector<Expr> symbols_in_order(const Model& model) {
  std::vector<std::vector<Expr>> named(model.coordinates.size() + 1);  // before the rate of each coordinate; others
  for (const Joint& joint : model.joints) {
    const std::size_t place = std::min(first_without_rate(joint), model.coordinates.size());
    for (const std::string& name : named_speeds(joint)) named[place].push_back(make_symbol(name));
  }
  std::vector<Expr> order, speeds;
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    order.push_back(make_symbol(model.coordinates[i].name));
    speeds.insert(speeds.end(), named[i].begin(), named[i].end());
    speeds.push_back(make_symbol(model.coordinates[i].name, 1));
  }
  speeds.insert(speeds.end(), named.back().begin(), named.back().end());
  order.insert(order.end(), speeds.begin(), speeds.end());
  return order;
}

std::vector<std::size_t> places_in_order(std::span<const Expr> symbols, std::span<const Expr> order) {
  std::unordered_map<Expr, std::size_t> rank;
  for (std::size_t i = 0; i < order.size(); ++i) rank.emplace(order[i], i);
  const auto rank_of = [&](std::size_t place) {
    const auto found = rank.find(symbols[place]);
    return found == rank.end() ? order.size() : found->second;
  };
  std::vector<std::size_t> places(symbols.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return rank_of(a) < rank_of(b); });
  return places;
}

std::vector<Expr> put_in_order(std::span<const Expr> symbols, std::span<const Expr> order) {
  std::vector<Expr> ordered;
  for (std::size_t place : places_in_order(symbols, order)) ordered.push_back(symbols[place]);
  return ordered;
}

}  // namespace kinemate
