// Where formulas live. A pool owns its nodes; handles are valid while it lives; nothing is freed before it.
//
// One pool is current per thread. A handle of another pool trips a CHECK wherever its node is looked at.
// A node takes 24 bytes, and its place in the table of nodes 8 to 16; operands are made before their users.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"
#include "expr/expr.h"

namespace kinemate {

struct Node {
  std::uint64_t hash;  ///< of the content
  Kind kind;
  Function function;       ///< of a call
  std::uint16_t count;     ///< number of operands
  std::uint32_t words[3];  ///< up to three operands, or what the kind says; see Pool::make_*
};

class Pool {
 public:
  Pool();
  ~Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  static Pool& current() {
    CHECK(current_ != nullptr);
    return *current_;
  }

  std::size_t node_count() const { return size_; }
  std::size_t bytes() const;  ///< memory held, roughly

  Expr zero() const { return {0, id_}; }
  Expr one() const { return {1, id_}; }

  const Node& node(Expr e) const {
    CHECK(e.pool_ == id_);
    return at(e.index_);
  }
  std::span<const std::uint32_t> operands(const Node& node) const {
    const bool listed = node.kind == Kind::kUnspecified || node.count > 3;
    return {listed ? lists_.data() + node.words[0] : node.words, node.count};
  }
  Expr handle(std::uint32_t index) const { return {index, id_}; }
  std::uint32_t index(Expr e) const {
    CHECK(e.pool_ == id_);
    return e.index_;
  }

  // The node of this content, made if there is none. No rewriting.
  Expr make_rational(const Rational& value);
  Expr make_real(double value);
  Expr make_pi();
  Expr make_symbol(std::string_view name, int primes);
  Expr make_node(Kind kind, Expr first, Expr second);  ///< sums, products, powers
  Expr make_call(Function function, std::span<const Expr> arguments);
  Expr make_unspecified(std::string_view name, std::span<const int> orders, std::span<const Expr> arguments);

  Rational rational(const Node& node) const;
  double real(const Node& node) const;
  const std::string& name(const Node& node) const;
  std::span<const int> orders(const Node& node) const { return unspecified_[node.words[1]].orders; }

  /// A number per node for a traversal to use and to hand back as it was: all kUnused.
  std::vector<std::uint32_t>& scratch();
  static constexpr std::uint32_t kUnused = ~std::uint32_t{0};

 private:
  friend class PoolScope;

  struct Unspecified {
    std::uint32_t name;
    std::vector<int> orders;
  };

  static constexpr std::uint32_t kChunkBits = 14;

  const Node& at(std::uint32_t index) const { return chunks_[index >> kChunkBits][index & ((1u << kChunkBits) - 1)]; }
  Expr intern(const Node& wanted, std::span<const std::uint32_t> list = {});
  bool same(const Node& a, const Node& b, std::span<const std::uint32_t> list) const;
  void grow_table();
  std::uint32_t intern_name(std::string_view name);
  std::uint64_t operand_hash(std::uint64_t seed, std::span<const std::uint32_t> operands) const;
  Expr make_with_operands(Node node, std::span<const Expr> operands);

  std::uint32_t id_;
  std::uint32_t size_ = 0;
  std::vector<std::unique_ptr<Node[]>> chunks_;
  /// Part of the hash stands beside the index, so that a node is looked at only where it is very likely the one.
  struct Slot {
    std::uint32_t index = kUnused;
    std::uint32_t hash = 0;
  };

  std::vector<Slot> table_;           ///< open addressing: node index or kUnused
  std::vector<std::uint32_t> lists_;  ///< operands of nodes that have many
  std::vector<Rational> large_;       ///< rationals that do not fit two words
  std::vector<std::unique_ptr<std::string>> names_;
  std::unordered_map<std::string_view, std::uint32_t> name_index_;
  std::vector<Unspecified> unspecified_;
  std::map<std::pair<std::uint32_t, std::vector<int>>, std::uint32_t> unspecified_index_;
  std::vector<std::uint32_t> scratch_;

  static constinit thread_local Pool* current_;
};

/// Makes a pool current for this thread while it lives.
class PoolScope {
 public:
  explicit PoolScope(Pool& pool) : outer_(Pool::current_) { Pool::current_ = &pool; }
  ~PoolScope() { Pool::current_ = outer_; }
  PoolScope(const PoolScope&) = delete;
  PoolScope& operator=(const PoolScope&) = delete;

 private:
  Pool* outer_;
};

inline Kind Expr::kind() const { return Pool::current().node(*this).kind; }
inline std::size_t Expr::operand_count() const { return Pool::current().node(*this).count; }

inline Expr Expr::operand(std::size_t i) const {
  const Pool& pool = Pool::current();
  const Node& node = pool.node(*this);
  CHECK(i < node.count);
  return pool.handle(pool.operands(node)[i]);
}

inline bool Expr::is_zero() const { return *this == Pool::current().zero(); }
inline bool Expr::is_one() const { return *this == Pool::current().one(); }

inline bool Expr::is_call(Function function) const {
  const Node& node = Pool::current().node(*this);
  return node.kind == Kind::kCall && node.function == function;
}

inline std::uint64_t Expr::hash() const { return Pool::current().node(*this).hash; }

inline Scaled split_number(Expr e) {
  const Pool& pool = Pool::current();
  const Node& node = pool.node(e);
  if (node.kind <= Kind::kReal) return {e, pool.one()};
  if (node.kind == Kind::kProduct) {
    const Expr first = pool.handle(node.words[0]);
    if (pool.node(first).kind <= Kind::kReal) return {first, pool.handle(node.words[1])};
  }
  return {pool.one(), e};
}

}  // namespace kinemate
