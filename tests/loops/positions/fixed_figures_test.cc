#include "loops/positions/fixed_figures.h"

#include "model/fixture.h"
#include "model/topology/numeric_tree.h"

namespace kinemate {
namespace {

class FixedFiguresTest : public ModelTest {};

// A chain from the world over all joints of a text, with numbers for everything.
struct OpenChain {
  Model model;
  std::vector<ElementaryMotion> motions;
  MotionChain chain;
  Values values;

  explicit OpenChain(const std::string& text, const std::unordered_set<Expr>& known = {}) : model(machine(text)) {
    for (std::size_t j = 0; j < model.joints.size(); ++j)
      for (const ElementaryMotion& motion : make_elementary_motions(model, j)) motions.push_back(motion);
    chain = make_motion_chain(motions, known);
    values = choose_numbers(model, 0).values;
    double next = 0.3;
    for (const Coordinate& coordinate : model.coordinates) values[make_symbol(coordinate.name)] = next += 0.37;
  }

  std::vector<FixedFigure> figures() const { return find_fixed_figures(chain, PositionSamples(model, values), 1); }

  // Random Euler parameters are no rotation.
  bool has_balls() const {
    return std::any_of(chain.begin(), chain.end(), [](const auto& l) { return l.motion.kind == MotionKind::kBall; });
  }

  // From the frame before the first motion to that behind the last.
  Pose<double> over_all(const Values& at) const {
    Pose<double> pose;
    for (std::size_t k = 0; k < chain.size(); ++k) {
      if (k > 0) pose = compose(pose, numbers(chain[k].before, at));
      pose = compose(pose, numbers(chain[k].motion.pose, at));
    }
    return pose;
  }

  static Vector3<double> numbers(const Vector& v, const Values& at) {
    return {evaluate(v.x, at), evaluate(v.y, at), evaluate(v.z, at)};
  }
  static Pose<double> numbers(const SteadyPose& pose, const Values& at) {
    return {
        {{numbers(pose.rotation.rows[0], at), numbers(pose.rotation.rows[1], at), numbers(pose.rotation.rows[2], at)}},
        numbers(pose.position, at)};
  }
};

void expect_near(const Vector3<double>& a, const Vector3<double>& b) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-13);
}

// Whatever the unknown coordinates are, the figure is at the same place on both sides.
void expect_fixed(const OpenChain& open, const FixedFigure& figure) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int i = 0; i < 5; ++i) {
    Values at = open.values;
    for (const ChainLink& link : open.chain)
      for (Expr q : link.motion.coordinates) at[q] = number(random);
    const Pose<double> pose = open.over_all(at);
    const auto value = [&](const Vector& v) { return OpenChain::numbers(v, at); };
    const Vector3<double> n = value(figure.start.direction), m = pose.rotation * value(figure.end.direction);
    switch (figure.kind) {
      case FigureKind::kPoint: expect_near(value(figure.start.point), pose.at(value(figure.end.point))); break;
      case FigureKind::kDirection: expect_near(n, m); break;
      case FigureKind::kPlane:
        expect_near(n, m);
        EXPECT_NEAR(evaluate(figure.start.height, at), evaluate(figure.end.height, at) + dot(m, pose.position), 1e-13);
        break;
      case FigureKind::kLine:
        expect_near(n, m);
        expect_near(cross(n, pose.at(value(figure.end.point)) - value(figure.start.point)), {});
        break;
    }
  }
}

std::string names_of(const std::vector<FixedFigure>& figures) {
  std::string names;
  for (const FixedFigure& figure : figures) names += "pdel"[static_cast<int>(figure.kind)];
  return names;
}

std::string joints(std::initializer_list<const char*> list) {
  std::string text = "parameters: {h: 0.4, l: 0.7}\nbodies: {";
  for (std::size_t i = 0; i < list.size(); ++i) text += "b" + std::to_string(i) + ": {mass: 1}, ";
  text += "}\njoints:\n";
  std::size_t i = 0;
  for (const char* joint : list) {
    const std::string before = i == 0 ? "world" : "b" + std::to_string(i - 1);
    text +=
        "  j" + std::to_string(i) + ": {from: {body: " + before + ", " + joint + ", to: b" + std::to_string(i) + "}\n";
    ++i;
  }
  return text;
}

// p point, d direction, e plane, l line
TEST_F(FixedFiguresTest, OfGroupsOfMotions) {
  const struct {
    std::initializer_list<const char*> joints;
    const char* figures;
  } cases[] = {
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1"}, "pde"},
      {{"at: [0, 0, 0]}, type: prismatic, axis: x, coordinate: q1"}, "ee"},
      {{"at: [0, 0, 0]}, type: spherical, sequence: zyx, coordinates: [q1, q2, q3]"}, "p"},
      {{"at: [0, 0, 0]}, type: spherical, sequence: euler_parameters, coordinates: [q0, q1, q2, q3]"}, "p"},
      {{"at: [0, 0, 0]}, type: cylindrical, axis: [0, 3, 4], coordinates: [q1, q2]"}, "dl"},
      {{"at: [0, 0, 0]}, type: planar, axis: z, coordinates: [q1, q2, q3]"}, "de"},
      // parallel axes, one against the other, apart in all directions
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
        "at: [l, 0, h], rotation: [[x, pi]]}, type: revolute, axis: z, coordinate: q2"},
       "de"},
      // and with a shift across, or along them
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
        "at: [l, 0, h]}, type: prismatic, axis: y, coordinate: q2",
        "at: [0, 0, l]}, type: revolute, axis: z, coordinate: q3"},
       "de"},
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
        "at: [l, 0, h]}, type: prismatic, axis: z, coordinate: q2"},
       "d"},
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
        "at: [0, 0, h]}, type: prismatic, axis: z, coordinate: q2"},
       "dl"},
      // axes that meet away from both origins; that pass each other; three of which two are one line
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
        "at: [l, 0, h]}, type: revolute, axis: x, coordinate: q2"},
       "p"},
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
        "at: [l, h, h]}, type: revolute, axis: x, coordinate: q2"},
       ""},
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
        "at: [0, 0, l]}, type: revolute, axis: z, coordinate: q2",
        "at: [0, l, h]}, type: revolute, axis: y, coordinate: q3"},
       "p"},
      // neighbours meet, but in two points
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
        "at: [l, 0, h]}, type: revolute, axis: x, coordinate: q2",
        "at: [h, 0, 0]}, type: revolute, axis: y, coordinate: q3"},
       ""},
      {{"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
        "at: [0, 0, h]}, type: spherical, sequence: euler_parameters, coordinates: [p0, p1, p2, p3]"},
       "p"},
      {{"at: [0, 0, 0]}, type: prismatic, axis: x, coordinate: q1",
        "at: [h, h, h]}, type: prismatic, axis: [0, 3, 4], coordinate: q2"},
       "e"},
      {{"at: [0, 0, 0]}, type: motion, coordinates: [q1], position: [q1^2, 0, 0]"}, ""},
      {{"at: [0, 0, 0]}, type: screw, axis: z, pitch: h, coordinate: q1"}, "dl"},
  };
  for (const auto& [list, expected] : cases) {
    const OpenChain open(joints(list));
    const std::vector<FixedFigure> figures = open.figures();
    EXPECT_EQ(names_of(figures), expected) << joints(list);
    for (const FixedFigure& figure : figures) {
      if (!open.has_balls()) expect_fixed(open, figure);
    }
  }
}

// Axes that are parallel at the start only, by a known angle or a parameter, are not parallel.
TEST_F(FixedFiguresTest, NotByChance) {
  const std::string text = joints({"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
                                   "at: [1, 0, 0]}, type: revolute, axis: x, coordinate: known",
                                   "at: [1, 0, 0]}, type: revolute, axis: z, coordinate: q3"});
  OpenChain open(text, {parse("known")});
  open.values[parse("known")] = 0;
  EXPECT_EQ(names_of(open.figures()), "");
  const std::string tilted = joints({"at: [0, 0, 0]}, type: revolute, axis: z, coordinate: q1",
                                     "at: [1, 0, 0], rotation: [[x, h]]}, type: revolute, axis: z, coordinate: q3"});
  OpenChain tilt(tilted);
  tilt.values[parse("h")] = 0;
  EXPECT_EQ(names_of(tilt.figures()), "");
}

TEST_F(FixedFiguresTest, SeenFromElsewhere) {
  const SteadyPose pose =
      compose(make_steady_shift(parse_vector("a", "b", "1")), make_steady_turn(unit<Expr>(2), parse("p")));
  const FramedFigure plane{parse_vector("1", "2", "3"), parse_vector("0", "3/5", "4/5"), parse("h")};
  const FramedFigure there = seen_through(pose, plane), back = seen_back(pose, there);
  EXPECT_TRUE(is_equal(there.point, pose.at(plane.point)));
  EXPECT_TRUE(is_equal(back.point, plane.point));
  EXPECT_TRUE(is_equal(back.direction, plane.direction));
  EXPECT_TRUE(is_zero(back.height - plane.height));
  // points are as high above planes from everywhere
  EXPECT_TRUE(
      is_zero(dot(there.direction, there.point) - there.height - (dot(plane.direction, plane.point) - plane.height)));
}

}  // namespace
}  // namespace kinemate
