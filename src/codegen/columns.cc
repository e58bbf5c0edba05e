#include "codegen/columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "codegen/c/text.h"

namespace kinemate {
namespace {

constexpr std::size_t kLongestTextLine = 100;

/// Words between braces, wrapped.
std::string braced(std::span<const std::string> words) {
  std::string text = "{\n", line = "   ";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = " " + words[i] + (i + 1 < words.size() ? "," : "");
    if (line.size() + word.size() > kLongestTextLine) text += line + "\n", line = "   ";
    line += word;
  }
  return text + line + "\n  }";
}

bool is_progression(std::span<const std::uint32_t> indices) {
  for (std::size_t i = 2; i < indices.size(); ++i) {
    // modulo 2^32 both ways: indices are far below
    if (indices[i] - indices[i - 1] != indices[1] - indices[0]) return false;
  }
  return true;
}

// 5 + 3*i as text. REQUIRES: the indices are a progression.
std::string progression(std::span<const std::uint32_t> indices, std::string_view i) {
  if (indices.size() < 2 || indices[0] == indices[1]) return fmt::format("{}", indices[0]);
  const bool falls = indices[1] < indices[0];
  const std::uint32_t step = falls ? indices[0] - indices[1] : indices[1] - indices[0];
  const std::string product = step == 1 ? std::string(i) : fmt::format("{} * {}", step, i);
  if (falls) return fmt::format("{} - {}", indices[0], product);
  return indices[0] == 0 ? product : fmt::format("{} + {}", indices[0], product);
}

std::string number_table(std::string_view name, const CodeColumn& column, const CodeScope& scope) {
  std::vector<std::string> words;
  for (const std::uint32_t index : column.indices) words.push_back(c_number(scope.constants[index]));
  return fmt::format("  static const double {}[{}] = {};\n", name, words.size(), braced(words));
}

std::string index_table(std::string_view name, std::span<const CodeColumn* const> columns, std::size_t count) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) {
    std::string row;
    for (const CodeColumn* column : columns) row += fmt::format("{}{}", row.empty() ? "" : ", ", column->indices[i]);
    words.push_back(columns.size() == 1 ? row : "{" + row + "}");
  }
  const std::string width = columns.size() == 1 ? "" : fmt::format("[{}]", columns.size());
  return fmt::format("  static const unsigned {}[{}]{} = {};\n", name, count, width, braced(words));
}

bool is_fixed(const CodeColumn& column) {
  return std::all_of(column.indices.begin(), column.indices.end(),
                     [&](std::uint32_t index) { return index == column.indices[0]; });
}

bool needs_table(const CodeColumn& column) {
  return column.region != kConstants && !is_fixed(column) && !is_progression(column.indices);
}

}  // namespace

CodeColumns write_columns(std::span<const CodeColumn> columns, std::size_t count, const CodeScope& scope) {
  CHECK(count > 0);
  CodeColumns made{"", "", {}, scope.names};
  made.counter = made.names.take("i");
  std::vector<const CodeColumn*> in_table;
  for (const CodeColumn& column : columns) {
    CHECK(column.indices.size() == count);
    if (needs_table(column)) in_table.push_back(&column);
  }
  std::string table;
  if (!in_table.empty()) table = made.names.take("at"), made.tables = index_table(table, in_table, count);
  std::size_t place = 0;  // in a row of the table
  for (const CodeColumn& column : columns) {
    if (is_fixed(column)) {
      made.accesses.push_back({place_text(scope, {column.region, column.indices[0]})});
    } else if (column.region == kConstants) {
      const std::string name = made.names.take("numbers");
      made.tables += number_table(name, column, scope);
      made.accesses.push_back({{fmt::format("{}[{}]", name, made.counter)}, true});
    } else if (needs_table(column)) {
      const std::string at = in_table.size() == 1 ? fmt::format("{}[{}]", table, made.counter)
                                                  : fmt::format("{}[{}][{}]", table, made.counter, place++);
      made.accesses.push_back({{element_text(scope, column.region, at)}, true});
    } else {
      made.accesses.push_back({{element_text(scope, column.region, progression(column.indices, made.counter))}, true});
    }
  }
  return made;
}

}  // namespace kinemate
