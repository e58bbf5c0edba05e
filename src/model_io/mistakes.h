// What is wrong with a document: collected while it is read, given out in the order of the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model_io/document.h"

namespace kinemate {

/// More are not kept: whoever reads them has begun to put the file right long before.
inline constexpr std::size_t kMostMistakes = 10'000;

class Mistakes {
 public:
  /// The document outlives it.
  explicit Mistakes(const Document& document) : document_(document), wrong_(document.size(), false) {}

  /// A mistake at a node, or at byte `within` of its text.
  void add(const YamlNode& node, ErrorCode code, std::string_view message, std::string_view hint = {},
           std::size_t within = 0);

  /// Nothing is to be concluded from this node, though the mistake is told elsewhere.
  void mark(const YamlNode& node) { any_ = wrong_[document_.id(node)] = true; }

  /// Whether anything is wrong.
  bool any() const { return any_; }
  bool is_wrong(const YamlNode& node) const { return wrong_[document_.id(node)]; }
  /// Whether the node or one below it is wrong, keys included.
  bool touch(const YamlNode& node) const;

  /// In the order of the file; the same mistake at the same place, met through several aliases, once.
  std::vector<Error> to_errors() const;
  /// In the order in which they were added, all of them.
  std::vector<Error> to_errors_as_added() const;

 private:
  struct Mistake {
    std::size_t offset = 0;
    ErrorCode code = ErrorCode::kRemark;
    std::string message;
    std::string hint;
  };

  std::vector<std::size_t> file_order() const;

  const Document& document_;
  bool any_ = false;
  std::vector<bool> wrong_;
  std::vector<Mistake> list_;
};

/// Keys that stand twice in a mapping: the second and later ones are wrong.
void find_duplicates(const Document& document, Mistakes& mistakes);

}  // namespace kinemate
