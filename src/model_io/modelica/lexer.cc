#include "model_io/modelica/lexer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "expr/text/lexer.h"
#include "expr/text/modelica_text.h"

namespace kinemate {
namespace {

using ModelicaType = ModelicaTokenType;

// The longer ones first.
constexpr std::string_view kSigns[] = {".+", ".-", ".*", "./", ".^", ":=", "<=", ">=", "==", "<>", "+", "-", "*", "/",
                                       "^",  "(",  ")",  "[",  "]",  "{",  "}",  ",",  ";",  ":",  ".", "=", "<", ">"};

bool is_modelica_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string describe(const ModelicaToken& token) {
  switch (token.type) {
    case ModelicaType::kEnd: return "the end of the file";
    case ModelicaType::kNumber: return fmt::format("the number {}", token.text);
    case ModelicaType::kString: return "a text in quotes";
    default: return fmt::format("'{}'", token.text);
  }
}

std::string modelica_unquoted(std::string_view quoted) {
  if (quoted.size() < 2 || (quoted[0] != '\'' && quoted[0] != '"')) return std::string(quoted);
  std::string text;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] != '\\' || i + 2 == quoted.size()) {
      text += quoted[i];
      continue;
    }
    constexpr std::string_view letters = "abfnrtv", meanings = "\a\b\f\n\r\t\v";
    const std::size_t letter = letters.find(quoted[++i]);
    text += letter == std::string_view::npos ? quoted[i] : meanings[letter];
  }
  return text;
}

void ModelicaLexer::skip_blanks() {
  while (at_ < text_.size()) {
    if (std::string_view(" \t\r\n\f\v").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_.substr(at_, 2) == "/*") {
      const std::size_t begin = at_, end = text_.find("*/", at_ + 2);
      at_ = std::min(end, text_.size() - 2) + 2;
      if (end == std::string_view::npos)
        throw TextNote{begin, ErrorCode::kModelica, "this comment has no end", "comments end with */"};
    } else {
      return;
    }
  }
}

ModelicaToken ModelicaLexer::token(ModelicaType type, std::size_t length) {
  const std::size_t begin = at_;
  at_ += length;
  return {type, begin, text_.substr(begin, length)};
}

ModelicaToken ModelicaLexer::next() {
  skip_blanks();
  if (at_ == text_.size()) return {ModelicaType::kEnd, at_, {}};
  const char c = text_[at_];
  if (is_modelica_letter(c)) {
    std::size_t end = at_;
    while (end < text_.size() && (is_modelica_letter(text_[end]) || is_digit(text_[end]))) ++end;
    return token(is_modelica_word(text_.substr(at_, end - at_)) ? ModelicaType::kWord : ModelicaType::kName, end - at_);
  }
  if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return number();
  if (c == '\'' || c == '"') return quoted();
  return sign();
}

std::size_t ModelicaLexer::digits_from(std::size_t at) const {
  while (at < text_.size() && is_digit(text_[at])) ++at;
  return at;
}

ModelicaToken ModelicaLexer::number() {
  std::size_t end = digits_from(at_);
  if (end < text_.size() && text_[end] == '.') {
    // 2.*x is not 2 .* x to anybody who writes it
    end = digits_from(end + 1);
  }
  if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
    std::size_t digits = end + 1;
    if (digits < text_.size() && (text_[digits] == '+' || text_[digits] == '-')) ++digits;
    if (digits < text_.size() && is_digit(text_[digits])) end = digits_from(digits);
  }
  return token(ModelicaType::kNumber, end - at_);
}

ModelicaToken ModelicaLexer::quoted() {
  const std::size_t begin = at_;
  const char quote = text_[begin];
  const bool name = quote == '\'';
  std::size_t end = begin + 1;
  for (; end < text_.size() && text_[end] != quote; ++end) {
    if (name && text_[end] == '\n') break;
    if (text_[end] == '\\') ++end;
  }
  if (end >= text_.size() || text_[end] != quote) {
    at_ = std::min(end, text_.size());
    throw TextNote{begin, ErrorCode::kModelica, name ? "this quoted name has no end" : "this text has no end",
                   name ? "a quoted name ends with ' in the same line" : "texts end with \""};
  }
  const ModelicaToken result = token(name ? ModelicaType::kName : ModelicaType::kString, end + 1 - begin);
  for (std::size_t at = begin; at < end;) {
    const Utf8 character = decode_utf8(text_, at);
    if (!character.valid) throw TextNote{at, ErrorCode::kNotText, "this is not UTF-8 text", "save the file as UTF-8"};
    at += character.length;
  }
  if (name && end == begin + 1) throw TextNote{begin, ErrorCode::kModelica, "a quoted name is empty", ""};
  return result;
}

ModelicaToken ModelicaLexer::sign() {
  for (const std::string_view known : kSigns)
    if (text_.substr(at_).starts_with(known)) return token(ModelicaType::kSign, known.size());
  const std::size_t begin = at_, length = decode_utf8(text_, at_).length;
  at_ += length;
  throw TextNote{begin, ErrorCode::kModelica,
                 fmt::format("unexpected character '{}'", printable(text_.substr(begin, length))),
                 static_cast<unsigned char>(text_[begin]) >= 0x80
                     ? "names have letters without accents, digits and underscores; others stand in quotes: 'Ω'"
                     : ""};
}

}  // namespace kinemate
