// A formula as a straight list of operations: the form in which every library under test gets the same formula.
//
// As text: the number of symbols, then one operation a line, `name first second`; operands are line numbers from 0.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kinemate {

struct Operation {
  enum class What : std::uint8_t { kSymbol, kNumber, kSum, kProduct, kPower, kSin, kCos };
  What what;
  std::int32_t first;       ///< an operand; of a symbol: which one; of a number: its value
  std::int32_t second = 0;  ///< an operand; of a power: the exponent
};

struct Tape {
  std::size_t symbols = 0;
  std::vector<Operation> operations;  ///< operands before their users; the last one is the formula
};

/// Writes a tape; results are their positions.
class TapeRecorder {
 public:
  explicit TapeRecorder(std::size_t symbols) { tape_.symbols = symbols; }

  std::int32_t add(Operation::What what, std::int32_t first, std::int32_t second = 0) {
    tape_.operations.push_back({what, first, second});
    return static_cast<std::int32_t>(tape_.operations.size() - 1);
  }
  std::int32_t symbol(std::size_t k) { return add(Operation::What::kSymbol, static_cast<std::int32_t>(k)); }
  std::int32_t sum(std::int32_t a, std::int32_t b) { return add(Operation::What::kSum, a, b); }
  std::int32_t product(std::int32_t a, std::int32_t b) { return add(Operation::What::kProduct, a, b); }
  std::size_t size() const { return tape_.operations.size(); }
  Tape take() { return std::move(tape_); }

 private:
  Tape tape_;
};

std::string to_text(const Tape& tape);
/// Throws std::runtime_error for a file that to_text did not write.
Tape read_tape(const std::string& path);

/// Where formulas are evaluated to see that the libraries agree: the value of each symbol.
inline double check_value(std::size_t symbol) { return 0.5 + static_cast<double>(symbol * 37 % 100) / 100; }

/// The formula over given symbols. Scalar: what has +, *, pow, sin, cos and converts from int.
template <class Scalar>
Scalar replay(const Tape& tape, const std::vector<Scalar>& symbols) {
  using std::cos, std::pow, std::sin;
  using What = Operation::What;
  std::vector<Scalar> made;
  made.reserve(tape.operations.size());
  const auto at = [&](std::int32_t position) -> const Scalar& { return made[static_cast<std::size_t>(position)]; };
  for (const auto [what, first, second] : tape.operations) {
    switch (what) {
      case What::kSymbol: made.push_back(symbols[static_cast<std::size_t>(first)]); break;
      case What::kNumber: made.push_back(Scalar(first)); break;
      case What::kSum: made.push_back(at(first) + at(second)); break;
      case What::kProduct: made.push_back(at(first) * at(second)); break;
      case What::kPower: made.push_back(pow(at(first), Scalar(second))); break;
      case What::kSin: made.push_back(sin(at(first))); break;
      case What::kCos: made.push_back(cos(at(first))); break;
    }
  }
  return made.back();
}

}  // namespace kinemate
