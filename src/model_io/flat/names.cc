#include "model_io/flat/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "model_io/places.h"

namespace kinemate {
namespace {

constexpr int kMostNameSuggestions = 50;  // each looks at all names

// A list of users for each of `count` things.
using Users = std::vector<std::vector<std::size_t>>;

// What is left when those that wait for nothing are taken away, again and again.
void take_away(const Users& users, std::vector<bool>& left) {
  std::vector<std::size_t> waits_for(users.size(), 0), ready;
  for (std::size_t i = 0; i < users.size(); ++i)
    if (left[i])
      for (std::size_t user : users[i]) ++waits_for[user];
  for (std::size_t i = 0; i < users.size(); ++i)
    if (left[i] && waits_for[i] == 0) ready.push_back(i);
  for (std::size_t next = 0; next < ready.size(); ++next) {
    left[ready[next]] = false;
    for (std::size_t user : users[ready[next]])
      if (--waits_for[user] == 0 && left[user]) ready.push_back(user);
  }
}

}  // namespace

std::optional<FlatNames::Declaration> FlatNames::declare(Expr symbol, Declaration declaration) {
  const auto [first, fresh] = declared_.emplace(symbol, declaration);
  if (!fresh) return first->second;
  names_.push_back(to_text(symbol));
  return std::nullopt;
}

std::optional<FlatNames::Declaration> FlatNames::find(Expr symbol) const {
  const auto found = declared_.find(symbol);
  return found == declared_.end() ? std::nullopt : std::optional(found->second);
}

std::string FlatNames::suggest(Expr symbol) {
  if (++suggestions_ > kMostNameSuggestions) return "";
  const std::vector<std::string_view> names(names_.begin(), names_.end());
  const std::string near = nearest(to_text(symbol), names);
  return near.empty() ? "" : fmt::format("did you mean {}?", near);
}

std::vector<std::size_t> known_in_circles(std::span<const FlatKnown> known) {
  std::unordered_map<Expr, std::size_t> index;
  for (std::size_t i = 0; i < known.size(); ++i) index.emplace(known[i].symbol, i);
  Users users(known.size()), used(known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (!known[i].value) continue;
    for (Expr symbol : free_symbols(*known[i].value)) {
      const auto found = index.find(symbol);
      if (found == index.end()) continue;
      users[found->second].push_back(i);
      used[i].push_back(found->second);
    }
  }
  std::vector<bool> left(known.size(), true);
  take_away(users, left);
  take_away(used, left);  // those that only follow from a circle
  std::vector<std::size_t> circles;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (left[i]) circles.push_back(i);
  return circles;
}

void find_places(std::string_view source, std::string_view text, std::vector<PlaceToFind> wanted) {
  std::sort(wanted.begin(), wanted.end(),
            [](const PlaceToFind& a, const PlaceToFind& b) { return a.offset < b.offset; });
  PlaceFinder finder(source, text);
  for (const PlaceToFind& one : wanted) *one.place = finder.find(one.offset);
}

}  // namespace kinemate
