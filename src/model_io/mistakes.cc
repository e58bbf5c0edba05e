#include "model_io/mistakes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/utf8.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongestMessage = 500;

// Places of growing offsets, in one pass over the text: files of many megabytes may have as many mistakes as lines, or
// all of them in one line.
class Locator {
 public:
  Locator(std::string_view source, std::string_view text) : source_(source), text_(text) {}

  // REQUIRES: no smaller offset than before.
  Place locate_next(std::size_t offset) {
    offset = std::min(offset, text_.size());
    for (std::size_t end; (end = text_.find('\n', at_)) < offset; at_ = line_begin_ = end + 1) ++line_, column_ = 1;
    column_ += static_cast<int>(std::count_if(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                              text_.begin() + static_cast<std::ptrdiff_t>(offset),
                                              [](char c) { return !is_utf8_continuation(c); }));
    at_ = offset;
    // the neighbourhood is enough for the excerpt
    std::size_t begin = std::max(line_begin_, offset - std::min(offset, kNeighbourhood));
    while (begin < offset && is_utf8_continuation(text_[begin])) ++begin;
    Place place = locate(source_, text_.substr(begin, offset - begin + kNeighbourhood), offset - begin);
    place.line = line_;
    place.column = column_;
    return place;
  }

 private:
  static constexpr std::size_t kNeighbourhood = 1000;  // bytes; excerpts have some 50 characters on either side

  std::string_view source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
  int column_ = 1;
};

// A message may repeat any text of the file: without control characters, and not all of a megabyte.
std::string shown(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (result.size() > kLongestMessage) return result + "...";
    const std::size_t length = decode_utf8(text, at).length;
    result += printable(text.substr(at, length));
    at += length;
  }
  return result;
}

}  // namespace

void Mistakes::add(const YamlNode& node, std::string_view message, std::string_view hint, std::size_t within) {
  mark(node);
  if (list_.size() == kMostMistakes) return;
  list_.push_back({within == 0 ? node.offset : document_.offset_in(node, within), shown(message), shown(hint)});
}

bool Mistakes::touch(const YamlNode& node) const {
  std::vector<const YamlNode*> stack = {&node};
  while (!stack.empty()) {
    const YamlNode& top = *stack.back();
    stack.pop_back();
    if (is_wrong(top)) return true;
    for (std::uint32_t item : top.items) stack.push_back(&document_.node(item));
    for (const YamlNode::Entry& entry : top.entries) {
      stack.push_back(&document_.node(entry.key));
      stack.push_back(&document_.node(entry.value));
    }
  }
  return false;
}

std::vector<std::size_t> Mistakes::file_order() const {
  std::vector<std::size_t> order(list_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return list_[a].offset < list_[b].offset; });
  return order;
}

std::vector<Error> Mistakes::to_errors() const {
  std::vector<Error> errors;
  Locator locator(document_.source(), document_.text());
  std::size_t before = 0;                     // the byte of the one before
  std::unordered_set<std::string_view> told;  // there
  for (std::size_t i : file_order()) {
    const Mistake& mistake = list_[i];
    if (mistake.offset != before) told.clear();
    before = mistake.offset;
    if (!told.insert(mistake.message).second) continue;
    errors.emplace_back(mistake.message, mistake.hint);
    errors.back().place = locator.locate_next(mistake.offset);
  }
  if (list_.size() == kMostMistakes) {
    errors.emplace_back(fmt::format("there may be more than these {} mistakes", kMostMistakes));
    errors.back().place = locator.locate_next(document_.text().size());
  }
  return errors;
}

std::vector<Error> Mistakes::to_errors_as_added() const {
  std::vector<Error> errors;
  for (const Mistake& mistake : list_) errors.emplace_back(mistake.message, mistake.hint);
  Locator locator(document_.source(), document_.text());
  for (std::size_t i : file_order()) errors[i].place = locator.locate_next(list_[i].offset);
  return errors;
}

void find_duplicates(const Document& document, Mistakes& mistakes) {
  std::vector<std::size_t> line_ends;  // found with the first duplicate
  auto line_of = [&](const YamlNode& node) {
    const std::string& text = document.text();
    if (line_ends.empty()) {
      for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
        line_ends.push_back(at);
    }
    return std::lower_bound(line_ends.begin(), line_ends.end(), node.offset) - line_ends.begin() + 1;
  };
  for (std::uint32_t id = 0; id < document.size(); ++id) {
    std::unordered_map<std::string_view, const YamlNode*> seen;
    for (const YamlNode::Entry& entry : document.node(id).entries) {
      const YamlNode& key = document.node(entry.key);
      const auto [first, fresh] = seen.emplace(key.text, &key);
      if (fresh) continue;
      mistakes.add(key, fmt::format("{} stands twice here", key.text.empty() ? "an empty name" : key.text),
                   fmt::format("the first is in line {}", line_of(*first->second)));
    }
  }
}

}  // namespace kinemate
