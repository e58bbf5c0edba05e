#include "report/elements/link_frame.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

std::string text(const Vector& v) {
  auto entry = [](Expr formula) {
    if (!free_symbols(formula).empty()) return to_text(simplify(formula, kBriefly));
    const double number = evaluate(formula, {});
    return fmt::format("{:.6g}", std::abs(number) < 1e-10 ? 0 : number);
  };
  return fmt::format("[{}, {}, {}]", entry(v.x), entry(v.y), entry(v.z));
}

}  // namespace

std::string link_frame_text(const MachineLink& link) {
  const Pose<Expr> frame = inverse(link.body_frame);
  std::vector<std::string> parts;
  if (!(frame.position == Vector())) parts.push_back("at " + text(frame.position));
  if (!(frame.rotation == Matrix::identity()))
    for (std::size_t k = 0; k < 3; ++k)
      parts.push_back(fmt::format("{} along {}", "xyz"[k], text(frame.rotation.column(k))));
  return parts.empty() ? "" : fmt::format("{} of the body", fmt::join(parts, ", "));
}

}  // namespace kinemate
