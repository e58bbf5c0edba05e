#include "model_io/deck/reader.h"

#include "model_io/deck_fixture.h"

namespace kinemate {
namespace {

class DeckReaderTest : public DeckTest {
 protected:
  static std::vector<DeckMachine> machines(const std::string& text) {
    DeckCards cards("deck", text);
    DeckNotes notes;
    std::vector<DeckMachine> result = read_deck_machines(cards, notes);
    for (const DeckNote& note : notes.mistakes) ADD_FAILURE() << note.message;
    return result;
  }
  // With everything that a deck may have.
  static std::string whole() {
    return fmt::format(R"(1
2 2 '1'B
{0}
'V*Q(0)' '0' '0'
0
'COS(Q(1))' 'SIN(Q(1))' '0'
'-SIN(Q(1))' 'COS(Q(1))' '0'
'0' '0' '1'
'A' '0' '0'
'0' 'B' '0'
'0' '0' 'D'
'1'B
'E(4,1)' 'GAM(1,1,2)' 'QP(1)'
'E(5,1)' '0' 'T'
1
{0}
'Q(2)' '0' '0'
{1}
{1}
'0'B
1
2 0 '1'B
'XD(2,0,1), 0, K(2,0), KA'
2
1 2 '0'B '0'B
1 0 '1'B '1'B
'XF(1,0,2), R'
'C(1,0), 2*CA'
1
'M(1), 0'
2
'KA, 0'
'CA, 1, R, 2'
)",
                       kDeckAxes, kDeckZero);
  }
};

TEST_F(DeckReaderTest, ReadsTheWholeStructure) {
  const std::vector<DeckMachine> read = machines(whole());
  ASSERT_EQ(read.size(), 1u);
  const DeckMachine& machine = read[0];
  EXPECT_TRUE(machine.relative);
  EXPECT_EQ(machine.coordinates, 2);
  ASSERT_EQ(machine.bodies.size(), 3u);
  EXPECT_EQ(machine.bodies[0].pose.position, parse_vector("V*t", "0", "0"));
  const DeckBody& body = machine.bodies[1];
  // rows of the deck are axes of the body, and so columns here
  EXPECT_EQ(body.motion.rotation.column(0), parse_vector("cos(q1)", "sin(q1)", "0"));
  EXPECT_EQ(body.motion.position, parse_vector("A", "0", "0"));
  EXPECT_EQ(body.on_reference, parse_vector("0", "B", "0"));
  EXPECT_EQ(body.on_body, parse_vector("0", "0", "D"));
  EXPECT_TRUE(is_equal(body.pose.position, parse_vector("V*t + A", "B", "-D")));
  EXPECT_EQ(body.force, parse_vector("A", "sin(q1)", "q1'"));
  EXPECT_EQ(body.torque, parse_vector("A", "0", "T"));  // E(5,1) is the force then
  EXPECT_EQ(body.mass, parse("M1"));
  EXPECT_EQ(body.binet.yz, parse("TH_1_2_3"));
  EXPECT_EQ(machine.bodies[2].reference, 1u);
  EXPECT_TRUE(is_equal(machine.bodies[2].pose.position, parse_vector("V*t + A + cos(q1)*q2", "B + sin(q1)*q2", "-D")));
  EXPECT_EQ(machine.bodies[2].force, Vector{});

  ASSERT_EQ(machine.links.size(), 3u);
  EXPECT_FALSE(machine.links[0].spring);
  EXPECT_EQ(machine.links[0].points[0], parse_vector("0", "XD_2_0_2", "XD_2_0_3"));
  EXPECT_EQ(machine.links[0].points[1], parse_vector("XD_0_2_1", "XD_0_2_2", "XD_0_2_3"));
  EXPECT_EQ(machine.links[0].constant, parse("KA"));
  EXPECT_TRUE(machine.links[1].spring);
  EXPECT_EQ(machine.links[1].constant, parse("C_1_2"));
  EXPECT_EQ(machine.links[1].rest, parse("LA0_1_2"));
  EXPECT_EQ(machine.links[2].points[0], parse_vector("XF_1_0_1", "R", "XF_1_0_3"));
  EXPECT_EQ(machine.links[2].constant, parse("2*CA"));
  ASSERT_EQ(machine.inertia.size(), 1u);
  ASSERT_EQ(machine.forces.size(), 2u);
  EXPECT_EQ(machine.forces[1].replacements.size(), 2u);
}

TEST_F(DeckReaderTest, ReadsAbsoluteMotions) {
  const std::vector<DeckMachine> read =
      machines(fmt::format("1 1 1 '0'B {0}{1} '1' '0' '0' '0' 'COS(Q(1))' 'SIN(Q(1))' '0' '-GAM(1,2,3)' 'GAM(1,2,2)' "
                           "'A' 'B' '0' '0'B 0 0 0 0",
                           kDeckAxes, kDeckZero));
  ASSERT_EQ(read.size(), 1u);
  EXPECT_FALSE(read[0].relative);
  EXPECT_EQ(read[0].bodies[1].pose.rotation, make_rotation(ElementaryRotation<Expr>{unit<Expr>(0), parse("q1")}));
  EXPECT_EQ(read[0].bodies[1].pose.position, parse_vector("A", "B", "0"));
}

// Each item missing, each item twice, each item of another kind: what is expected is told, and nothing else happens.
TEST_F(DeckReaderTest, EveryItemIsMissed) {
  const std::string text = whole();
  DeckCards cards("deck", text);
  std::vector<DeckItem> items;
  for (DeckItem item = cards.next(); item.kind != DeckItem::Kind::kEnd; item = cards.next()) items.push_back(item);
  ASSERT_GT(items.size(), 80u);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t begin = items[i].offset, end = i + 1 < items.size() ? items[i + 1].offset : text.size();
    const std::string item = text.substr(begin, end - begin);
    const std::string cut = text.substr(0, begin);
    EXPECT_NE(mistakes_of(cut), "") << i;
    EXPECT_NE(mistakes_of(cut + text.substr(end)), "") << i;
    EXPECT_NE(mistakes_of(cut + item + " " + item + text.substr(end)), "") << i;
    for (const char* other : {"7 ", "'1'B ", "'X' "}) {
      const bool same = item.substr(0, 4) == std::string(other).substr(0, 4) ||
                        (items[i].kind == DeckItem::Kind::kString && other[1] == 'X');
      EXPECT_TRUE(same || !mistakes_of(cut + other + text.substr(end)).empty()) << i << " " << other;
    }
  }
}

TEST_F(DeckReaderTest, TellsWhatWasExpected) {
  EXPECT_EQ(mistakes_of("'A'"), "1:1: B, the number of systems, was expected here; found a string in apostrophes\n");
  EXPECT_EQ(mistakes_of("0"), "1:1: B, the number of systems, was expected here; found the integer 0\n");
  EXPECT_EQ(mistakes_of("1 0"), "1:3: N, the number of bodies, was expected here: 0 is below 1\n");
  EXPECT_EQ(mistakes_of("1 1 -1"), "1:5: F, the number of coordinates, was expected here: -1 is below 0\n");
  EXPECT_EQ(
      mistakes_of("1 1 1 1"),
      "1:7: BI1, whether motions are relative ('1'B) or absolute ('0'B), was expected here, '0'B or '1'B; found the "
      "integer 1\n");
  EXPECT_EQ(
      mistakes_of("1 1 1 '1'B\n'1' '0' 0"),
      "2:9: the rotation matrix of body 0, entry (1,3), was expected here, a formula in apostrophes; found the integer "
      "0\n");
  EXPECT_EQ(hint_of("1 1 1 '1'B\n'1' '0' 0"),
            "formulas stand in apostrophes: '0'; or items before this one are missing");
  EXPECT_EQ(mistakes_of(fmt::format("1 1 1 '1'B\n{}\n'0' '0'", kDeckAxes)),
            "3:8: the origin of body 0, component 3, was expected here, but the deck ends\n");
  EXPECT_EQ(mistakes_of(fmt::format("2 1 1 '1'B {0}{1} 0 {0} 'Q(1)' '0' '0' {1}{1} '0'B 0 0 0 0", kDeckAxes, kDeckZero))
                .substr(0, 80)
                .find("N, the number of bodies of system 2,"),
            std::string("1:166: ").size());
  EXPECT_EQ(mistakes_of(one_body(kDeckAxes, "'Q(1)' '0' '0'", "'0'B 0 0 0 0\n5")),
            "2:1: the deck should end here; found the integer 5\n");
}

TEST_F(DeckReaderTest, ReferenceBodiesHaveSmallerNumbers) {
  const std::string text = fmt::format("1 1 1 '1'B {0}{1}\n1 {0}{1}{1}{1} '0'B 0 0 0 0", kDeckAxes, kDeckZero);
  EXPECT_EQ(mistakes_of(text), "2:1: the reference body of body 1 is 1: it must be from 0 to 0\n");
}

TEST_F(DeckReaderTest, MistakesInFormulasAreCollected) {
  const std::string text = one_body("'COS(Q(1))' 'SIN(Q(1)' '0' '-SIN(Q(1))' 'COS(Q(1))' '0' '0' '0' '1'",
                                    "'Q(2)' 'QP(1)' 'F'", "'1'B 'X*' '1/0' '0' '0' '0' 'GAM(2,1,1)' 0 0 0 0");
  const std::string found = mistakes_of(text);
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 7) << found;
  EXPECT_NE(found.find("expected ')' of SIN("), std::string::npos);
  EXPECT_NE(found.find("there is no Q(2)"), std::string::npos);
  EXPECT_NE(found.find("QP(1) may not stand here: the motion of a body is given by coordinates and the time"),
            std::string::npos);
}

TEST_F(DeckReaderTest, MatricesRotate) {
  EXPECT_EQ(mistakes_of(one_body("\n'COS(Q(1))' '-SIN(Q(1))' '0' '-SIN(Q(1))' 'COS(Q(1))' '0' '0' '0' '1'", kDeckZero)),
            "2:1: the rotation matrix of body 1 does not rotate: its rows 1 and 2 are not perpendicular\n");
}

TEST_F(DeckReaderTest, Body0MovesWithTheTimeAlone) {
  EXPECT_EQ(mistakes_of(fmt::format("1 1 1 '1'B {0}\n'Q(1)' '0' '0' 0 {0} 'Q(1)' '0' '0' {1}{1} '0'B 0 0 0 0",
                                    kDeckAxes, kDeckZero)),
            "2:2: Q(1) may not stand here: body 0 moves as a function of the time Q(0) alone\n");
}

TEST_F(DeckReaderTest, ListsOfLinksNameWhatBelongsToThem) {
  auto spring = [](const std::string& lists) {
    return one_body(kDeckAxes, "'Q(1)' '0' '0'", "'0'B 0 1\n" + lists + " 0 0");
  };
  EXPECT_EQ(mistakes_of(spring("1 0 '1'B '0'B 'XF(1,0,1), 0, XF(0,1,3), A'")), "");
  EXPECT_EQ(mistakes_of(spring("1 0 '1'B '0'B 'C(1,0), CA'")), "2:16: C(1,0) cannot be replaced here\n");
  EXPECT_EQ(hint_of(spring("1 0 '1'B '0'B 'C(1,0), CA'")),
            "C and LA0 stand in the second list of a spring: BI2 is '1'B");
  EXPECT_EQ(mistakes_of(spring("1 0 '0'B '1'B 'C(0,1), CA'")), "2:16: C(0,1) cannot be replaced here\n");
  EXPECT_EQ(hint_of(spring("1 0 '0'B '1'B 'C(0,1), CA'")),
            "names of spring 1 are XF(1,0,1), XF(0,1,1), LA0(1,0) and C(1,0)");
  EXPECT_EQ(mistakes_of(spring("1 0 '0'B '1'B 'C(1,0), 0, C(1,0), 1'")), "2:27: C(1,0) is replaced twice\n");
  EXPECT_EQ(mistakes_of(spring("1 0 '0'B '1'B 'C(1,0), LA0(1,0), LA0(1,0), C(1,0)'")),
            "2:1: its replacements run in a circle\n");
  EXPECT_EQ(mistakes_of(spring("1 1 '0'B '0'B")), "2:3: spring 1 acts between body 1 and itself\n");
  EXPECT_EQ(mistakes_of(spring("1 2 '0'B '0'B")),
            "2:3: N, the second body of spring 1, was expected here: 2 is not from 0 to 1\n");
  EXPECT_EQ(mistakes_of(spring("1 0 '1'B '0'B 'XF(1,0,1), QP(1)'")),
            "2:27: QP(1) may not stand here: points and constants of springs and dampers do not depend on rates\n");
}

}  // namespace
}  // namespace kinemate
