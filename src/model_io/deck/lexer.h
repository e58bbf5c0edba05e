// Formulas of FORMAC as tokens (source A, 6.4).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model_io/deck/cards.h"

namespace kinemate {

enum class DeckTokenType {
  kEnd,
  kNumber,
  kName,
  kFunctionVariable,  ///< a name with a point behind it: FU.
  kConstant,          ///< #E, #PI
  kFormal,            ///< $ or §, a formal parameter
  kOpen,
  kClose,
  kComma,
  kPlus,
  kMinus,
  kTimes,
  kDivide,
  kPower
};

struct DeckToken {
  DeckTokenType type = DeckTokenType::kEnd;
  std::size_t offset = 0;
  std::string text;  ///< names in upper case, without what parts cards
};

class DeckLexer {
 public:
  /// Reads what stands between the apostrophes of a string of the deck. The deck outlives it.
  DeckLexer(std::string_view deck, std::size_t begin, std::size_t end) : deck_(deck.substr(0, end)), at_(begin) {}

  /// The next token; kEnd behind the last. Throws DeckNote for characters that formulas do not have.
  DeckToken next();

 private:
  void skip_blanks();
  void skip_card_ends();
  bool is_digit() const;
  DeckToken number();
  DeckToken name();
  DeckToken constant();
  DeckToken symbol();
  [[noreturn]] void refuse() const;

  std::string_view deck_;
  std::size_t at_;
};

}  // namespace kinemate
