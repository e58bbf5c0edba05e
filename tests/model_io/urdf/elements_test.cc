// Attributes, children, numbers and origins of single elements.
#include "model_io/urdf/elements.h"

#include "model_io/urdf_fixture.h"

namespace kinemate {
namespace {

class UrdfElementsTest : public UrdfTest {
 protected:
  // Reads <a ...>...</a> by `act(elements, element)`.
  template <class Act>
  UrdfNotes notes_of(const std::string& text, Act act, const UrdfOptions& options = {}) {
    const XmlDocument document("m", text);
    UrdfNotes notes;
    UrdfElements elements(document, options, notes);
    act(elements, document.root());
    elements.finish();
    return notes;
  }
};

TEST_F(UrdfElementsTest, AttributesByName) {
  const UrdfNotes notes = notes_of("<a y='2' nam='n' xmlns:q='u' x='1' x='3'/>", [](UrdfElements& e, pugi::xml_node a) {
    const auto found = e.attributes(a, {"x", "y", "name"});
    EXPECT_EQ(found[1]->value, "2");
    EXPECT_TRUE(found[0].has_value());
    EXPECT_FALSE(found[2].has_value());
  });
  ASSERT_EQ(notes.mistakes.size(), 1u);
  EXPECT_EQ(notes.mistakes[0].message, "x stands twice in this <a>");
  EXPECT_EQ(notes.mistakes[0].offset, 35u);
  ASSERT_EQ(notes.doubts.size(), 1u);
  EXPECT_EQ(notes.doubts[0].message, "attribute nam of <a> is not used (once)");
  EXPECT_EQ(notes.doubts[0].hint, "did you mean name?");
  EXPECT_EQ(notes.doubts[0].offset, 9u);
}

TEST_F(UrdfElementsTest, ChildrenByName) {
  const std::string text = "<a><b/><v/><v/><gazebo/>\n<bb/> word <c/><b/><!-- x --><w/><w/></a>";
  const UrdfNotes notes = notes_of(text, [](UrdfElements& e, pugi::xml_node a) {
    const auto found = e.children(a, {"b", "c", "d"}, {"v"});
    EXPECT_STREQ(found[0].name(), "b");
    EXPECT_STREQ(found[1].name(), "c");
    EXPECT_FALSE(found[2]);
  });
  ASSERT_EQ(notes.mistakes.size(), 1u);
  EXPECT_EQ(notes.mistakes[0].message, "<b> stands twice in this <a>");
  EXPECT_EQ(notes.mistakes[0].hint, "the first is in line 1");
  EXPECT_EQ(messages(notes.remarks), "not used: 2 <v>: they do not change the equations of motion\n");
  EXPECT_EQ(messages(notes.doubts),
            "<gazebo> is not used (once)\n<bb> in <a> is not used (once)\ntext in <a> is not used (once)\n"
            "<w> in <a> is not used (2 times)\n");
  EXPECT_EQ(notes.doubts[1].hint, "did you mean b?");
  EXPECT_EQ(notes.doubts[3].hint, "URDF has no such element in <a>");
}

TEST_F(UrdfElementsTest, Names) {
  auto name = [&](const std::string& text) {
    std::string result;
    const UrdfNotes notes = notes_of(
        text, [&](UrdfElements& e, pugi::xml_node a) { result = e.name(a, e.attributes(a, {"name"})[0], "name"); });
    return result + "|" + messages(notes.mistakes);
  };
  EXPECT_EQ(name("<a name='x y'/>"), "x y|");
  EXPECT_EQ(name("<a name='&#xE4;'/>"), "\u00E4|");
  EXPECT_EQ(name("<a/>"), "|this <a> has no attribute name\n");
  EXPECT_EQ(name("<a name=''/>"), "|the name of this <a> is empty\n");
  for (const char* wrong : {"&#7;", "\xE4", "&#x2028;", "&#xFFFE;", "&#xD800;", "&#x85;"})
    EXPECT_EQ(name(std::string("<a name='x") + wrong + "'/>"),
              "|the name of this <a> has characters that cannot be printed\n")
        << wrong;
}

TEST_F(UrdfElementsTest, Numbers) {
  const UrdfNotes notes = notes_of("<a u=' 0.5 ' v='' w='1 2' x='3 kg' y='x'/>", [](UrdfElements& e, pugi::xml_node a) {
    const auto found = e.attributes(a, {"u", "v", "w", "x", "y", "z"});
    EXPECT_EQ(e.number(*found[0]), parse("1/2"));
    for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(e.number(*found[i]), Expr(0));
    EXPECT_EQ(e.required_number(a, found[0], "u"), parse("1/2"));
    EXPECT_EQ(e.required_number(a, found[5], "z"), Expr(0));
  });
  EXPECT_EQ(messages(notes.mistakes),
            "v is empty: a number is missing\nw is one number, not 2\n'3 kg' is no number\n'x' is no number\n"
            "this <a> has no attribute z\n");
}

TEST_F(UrdfElementsTest, ThreeNumbersAtTheirPlaces) {
  const std::string text = "<a u='1 2 0.3' v='1 2' w='1 b c' x=''/>";
  const UrdfNotes notes = notes_of(text, [](UrdfElements& e, pugi::xml_node a) {
    const auto found = e.attributes(a, {"u", "v", "w", "x"});
    const auto u = e.three_numbers(*found[0]);
    ASSERT_TRUE(u.has_value());
    EXPECT_EQ((*u)[2], Rational(3, 10));
    for (std::size_t i = 1; i < 4; ++i) EXPECT_FALSE(e.three_numbers(*found[i]).has_value());
  });
  EXPECT_EQ(messages(notes.mistakes),
            "v has three numbers, not 2\n'b' is no number\n'c' is no number\nx has three numbers, not none\n");
  EXPECT_EQ(notes.mistakes[1].offset, text.find("b c"));
  EXPECT_EQ(notes.mistakes[2].offset, text.find("c'"));
}

TEST_F(UrdfElementsTest, OriginsAndNearAngles) {
  const std::string text = "<origin xyz='1 -2 0.5' rpy='0 1.5708 3.141592653589793'/>";
  UrdfOrigin origin;
  auto read = [&](UrdfElements::OriginOf what) {
    return [&origin, what](UrdfElements& e, pugi::xml_node a) { origin = e.origin(a, what); };
  };
  UrdfNotes notes = notes_of(text, read(UrdfElements::OriginOf::kJoint));
  EXPECT_EQ(origin.position, parse_vector("1", "-2", "1/2"));
  ASSERT_EQ(origin.rotation.sequence.size(), 2u);
  EXPECT_EQ(origin.rotation.sequence[0].axis, unit<Expr>(2));
  EXPECT_EQ(origin.rotation.sequence[0].angle, make_pi());
  EXPECT_EQ(origin.rotation.sequence[1].axis, unit<Expr>(1));
  EXPECT_EQ(origin.rotation.sequence[1].angle, parse("1.5708"));
  ASSERT_EQ(notes.remarks.size(), 1u);
  EXPECT_EQ(notes.remarks[0].message, "one angle is nearly, but not quite, a multiple of 15 degrees: 1.5708");
  EXPECT_EQ(notes.remarks[0].offset, text.find("1.5708"));
  EXPECT_TRUE(notes_of(text, read(UrdfElements::OriginOf::kInertial)).remarks.empty());
  UrdfOptions round;
  round.round_angles = true;
  EXPECT_TRUE(notes_of(text, read(UrdfElements::OriginOf::kJoint), round).remarks.empty());
  EXPECT_EQ(origin.rotation.sequence[1].angle, parse("pi/2"));
  notes = notes_of(text, [](UrdfElements& e, pugi::xml_node a) {
    for (int i = 0; i < 3; ++i) e.origin(a, UrdfElements::OriginOf::kJoint);
  });
  EXPECT_EQ(messages(notes.remarks), "3 angles are nearly, but not quite, multiples of 15 degrees, such as 1.5708\n");
  notes = notes_of("<origin/>", read(UrdfElements::OriginOf::kJoint));
  EXPECT_EQ(origin.position, Vector{});
  EXPECT_TRUE(origin.rotation.is_identity());
  EXPECT_TRUE(notes.mistakes.empty());
}

}  // namespace
}  // namespace kinemate
