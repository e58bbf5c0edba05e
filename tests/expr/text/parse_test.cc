#include "expr/text/parse.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, PrecedenceIsThatOfPython) {
  const Rewrite table[] = {
      {"-x^2", "-x^2"},
      {"(-x)^3", "-x^3"},
      {"2^-x", "2^(-x)"},
      {"2^-x^3", "2^(-x^3)"},
      {"x^y^z", "x^(y^z)"},
      {"(x^y)^z", "(x^y)^z"},
      {"-2**2", "-4"},
      {"a - b - c", "a - b - c"},
      {"a - (b - c)", "a - (b - c)"},
      {"a/b/c", "a/b/c"},
      {"a/(b*c)", "a/(b*c)"},
      {"a*-b", "-a*b"},
      {"+x", "x"},
      {"--x", "x"},
      {"2*-3", "-6"},
      {"a + b < c*d", "a + b < c*d"},
      {"a < b or c < d and not e < f", "a < b or (c < d and f <= e)"},
      {"0.31", "0.31"},
      {"31/100", "0.31"},
      {"1e3", "1000"},
      {".5", "1/2"},
      {"2.50", "5/2"},
      {"1E-2", "0.01"},
      {"x**2", "x^2"},
      {" sin ( x ) ", "sin(x)"},
      {"((((x))))", "x"},
      {"a\n+\nb", "a + b"},
      {"max(a,b,c)", "max(c, max(a, b))"},
  };
  for (const Rewrite& row : table) EXPECT_EQ(text_of(row.input), row.expected) << row.input;
}

TEST_F(ExprTest, UnspecifiedFunctionsAndPrimes) {
  for (const char* text : {"FU(t)", "f(a, b)", "f'(x)", "f'''(x)", "f'[4](x)", "f'[1,0](a, b)", "f'[0,2](a, b)", "x'",
                           "x''", "w(x')", "XF(1, 0, 1)", "α1'", "$1 + $2"}) {
    EXPECT_EQ(text_of(text), text);
  }
  EXPECT_TRUE(parse("f'[2](x)") == parse("f''(x)"));
}

TEST_F(ExprTest, ErrorsSayWhereAndWhat) {
  struct Row {
    const char* text;
    int column;
    const char *message, *hint;
  };
  for (const Row& row : {Row{"sin(", 5, "found the end", ""},
                         {"2**", 4, "found the end", ""},
                         {"a b", 3, "operator before 'b'", "a*b"},
                         {"2x", 2, "before 'x'", "a*b"},
                         {"sni(x)", 1, "no function sni", "did you mean sin?"},
                         {"Sin(x)", 1, "no function Sin", "sin"},
                         {"SQRT(x)", 1, "no function", "sqrt"},
                         {"ln(x)", 1, "no function ln", "log"},
                         {"arctan(x)", 1, "no function", "atan"},
                         {"", 1, "found nothing", ""},
                         {"  ", 3, "found nothing", ""},
                         {"x/0", 2, "division by zero", ""},
                         {"1/(x - x)", 2, "division by zero", ""},
                         {"1e999999999", 1, "exponent", ""},
                         {"1e-999999999", 1, "exponent", ""},
                         {"(a", 3, "expected ')'", ""},
                         {"sin(a", 6, "of sin(", ""},
                         {"a)", 2, "closes nothing", ""},
                         {"a,b", 2, "unexpected ','", "point"},
                         {"(a,b)", 3, "unexpected ','", "point"},
                         {"f()", 3, "without an argument", ""},
                         {"f(a,)", 5, "found ')'", ""},
                         {"sin + 1", 1, "sin is a function", "sin(...)"},
                         {"pi'", 1, "pi has no", ""},
                         {"pi(x)", 1, "not a function", ""},
                         {"sin'(x)", 1, "prime", ""},
                         {"f'(a, b)", 1, "by which argument", "f'[1,0]"},
                         {"f'[1](a, b)", 1, "2 arguments", ""},
                         {"f'[1,0]", 8, "expected '('", ""},
                         {"f'[x](a)", 4, "order", ""},
                         {"f'[99999](a)", 4, "order", ""},
                         {"f'[0,0](a, b)", 7, "above zero", ""},
                         {"a < b < c", 7, "chain", "and"},
                         {"real(x)", 1, "takes a number", ""},
                         {"real(1e400)", 1, "double precision", ""},
                         {"* a", 1, "expected a value", ""},
                         {"a + )", 5, "expected a value", ""},
                         {"[a]", 1, "expected a value", ""},
                         {"a = 2", 3, "'='", "=="},
                         {"2^1000000", 2, "too large", ""},
                         {"α + + * β", 7, "expected a value", ""},
                         {"$1(x)", 1, "not a function", ""},
                         {"x'[1]", 6, "expected '('", ""}}) {
    try {
      parse(row.text);
      ADD_FAILURE() << row.text << " was accepted";
    } catch (const Error& error) {
      EXPECT_NE(error.message.find(row.message), std::string::npos) << row.text << ": " << error.message;
      EXPECT_NE(error.hint.find(row.hint), std::string::npos) << row.text << ": " << error.hint;
      ASSERT_TRUE(error.place) << row.text;
      EXPECT_EQ(error.place->column, row.column) << row.text << ": " << error.message;
    }
  }
}

TEST_F(ExprTest, DeclaredFunctionsMayBeNearMisses) {
  EXPECT_THROW(parse("sn(x)"), Error);
  EXPECT_EQ(to_text(parse("sn(x)", {.functions = {"sn"}})), "sn(x)");
  EXPECT_EQ(text_of("f(x) + g(x) + w(t)"), "f(x) + g(x) + w(t)");
}

TEST_F(ExprTest, DepthAndLengthAreNoLimit) {
  const int depth = 100'000;
  std::string nested;
  for (int i = 0; i < depth; ++i) nested += i % 2 == 0 ? "sin(" : "(y + ";
  nested += "x" + std::string(depth, ')');
  const Expr deep = parse(nested);
  EXPECT_TRUE(parse(to_text(deep)) == deep);
  EXPECT_TRUE(parse(std::string(depth, '(') + "x" + std::string(depth, ')')) == x_);
  EXPECT_TRUE(parse(std::string(depth, '-') + "x") == x_);
  EXPECT_THROW(parse(std::string(depth, '(')), Error);
  std::string tower = "x";
  for (int i = 0; i < depth; ++i) tower += "^y";
  EXPECT_TRUE(parse(to_text(parse(tower))) == parse(tower));
  std::string sum = "x";
  while (sum.size() < 1'000'000) sum += " + a" + std::to_string(sum.size() % 1000) + "*sin(b)";
  EXPECT_TRUE(parse(to_text(parse(sum))) == parse(sum));
}

}  // namespace
}  // namespace kinemate
