#include "loops/positions/characteristic_equations.h"

#include "loops/positions/loop_paths.h"
#include "loops/solved_machine.h"

namespace kinemate {
namespace {

class CharacteristicEquationsTest : public ModelTest {};

using Form = CharacteristicEquation::Form;

// All equations of a coordinate in a machine with one loop, in words; each must hold at closed configurations.
std::vector<std::string> equations_of(const std::string& text, const std::string& coordinate,
                                      const std::vector<std::string>& known) {
  const Model model = machine(text);
  const Tree tree = make_tree(model);
  const Walker walker(model, tree, choose_numbers(model, 0));
  std::vector<ElementaryMotion> around;
  for (const LoopStep& step : make_tree_loop(model, tree, tree.secondary[0])) {
    const std::vector<ElementaryMotion> motions = make_elementary_motions(model, step.joint);
    for (const ElementaryMotion& motion : step.reversed ? reverse(motions) : motions) around.push_back(motion);
  }
  std::unordered_set<Expr> given;
  for (const std::string& name : known) given.insert(make_symbol(name));
  const MotionChain chain = make_motion_chain(around, given);
  const auto link = std::find_if(chain.begin(), chain.end(), [&](const ChainLink& l) {
    return l.motion.coordinates[0] == make_symbol(coordinate);
  });
  Eigen::VectorXd q = walker.close(walker.start()).x;
  std::mt19937_64 random(5);
  std::vector<std::string> meanings;
  for (int i = 0; i < 4; ++i, q = walker.step(q, random).to) {
    Values values = choose_numbers(model, 0).values;
    for (std::size_t k = 0; k < walker.closure().coordinates().size(); ++k)
      values[walker.closure().coordinates()[k]] = q[static_cast<Eigen::Index>(k)];
    values = complete_start(model, tree, values);
    const PositionSamples samples(model, values);
    meanings.clear();
    for (const CharacteristicEquation& e :
         find_characteristic_equations(model, chain, static_cast<std::size_t>(link - chain.begin()), samples, 1)) {
      meanings.push_back(e.meaning);
      const auto at = [&](Expr formula) { return evaluate(formula, values); };
      const double u = at(make_symbol(coordinate) + e.ahead), a = at(e.a), b = at(e.b), c = at(e.c);
      const double error = e.form == Form::kValue    ? std::sin((u - a) / 2)  // but for full turns
                           : e.form == Form::kVector ? a * std::cos(u) - b * std::sin(u)
                           : e.form == Form::kTurn   ? a * std::cos(u) + b * std::sin(u) + c
                                                     : a * u * u + 2 * b * u + c;
      EXPECT_NEAR(error, 0, 1e-11) << coordinate << ": " << e.meaning;
      if (e.form == Form::kVector) {
        EXPECT_GT(a * std::sin(u) + b * std::cos(u), 0) << e.meaning;
      }
    }
  }
  return meanings;
}

using Words = std::vector<std::string>;

const char* const kSliderCrank = R"(
parameters: {r: 0.3, l: 1, h: 0.1}
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  shaft: {type: revolute, axis: z, from: world, to: a, coordinate: phi}
  pin: {type: revolute, axis: z, from: {body: a, at: [r, 0, 0]}, to: b, coordinate: alpha}
  end: {type: revolute, axis: z, from: {body: b, at: [l, 0, 0]}, to: c, coordinate: beta}
  track: {type: prismatic, axis: x, from: {body: world, at: [0, h, 0]}, to: c, coordinate: s}
initial: {phi: 1, alpha: -1.2, beta: 0.2, s: 1.1}
)";

TEST_F(CharacteristicEquationsTest, OfASliderCrank) {
  EXPECT_EQ(equations_of(kSliderCrank, "s", {"phi"}), (Words{"distance of pin and end"}));
  EXPECT_EQ(equations_of(kSliderCrank, "alpha", {"phi"}), (Words{"height of end above track"}));
  EXPECT_EQ(equations_of(kSliderCrank, "beta", {"phi"}), (Words{"height of pin above track"}));
  EXPECT_EQ(equations_of(kSliderCrank, "alpha", {"phi", "s"}), (Words{"place of end"}));
  EXPECT_EQ(equations_of(kSliderCrank, "alpha", {"phi", "s", "beta"}), (Words{"angles around the loop"}));
  EXPECT_EQ(equations_of(kSliderCrank, "alpha", {"phi", "beta"}), (Words{"angles around the loop"}));
  EXPECT_EQ(equations_of(kSliderCrank, "s", {"phi", "alpha", "beta"}), (Words{"ways around the loop"}));
  EXPECT_EQ(equations_of(kSliderCrank, "phi", {}), Words{});
}

const char* const kSpatial = R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  shaft: {type: revolute, axis: x, from: {body: world, at: [0, 0.1, 0.12]}, to: a, coordinate: phi}
  ball: {type: spherical, sequence: xyz, from: {body: a, at: [0, 0, 0.1]}, to: b, coordinates: [b1, b2, b3]}
  track: {type: prismatic, axis: x, from: world, to: c, coordinate: s}
  cross: {type: universal, axes: [x, y], from: c, to: {body: b, at: [0.3, 0, 0]}, coordinates: [c1, c2]}
initial: {phi: 0.3, s: 0.2, c1: -0.4, c2: 0.8, b1: -0.8, b2: 0.8}
)";

TEST_F(CharacteristicEquationsTest, OfASpatialLoop) {
  const auto has = [](const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  EXPECT_TRUE(has(equations_of(kSpatial, "s", {"phi"}), "distance of ball and cross") ||
              has(equations_of(kSpatial, "s", {"phi"}), "distance of cross and ball"));
  EXPECT_TRUE(has(equations_of(kSpatial, "c1", {"phi", "s"}), "height of ball above cross"));
  EXPECT_TRUE(has(equations_of(kSpatial, "c2", {"phi", "s", "c1"}), "place of ball"));
  EXPECT_TRUE(has(equations_of(kSpatial, "b1", {"phi", "s", "c1", "c2"}), "angle between ball and ball"));
  EXPECT_TRUE(has(equations_of(kSpatial, "b2", {"phi", "s", "c1", "c2", "b1"}), "direction of ball"));
  EXPECT_TRUE(has(equations_of(kSpatial, "b3", {"phi", "s", "c1", "c2", "b1", "b2"}), "turns around the loop"));
}

// A rod on a ball joint, and around a bolt that is across to the way of the slider.
TEST_F(CharacteristicEquationsTest, OfABoltInARod) {
  const char* const text = R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
joints:
  shaft: {type: revolute, axis: z, from: {body: world, at: [1, 0.2, 0]}, to: a, coordinate: phi}
  bolt: {type: cylindrical, axis: [0.6, 0, 0.8], from: {body: a, at: [0.3, 0, 0]}, to: {body: b, at: [1, 0, 0.1]}, coordinates: [c1, c2]}
  ball: {type: spherical, sequence: xyz, from: c, to: b, coordinates: [b1, b2, b3], cut: true}
  track: {type: prismatic, axis: x, from: world, to: c, coordinate: s}
initial: {phi: 0.3, s: 0.2, c1: 0.4}
)";
  EXPECT_EQ(equations_of(text, "s", {"phi"}), (Words{"distance of ball and bolt"}));
}

}  // namespace
}  // namespace kinemate
