#include "study/linear/moving_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/differentiate.h"
#include "expr/graph.h"
#include "model/formulas.h"

namespace kinemate {
namespace {

bool holds_the_time(std::span<const Expr> formulas) {
  const std::vector<Expr> symbols = free_symbols(formulas);
  return std::find(symbols.begin(), symbols.end(), time_symbol()) != symbols.end();
}

}  // namespace

std::vector<std::string> moving_parts(const Model& model) {
  std::vector<std::string> parts;
  const auto add = [&](std::string part) {
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(std::move(part));
  };
  visit_formulas(model, [&](std::string_view section, std::string_view element, std::string_view key,
                            std::span<const Expr> formulas, Allowed) {
    if (!holds_the_time(formulas) || key == "drive") return;
    if (section == "gravity") add("gravity");
    if (section == "base") add("the base");
    if (section == "joints") add(fmt::format("joint {}", element));
    if (section == "constraints") add(fmt::format("constraint {}", element));
  });
  for (const Coordinate& one : model.coordinates)
    if (one.drive && holds_the_time({&*one.drive, 1})) add(fmt::format("the drive of {}", one.name));
  return parts;
}

}  // namespace kinemate
