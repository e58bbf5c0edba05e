#include "analysis/ray_split.h"

#include <algorithm>
#include <numeric>

#include "analysis/integration/antiderivative.h"
#include "analysis/potential.h"
#include "analysis/replace.h"
#include "analysis/switches.h"
#include "base/check.h"
#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/normal/zero_test.h"
#include "expr/simplify/forms.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr double kSquaresWork = 1e6;

// Groups of components: in one are those of which one depends on another's variable.
std::vector<std::vector<std::size_t>> find_blocks(std::span<const Expr> forces, std::span<const Expr> variables) {
  std::vector<std::size_t> block(forces.size());
  std::iota(block.begin(), block.end(), std::size_t{0});
  for (std::size_t i = 0; i < forces.size(); ++i) {
    for (std::size_t k = 0; k < forces.size(); ++k) {
      if (block[i] == block[k] || !depends_on(forces[i], variables[k])) continue;
      std::replace(block.begin(), block.end(), std::size_t{block[k]}, std::size_t{block[i]});
    }
  }
  std::vector<std::vector<std::size_t>> blocks(forces.size());
  for (std::size_t i = 0; i < forces.size(); ++i) blocks[block[i]].push_back(i);
  std::erase_if(blocks, [](const auto& b) { return b.empty(); });
  return blocks;
}

// abs(λ·u) = λ·abs(u) and sign(λ·u) = sign(u), since λ > 0.
Expr with_positive(Expr formula, Expr lambda) {
  formula = normalize(formula, kSquaresWork);  // squares leave square roots as absolute values
  std::unordered_map<Expr, Expr> changes;
  for (const Switch& found : find_switches({&formula, 1})) {
    const bool is_abs = found.node.is_call(Function::kAbs);
    if (!is_abs && !found.node.is_call(Function::kSign)) continue;
    const Expr u = substitute(found.argument, {{{lambda, Expr(1)}}, {}});
    if (!test_zero(found.argument - lambda * u).zero) continue;
    changes.emplace(found.node, is_abs ? lambda * abs(u) : make_call(Function::kSign, u));
  }
  return replace(formula, changes);
}

// -∫₀¹ Q(λq)·q dλ
std::optional<Expr> integrate_along_ray(std::span<const Expr> forces, std::span<const Expr> variables) {
  const Expr lambda = make_symbol("λ$");
  Substitution on_ray;
  for (const Expr q : variables) on_ray.symbols.emplace(q, lambda * q);
  Expr power;
  for (std::size_t i = 0; i < forces.size(); ++i) power += substitute(forces[i], on_ray) * variables[i];
  const auto integral = integrate(with_positive(power, lambda), lambda);
  if (!integral) return std::nullopt;
  const Expr end = substitute(*integral, {{{lambda, Expr(1)}}, {}}),
             start = substitute(*integral, {{{lambda, Expr(0)}}, {}});
  return simplify(start - end, kForceWork);
}

struct Block {
  std::vector<Expr> forces, variables;
};

// What is left beside the gradient; nothing where it would take power.
std::optional<std::vector<Expr>> rest_beside(const Block& block, const std::vector<Expr>& gradient) {
  std::vector<Expr> rest;
  Expr power;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    rest.push_back(simplify(block.forces[i] - gradient[i], kForceWork));
    power += rest[i] * block.variables[i];
  }
  if (!test_zero_almost_everywhere(power).zero) return std::nullopt;
  return rest;
}

class Splitter {
 public:
  Splitter(std::span<const Expr> forces, std::span<const Expr> variables) {
    result_.gradient.resize(forces.size());
    result_.rest.resize(forces.size());
    result_.unsplit.resize(forces.size());
    result_.function = Expr(0);
    for (const auto& indices : find_blocks(forces, variables)) {
      Block block;
      for (const std::size_t i : indices) {
        block.forces.push_back(forces[i]);
        block.variables.push_back(variables[i]);
      }
      split(block, indices);
    }
    if (result_.function) result_.function = simplify(*result_.function, kForceWork);
  }

  ForceSplit take() { return std::move(result_); }

 private:
  void split(const Block& block, const std::vector<std::size_t>& indices) {
    const PotentialAnswer answer = find_potential(block.forces, block.variables);
    if (answer.verdict == PotentialAnswer::Verdict::kFound || answer.verdict == PotentialAnswer::Verdict::kNoFormula) {
      put(result_.gradient, block.forces, indices);
      add_function(answer.function);
    } else if (answer.verdict == PotentialAnswer::Verdict::kUndecided || !split_by_ray(block, indices)) {
      put(result_.unsplit, block.forces, indices);
    }
  }

  bool split_by_ray(const Block& block, const std::vector<std::size_t>& indices) {
    try {
      const auto function = integrate_along_ray(block.forces, block.variables);
      if (!function) return false;
      std::vector<Expr> slopes;
      for (const Expr slope : gradient(*function, block.variables)) slopes.push_back(simplify(-slope, kForceWork));
      const auto rest = rest_beside(block, slopes);
      if (!rest) return false;
      put(result_.gradient, slopes, indices);
      put(result_.rest, *rest, indices);
      add_function(function);
      return true;
    } catch (const Error&) {  // singular at the origin
      return false;
    }
  }

  static void put(std::vector<Expr>& list, const std::vector<Expr>& values, const std::vector<std::size_t>& indices) {
    for (std::size_t k = 0; k < indices.size(); ++k) list[indices[k]] = values[k];
  }

  void add_function(const std::optional<Expr>& function) {
    if (!function) result_.function = std::nullopt;
    if (result_.function) result_.function = *result_.function + *function;
  }

  ForceSplit result_;
};

}  // namespace

bool ForceSplit::is_complete() const {
  return std::all_of(unsplit.begin(), unsplit.end(), [](Expr e) { return e.is_zero(); });
}

ForceSplit split_along_rays(std::span<const Expr> forces, std::span<const Expr> variables) {
  CHECK(forces.size() == variables.size());
  return Splitter(forces, variables).take();
}

}  // namespace kinemate
