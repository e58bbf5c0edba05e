#include "model_io/modelica/instances.h"

#include "model_io/modelica_fixture.h"

namespace kinemate {
namespace {

class ModelicaInstancesTest : public ModelicaPartsTest {
 protected:
  // Scalars with their values, then mistakes.
  std::string read(const std::string& text) {
    std::string summary;
    for (const ModelicaScalar& scalar : parts(text).scalars)
      summary +=
          fmt::format("{}{}{}\n", to_text(scalar.symbol), scalar.value ? " = " + to_text(scalar.value->value) : "",
                      scalar.start ? " from " + to_text(scalar.start->value) : "");
    return summary + notes_text();
  }
};

TEST_F(ModelicaInstancesTest, NamesOfTheWholeModel) {
  EXPECT_EQ(read(R"(model Wheel parameter Real r = 1; Real w(start = 2*r); Real s = r*w + time; end Wheel;
model Axle Wheel left, right; Real w = left.w; end Axle;
model Car Axle front; Real v; end Car;)"),
            "front.left.r = 1\nfront.left.w from 2*front.left.r\nfront.left.s = time + front.left.r*front.left.w\n"
            "front.right.r = 1\nfront.right.w from 2*front.right.r\n"
            "front.right.s = time + front.right.r*front.right.w\nfront.w = front.left.w\nv\n");
}

TEST_F(ModelicaInstancesTest, InstancesBeforeWhatStandsInThem) {
  const ModelicaInstances all = parts("model A Real x; end A; model B A a; A c; end B; model C B b; A d; end C;");
  ASSERT_EQ(all.instances.size(), 5u);
  const char* const prefixes[] = {"", "b.", "b.a.", "b.c.", "d."};
  const std::size_t parents[] = {0, 0, 1, 1, 0};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(all.instances[i].prefix, prefixes[i]);
    EXPECT_EQ(all.instances[i].parent, parents[i]);
  }
  EXPECT_EQ(all.by_path.at("b.c"), 3u);
  EXPECT_EQ(all.scalars[1].instance, 3u);
  EXPECT_FALSE(all.instances[0].is_connector());
}

// A value holds in the class that it is written in, and what is written further out wins.
TEST_F(ModelicaInstancesTest, WhatDeclarationsAroundItSet) {
  EXPECT_EQ(read(R"(model A parameter Real m = 1, n = m; end A;
model B parameter Real m = 5; A a(m = 2*m, n = 7); A c(m = 3*m); end B;
model C parameter Real k = 9; B b(a.m = k, m = 4); end C;)"),
            "k = 9\nb.m = 4\nb.a.m = k\nb.a.n = 7\nb.c.m = 3*b.m\nb.c.n = b.c.m\n");
}

TEST_F(ModelicaInstancesTest, ClassesAreFoundFromInsideOut) {
  EXPECT_EQ(read(R"(model A Real file; end A;
package P
  model A Real of_p; end A;
  package Q
    model B
      model A Real of_b; end A;
      A a;
    end B;
    model C A a; P.A p; Q.B b; end C;
  end Q;
  model D Q.C c; A a; end D;
end P;
model E P.D d; A a; end E;)"),
            "d.c.a.of_p\nd.c.p.of_p\nd.c.b.a.of_b\nd.a.of_p\na.file\n");
}

TEST_F(ModelicaInstancesTest, Mistakes) {
  const std::pair<const char*, const char*> table[] = {
      {"model A A a; end A;", "!8 A contains itself\n"},
      {"model M Real x; end M; model A M m; M m; end A;", "m.x\nm.x\n!38 m is declared twice\n"},
      {"model M Real x; end M; model A M m(y = 2); end A;", "m.x\n!35 there is no m.y that could be set\n"},
      {"model Wheel Real x; end Wheel; model A Whel w; Real y; end A;",
       "y\n!39 there is no class Whel | did you mean Wheel?\n"},
      {"package P model A Real x; end A; end P; model B P p; end B;",
       "!48 there is no class P | variables are Real; other classes stand in the same file\n"},
      // what may be missing is not missed
      {"model A Wheel w(r = 2); end A;",
       "!8 there is no class Wheel | variables are Real; other classes stand in the same file\n"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(read(text), expected) << text;
}

// Two classes that hold each other: told at the one that closes the circle, which is then left out.
TEST_F(ModelicaInstancesTest, CirclesEnd) {
  const ModelicaInstances all = parts("model A Real x; B b; end A; model B A a; Real y; end B; model C A a; end C;");
  EXPECT_EQ(notes_text(), "!36 A contains itself\n");
  EXPECT_TRUE(all.instances[0].lost);
  EXPECT_EQ(all.scalars.size(), 2u);
}

// Each level has ten of the one before.
TEST_F(ModelicaInstancesTest, SizeHasALimit) {
  std::string text = "model M0 Real x0";
  for (int i = 1; i < 100; ++i) text += fmt::format(", x{}", i);
  text += "; end M0;\n";
  for (int i = 1; i <= 40; ++i)
    text += fmt::format("model M{} M{} a, b, c, d, e, f, g, h, i, j; end M{};\n", i, i - 1, i);
  text += "model M M3 a; end M;\n";
  EXPECT_EQ(parts(text).scalars.size(), 100'000u);
  EXPECT_EQ(notes_text(), "");
  text += "model N M40 a; end N;\n";
  const ModelicaInstances all = parts(text);
  EXPECT_NE(notes_text().find("the model has more than 500000 variables"), std::string::npos) << notes_text();
  EXPECT_EQ(all.instances.size() + all.scalars.size(), 500'000u);
}

}  // namespace
}  // namespace kinemate
