#include "model/checks/planar_inertia.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

// Two bodies with one moment each, on these joints.
std::string two_bodies(const std::string& joints, const std::string& moment = "zz", const std::string& value = "J") {
  return "parameters: {J: 0.1}\nbodies:\n  a: {mass: 1, center: [0.5, 0.1, 0.2], inertia: {" + moment + ": " + value +
         "}}\n  b: {mass: 1, inertia: {" + moment + ": " + value + "}}\njoints:\n" + joints;
}

class PlanarInertiaTest : public ModelTest {
 protected:
  // The axis of each body, "-" for none; what is said of them; "refused" with a mistake.
  static std::string said(const std::string& text) {
    const Reading reading = read_model(text, "m");
    if (!reading.mistakes.empty()) return "refused: " + reading.mistakes[0].message.substr(0, 30);
    std::string axes;
    const auto found = find_only_axes(reading.model);
    for (std::size_t b = 1; b < found.size(); ++b) axes += found[b] ? std::string(1, "xyz"[*found[b]]) : "-";
    std::size_t notes = 0;
    for (const Error& remark : reading.remarks) notes += remark.message.starts_with("of the inertia of ") ? 1 : 0;
    return axes + " " + std::to_string(notes);
  }
};

TEST_F(PlanarInertiaTest, ChainsThatTurnAboutOneDirection) {
  const std::string a = "  j: {type: revolute, axis: z, from: world, to: a, coordinate: q}\n";
  EXPECT_EQ(said(two_bodies(a + "  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: p}\n")),
            "zz 2");
  EXPECT_EQ(said(two_bodies(a + "  k: {type: prismatic, axis: [1, 1, 1], from: a, to: b, coordinate: p}\n")), "zz 2");
  EXPECT_EQ(said(two_bodies(a + "  k: {type: planar, axis: z, from: world, to: b, coordinates: [x, y, p]}\n")), "zz 2");
  EXPECT_EQ(said(two_bodies(a + "  k: {type: fixed, from: a, to: b}\n")), "zz 2");
  EXPECT_EQ(said(two_bodies(a + "  k: {type: revolute, axis: z, from: world, to: b, coordinate: p, drive: 3*t}\n")),
            "zz 2");
}

// Oblique: frames turned against each other about other axes, back again.
TEST_F(PlanarInertiaTest, TheAxisIsThatOfTheBody) {
  const std::string frames =
      "frames: {tilted: {body: world, rotation: [[x, 0.7]]}, in_a: {body: a, rotation: [[x, 0.7]]}}\n";
  const std::string body = two_bodies(
      "  j: {type: revolute, axis: x, from: tilted, to: a, coordinate: q}\n"
      "  k: {type: revolute, axis: x, from: in_a, to: b, coordinate: p}\n",
      "xx");
  EXPECT_EQ(said(frames + body), "xx 2");
}

TEST_F(PlanarInertiaTest, WhereOtherMomentsMatterTheyAreMissed) {
  const std::string a = "  j: {type: revolute, axis: z, from: world, to: a, coordinate: q}\n";
  for (const char* k : {"  k: {type: revolute, axis: x, from: a, to: b, coordinate: p}\n",
                        "  k: {type: spherical, from: a, to: b, coordinates: [p1, p2, p3]}\n",
                        "  k: {type: free, from: world, to: b, coordinates: [x, y, z, p1, p2, p3]}\n"})
    EXPECT_EQ(said(two_bodies(a + k)), "refused: no body has the inertia given ") << k;
  // about another axis than that it turns about
  EXPECT_EQ(said(two_bodies(a + "  k: {type: fixed, from: a, to: b}\n", "xx")), "refused: no body has the inertia given ");
  // a base that turns
  EXPECT_EQ(said("base: {rotation: [[x, 3*t]]}\n" + two_bodies(a + "  k: {type: fixed, from: a, to: b}\n")),
            "refused: no body has the inertia given ");
  // what is wrong by itself
  EXPECT_EQ(said(two_bodies(a + "  k: {type: fixed, from: a, to: b}\n", "xx: 0.01, zz")),
            "refused: no body has the inertia given ");
  EXPECT_EQ(said(two_bodies(a + "  k: {type: fixed, from: a, to: b}\n", "zz", "-J")).substr(0, 8), "refused:");
}

// Of symbols nothing was refused, and nothing is said.
TEST_F(PlanarInertiaTest, OpenParametersAreLeftAlone) {
  EXPECT_EQ(said(two_bodies("  j: {type: revolute, axis: z, from: world, to: a, coordinate: q}\n"
                            "  k: {type: fixed, from: a, to: b}\n",
                            "zz", "Theta")),
            "-- 0");
}

}  // namespace
}  // namespace kinemate
