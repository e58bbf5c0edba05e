#include "expr/text/lexer.h"

#include <fmt/format.h>

#include <utility>

#include "base/utf8.h"

namespace kinemate {
namespace {

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Letters beyond ASCII that names may have: Latin with marks, Greek, Cyrillic.
bool is_letter_beyond_ascii(char32_t code) {
  const bool latin = code >= 0xC0 && code <= 0x24F && code != 0xD7 && code != 0xF7;
  return latin || (code >= 0x370 && code <= 0x52F) || (code >= 0x1F00 && code <= 0x1FFF);
}

// What to write instead of characters that look like mathematics.
std::string_view replacement(char32_t code) {
  switch (code) {
    case 0x2212:
    case 0x2013:
    case 0x2014: return "-";
    case 0xB7:
    case 0xD7:
    case 0x2219:
    case 0x22C5:
    case 0x2217: return "*";
    case 0xF7:
    case 0x2215:
    case 0x2044: return "/";
    case 0xB2: return "^2";
    case 0xB3: return "^3";
    case 0x221A: return "sqrt(...)";
    case 0x2018:
    case 0x2019:
    case 0x2032:
    case 0xB4: return "'";
    case 0xB0: return "*pi/180";  // degrees
    case 0x2264: return "<=";
    case 0x2265: return ">=";
    case 0x2260: return "!=";
    default: return "";
  }
}

}  // namespace

Error Lexer::error(std::size_t offset, ErrorCode code, std::string message, std::string hint) const {
  Error result(code, std::move(message), std::move(hint));
  result.place = locate(source_, text_, offset);
  return result;
}

void Lexer::skip_blanks() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
    ++at_;
}

std::size_t Lexer::letter_length(std::size_t offset) const {
  if (is_ascii_letter(text_[offset])) return 1;
  if (static_cast<unsigned char>(text_[offset]) < 0x80) return 0;
  const Utf8 character = decode_utf8(text_, offset);
  return character.valid && is_letter_beyond_ascii(character.code_point) ? character.length : 0;
}

Token Lexer::next() {
  skip_blanks();
  if (at_ == text_.size()) return {TokenType::kEnd, at_, {}, 0};
  const char c = text_[at_];
  const bool point = c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
  if (is_digit(c) || point) return number();
  if (letter_length(at_) > 0 || c == '$') return name();
  return symbol();
}

Token Lexer::number() {
  const std::size_t begin = at_;
  const auto skip_digits = [this] {
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  };
  skip_digits();
  if (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    skip_digits();
  }
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    std::size_t digits = at_ + 1;
    if (digits < text_.size() && (text_[digits] == '+' || text_[digits] == '-')) ++digits;
    if (digits < text_.size() && is_digit(text_[digits])) {
      at_ = digits;
      skip_digits();
    }
  }
  return {TokenType::kNumber, begin, text_.substr(begin, at_ - begin), 0};
}

Token Lexer::name() {
  const std::size_t begin = at_;
  if (text_[at_] == '$') {
    ++at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    if (at_ == begin + 1 || text_[begin + 1] == '0')
      throw error(begin, ErrorCode::kFormulaSyntax, "expected the number of an argument after '$', such as $1");
    return {TokenType::kName, begin, text_.substr(begin, at_ - begin), 0};
  }
  while (at_ < text_.size()) {
    const std::size_t length = is_digit(text_[at_]) ? 1 : letter_length(at_);
    if (length == 0) break;
    at_ += length;
  }
  Token token{TokenType::kName, begin, text_.substr(begin, at_ - begin), 0};
  for (; at_ < text_.size() && text_[at_] == '\''; ++at_) ++token.primes;
  if (token.primes == 0 && token.text == "and") token.type = TokenType::kAnd;
  if (token.primes == 0 && token.text == "or") token.type = TokenType::kOr;
  if (token.primes == 0 && token.text == "not") token.type = TokenType::kNot;
  return token;
}

Token Lexer::symbol() {
  const char c = text_[at_], next = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
  const auto token = [this](TokenType type, std::size_t length) {
    const std::size_t begin = at_;
    at_ += length;
    return Token{type, begin, text_.substr(begin, length), 0};
  };
  switch (c) {
    case '(': return token(TokenType::kOpen, 1);
    case ')': return token(TokenType::kClose, 1);
    case '[': return token(TokenType::kOpenBracket, 1);
    case ']': return token(TokenType::kCloseBracket, 1);
    case ',': return token(TokenType::kComma, 1);
    case '+': return token(TokenType::kPlus, 1);
    case '-': return token(TokenType::kMinus, 1);
    case '*': return next == '*' ? token(TokenType::kPower, 2) : token(TokenType::kTimes, 1);
    case '/': return token(TokenType::kDivide, 1);
    case '^': return token(TokenType::kPower, 1);
    case '<': return next == '=' ? token(TokenType::kLessEqual, 2) : token(TokenType::kLess, 1);
    case '>': return next == '=' ? token(TokenType::kGreaterEqual, 2) : token(TokenType::kGreater, 1);
    case '=':
      if (next == '=') return token(TokenType::kEqual, 2);
      break;
    case '!':
      if (next == '=') return token(TokenType::kNotEqual, 2);
      break;
    default: break;
  }
  refuse_character();
}

void Lexer::refuse_character() const {
  const Utf8 character = decode_utf8(text_, at_);
  if (!character.valid) throw error(at_, ErrorCode::kNotText, "this is not UTF-8 text", "save the text as UTF-8");
  const std::string shown = printable(text_.substr(at_, character.length));
  if (text_[at_] == '=') throw error(at_, ErrorCode::kFormulaSyntax, "unexpected '='", "to compare, write ==");
  if (text_[at_] == '%')
    throw error(at_, ErrorCode::kFormulaSyntax, "unexpected '%'", "the remainder of x/y is mod(x, y)");
  if (text_[at_] == '\'')
    throw error(at_, ErrorCode::kFormulaSyntax, "unexpected \"'\"", "a prime follows a name directly: x'");
  const std::string_view instead = replacement(character.code_point);
  throw error(at_, ErrorCode::kFormulaSyntax,
              fmt::format("unexpected character '{}' (U+{:04X})", shown, static_cast<unsigned>(character.code_point)),
              instead.empty() ? "" : fmt::format("write {}", instead));
}

bool is_name(std::string_view text) {
  if (text.empty() || is_digit(text[0]) || text == "and" || text == "or" || text == "not") return false;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8 character = decode_utf8(text, at);
    const bool ascii = is_ascii_letter(text[at]) || is_digit(text[at]);
    if (!ascii && !(character.valid && character.code_point >= 0x80 && is_letter_beyond_ascii(character.code_point)))
      return false;
    at += character.length;
  }
  return true;
}

}  // namespace kinemate
