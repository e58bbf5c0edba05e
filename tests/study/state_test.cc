#include "study/state.h"

#include "study/fixture.h"

namespace kinemate {
namespace {

const char* const kStateMachine = R"(
parameters: {l: 2, r: l/2, k: , J: k*r}
inputs: [u]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  first: {type: revolute, axis: z, from: world, to: a, coordinate: phi}
  ball: {type: spherical, sequence: euler_parameters, from: a, to: b, coordinates: [p0, p1, p2, p3]}
loads:
  push: {type: joint, joint: first, effort: w(phi) + z + J, states: {z: {rate: -z + u, initial: r/4}}}
initial: {phi: 0.3, phi': l}
)";

class StateTest : public StudyTest {
 protected:
  State state(const std::vector<std::string>& texts, std::optional<std::uint64_t> seed = std::nullopt) {
    return make_state(model_, kinematics_, given(texts), seed);
  }
  double value(const State& state, const char* text) { return state.values.at(parse(text)); }

  const Model model_ = machine(kStateMachine);
  const Kinematics kinematics_ = compute_kinematics(model_);
};

TEST_F(StateTest, StartsAtTheInitialValues) {
  const State start = state({});
  EXPECT_EQ(value(start, "phi"), 0.3);
  EXPECT_EQ(value(start, "phi'"), 2);
  EXPECT_EQ(value(start, "p0"), 1);
  EXPECT_EQ(value(start, "wy_ball"), 0);
  EXPECT_EQ(value(start, "z"), 0.25);
  EXPECT_EQ(value(start, "u"), 0);
  EXPECT_EQ(value(start, "t"), 0);
  EXPECT_FALSE(start.values.contains(parse("k")));
  EXPECT_FALSE(start.values.contains(parse("J")));
}

TEST_F(StateTest, LaterOnesOverrideEarlierOnes) {
  const State changed = state({"phi = 1", "l = 6", "phi = l*pi", "k = 4", "w(phi) = k/2"}, 5);
  EXPECT_EQ(value(changed, "phi"), 6 * M_PI);
  EXPECT_EQ(value(changed, "r"), 3);
  EXPECT_EQ(value(changed, "J"), 12);
  EXPECT_EQ(value(changed, "w(phi)"), 2);
  EXPECT_EQ(value(state({"l = 6"}), "phi'"), 6);  // initial values follow
}

TEST_F(StateTest, ASeedChoosesEverythingThatMoves) {
  const State one = state({}, 7), same = state({}, 7), other = state({}, 8);
  for (const char* name : {"phi", "phi'", "p0", "p3", "wx_ball", "z", "u"}) {
    EXPECT_LE(std::abs(value(one, name)), 1) << name;
    EXPECT_EQ(value(one, name), value(same, name)) << name;
    EXPECT_NE(value(one, name), value(other, name)) << name;
  }
  double square = 0;
  for (const char* p : {"p0", "p1", "p2", "p3"}) square += value(one, p) * value(one, p);
  EXPECT_NEAR(square, 1, 1e-15);
  EXPECT_EQ(value(one, "t"), 0);
  EXPECT_EQ(value(one, "l"), 2);
  // the generator's own bits: the same on every platform
  EXPECT_EQ(value(state({}, 1), "phi"), -0.7322467119749347);
}

TEST_F(StateTest, EulerParametersHaveLengthOne) {
  const State half = state({"p0 = 0", "p1 = 0.6000001", "p2 = 0.8"});
  EXPECT_EQ(std::hypot(value(half, "p1"), value(half, "p2")), 1);
  EXPECT_LT(value(half, "p2"), 0.8);
  const std::string error = refusal([&] { state({"p1 = 1"}); });
  EXPECT_TRUE(contains(error, "the Euler parameters of joint ball have the length 1.41421, not 1"));
  EXPECT_TRUE(contains(refusal([&] { state({"p0 = 0"}); }), "the length 0, not 1"));
}

TEST_F(StateTest, OneErrorListsAllThatIsOpen) {
  const std::vector<Expr> formulas = {parse("J + l"), parse("w(phi)*phi"), parse("w'(phi) + nothing")};
  const std::string error = refusal([&] { require_values(formulas, state({})); });
  EXPECT_TRUE(contains(error, "none for the parameters k, nothing and functions w(phi), w'(phi)")) << error;
  EXPECT_NO_THROW(require_values({formulas.data(), 1}, state({"k = 1"})));
  const Expr later[] = {parse("nothing"), parse("k")};
  EXPECT_TRUE(contains(refusal([&] {
                         require_values(formulas, state({"k = 1", "w(phi) = 1"}), later);
                       }),
                       "none for the function w'(phi) [K215]\n"));
}

TEST_F(StateTest, ParametersMustNotRunInACircle) {
  EXPECT_TRUE(contains(refusal([&] { state({"l = r"}); }), "run in a circle: l, r"));
}

TEST_F(StateTest, InitialRatesThatFollowFromSpeedsAreRefused) {
  Model model = model_;
  model.initial.push_back({parse("p1'"), Expr(1)});
  EXPECT_TRUE(contains(refusal([&] { make_state(model, kinematics_, {}); }), "the rate p1' follows from speeds"));
}

}  // namespace
}  // namespace kinemate
