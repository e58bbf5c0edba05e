#include "expr/pool.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"

namespace kinemate {
namespace {

// Mixes two words into one (the finisher of splitmix64, Steele et al. 2014); content only, no addresses.
std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  std::uint64_t x = seed + 0x9E3779B97F4A7C15u * (value + 1);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

std::uint64_t mix(std::uint64_t seed, std::string_view text) {
  const std::uint64_t length = text.size();
  for (; text.size() > 8; text.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    seed = mix(seed, word);
  }
  std::uint64_t word = 0;
  std::memcpy(&word, text.data(), text.size());
  return mix(mix(seed, word), length);
}

Node leaf(Kind kind, std::uint32_t first = 0, std::uint32_t second = 0, std::uint32_t third = 0) {
  return {mix(0, static_cast<std::uint64_t>(kind)), kind, Function{}, 0, {first, second, third}};
}

constexpr std::uint32_t kIsLarge = 1;  // words[2] of a rational whose words[0] is its place in large_

std::atomic<std::uint32_t> next_pool_id{1};

}  // namespace

constinit thread_local Pool* Pool::current_ = nullptr;

Pool::Pool() : id_(next_pool_id++), table_(1024) {
  make_rational(Rational(0));
  make_rational(Rational(1));
}

std::size_t Pool::bytes() const {
  return chunks_.size() * (sizeof(Node) << kChunkBits) + sizeof(Slot) * table_.capacity() +
         sizeof(std::uint32_t) * (lists_.capacity() + scratch_.capacity()) + large_.capacity() * sizeof(Rational) +
         names_.capacity() * 64;
}

std::vector<std::uint32_t>& Pool::scratch() {
  if (scratch_.size() < size_) scratch_.resize(size_, kUnused);
  return scratch_;
}

bool Pool::same(const Node& a, const Node& b, std::span<const std::uint32_t> list) const {
  if (a.hash != b.hash || a.kind != b.kind || a.function != b.function || a.count != b.count) return false;
  if (list.empty()) return std::memcmp(a.words, b.words, sizeof a.words) == 0;
  return a.words[1] == b.words[1] && std::equal(list.begin(), list.end(), lists_.begin() + a.words[0]);
}

// `list`: the operands, where they do not stand in the node itself.
Expr Pool::intern(const Node& wanted, std::span<const std::uint32_t> list) {
  const std::size_t mask = table_.size() - 1;
  const auto part = static_cast<std::uint32_t>(wanted.hash);
  std::size_t slot = part & mask;
  for (; table_[slot].index != kUnused; slot = (slot + 1) & mask) {
    if (table_[slot].hash == part && same(at(table_[slot].index), wanted, list)) return handle(table_[slot].index);
  }
  if (size_ == kUnused - 1)
    throw Error(ErrorCode::kTooLarge, "too many formulas: one pool holds at most 4,294,967,294 nodes");
  if (chunks_.size() == size_ >> kChunkBits)
    chunks_.push_back(std::make_unique_for_overwrite<Node[]>(std::size_t{1} << kChunkBits));
  Node& made = chunks_[size_ >> kChunkBits][size_ & ((1u << kChunkBits) - 1)];
  made = wanted;
  if (!list.empty()) {
    if (lists_.size() + list.size() > kUnused)
      throw Error(ErrorCode::kTooLarge, "too many arguments in one pool of formulas");
    made.words[0] = static_cast<std::uint32_t>(lists_.size());
    lists_.insert(lists_.end(), list.begin(), list.end());
  }
  const std::uint32_t index = size_++;
  table_[slot] = {index, part};
  if (std::size_t{size_} * 2 > table_.size()) grow_table();
  return handle(index);
}

// The slot of a node is its 32 bits of hash, wrapped: enough for the 2^32 nodes that there can be.
void Pool::grow_table() {
  std::vector<Slot> larger(table_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const Slot& entry : table_) {
    if (entry.index == kUnused) continue;
    std::size_t slot = entry.hash & mask;
    while (larger[slot].index != kUnused) slot = (slot + 1) & mask;
    larger[slot] = entry;
  }
  table_ = std::move(larger);
}

std::uint64_t Pool::operand_hash(std::uint64_t seed, std::span<const std::uint32_t> operands) const {
  for (const std::uint32_t operand : operands) seed = mix(seed, at(operand).hash);
  return seed;
}

Expr Pool::make_rational(const Rational& value) {
  const fmpz* numerator = fmpq_numref(value.flint());
  const fmpz* denominator = fmpq_denref(value.flint());
  if (fmpz_bits(numerator) < 32 && fmpz_bits(denominator) < 32) {
    const auto top = static_cast<std::int32_t>(fmpz_get_si(numerator));
    Node node =
        leaf(Kind::kRational, static_cast<std::uint32_t>(top), static_cast<std::uint32_t>(fmpz_get_si(denominator)));
    node.hash = mix(mix(node.hash, node.words[0]), node.words[1]);
    return intern(node);
  }
  // the place in large_ is not content: look for an equal number before a node is made
  Node node = leaf(Kind::kRational, static_cast<std::uint32_t>(large_.size()), 0, kIsLarge);
  node.hash = mix(node.hash, value.to_string());
  const std::size_t mask = table_.size() - 1;
  const auto part = static_cast<std::uint32_t>(node.hash);
  for (std::size_t slot = part & mask; table_[slot].index != kUnused; slot = (slot + 1) & mask) {
    if (table_[slot].hash != part) continue;
    const Node& other = at(table_[slot].index);
    const bool large = other.kind == Kind::kRational && other.words[2] == kIsLarge;
    if (large && large_[other.words[0]] == value) return handle(table_[slot].index);
  }
  large_.push_back(value);
  return intern(node);
}

Expr Pool::make_real(double value) {
  CHECK(std::isfinite(value));
  const auto content = std::bit_cast<std::uint64_t>(value);
  Node node = leaf(Kind::kReal, static_cast<std::uint32_t>(content), static_cast<std::uint32_t>(content >> 32));
  node.hash = mix(node.hash, content);
  return intern(node);
}

Expr Pool::make_pi() { return intern(leaf(Kind::kPi)); }

std::uint32_t Pool::intern_name(std::string_view name) {
  const auto found = name_index_.find(name);
  if (found != name_index_.end()) return found->second;
  names_.push_back(std::make_unique<std::string>(name));
  const auto index = static_cast<std::uint32_t>(names_.size() - 1);
  name_index_.emplace(*names_.back(), index);
  return index;
}

Expr Pool::make_symbol(std::string_view name, int primes) {
  CHECK(!name.empty() && primes >= 0);
  Node node = leaf(Kind::kSymbol, intern_name(name), static_cast<std::uint32_t>(primes));
  node.hash = mix(mix(node.hash, name), static_cast<std::uint64_t>(primes));
  return intern(node);
}

Expr Pool::make_with_operands(Node node, std::span<const Expr> operands) {
  if (operands.size() > std::numeric_limits<std::uint16_t>::max()) {
    throw Error(ErrorCode::kFunctionCall, "a function has at most 65,535 arguments");
  }
  node.count = static_cast<std::uint16_t>(operands.size());
  std::uint32_t few[3] = {0, 0, 0};
  std::vector<std::uint32_t> many;
  std::span<std::uint32_t> indices(few, std::min<std::size_t>(operands.size(), 3));
  if (operands.size() > 3) {
    many.resize(operands.size());
    indices = many;
  }
  for (std::size_t i = 0; i < operands.size(); ++i) indices[i] = index(operands[i]);
  node.hash = operand_hash(mix(node.hash, operands.size()), indices);
  if (node.kind == Kind::kUnspecified || operands.size() > 3) return intern(node, indices);
  std::copy(few, few + 3, node.words);
  return intern(node);
}

Expr Pool::make_node(Kind kind, Expr first, Expr second) {
  Node node{mix(0, static_cast<std::uint64_t>(kind)), kind, Function{}, 2, {index(first), index(second), 0}};
  node.hash = operand_hash(node.hash, {node.words, 2});
  return intern(node);
}

Expr Pool::make_call(Function function, std::span<const Expr> arguments) {
  Node node = leaf(Kind::kCall);
  node.function = function;
  node.hash = mix(node.hash, static_cast<std::uint64_t>(function));
  return make_with_operands(node, arguments);
}

Expr Pool::make_unspecified(std::string_view name, std::span<const int> orders, std::span<const Expr> arguments) {
  CHECK(orders.size() == arguments.size() && !arguments.empty());
  const std::pair key(intern_name(name), std::vector<int>(orders.begin(), orders.end()));
  const auto [place, fresh] = unspecified_index_.try_emplace(key, static_cast<std::uint32_t>(unspecified_.size()));
  if (fresh) unspecified_.push_back({key.first, key.second});
  Node node = leaf(Kind::kUnspecified, 0, place->second);
  node.hash = mix(node.hash, name);
  for (const int order : orders) node.hash = mix(node.hash, static_cast<std::uint64_t>(order));
  return make_with_operands(node, arguments);
}

Rational Pool::rational(const Node& node) const {
  CHECK(node.kind == Kind::kRational);
  if (node.words[2] == kIsLarge) return large_[node.words[0]];
  return {static_cast<std::int32_t>(node.words[0]), node.words[1]};
}

double Pool::real(const Node& node) const {
  if (node.kind == Kind::kRational) return rational(node).to_double();
  CHECK(node.kind == Kind::kReal);
  return std::bit_cast<double>(node.words[0] | static_cast<std::uint64_t>(node.words[1]) << 32);
}

const std::string& Pool::name(const Node& node) const {
  CHECK(node.kind == Kind::kSymbol || node.kind == Kind::kUnspecified);
  return *names_[node.kind == Kind::kSymbol ? node.words[0] : unspecified_[node.words[1]].name];
}

}  // namespace kinemate
