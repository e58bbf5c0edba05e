#include "expr/graph.h"

#include <algorithm>

#include "expr/order.h"
#include "expr/pool.h"

namespace kinemate {
namespace {

constexpr std::uint32_t kEntered = Pool::kUnused - 1;

// Marks per node, handed back clean.
class Marks {
 public:
  explicit Marks(Pool& pool) : marks_(pool.scratch()) {}
  ~Marks() {
    for (const std::uint32_t index : touched_) marks_[index] = Pool::kUnused;
  }
  Marks(const Marks&) = delete;
  Marks& operator=(const Marks&) = delete;

  std::uint32_t operator[](std::uint32_t index) const { return marks_[index]; }
  void set(std::uint32_t index, std::uint32_t mark) {
    if (marks_[index] == Pool::kUnused) touched_.push_back(index);
    marks_[index] = mark;
  }

 private:
  std::vector<std::uint32_t>& marks_;
  std::vector<std::uint32_t> touched_;
};

std::vector<Expr> nodes_of_kind(std::span<const Expr> formulas, Kind kind) {
  const Graph graph(formulas);
  std::vector<Expr> found;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (graph.node(i).kind() == kind) found.push_back(graph.node(i));
  }
  std::sort(found.begin(), found.end(), [](Expr a, Expr b) { return compare(a, b) < 0; });
  return found;
}

}  // namespace

Graph::Graph(std::span<const Expr> roots, bool (*is_leaf)(Expr)) {
  Pool& pool = Pool::current();
  Marks position(pool);
  std::vector<std::uint32_t> stack;
  for (const Expr root : roots) {
    stack.push_back(pool.index(root));
    while (!stack.empty()) {
      const std::uint32_t index = stack.back();
      const std::uint32_t mark = position[index];
      if (mark != Pool::kUnused && mark != kEntered) {
        stack.pop_back();
        continue;
      }
      const Expr node = pool.handle(index);
      const bool leaf = is_leaf != nullptr && is_leaf(node);
      const auto operands = leaf ? std::span<const std::uint32_t>() : pool.operands(pool.node(node));
      if (mark == Pool::kUnused && !operands.empty()) {  // first its operands, the first one first
        position.set(index, kEntered);
        for (std::size_t i = operands.size(); i-- > 0;) {
          if (position[operands[i]] == Pool::kUnused) stack.push_back(operands[i]);
        }
        continue;
      }
      stack.pop_back();
      position.set(index, static_cast<std::uint32_t>(nodes_.size()));
      nodes_.push_back(node);
      first_.push_back(static_cast<std::uint32_t>(operands_.size()));
      for (const std::uint32_t operand : operands) operands_.push_back(position[operand]);
    }
    roots_.push_back(position[pool.index(root)]);
  }
  first_.push_back(static_cast<std::uint32_t>(operands_.size()));
}

std::vector<Expr> free_symbols(std::span<const Expr> formulas) { return nodes_of_kind(formulas, Kind::kSymbol); }
std::vector<Expr> free_symbols(Expr formula) { return free_symbols({&formula, 1}); }
std::vector<Expr> unspecified_calls(std::span<const Expr> formulas) {
  return nodes_of_kind(formulas, Kind::kUnspecified);
}

}  // namespace kinemate
