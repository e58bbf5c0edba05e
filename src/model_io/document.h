// A YAML text as a tree whose every node knows its place. Read by libyaml's events, without recursion.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"

namespace kinemate {

/// Lists and mappings inside each other.
inline constexpr std::size_t kDeepestNesting = 64;
/// Nodes of a file, aliases counted as often as they are used.
inline constexpr std::size_t kMostNodes = 8'000'000;

struct YamlNode {
  enum class Kind : std::uint8_t { kScalar, kList, kMap };
  struct Entry {
    std::uint32_t key;
    std::uint32_t value;
  };

  Kind kind = Kind::kScalar;
  bool quoted = false;     ///< a scalar in quotes or as a block: never empty by omission
  std::size_t offset = 0;  ///< byte of the text where it begins, behind its anchor and tag
  std::string text;        ///< of a scalar
  std::vector<std::uint32_t> items;
  std::vector<Entry> entries;

  /// Nothing stands there: `x:`, `x: ~`, `x: null`.
  bool is_null() const {
    return kind == Kind::kScalar && !quoted && (text.empty() || text == "~" || text == "null" || text == "Null");
  }
};

class Document {
 public:
  /// Throws Error where the text is no YAML. Keys that stand twice are kept; see find_duplicates.
  Document(std::string source, std::string text);

  bool is_empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  const YamlNode& node(std::uint32_t id) const { return nodes_[id]; }
  std::uint32_t id(const YamlNode& node) const { return static_cast<std::uint32_t>(&node - nodes_.data()); }
  const YamlNode& root() const { return nodes_[root_]; }
  const std::string& source() const { return source_; }
  const std::string& text() const { return text_; }

  /// The value at `key` of a mapping; nullptr where there is none.
  const YamlNode* find(const YamlNode& map, std::string_view key) const;

  /// The byte of the file where byte `within` of a scalar's text stands: behind escapes and in folded lines too.
  std::size_t offset_in(const YamlNode& scalar, std::size_t within) const;

  /// Whether a comma of a list or mapping in brackets comes right behind a plain scalar.
  bool is_cut_at_comma(const YamlNode& scalar) const;

 private:
  friend class DocumentBuilder;

  std::string source_;
  std::string text_;
  std::vector<YamlNode> nodes_;
  std::uint32_t root_ = 0;
};

}  // namespace kinemate
