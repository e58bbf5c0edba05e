#include "model_io/flat/yaml_write.h"

#include "model_io/flat/yaml.h"
#include "model_io/flat_fixture.h"

namespace kinemate {
namespace {

class FlatYamlWriteTest : public FlatTest {};

TEST_F(FlatYamlWriteTest, ReadsBackToTheSameSystem) {
  const std::string text = R"--(name: ladder
parameters:
  R1: {value: 10, remark: "a: b"}
  R2:
  c: 2*R1
inputs:
  q1': 1/2
  u: {remark: voltage}
unknowns:
  i1: one
  a1'':
equations:
  - i1 = u
  - mesh: "R2*a1'' = max(c, q1')"
)--";
  const FlatReading reading = read_flat_yaml(text, "f");
  EXPECT_EQ(mistakes_of(reading), "");
  EXPECT_EQ(write_flat_yaml(reading.system), text);
}

TEST_F(FlatYamlWriteTest, NamesThatFormulasCannotHoldAreChanged) {
  const std::string text = write_flat_yaml(difficult_system());
  const FlatReading reading = read_flat_yaml(text, "f");
  EXPECT_EQ(mistakes_of(reading), "") << text;
  EXPECT_EQ(write_flat_yaml(reading.system), text);
  EXPECT_EQ(summary(reading.system), R"(difficult
m = 0.31 (mass: "kg")
end = pi*m/7
open
in q = 2
in q' (rate
of q)
q''?
body_frame_2__f_1_3_? (body.frame[2].f[1,3]: force)
a_b? (a b)
)"
                                     "\xCF\x89"
                                     R"(?
equation 1: m*q'' = body_frame_2__f_1_3_ - a_b/3
a "named" one: a_b^(1/3) + body_frame_2__f_1_3_*sin(q) = if(q < q', end, -q')*(q < q')
equation 3: )"
                                     "\xCF\x89"
                                     R"( = (m + q)^(-q')/(q - 1)
equation 4: a_b + )"
                                     "\xCF\x89"
                                     R"( = max(q, asinh(q'))
)");
}

TEST_F(FlatYamlWriteTest, ChangedNamesDoNotMeetOthers) {
  FlatSystem system;
  const Expr a = make_symbol("x.y"), b = make_symbol("x_y"), c = make_symbol("x y"), d = make_symbol("x.y", 1);
  system.unknowns = {{a, "", {}}, {b, "", {}}, {c, "", {}}, {d, "", {}}};
  system.equations = {{"same", a, b, {}}, {"same", c, d, {}}, {"", a, c, {}}};
  EXPECT_EQ(write_flat_yaml(system), R"(unknowns:
  x_y_2: x.y
  x_y:
  x_y_3: x y
  x_y': x.y'
equations:
  - same: x_y_2 = x_y
  - same_2: x_y_3 = x_y'
  - x_y_2 = x_y_3
)");
}

}  // namespace
}  // namespace kinemate
