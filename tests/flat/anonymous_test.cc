#include "flat/anonymous.h"

#include "expr/substitute.h"
#include "flat/fixture.h"

namespace kinemate {
namespace {

class AnonymousTest : public FlatTest {
 protected:
  FlatSystem original_ = flat(R"(name: pump
parameters: {mass: {value: 3, remark: of the pump}, length: 2*mass, open: }
inputs: {angle: 1/2}
unknowns: {force: of the rod, speed: , effort: }
equations:
  - balance: mass*force = length - speed
  - speed = cos(angle)*open
  - effort - force = angle
  - last: effort^2 = 1
)");
};

TEST_F(AnonymousTest, OnlyNumbersAndStructureAreLeft) {
  const FlatSystem made = make_anonymous(original_, 1).system;
  const std::string text = summary(made);
  for (const char* word :
       {"pump", "mass", "length", "open", "angle", "force", "speed", "effort", "balance", "last", "rod"})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
  EXPECT_EQ(made.known.size(), 4u);
  for (std::size_t i = 0; i < made.known.size(); ++i)
    EXPECT_EQ(to_text(made.known[i].symbol), fmt::format("k{}", i + 1));
  for (std::size_t i = 0; i < made.unknowns.size(); ++i)
    EXPECT_EQ(to_text(made.unknowns[i].symbol), fmt::format("x{}", i + 1));
  for (std::size_t i = 0; i < made.equations.size(); ++i) {
    EXPECT_EQ(made.equations[i].name, fmt::format("equation {}", i + 1));
    EXPECT_FALSE(made.equations[i].place);
  }
}

// The old names put in again, the same equations are there, each as it was or with its sides exchanged.
TEST_F(AnonymousTest, IsTheSameList) {
  const AnonymousNames made = make_anonymous(original_, 2);
  Substitution names;
  for (std::size_t u = 0; u < made.unknown_at.size(); ++u)
    names.symbols.emplace(made.system.unknowns[made.unknown_at[u]].symbol, original_.unknowns[u].symbol);
  ASSERT_EQ(names.symbols.size(), 3u);
  for (const FlatKnown& known : made.system.known) {  // told apart by their values: 3, 2*mass, none, 1/2
    const bool is_number = known.value && known.value->is_number();
    const char* name = known.varies ? "angle" : !known.value ? "open" : is_number ? "mass" : "length";
    names.symbols.emplace(known.symbol, make_symbol(name));
    EXPECT_EQ(known.meaning, "");
  }
  for (const FlatKnown& known : made.system.known)
    for (const FlatKnown& old : original_.known)
      if (old.symbol == substitute(known.symbol, names) && old.value) {
        EXPECT_EQ(substitute(*known.value, names), *old.value);
      }
  int found = 0;
  for (const FlatEquation& old : original_.equations) {
    for (const FlatEquation& equation : made.system.equations) {
      const Expr left = substitute(equation.left, names), right = substitute(equation.right, names);
      found += (left == old.left && right == old.right) || (left == old.right && right == old.left) ? 1 : 0;
    }
  }
  EXPECT_EQ(found, 4);
}

TEST_F(AnonymousTest, TheSeedDecides) {
  EXPECT_EQ(summary(make_anonymous(original_, 3).system), summary(make_anonymous(original_, 3).system));
  int different = 0, exchanged = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const AnonymousNames made = make_anonymous(original_, seed);
    different += summary(made.system) != summary(make_anonymous(original_, 3).system) ? 1 : 0;
    for (const FlatEquation& equation : made.system.equations) exchanged += equation.left == Expr(1) ? 1 : 0;
  }
  EXPECT_GE(different, 19);
  EXPECT_GT(exchanged, 3);
  EXPECT_LT(exchanged, 17);
}

}  // namespace
}  // namespace kinemate
