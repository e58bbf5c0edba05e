// The work list of the printers: pieces of text and formulas still to be written, in order, without recursion.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "expr/text/layout.h"
#include "expr/text/print.h"

namespace kinemate {

/// How tightly a piece of text holds together. A formula below what its place requires gets parentheses.
enum class Level { kNone, kOr, kAnd, kRelation, kSum, kProduct, kPower, kAtom };

/// A piece still to be written: text, or a formula.
struct Piece {
  std::string text;
  std::optional<Expr> formula = std::nullopt;
  Level required = Level::kNone;
  bool drop_sign = false;  ///< of a negative number or product, whose sign is written already
};

class Writer {
 public:
  explicit Writer(const PrintOptions& options) : options_(options) {}

  Writer& text(std::string text) {
    if (!text.empty()) pieces_.push_back({std::move(text)});
    return *this;
  }
  Writer& formula(Expr e, Level required = Level::kNone, bool drop_sign = false) {
    pieces_.push_back({{}, e, required, drop_sign});
    return *this;
  }

  /// Writes what was said so far and all that follows from it: `expand(piece)` says the pieces of a formula.
  template <class Expand>
  std::string write(Expand expand) {
    std::vector<Piece> stack;
    std::string out;
    const auto move_to_stack = [&] {
      for (; !pieces_.empty(); pieces_.pop_back()) stack.push_back(std::move(pieces_.back()));
    };
    for (move_to_stack(); !stack.empty(); move_to_stack()) {
      const Piece piece = std::move(stack.back());
      stack.pop_back();
      out += piece.text;
      if (out.size() > options_.largest) {
        if (options_.cut) return out + "...";
        throw Error(ErrorCode::kTooLarge,
                    "this formula is too long to be written out: its shared parts would be repeated beyond " +
                        std::to_string(options_.largest) + " characters");
      }
      if (piece.formula) expand(piece);
    }
    return out;
  }

 private:
  PrintOptions options_;
  std::vector<Piece> pieces_;
};

/// left ± right, the sign of the right one written as the operator.
inline void write_sum(Writer& writer, Expr sum) {
  const auto [left, right] = lay_out_sum(sum);
  const bool minus = is_negative(right);
  writer.formula(left, Level::kSum).text(minus ? " - " : " + ").formula(right, Level::kProduct, minus);
}

/// The operands of a call between two parentheses.
inline void write_arguments(Writer& writer, Expr call, const char* open, const char* close) {
  writer.text(open);
  for (std::size_t i = 0; i < call.operand_count(); ++i) {
    if (i > 0) writer.text(", ");
    writer.formula(call.operand(i));
  }
  writer.text(close);
}

}  // namespace kinemate
