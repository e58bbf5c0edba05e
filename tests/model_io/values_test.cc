// Formulas, axes, rotations and units of files.
#include "model_io/values.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class ValuesTest : public ModelTest {};

TEST_F(ValuesTest, Rotations) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
frames:
  f: {body: a, rotation: [[-z, c], [[3, 0, 4], 1]]}
  g: {body: a, rotation: {euler_parameters: [cos(h/2), 0, sin(h/2), 0]}}
)");
  const Rotation& f = model.frames[0].attachment.rotation;
  EXPECT_EQ(f.sequence[0].axis, -unit<Expr>(2));
  EXPECT_EQ(f.sequence[1].axis, (Vector{parse("3/5"), Expr(0), parse("4/5")}));
  EXPECT_TRUE(is_equal(model.frames[1].attachment.rotation.to_matrix(),
                       make_rotation(ElementaryRotation<Expr>{unit<Expr>(1), parse("h")})));
}

TEST_F(ValuesTest, EquationsWithAnEqualsSign) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints: {j: {type: planar, axis: z, from: world, to: a, coordinates: [x, y, p]}}
constraints:
  a: {type: holonomic, equation: x^2 + y^2 = l^2}
  b: {type: holonomic, equation: "x - if(y >= 0, 1, 2)*y"}
)");
  EXPECT_EQ(model.constraints[0].equation, parse("x^2 + y^2 - l^2"));
}

TEST_F(ValuesTest, NumbersDoNotDependOnTheLocale) {
  EXPECT_EQ(machine("bodies: {a: {mass: 1.5}}").bodies[1].mass, parse("3/2"));
  EXPECT_EQ(machine("bodies: {a: {mass: 1e-3}}").bodies[1].mass, parse("1/1000"));
}

TEST_F(ValuesTest, WrongValuesAreUnknown) {
  const Document document("m", "{a: 1 +, b: .nan, c: {value: 3, unit: mmm}, d: [1, 2, x y], e: 2*p}");
  Mistakes mistakes(document);
  ValueReader reader(document, mistakes);
  for (const char* key : {"a", "b", "c"})
    EXPECT_EQ(reader.formula(*reader.find(document.root(), key)), unknown()) << key;
  EXPECT_EQ(mistakes.to_errors().size(), 3u);
  EXPECT_EQ(reader.vector(*reader.find(document.root(), "d")), (Vector{Expr(1), Expr(2), unknown()}));
  EXPECT_EQ(reader.formula(*reader.find(document.root(), "e")), parse("2*p"));
  EXPECT_EQ(mistakes.to_errors().size(), 4u);
}

}  // namespace
}  // namespace kinemate
