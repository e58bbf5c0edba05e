#include "expr/text/lexer.h"

#include <vector>

#include "expr/fixture.h"

namespace kinemate {
namespace {

std::string tokens(const std::string& text) {
  Lexer lexer("formula", text);
  std::string result;
  for (Token token = lexer.next(); token.type != TokenType::kEnd; token = lexer.next()) {
    result += std::string(token.text) + std::string(static_cast<std::size_t>(token.primes), '\'') + "|";
  }
  return result;
}

TEST(Lexer, CutsTokens) {
  EXPECT_EQ(tokens("a1+ 2.5e-3*x''"), "a1|+|2.5e-3|*|x''|");
  EXPECT_EQ(tokens(".5 5. 1e5 2e 3E+2"), ".5|5.|1e5|2|e|3E+2|");
  EXPECT_EQ(tokens("a<=b**c^d!=e>=f==g<h"), "a|<=|b|**|c|^|d|!=|e|>=|f|==|g|<|h|");
  EXPECT_EQ(tokens("f'[1,0](x)\t\n$12"), "f'|[|1|,|0|]|(|x|)|$12|");
  EXPECT_EQ(tokens("α1*größe_2"), "α1|*|größe_2|");
  EXPECT_EQ(tokens(""), "");
}

TEST(Lexer, RefusesOtherCharacters) {
  struct Row {
    const char *text, *message, *hint;
    int column;
  };
  for (const Row& row : {Row{"a − b", "U+2212", "write -", 3},
                         {"x²", "U+00B2", "write ^2", 2},
                         {"a = b", "'='", "==", 3},
                         {"a ' ", "\"'\"", "directly", 3},
                         {"a & b", "'&'", "", 3},
                         {"t % 2", "'%'", "mod(x, y)", 3},
                         {"a\xff", "UTF-8", "UTF-8", 2},
                         {"$", "argument", "", 1},
                         {"$0", "argument", "", 1},
                         {"a\x01", "U+0001", "", 2}}) {
    try {
      tokens(row.text);
      FAIL() << row.text;
    } catch (const Error& error) {
      EXPECT_NE(error.message.find(row.message), std::string::npos) << error.message;
      EXPECT_NE(error.hint.find(row.hint), std::string::npos) << error.hint;
      EXPECT_EQ(error.place->column, row.column) << row.text;
    }
  }
}

TEST(Lexer, KnowsNames) {
  for (const char* name : {"x", "x1", "_a", "α", "größe"}) EXPECT_TRUE(is_name(name)) << name;
  for (const char* other : {"", "1x", "a b", "a-b", "x'", "a\xff", "€", "and", "or", "not"})
    EXPECT_FALSE(is_name(other)) << other;
}

}  // namespace
}  // namespace kinemate
