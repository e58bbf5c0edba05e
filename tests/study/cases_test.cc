// Numbers that others have published or computed.
#include <fstream>
#include <map>
#include <sstream>

#include "model_io/urdf.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class CasesTest : public StudyTest {};

Eigen::VectorXd vector(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

// RBDL's tests, after Featherstone's code: gravity along -y, unit masses, everything at 0.
struct Chain {
  std::string bodies, joints;
  int count = 0;

  Chain& add(const std::string& from, const std::string& at, const char* axis, const std::string& center,
             const std::string& inertia = "{xx: 1, yy: 1, zz: 1}") {
    const std::string i = std::to_string(++count);
    bodies += "  b" + i + ": {mass: 1, center: " + center + ", inertia: " + inertia + "}\n";
    joints += "  j" + i + ": {type: revolute, axis: " + axis + ", from: {body: " + from + ", at: " + at + "}, to: b" +
              i + ", coordinate: q" + i + "}\n";
    return *this;
  }
  // In the order in which bodies were added; the tree has its own.
  Eigen::VectorXd accelerations() const {
    const StateNumbers n =
        evaluate_at(machine("gravity: [0, -9.81, 0]\nbodies:\n" + bodies + "joints:\n" + joints), {});
    Eigen::VectorXd result(count);
    for (int i = 0; i < count; ++i) {
      const std::string speed = "q" + std::to_string(i + 1) + "'";
      result[i] =
          (*n.acceleration)[std::find(n.speed_names.begin(), n.speed_names.end(), speed) - n.speed_names.begin()];
    }
    return result;
  }
};

TEST_F(CasesTest, SmallChains) {
  const std::string x = "[1, 0, 0]", y = "[0, 1, 0]", z = "[0, 0, 1]", origin = "[0, 0, 0]";
  Chain one, two, three, spatial, tree;
  one.add("world", origin, "z", "[1.5, 1, 1]", "{xx: 1, yy: 2, zz: 3}");
  EXPECT_TRUE(is_near(one.accelerations(), vector({-2.3544}), 1e-14));
  two.add("world", origin, "z", x).add("b1", x, "z", x);
  EXPECT_TRUE(is_near(two.accelerations(), vector({-5.886, 3.924}), 1e-14));
  three.add("world", origin, "z", x).add("b1", x, "z", x).add("b2", x, "z", x);
  EXPECT_TRUE(is_near(three.accelerations(), vector({-6.03692307692308, 3.77307692307692, 1.50923076923077}), 5.1e-15));
  spatial.add("world", origin, "z", x).add("b1", x, "y", y);
  EXPECT_TRUE(is_near(spatial.accelerations(), vector({-3.924, 0}), 1e-14));
  tree.add("world", origin, "z", x).add("b1", x, "y", y).add("b2", y, "x", z);
  tree.add("b1", "[-0.5, 0, 0]", "y", y).add("b4", "[0, -0.5, 0]", "x", z);
  EXPECT_TRUE(is_near(
      tree.accelerations(),
      vector({-1.60319066147860, -.534396887159533, 4.10340466926070, .267198443579767, 5.30579766536965}), 6e-15));
}

// RBDL's test of spherical joints, where gravity is along -z.
TEST_F(CasesTest, SphericalJoint) {
  const Model model = machine(
      "gravity: [0, 0, -9.81]\nbodies: {b: {mass: 1, center: [0.5, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}}\n"
      "joints: {ball: {type: spherical, sequence: zyx, from: world, to: b, coordinates: [a, b, c]}}\n");
  EvaluateRequest request;
  request.accelerations = given({"a'' = 1", "b'' = 1", "c'' = 1"});
  const StateNumbers n =
      evaluate_at(model, {"a = 1", "b = 1", "c = 1", "a' = 1", "b' = 1", "c' = 1"}, std::nullopt, request);
  Eigen::Matrix3d mass;
  mass << 1.0729816454316, 0, -.8414709848079, 0, 1.25, 0, -.8414709848079, 0, 1;
  EXPECT_TRUE(is_near(*n.mass, mass, 5.1e-14));
  EXPECT_TRUE(is_near(*n.required_effort, vector({-.53611600195085, -.74621832606188, -.38177329067604}), 2e-14));
}

// Corke and Armstrong-Hélouvry 1994, and what Corke's toolbox computes; the rotors add Jm G² to the diagonal.
TEST_F(CasesTest, Puma560) {
  const Model model = example("puma_560");
  const double rotor[] = {2e-4, 2e-4, 2e-4, 33e-6, 33e-6, 33e-6},
               gear[] = {-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686};
  EvaluateRequest request;
  request.accelerations = given({});
  const StateNumbers rest = evaluate_at(model, {}, std::nullopt, request);
  EXPECT_TRUE(is_near(*rest.required_effort, vector({0, 31.6399, 6.0351, 0, .0283, 0}), 5e-5));
  Eigen::MatrixXd mass = *rest.mass;
  for (Eigen::Index i = 0; i < 6; ++i) mass(i, i) += rotor[i] * gear[i] * gear[i];
  EXPECT_TRUE(is_near(mass.diagonal(), vector({3.6594, 4.4137, .9378, .1925, .1713, .1941}), 6e-5));
  EXPECT_NEAR(mass(0, 1), -.4044, 5e-5);
  EXPECT_NEAR(mass(0, 2), .1006, 5e-5);
  EXPECT_NEAR(mass(0, 3), -.0025, 5e-5);
  EXPECT_NEAR(mass(1, 2), .3509, 5e-5);
  EXPECT_NEAR(mass(1, 4), .0024, 5e-5);
  EXPECT_NEAR(mass(2, 4), .0015, 5e-5);
  EXPECT_TRUE(is_near(mass * vector({1, 2, 3, 1, 2, 3}), vector({3.15, 9.4805, 3.6189, .1901, .3519, .5823}), 1.1e-4));
}

// Numbers of Simbody 3.7: a word and its values on each line.
using Record = std::map<std::string, std::vector<double>>;

Record read_record(const std::string& path) {
  Record record;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    for (double value; words >> value;) record[word].push_back(value);
  }
  return record;
}

const std::string kRobots = KINEMATE_SOURCE "/../shared/cases/urdf/";

// The joints of the record are those of the file in its order; a floating base comes first.
void expect_record(const std::string& robot, const std::string& recorded, UrdfOptions options) {
  options.ignore_mimic = options.ignore_damping = true;
  const Reading reading = read_urdf(read_text_file(kRobots + robot + ".urdf"), robot, options);
  ASSERT_TRUE(reading.mistakes.empty());
  const Model& model = reading.model;
  const Kinematics kinematics = compute_kinematics(model);
  Record record = read_record(kRobots + recorded);
  const double pose[] = {.3, -.2, .9, .8, .4, -.2, .4}, twist[] = {.1, -.3, .2, .5, -.4, .7};
  std::vector<Given> state;
  std::vector<Eigen::Index> place;  // of the record's rows among the speeds
  EvaluateRequest request;
  std::size_t next = 0;
  for (const Joint& joint : model.joints) {
    const bool base = joint.type == JointType::kFree;
    const std::vector<Expr> speeds = joint_speeds(model, joint);
    for (std::size_t i = 0; i < joint.coordinates.size(); ++i)
      state.push_back({make_symbol(model.coordinates[joint.coordinates[i]].name),
                       make_real(base ? pose[i] : record["q"].at(next))});
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      state.push_back({speeds[i], make_real(base ? twist[i] : record["v"].at(next))});
      if (!base) request.efforts.push_back({speeds[i], make_real(record["tau"].at(next))});
      place.push_back(std::find(kinematics.speeds.begin(), kinematics.speeds.end(), speeds[i]) -
                      kinematics.speeds.begin());
    }
    if (!base && !speeds.empty()) ++next;
  }
  ASSERT_EQ(next, record["q"].size());
  const StateNumbers n = evaluate_state(model, kinematics, make_state(model, kinematics, state), request);
  const auto f = static_cast<Eigen::Index>(place.size());
  Eigen::MatrixXd mass(f, f);
  for (Eigen::Index i = 0; i < f; ++i) mass.row(i) = vector(record["M" + std::to_string(i)]).transpose();
  EXPECT_TRUE(is_near((*n.mass)(place, place), mass, 1e-12 * largest(mass))) << robot;
  const Eigen::VectorXd bias = vector(record["bias"]), acceleration = vector(record["qacc"]);
  EXPECT_TRUE(is_near((*n.bias - *n.forces)(place), bias, 1e-12 * largest(bias))) << robot;
  EXPECT_TRUE(is_near((*n.acceleration)(place), acceleration, 1e-12 * largest(acceleration))) << robot;
  EXPECT_NEAR(n.energies->kinetic, record["ke"].at(0), 1e-12 * record["ke"].at(0)) << robot;
}

TEST_F(CasesTest, RobotsAgreeWithAnotherEngine) {
  if (!std::ifstream(kRobots + "panda.urdf")) GTEST_SKIP() << "the robots of others are not here: " << kRobots;
  for (const char* robot : {"panda", "ur5_robot"})
    for (const char* seed : {"1", "2"}) expect_record(robot, std::string(robot) + ".seed" + seed + ".simbody.txt", {});
  expect_record("anymal_b", "anymal_b.float.seed1.simbody.txt", {.floating = true});
}

// Drake's KUKA iiwa: the pose of its last link, from MotionGenesis.
TEST_F(CasesTest, KukaPose) {
  if (!std::ifstream(kRobots + "panda.urdf")) GTEST_SKIP() << "the robots of others are not here: " << kRobots;
  const Reading reading = read_urdf(read_text_file(kRobots + "kuka_iiwa_robot_drake.urdf"), "kuka", {});
  ASSERT_TRUE(reading.mistakes.empty());
  const Model& model = reading.model;
  std::vector<std::string> state;
  for (const Coordinate& q : model.coordinates)
    state.push_back(q.name + (state.size() % 2 == 0 ? " = pi/3" : " = pi/6"));
  ASSERT_EQ(state.size(), 7u);
  EvaluateRequest request;
  request.points.resize(1);
  request.points[0].place.body = find_body(model, "iiwa_link_7");
  ASSERT_NE(request.points[0].place.body, kNone);
  const PointNumbers p = evaluate_at(model, state, std::nullopt, request).points[0];
  EXPECT_TRUE(
      is_near(to_eigen(p.position), Eigen::Vector3d(0.2970356451892219, 0.1727696964662288, 1.154681973689345), 1e-14));
  Eigen::Matrix3d rotation;
  rotation << -.5939002959880204, .8043869080239565, -.015625, -.8043869080239565, -.5932991120359317,
      .03094940802395521, .015625, .03094940802395527, .9993988160479114;
  EXPECT_TRUE(is_near(to_eigen(p.rotation), rotation, 1e-14));
}

}  // namespace
}  // namespace kinemate
