#include "codegen/latex/section.h"

#include <gtest/gtest.h>

#include "codegen/pendulum_programs.h"
#include "expr/pool.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

class LatexSectionTest : public testing::Test {
 private:
  Pool pool_;
  const PoolScope scope_{pool_};
};

TEST_F(LatexSectionTest, ASmallOne) {
  const std::string text = write_latex_section(pendulum_ode({.unspecified = true}));
  EXPECT_EQ(text, R"(\together\subsection*{What goes in}
\begin{longtable}[l]{@{}l@{\qquad}>{\raggedright\arraybackslash}p{0.72\textwidth}@{}}
$t$ & time \\
\multicolumn{2}{@{}>{\raggedright\arraybackslash}p{\textwidth}@{}}{\rule{0pt}{3ex}\textit{the state}} \\
$\phi$ & an angle \\
$\omega$ & its rate \\
\multicolumn{2}{@{}>{\raggedright\arraybackslash}p{\textwidth}@{}}{\rule{0pt}{3ex}\textit{inputs}} \\
$\mathrm{torque}$ &  \\
\multicolumn{2}{@{}>{\raggedright\arraybackslash}p{\textwidth}@{}}{\rule{0pt}{3ex}\textit{functions}} \\
$f\left(\phi\right)$ &  \\
\multicolumn{2}{@{}>{\raggedright\arraybackslash}p{\textwidth}@{}}{\rule{0pt}{3ex}\textit{parameters}} \\
$m$ &  \\
$l$ & length \\
\end{longtable}
\together\subsection*{What comes out}
\begin{longtable}[l]{@{}l@{\qquad}>{\raggedright\arraybackslash}p{0.72\textwidth}@{}}
\multicolumn{2}{@{}>{\raggedright\arraybackslash}p{\textwidth}@{}}{\rule{0pt}{3ex}\textit{rates of x}} \\
$\dot{\phi}$ &  \\
$\dot{\omega}$ &  \\
\end{longtable}
\subsection*{Results}
\begin{align*}
\dot{\phi} &= \omega \\
\dot{\omega} &= \frac{\mathrm{torque}}{l^{2} \, m} - \frac{9.81 \, \sin\left(\phi\right)}{l} + f\left(\phi\right)
\end{align*}
)");
}

TEST_F(LatexSectionTest, Matrices) {
  const std::string text = write_latex_section(pendulum_jacobian({}));
  EXPECT_NE(text.find("A &= \\begin{pmatrix}\n0 & 1 \\\\\nz_{1} & 0\n\\end{pmatrix}\n"), std::string::npos) << text;
  EXPECT_NE(text.find("$A$ & $2 \\times 2$ matrix \\\\\n"), std::string::npos) << text;
}

TEST_F(LatexSectionTest, ResultsThatAreInputsAndZeros) {
  Builder builder(with_inputs(16));
  std::vector<Value> sums;
  for (std::size_t first : {0u, 8u}) {
    Value sum = builder.input(first);
    for (std::size_t i = first + 1; i < first + 8; ++i)
      sum = builder.add(sum, builder.multiply(builder.input(i), builder.input(i - 1)));
    sums.push_back(sum);
  }
  const Value zero = builder.constant(0);
  const Program program = builder.finish({{"A", "", entries("", 4), 2}, {"b", "", {{"x7", ""}}}},
                                         {sums[0], zero, zero, sums[1], builder.input(7)});
  const std::string text = write_latex_section(program);
  EXPECT_NE(text.find("\nAll other entries of $A$ are $0$.\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n$x_{7}$ is an input itself.\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("A_{1,2}"), std::string::npos) << text;
}

TEST_F(LatexSectionTest, NothingAtAll) { EXPECT_EQ(write_latex_section(Program{}), ""); }

}  // namespace
}  // namespace kinemate
