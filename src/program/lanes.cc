#include "program/lanes.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/sines.h"

namespace kinemate {
namespace {

template <unsigned width, Code code, std::size_t function, std::size_t operands>
void call(double* result, const double* a, const double* b, const double* c) {
  for (unsigned lane = 0; lane < width; ++lane) {
    std::array<double, 3> x = {a[lane]};
    if constexpr (operands > 1) x[1] = b[lane];
    if constexpr (operands > 2) x[2] = c[lane];
    result[lane] = compute(code, static_cast<Function>(function), std::span<const double>(x).first(operands));
  }
}

using Row = std::array<LaneCall, 4>;  // by number of operands

template <unsigned width, std::size_t... function>
constexpr std::array<Row, sizeof...(function)> make_table(std::index_sequence<function...>) {
  return {Row{nullptr, &call<width, Code::kCall, function, 1>, &call<width, Code::kCall, function, 2>,
              &call<width, Code::kCall, function, 3>}...};
}

template <unsigned width>
LaneCall find(Code code, Function function, std::size_t operands) {
  static constexpr auto table = make_table<width>(std::make_index_sequence<kFunctionCount>());
  CHECK(operands >= 1 && operands <= 3);
  if (code == Code::kPower) return &call<width, Code::kPower, 0, 2>;
  CHECK(code == Code::kCall);
  return table[static_cast<std::size_t>(function)][operands];
}

}  // namespace

LaneCall lane_call(Code code, Function function, std::size_t operands, unsigned width) {
  switch (width) {
    case 1: return find<1>(code, function, operands);
    case 4: return find<4>(code, function, operands);
    case 8: return find<8>(code, function, operands);
    default: CHECK(false); return nullptr;
  }
}

void run_sines(const Sines& sines, unsigned width, double* memory) {
  auto at = [&](Slot slot) { return memory + std::size_t{slot} * width; };
  const std::size_t count = sines.arguments.size(), all = std::size_t{sines.stride} * width;
  double* const arguments = at(sines.at);
  for (std::size_t i = 0; i < count; ++i) std::copy_n(at(sines.arguments[i]), width, arguments + i * width);
  std::fill(arguments + count * width, arguments + all, 0.0);
  compute_sines_and_cosines(arguments, arguments + all, arguments + 2 * all, all);
}

}  // namespace kinemate
