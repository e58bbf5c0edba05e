#include "bench/models/chain_model.h"

#include <fmt/format.h>

#include <iterator>

namespace kinemate {

std::string make_chain_model(std::size_t bodies) {
  std::string text =
      "name: chain\n"
      "parameters:\n"
      "  g: 9.81\n"
      "  l: {value: 500, unit: mm}\n"
      "  J: 0.02\n"
      "  C: 0.001\n"
      "  k: {value: 20, unit: N/mm}\n"
      "  c: 3\n"
      "  d: 0.1\n";
  auto add = [out = std::back_inserter(text)]<class... Values>(fmt::format_string<Values...> form, Values&&... values) {
    fmt::format_to(out, form, std::forward<Values>(values)...);
  };
  for (std::size_t i = 1; i <= bodies; ++i) add("  m{}: {}.{}\n", i, 1 + i % 3, i % 10);
  text += "gravity: [0, 0, -g]\nbodies:\n";
  for (std::size_t i = 1; i <= bodies; ++i)
    add("  b{0}: {{mass: m{0}, center: [0, 0, l/2], inertia: {{xx: J, yy: J, zz: C}}}}\n", i);
  text += "joints:\n  j1: {type: revolute, axis: x, from: world, to: b1, coordinate: q1}\n";
  for (std::size_t i = 2; i <= bodies; ++i)
    add("  j{0}: {{type: revolute, axis: {1}, from: {{body: b{2}, at: [0, 0, l]}}, to: b{0}, coordinate: q{0}}}\n", i,
        i % 2 == 1 ? 'x' : 'y', i - 1);
  text += "loads:\n";
  for (std::size_t i = 5; i <= bodies; i += 5)
    add("  torsion{0}: {{type: torsion, joint: j{0}, stiffness: c, damping: d}}\n", i);
  for (std::size_t i = 10; i <= bodies; i += 10)
    add("  strut{0}: {{type: spring, between: [{{body: b{0}, at: [0.1, 0, l/2]}}, {{body: b{1}, at: [0.1, 0, l/2]}}], "
        "stiffness: k, length: l}}\n",
        i, i - 1);
  return text;
}

}  // namespace kinemate
