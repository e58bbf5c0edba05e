#include "model_io/mistakes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "model_io/places.h"

namespace kinemate {

void Mistakes::add(const YamlNode& node, ErrorCode code, std::string_view message, std::string_view hint,
                   std::size_t within) {
  mark(node);
  if (list_.size() == kMostMistakes) return;
  list_.push_back({within == 0 ? node.offset : document_.offset_in(node, within), code, shown(message), shown(hint)});
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
  PlaceFinder locator(document_.source(), document_.text());
  std::size_t before = 0;                     // the byte of the one before
  std::unordered_set<std::string_view> told;  // there
  for (std::size_t i : file_order()) {
    const Mistake& mistake = list_[i];
    if (mistake.offset != before) told.clear();
    before = mistake.offset;
    if (!told.insert(mistake.message).second) continue;
    errors.emplace_back(mistake.code, mistake.message, mistake.hint);
    errors.back().place = locator.find(mistake.offset);
  }
  if (list_.size() == kMostMistakes) {
    errors.emplace_back(ErrorCode::kRemark, fmt::format("there may be more than these {} mistakes", kMostMistakes));
    errors.back().place = locator.find(document_.text().size());
  }
  return errors;
}

std::vector<Error> Mistakes::to_errors_as_added() const {
  std::vector<Error> errors;
  for (const Mistake& mistake : list_) errors.emplace_back(mistake.code, mistake.message, mistake.hint);
  PlaceFinder locator(document_.source(), document_.text());
  for (std::size_t i : file_order()) errors[i].place = locator.find(list_[i].offset);
  return errors;
}

void find_duplicates(const Document& document, Mistakes& mistakes) {
  LineNumbers lines(document.text());
  for (std::uint32_t id = 0; id < document.size(); ++id) {
    std::unordered_map<std::string_view, const YamlNode*> seen;
    for (const YamlNode::Entry& entry : document.node(id).entries) {
      const YamlNode& key = document.node(entry.key);
      const auto [first, fresh] = seen.emplace(key.text, &key);
      if (fresh) continue;
      mistakes.add(key, ErrorCode::kNameTaken,
                   fmt::format("{} stands twice here", key.text.empty() ? "an empty name" : key.text),
                   fmt::format("the first is in line {}", lines.find(first->second->offset)));
    }
  }
}

}  // namespace kinemate
