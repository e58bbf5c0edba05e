#include "cli/options/point.h"

#include <fmt/format.h>

#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/options/lists.h"
#include "expr/graph.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"
#include "model/formulas.h"

namespace kinemate {

Attachment place_named(const Model& model, const std::string& name) {
  Attachment place;
  place.body = find_body(model, name);
  if (place.body != kNone) return place;
  place.frame = find_frame(model, name);
  if (place.frame != kNone) return place;
  std::vector<std::string_view> names;
  for (const Body& known : model.bodies) names.push_back(known.name);
  for (const NamedFrame& known : model.frames) names.push_back(known.name);
  const std::string near = nearest(name, names);
  throw Error(
      ErrorCode::kUnknownName, fmt::format("there is no body or frame '{}' in this machine", name),
      near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
}

Point parse_point(const Model& model, const std::string& text, const std::string& option) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  Point point{name, place_named(model, name), {}};
  if (colon == std::string::npos) return point;
  const std::vector<std::string> parts = split_list(text.substr(colon + 1), ",");
  if (parts.size() != 3)
    throw Error(ErrorCode::kOptionValue,
                fmt::format("{} takes NAME:x,y,z with three coordinates, not {}", option, parts.size()),
                fmt::format("for example {} rod2:0,0,l2", option));
  const auto roles = symbol_roles(model);
  for (std::size_t i = 0; i < 3; ++i) {
    point.position[i] = parse(parts[i], {.source = option});
    for (Expr symbol : free_symbols(point.position[i])) {
      const auto role = roles.find(std::string(symbol.name()));
      if (symbol.primes() > 0 || (role != roles.end() && role->second != Role::kParameter))
        throw Error(ErrorCode::kOptionValue,
                    fmt::format("{}: {} moves; a point is fixed on its body", option, to_text(symbol)),
                    "its coordinates are formulas of parameters");
    }
  }
  return point;
}

}  // namespace kinemate
