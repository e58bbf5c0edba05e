#include "report/derivation_fixture.h"

namespace kinemate {
namespace {

class DerivationLatexTest : public DerivationReportTest {};

TEST_F(DerivationLatexTest, ADocument) {
  const Model model = cart();
  const std::string text = derivation_latex(model, derived(model, "metric", all_sections()));
  for (const char* part : {"\\documentclass", "M_{12} &= -l \\, ", "\\Gamma_{1,22} &= ", "\\end{document}\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  // every environment that begins ends, and braces are even
  long depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
      continue;
    }
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    ASSERT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
}

TEST_F(DerivationLatexTest, CasesStandBelowWhatTheyChange) {
  const auto request = [](const Model&) { return DerivationRequest{}; };
  const std::vector<SpecialCase> cases = {parse_case("light: M_0 = 0")};
  const std::string text = derivation_latex(derive_cases(cart(), {}, cases, request, [](const std::string&) {}));
  EXPECT_NE(text.find("\\text{light:}\\quad M_{11} &= m"), std::string::npos) << text;
}

}  // namespace
}  // namespace kinemate
