// Formula text as tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace kinemate {

enum class TokenType {
  kEnd,
  kNumber,
  kName,  ///< with its primes
  kOpen,
  kClose,
  kOpenBracket,
  kCloseBracket,
  kComma,
  kPlus,
  kMinus,
  kTimes,
  kDivide,
  kPower,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
  kNot
};

struct Token {
  TokenType type = TokenType::kEnd;
  std::size_t offset = 0;
  std::string_view text;  ///< a name without its primes
  int primes = 0;
};

class Lexer {
 public:
  /// Reads `text` from byte `begin` on; places count from its beginning.
  Lexer(std::string_view source, std::string_view text, std::size_t begin = 0)
      : source_(source), text_(text), at_(begin) {}

  /// The next token; kEnd at the end. Throws Error for characters that formulas do not have.
  Token next();

  /// An Error at a byte of the text.
  Error error(std::size_t offset, ErrorCode code, std::string message, std::string hint = {}) const;

 private:
  void skip_blanks();
  Token number();
  Token name();
  Token symbol();
  [[noreturn]] void refuse_character() const;
  std::size_t letter_length(std::size_t offset) const;

  std::string_view source_;
  std::string_view text_;
  std::size_t at_;
};

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether formulas can have this name: letters (Latin, Greek, Cyrillic), digits and underscores, no digit first;
/// not and, or, not.
bool is_name(std::string_view text);

}  // namespace kinemate
