#include "model_io/flat/names.h"

#include "expr/text/parse.h"
#include "model_io/flat_fixture.h"

namespace kinemate {
namespace {

using Role = FlatNames::Role;

class FlatNamesTest : public FlatTest {};

TEST_F(FlatNamesTest, TheFirstDeclarationCounts) {
  FlatNames names;
  const Expr x = make_symbol("x"), rate = make_symbol("x", 1);
  EXPECT_FALSE(names.declare(x, {Role::kKnown, 5}));
  EXPECT_FALSE(names.declare(rate, {Role::kUnknown, 6}));
  const auto first = names.declare(x, {Role::kUnknown, 7});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->offset, 5u);
  EXPECT_EQ(names.find(x)->role, Role::kKnown);
  EXPECT_EQ(names.find(rate)->role, Role::kUnknown);
  EXPECT_FALSE(names.find(make_symbol("y")));
  names.set_role(x, Role::kUnknown);
  EXPECT_EQ(names.find(x)->role, Role::kUnknown);
}

TEST_F(FlatNamesTest, SuggestsTheNearestForTheFirstFifty) {
  FlatNames names;
  names.declare(make_symbol("current", 1), {Role::kKnown, 0});
  EXPECT_EQ(names.suggest(make_symbol("curent", 1)), "did you mean current'?");
  EXPECT_EQ(names.suggest(make_symbol("voltage")), "");
  EXPECT_TRUE(names.miss(make_symbol("curent")));
  EXPECT_FALSE(names.miss(make_symbol("curent")));
  for (int i = 0; i < 48; ++i) EXPECT_NE(names.suggest(make_symbol("currant")), "") << i;
  EXPECT_EQ(names.suggest(make_symbol("currant")), "");
}

TEST_F(FlatNamesTest, CirclesWithoutWhatFollowsFromThem) {
  const auto known = [](const char* name, const char* value) {
    return FlatKnown{make_symbol(name), *value == 0 ? std::nullopt : std::optional(parse(value)), "", false, {}};
  };
  const std::vector<FlatKnown> list = {known("a", "b + 1"), known("b", "2*c"),   known("c", "a"),
                                       known("d", "a"),     known("e", "f"),     known("f", ""),
                                       known("g", "g"),     known("h", "i + a"), known("i", "2")};
  EXPECT_EQ(known_in_circles(list), (std::vector<std::size_t>{0, 1, 2, 6}));
  EXPECT_TRUE(known_in_circles(std::vector<FlatKnown>(list.begin() + 4, list.begin() + 6)).empty());
}

TEST_F(FlatNamesTest, PlacesInAnyOrder) {
  std::optional<Place> a, b, c;
  find_places("text", "one\ntwo\nthree", {{9, &a}, {0, &b}, {4, &c}});
  EXPECT_EQ(a->line, 3);
  EXPECT_EQ(a->column, 2);
  EXPECT_EQ(b->line, 1);
  EXPECT_EQ(c->line, 2);
  EXPECT_EQ(c->excerpt, "two");
}

}  // namespace
}  // namespace kinemate
