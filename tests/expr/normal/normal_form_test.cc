#include "expr/normal/normal_form.h"

#include <array>

#include "expr/fixture.h"
#include "expr/normal/arguments.h"
#include "expr/normal/polynomial_formula.h"

namespace kinemate {
namespace {

std::string normal_text(const char* text, Trigonometry trigonometry = Trigonometry::kResolved) {
  Work work(1e6);
  const Expr given = parse(text), e = normalize_arguments({&given, 1}, work)[0];
  const NormalForm form({&e, 1}, trigonometry, work);
  const Quotient& quotient = form.quotients()[0];
  return to_text(write_out(quotient.numerator, form.variables()) / write_out(quotient.denominator, form.variables()));
}

TEST_F(ExprTest, NormalForms) {
  const Rewrite table[] = {
      {"sin(x)^2 + cos(x)^2", "1"},
      {"sin(2*x) - 2*sin(x)*cos(x)", "0"},
      {"cos(3*x) - 4*cos(x)^3 + 3*cos(x)", "0"},
      {"sin(x + y)", "sin(x)*cos(y) + sin(y)*cos(x)"},
      {"cos(x - y) - cos(x)*cos(y) - sin(x)*sin(y)", "0"},
      {"tan(x)", "sin(x)/cos(x)"},
      {"sin(x/2)^2*2 + cos(x) - 1", "0"},
      {"sin(x + pi)", "-sin(x)"},
      {"cos(x + pi/6) - (sqrt(3)*cos(x) - sin(x))/2", "0"},
      {"(x^2 - y^2)/(x - y)", "x + y"},
      {"1/x + 1/y", "(x + y)/(x*y)"},
      {"sqrt(x)^3/sqrt(x)", "x"},
      {"sqrt(2)*sqrt(2) - 2", "0"},
      {"(1 + sqrt(2))*(1 - sqrt(2))", "-1"},
      {"1/sqrt(x)", "sqrt(x)/x"},
      {"x^(1/2)*x^(1/3) - x^(5/6)", "0"},
      {"abs(x)^3 - x^2*abs(x)", "0"},
      {"f(x)*f(x) - f(x)^2", "0"},
      {"exp(x)*exp(x)/exp(x)", "exp(x)"},
      {"x/(-2*y)", "-x/(2*y)"},
      {"sin(x + y)^2 + cos(x + y)^2", "1"},
      {"sin(pi/5)^2 + cos(pi/5)^2", "1"},
      {"sin(1)^2 + cos(1)^2", "1"},
      {"sin(f(x))^2 + cos(f(x))^2", "1"},
      {"sqrt(1 + sqrt(x))^2 - sqrt(x)", "1"},
      {"abs(x - y)^(4/3)*abs(x - y)^(2/3) - (x - y)^2", "0"},
  };
  for (const Rewrite& row : table) EXPECT_EQ(normal_text(row.input), row.expected) << row.input;
}

TEST_F(ExprTest, AtomsStayWhereAsked) {
  EXPECT_EQ(normal_text("sin(x)^2 + cos(x)^2", Trigonometry::kAtoms), "sin(x)^2 + cos(x)^2");
  EXPECT_EQ(normal_text("(a + b)/c + d/c^2", Trigonometry::kAtomsAndReciprocals), "a/c + b/c + d/c^2");
}

TEST_F(ExprTest, NormalFormsRefuse) {
  Work work(1e6), little(500);
  const Expr zero = parse("1/(sin(x)^2 + cos(x)^2 - 1)"), large = parse("(a + b + c + d)^50"),
             multiple = parse("sin(x)*sin(1000*x)");
  EXPECT_THROW(NormalForm({&zero, 1}, Trigonometry::kResolved, work), Error);
  EXPECT_THROW(NormalForm({&large, 1}, Trigonometry::kResolved, little), WorkExceeded);
  EXPECT_THROW(NormalForm({&multiple, 1}, Trigonometry::kResolved, work), WorkExceeded);
}

using Matrix = std::array<std::array<Expr, 3>, 3>;

Matrix rotation(int axis, Expr angle) {
  Matrix r;
  const auto a = static_cast<std::size_t>(axis), b = (a + 1) % 3, c = (a + 2) % 3;
  r[a][a] = Expr(1);
  r[b][b] = r[c][c] = cos(angle);
  r[c][b] = sin(angle);
  r[b][c] = -sin(angle);
  return r;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t j = 0; j < 3; ++j) result[i][k] += a[i][j] * b[j][k];
    }
  }
  return result;
}

TEST_F(ExprTest, EightRotationsTimesTheirTransposeAreTheIdentity) {
  Matrix r = rotation(0, make_symbol("q1"));
  for (int i = 1; i < 8; ++i) r = product(r, rotation(i % 3, make_symbol("q" + std::to_string(i + 1))));
  Matrix transposed;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) transposed[i][k] = r[k][i];
  }
  const Matrix identity = product(r, transposed);
  std::vector<Expr> entries;
  for (const auto& row : identity) entries.insert(entries.end(), row.begin(), row.end());
  Work work(1e8);
  const NormalForm form(entries, Trigonometry::kResolved, work);
  for (std::size_t i = 0; i < 9; ++i) {
    const Polynomial& entry = form.quotients()[i].numerator;
    EXPECT_TRUE(i % 4 == 0 ? entry.is_one() : entry.is_zero()) << i;
    EXPECT_TRUE(form.quotients()[i].denominator.is_one());
  }
}

}  // namespace
}  // namespace kinemate
