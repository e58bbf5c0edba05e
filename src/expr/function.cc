#include "expr/function.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace kinemate {
namespace {

constexpr int kMany = 1 << 15;
constexpr auto kOdd = FunctionInfo::Symmetry::kOdd;
constexpr auto kEven = FunctionInfo::Symmetry::kEven;
constexpr auto kNone = FunctionInfo::Symmetry::kNone;

// In the order of the enumeration.
constexpr std::array<FunctionInfo, kFunctionCount> kTable = {{
    {"sin", 1, 1, kOdd},
    {"cos", 1, 1, kEven},
    {"tan", 1, 1, kOdd},
    {"asin", 1, 1, kOdd},
    {"acos", 1, 1},
    {"atan", 1, 1, kOdd},
    {"atan2", 2, 2},
    {"sinh", 1, 1, kOdd},
    {"cosh", 1, 1, kEven},
    {"tanh", 1, 1, kOdd},
    {"asinh", 1, 1, kOdd},
    {"acosh", 1, 1},
    {"atanh", 1, 1, kOdd},
    {"exp", 1, 1},
    {"log", 1, 1},
    {"log10", 1, 1},
    {"log2", 1, 1},
    {"cbrt", 1, 1, kOdd},
    {"erf", 1, 1, kOdd},
    {"abs", 1, 1, kEven},
    {"sign", 1, 1, kOdd},
    {"min", 2, kMany, kNone, true},
    {"max", 2, kMany, kNone, true},
    {"step", 1, 3},
    {"if", 3, 3},
    {"factorial", 1, 1},
    {"comb", 2, kMany},
    {"<", 2, 2, kNone, false, true},
    {"<=", 2, 2, kNone, false, true},
    {"==", 2, 2, kNone, true, true},
    {"!=", 2, 2, kNone, true, true},
    {"and", 2, 2, kNone, true, true},
    {"or", 2, 2, kNone, true, true},
    {"floor", 1, 1},
    {"mod", 2, 2},
    {"noEvent", 1, 1},
}};

}  // namespace

const FunctionInfo& info(Function function) { return kTable[static_cast<std::size_t>(function)]; }

std::optional<Function> find_function(std::string_view name) {
  static const auto* const table = [] {
    auto* made = new std::unordered_map<std::string_view, Function>;
    for (std::size_t i = 0; i < kFunctionCount; ++i) {
      if (!kTable[i].infix) made->emplace(kTable[i].name, static_cast<Function>(i));
    }
    return made;
  }();
  const auto found = table->find(name);
  if (found == table->end()) return std::nullopt;
  return found->second;
}

std::span<const std::string_view> function_names() {
  static const auto* const names = [] {
    auto* made = new std::vector<std::string_view>{"ceil", "real", "sqrt"};
    for (const FunctionInfo& row : kTable) {
      if (!row.infix) made->push_back(row.name);
    }
    std::sort(made->begin(), made->end());
    return made;
  }();
  return *names;
}

}  // namespace kinemate
