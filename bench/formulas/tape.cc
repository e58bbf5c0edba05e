#include "bench/formulas/tape.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace kinemate {
namespace {

constexpr std::array<std::string_view, 7> kNames = {"symbol", "number", "sum", "product", "power", "sin", "cos"};

}  // namespace

std::string to_text(const Tape& tape) {
  std::string text = std::to_string(tape.symbols) + '\n';
  for (const auto [what, first, second] : tape.operations) {
    text += kNames[static_cast<std::size_t>(what)];
    text += ' ' + std::to_string(first) + ' ' + std::to_string(second) + '\n';
  }
  return text;
}

Tape read_tape(const std::string& path) {
  std::ifstream in(path);
  Tape tape;
  if (!(in >> tape.symbols)) throw std::runtime_error(path + ": expected the number of symbols");
  std::string name;
  std::int32_t first = 0, second = 0;
  while (in >> name >> first >> second) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) throw std::runtime_error(path + ": there is no operation " + name);
    tape.operations.push_back({static_cast<Operation::What>(found - kNames.begin()), first, second});
  }
  if (tape.operations.empty() || !in.eof()) throw std::runtime_error(path + ": expected `name first second`");
  return tape;
}

}  // namespace kinemate
