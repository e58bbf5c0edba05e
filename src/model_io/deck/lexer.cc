#include "model_io/deck/lexer.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace kinemate {
namespace {

bool is_deck_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// The bytes of a formal parameter's sign: $, § in UTF-8, § in Latin-1.
std::size_t formal_length(std::string_view text) {
  if (text.starts_with('$') || text.starts_with('\xA7')) return 1;
  return text.starts_with("\xC2\xA7") ? 2 : 0;
}

}  // namespace

void DeckLexer::skip_blanks() {
  while (at_ < deck_.size() && std::string_view(" \t\r\n\f\v").find(deck_[at_]) != std::string_view::npos) ++at_;
}

// The end of a card is no character: names and numbers may run over it.
void DeckLexer::skip_card_ends() {
  while (at_ < deck_.size() && (deck_[at_] == '\n' || deck_[at_] == '\r')) ++at_;
}

bool DeckLexer::is_digit() const { return at_ < deck_.size() && deck_[at_] >= '0' && deck_[at_] <= '9'; }

DeckToken DeckLexer::next() {
  skip_blanks();
  if (at_ == deck_.size()) return {DeckTokenType::kEnd, at_, ""};
  const char c = deck_[at_];
  const bool point = c == '.' && at_ + 1 < deck_.size() && deck_[at_ + 1] >= '0' && deck_[at_ + 1] <= '9';
  if (is_digit() || point) return number();
  if (is_deck_letter(c)) return name();
  if (c == '#') return constant();
  return symbol();
}

// digits[.digits][E[±]digits]
DeckToken DeckLexer::number() {
  DeckToken token{DeckTokenType::kNumber, at_, ""};
  auto take_digits = [&] {
    for (; is_digit(); skip_card_ends()) token.text += deck_[at_++];
  };
  take_digits();
  if (at_ < deck_.size() && deck_[at_] == '.') {
    token.text += deck_[at_++];
    skip_card_ends();
    take_digits();
  }
  if (at_ == deck_.size() || upper(deck_[at_]) != 'E') return token;
  token.text += deck_[at_++];
  skip_card_ends();
  if (at_ < deck_.size() && (deck_[at_] == '+' || deck_[at_] == '-')) token.text += deck_[at_++];
  skip_card_ends();
  if (!is_digit())
    throw DeckNote{at_, ErrorCode::kDeckFormula, fmt::format("the exponent of the number {} is missing", token.text),
                   "write 1.5E-3"};
  take_digits();
  return token;
}

DeckToken DeckLexer::name() {
  DeckToken token{DeckTokenType::kName, at_, ""};
  for (; at_ < deck_.size() && (is_deck_letter(deck_[at_]) || is_digit()); skip_card_ends())
    token.text += upper(deck_[at_++]);
  const std::size_t end = at_;
  skip_blanks();
  if (at_ < deck_.size() && deck_[at_] == '.') {
    token.type = DeckTokenType::kFunctionVariable;
    ++at_;
  } else {
    at_ = end;
  }
  return token;
}

DeckToken DeckLexer::constant() {
  const std::size_t offset = at_++;
  skip_card_ends();
  if (at_ == deck_.size() || !is_deck_letter(deck_[at_]))
    throw DeckNote{offset, ErrorCode::kDeckFormula, "expected #E or #PI", ""};
  DeckToken token = name();
  if (token.text == "I")
    throw DeckNote{offset, ErrorCode::kDeckFormula, "#I, the imaginary unit, may not stand here: formulas are real",
                   ""};
  if (token.type != DeckTokenType::kName || (token.text != "E" && token.text != "PI"))
    throw DeckNote{offset, ErrorCode::kDeckFormula, fmt::format("there is no constant #{}", token.text),
                   "constants are #E and #PI"};
  return {DeckTokenType::kConstant, offset, "#" + token.text};
}

DeckToken DeckLexer::symbol() {
  const std::size_t offset = at_;
  if (const std::size_t length = formal_length(deck_.substr(at_)); length > 0) {
    at_ += length;
    return {DeckTokenType::kFormal, offset, "$"};
  }
  DeckToken token{DeckTokenType::kEnd, offset, std::string(1, deck_[at_])};
  switch (deck_[at_]) {
    case '(': token.type = DeckTokenType::kOpen; break;
    case ')': token.type = DeckTokenType::kClose; break;
    case ',': token.type = DeckTokenType::kComma; break;
    case '+': token.type = DeckTokenType::kPlus; break;
    case '-': token.type = DeckTokenType::kMinus; break;
    case '*': token.type = DeckTokenType::kTimes; break;
    case '/': token.type = DeckTokenType::kDivide; break;
    default: refuse();
  }
  ++at_;
  skip_card_ends();
  if (token.type == DeckTokenType::kTimes && at_ < deck_.size() && deck_[at_] == '*') {
    ++at_;
    token = {DeckTokenType::kPower, offset, "**"};
  }
  return token;
}

void DeckLexer::refuse() const {
  const char c = deck_[at_];
  const std::string_view character = deck_.substr(at_, decode_utf8(deck_, at_).length);
  std::string hint;
  if (c == '\'') hint = "two apostrophes stand for one inside of a string; is a blank missing between two strings?";
  if (c == '^') hint = "powers are written with two asterisks: X**2";
  if (c == '_') hint = "names have letters and digits only";
  if (c == '=') hint = "a replacement list is written with commas: 'M(1), 0'";
  if (c == '[' || c == '{') hint = "parentheses are round";
  throw DeckNote{at_, ErrorCode::kDeckFormula, fmt::format("'{}' has no meaning in a formula", printable(character)),
                 hint};
}

}  // namespace kinemate
