#include "report/latex.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(LatexTest, ADocumentHasABeginningAndAnEnd) {
  const std::string text = latex_document("x\n");
  EXPECT_EQ(text.find("\\documentclass"), 0u);
  EXPECT_NE(text.find("\\begin{document}\nx\n\\end{document}\n"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
