#include "model_io/modelica/lexer.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

// Tokens between blanks; what is none as !message.
std::string modelica_tokens(std::string_view text) {
  ModelicaLexer lexer(text);
  std::string result;
  while (true) {
    try {
      const ModelicaToken token = lexer.next();
      if (token.type == ModelicaTokenType::kEnd) return result;
      result += std::string(1, "enwNss"[static_cast<int>(token.type)]) + ":" + std::string(token.text) + " ";
      EXPECT_EQ(text.substr(token.offset, token.text.size()), token.text);
    } catch (const TextNote& note) {
      result += "!" + std::to_string(note.offset) + " " + note.message + " ";
    }
  }
}

TEST(ModelicaLexer, Tokens) {
  EXPECT_EQ(modelica_tokens("model Arm2 end"), "w:model n:Arm2 w:end ");
  EXPECT_EQ(modelica_tokens("a.b[2,3]:=1"), "n:a s:. n:b s:[ N:2 s:, N:3 s:] s::= N:1 ");
  EXPECT_EQ(modelica_tokens("1 2.5 .5 7. 1e3 2.5E-3 3e 2.*x"),
            "N:1 N:2.5 N:.5 N:7. N:1e3 N:2.5E-3 N:3 n:e N:2. s:* n:x ");
  EXPECT_EQ(modelica_tokens("a<=b<>c==d .* e"), "n:a s:<= n:b s:<> n:c s:== n:d s:.* n:e ");
  EXPECT_EQ(modelica_tokens("'a b' 'q\\'' \"a \\\" b\" _x"), "n:'a b' n:'q\\'' s:\"a \\\" b\" n:_x ");
  EXPECT_EQ(modelica_tokens("a // b\n/* c\n * d */ e // f"), "n:a n:e ");
  EXPECT_EQ(modelica_tokens("\xEF\xBB\xBFmodel"), "w:model ");
}

TEST(ModelicaLexer, WhatIsNoTokenIsToldAndPassed) {
  EXPECT_EQ(modelica_tokens("a $ b"), "n:a !2 unexpected character '$' n:b ");
  EXPECT_EQ(modelica_tokens("\xCF\x89 b"), "!0 unexpected character '\xCF\x89' n:b ");
  EXPECT_EQ(modelica_tokens("a /* b"), "n:a !2 this comment has no end ");
  EXPECT_EQ(modelica_tokens("a /*"), "n:a !2 this comment has no end ");
  EXPECT_EQ(modelica_tokens("a \"b"), "n:a !2 this text has no end ");
  EXPECT_EQ(modelica_tokens("'a\nb"), "!0 this quoted name has no end n:b ");
  EXPECT_EQ(modelica_tokens("'a\\"), "!0 this quoted name has no end ");
  EXPECT_EQ(modelica_tokens("'' b"), "!0 a quoted name is empty n:b ");
  EXPECT_EQ(modelica_tokens("\"\xFF\" b"), "!1 this is not UTF-8 text n:b ");
}

TEST(ModelicaLexer, Unquoted) {
  EXPECT_EQ(modelica_unquoted("'q\\'\\''"), "q''");
  EXPECT_EQ(modelica_unquoted("\"a\\n\\\"b\\\\\""), "a\n\"b\\");
  EXPECT_EQ(modelica_unquoted("plain"), "plain");
}

TEST(ModelicaLexer, Describe) {
  EXPECT_EQ(describe({ModelicaTokenType::kEnd, 0, ""}), "the end of the file");
  EXPECT_EQ(describe({ModelicaTokenType::kNumber, 0, "3"}), "the number 3");
  EXPECT_EQ(describe({ModelicaTokenType::kString, 0, "\"x\""}), "a text in quotes");
  EXPECT_EQ(describe({ModelicaTokenType::kSign, 0, "+"}), "'+'");
}

}  // namespace
}  // namespace kinemate
