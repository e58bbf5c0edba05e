#include "report/linear_fixture.h"

namespace kinemate {
namespace {

class LinearLatexTest : public LinearReportTest {
 protected:
  // What pdflatex says; the log of a document without mistakes.
  static std::string typeset(const std::string& document) {
    const std::string folder = testing::TempDir() + "kinemate_linear_tex_" + std::to_string(getpid());
    std::filesystem::create_directory(folder);
    const std::string said = printed_of(
        "timeout 100 pdflatex -interaction=nonstopmode -halt-on-error -output-directory=" + folder, ".tex", document);
    std::filesystem::remove_all(folder);
    return said;
  }
};

TEST_F(LinearLatexTest, MatricesByTheirNames) {
  const std::string text = linear_latex(linearise_at(example("disc_guided_mass"), {}));
  for (const char* part :
       {"\\section*{disc-guided-mass, linearised}", "(\\boldsymbol{D} + \\boldsymbol{G})\\dot{\\boldsymbol{y}}",
        "\\boldsymbol{G} = \\begin{bmatrix}\n0 & 2 \\, \\Omega \\, m", "\\boldsymbol{h} = \\begin{bmatrix}",
        "\\boldsymbol{K} = \\begin{bmatrix}", "\\[ R = ", "$-1.99354 \\pm 17.1834\\,i$ & $2.73483$ & $0.11524",
        "\\end{document}\n"})
    EXPECT_TRUE(contains(text, part));
  EXPECT_FALSE(contains(text, "\\boldsymbol{N} = "));
  EXPECT_FALSE(contains(text, "\\boldsymbol{r} = "));
  EXPECT_FALSE(contains(text, "\\boldsymbol{A} = \\begin{bmatrix}\n0 & 0 & 1 & 0 \\\\\n0 & 0 & 0 & 1 \\\\\n\\frac"));
}

TEST_F(LinearLatexTest, RoundingIsNotShown) {
  LinearisationRequest request;
  request.formulas = false;
  const std::string text = linear_latex(linearise_at(example("puma_560"), {}, request));
  EXPECT_TRUE(contains(text, "$0 \\pm 5.29705\\,i$ & $0.843051$ & $0$"));
  EXPECT_TRUE(contains(text, "4 \\cdot 10^{-5}"));
}

TEST_F(LinearLatexTest, DocumentsCompile) {
  if (!is_installed("pdflatex")) GTEST_SKIP() << "no pdflatex";
  LinearisationRequest request;
  request.state_space = true;
  std::string odd = kLaggingSpring;  // a name that TeX would take amiss
  odd.replace(odd.find("name: lag"), 9, "name: 100% of A_1 & B^2");
  for (const Linearisation& linear :
       {linearise_at(example("cart_pendulums"), {}, request), linearise_at(example("disc_guided_mass"), {}),
        linearised(kHangingBall), linearised(odd, {}, request), linearised(kBolted), linearised(kCardanPendulum)})
    EXPECT_TRUE(contains(typeset(linear_latex(linear)), "Output written on")) << linear.machine;
}

}  // namespace
}  // namespace kinemate
