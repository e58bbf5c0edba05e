// Lists of equations from short texts, networks of resistors, and whether values solve a list.
#pragma once

#include <cmath>
#include <random>

#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/graph.h"
#include "flat/blocks.h"
#include "flat/linear_block.h"
#include "model_io/flat/yaml.h"
#include "model_io/flat_fixture.h"

namespace kinemate {

/// The list of a text without mistakes.
inline FlatSystem flat(const std::string& text) {
  FlatReading reading = read_flat_yaml(text, "list.yaml");
  EXPECT_EQ(mistakes_of(reading), "");
  return std::move(reading.system);
}

/// Everything as one block, whether or not its equations need each other.
inline LinearBlock whole_block(const FlatSystem& system, SampledValues& samples) {
  FlatBlock block;
  for (std::size_t i = 0; i < system.equations.size(); ++i) block.equations.push_back(i);
  for (std::size_t i = 0; i < system.unknowns.size(); ++i) block.unknowns.push_back(i);
  return make_linear_block(system, block, {}, samples);
}

/// Resistors along a tree: `parents` are those of nodes 1, 2, ..., and 0 is where the voltage u is. R leads from the
/// parent to the node, S from the node to the ground. Unknowns: the current i through R, j through S, the voltage v.
inline FlatSystem resistor_tree(const std::vector<std::size_t>& parents) {
  std::string known = "parameters: {", unknown = "unknowns: [", laws, balances;
  std::vector<std::string> taken(parents.size() + 1);
  for (std::size_t k = 1; k <= parents.size(); ++k) taken[parents[k - 1]] += fmt::format(" + i{}", k);
  for (std::size_t k = 1; k <= parents.size(); ++k) {
    const std::string before = parents[k - 1] == 0 ? "u" : fmt::format("v{}", parents[k - 1]);
    known += fmt::format("R{0}: , S{0}: , ", k);
    unknown += fmt::format("{0}i{1}, j{1}, v{1}", k == 1 ? "" : ", ", k);
    laws += fmt::format("  - {0} - v{1} = R{1}*i{1}\n  - v{1} = S{1}*j{1}\n", before, k);
    balances += fmt::format("  - i{0} = j{0}{1}\n", k, taken[k]);
  }
  return flat("name: network\n" + known + "u: }\n" + unknown + "]\nequations:\n" + laws + balances);
}

inline FlatSystem resistor_ladder(std::size_t rungs) {
  std::vector<std::size_t> parents;
  for (std::size_t k = 0; k < rungs; ++k) parents.push_back(k);
  return resistor_tree(parents);
}

/// Point masses on a line, each carried by another one: speeds s against the carrier, forces f that go down to the
/// root. Nothing in it is a machine to the solver. Node k has the unknowns s, a, f and these equations:
///   a_k = a_p + s_k,  f_k = m_k a_k + forces of its children,  T_k = f_k
inline std::string carried_masses_text(const std::vector<std::size_t>& parents) {
  std::string known = "parameters: {", unknown = "unknowns: [", equations;
  std::vector<std::string> carried(parents.size() + 1);
  for (std::size_t k = 1; k <= parents.size(); ++k) carried[parents[k - 1]] += fmt::format(" + f{}", k);
  for (std::size_t k = 1; k <= parents.size(); ++k) {
    known += fmt::format("{0}m{1}: , d{1}: , T{1}: ", k == 1 ? "" : ", ", k);
    unknown += fmt::format("{0}s{1}, a{1}, f{1}", k == 1 ? "" : ", ", k);
    const std::size_t p = parents[k - 1];
    equations += fmt::format("  - a{0} = {1}s{0}*d{0}\n  - f{0} = m{0}*a{0}{2}\n  - T{0} = f{0}*d{0}\n", k,
                             p == 0 ? "" : fmt::format("a{} + ", p), carried[k]);
  }
  return known + "}\n" + unknown + "]\nequations:\n" + equations;
}
inline FlatSystem carried_masses(const std::vector<std::size_t>& parents) { return flat(carried_masses_text(parents)); }

/// Every unknown in every equation, with its own coefficient c or with a number of no meaning.
enum class Coefficients { kSymbols, kNumbers };
inline FlatSystem dense_system(int size, Coefficients coefficients) {
  std::mt19937_64 random(5);
  std::string known, unknown, equations;
  for (int i = 1; i <= size; ++i) {
    unknown += fmt::format("{}x{}", i == 1 ? "" : ", ", i);
    std::string sum;
    for (int k = 1; k <= size; ++k) {
      const std::string name = fmt::format("c{}_{}", i, k);
      if (coefficients == Coefficients::kSymbols) known += name + ": , ";
      sum += fmt::format(" + {}*x{}",
                         coefficients == Coefficients::kSymbols ? name : fmt::format("{}/7", random() % 90 + 10), k);
    }
    equations += fmt::format("  - 0{} = {}*b\n", sum, i);
  }
  return flat("parameters: {" + known + "b: 1}\nunknowns: [" + unknown + "]\nequations:\n" + equations);
}

/// A number between 1/2 and 3/2 for all that is known.
inline Values random_known(const FlatSystem& system, std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(0.5, 1.5);
  Values values;
  for (const FlatKnown& known : system.known) values[known.symbol] = number(random);
  return values;
}

/// The largest difference of two sides, against the larger one of them or of the unknowns.
inline double left_over(const FlatSystem& system, Values values, const std::vector<double>& solution) {
  double worst = 0, scale = 0;
  for (std::size_t u = 0; u < solution.size(); ++u) {
    values[system.unknowns[u].symbol] = solution[u];
    scale = std::max(scale, std::abs(solution[u]));
  }
  for (const FlatEquation& equation : system.equations) {
    const double left = evaluate(equation.left, values), right = evaluate(equation.right, values);
    worst = std::max(worst, std::abs(left - right) / std::max({scale, std::abs(left), std::abs(right)}));
  }
  return worst;
}

/// The place and the message of what is wrong, "line:column message | hint".
inline std::string text_of(const Error& error) { return mistakes_of({{}, {error}}); }

}  // namespace kinemate
