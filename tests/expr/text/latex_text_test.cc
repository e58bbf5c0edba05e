#include "expr/text/latex_text.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(LatexText, WordsAreEscaped) {
  const std::pair<const char*, const char*> table[] = {
      {"a_b^c & 5%", "a\\_b\\textasciicircum{}c \\& 5\\%"},
      {"\\end{document}~$#", "\\textbackslash{}end\\{document\\}\\textasciitilde{}\\$\\#"},
      {"\"a\" < |b| > c", "''a'' \\textless{} \\textbar{}b\\textbar{} \\textgreater{} c"},
      {"two\nlines\t", "two lines "},
      {"größer, déjà vu, Łódź", "größer, déjà vu, Łódź"},
      {"φ in °, Ω", "\\ensuremath{\\varphi} in \\ensuremath{^\\circ}, \\ensuremath{\\Omega}"},
      {"Кран Щука, съёмка", "Kran Shchuka, sjomka"},
      {"ð 中 \xF0\x9F\x98\x80", "[00F0] [4E2D] [1F600]"},
      {"\xFF", "?"},
      {"m² × “a” – 2…", "m\\ensuremath{^2} \\ensuremath{\\times} ``a'' -- 2\\ldots{}"},
  };
  for (const auto& [words, expected] : table) EXPECT_EQ(latex_words(words), expected) << words;
}

TEST(LatexText, GreekLetters) {
  EXPECT_EQ(greek_latex(U'φ'), "\\varphi");
  EXPECT_EQ(greek_latex(U'Α'), "A");
  EXPECT_EQ(greek_latex(U'Ω'), "\\Omega");
  EXPECT_EQ(greek_latex(U'ω'), "\\omega");
  EXPECT_EQ(greek_latex(0x3A2), "");
  EXPECT_EQ(greek_latex(U'a'), "");
}

}  // namespace
}  // namespace kinemate
