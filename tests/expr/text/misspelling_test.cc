#include "expr/text/misspelling.h"

#include <gtest/gtest.h>

namespace kinemate {
namespace {

TEST(Misspelling, IsFoundWhereItIsLikely) {
  for (const char* wrong : {"sni", "sn", "Sin", "SIN", "sine", "ln", "arctan", "sgn", "pow", "atan3", "squrt", "ceiling", "round", "frac",
                            "fmod", "Floor", "noevent", "NoEvent", "modd"}) {
    EXPECT_NE(misspelling_hint(wrong), "") << wrong;
  }
  for (const char* fine : {"f", "i", "w", "FU", "XF", "LA0", "spring", "force", "TA", "u1"}) {
    EXPECT_EQ(misspelling_hint(fine), "") << fine;
  }
  EXPECT_NE(misspelling_hint("Sin").find("sin"), std::string::npos);
  EXPECT_NE(misspelling_hint("noevent").find("noEvent"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
