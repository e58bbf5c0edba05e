#include "formalism/methods/kane.h"
#include "dense.h"

#include <Eigen/Cholesky>
#include <fstream>
#include <sstream>

#include "base/file.h"
#include "formalism/energy.h"
#include "formalism/fixture.h"
#include "formalism/methods/lagrange.h"
#include "model_io/urdf/urdf.h"

namespace kinemate {
namespace {

class KaneTest : public ModelTest {};

// RBDL's tests after Featherstone: small chains, gravity along −y, q = q̇ = τ = 0.
TEST_F(KaneTest, SmallChains) {
  const char* const unit = "inertia: {xx: 1, yy: 1, zz: 1}";
  auto acceleration = [&](const std::string& text) {
    const Model model = machine("gravity: [0, -9.81, 0]\n" + text);
    const Kinematics kinematics = compute_kinematics(model);
    Values values = choose_numbers(model, 1).values;
    for (const Coordinate& coordinate : model.coordinates) values[make_symbol(coordinate.name)] = 0;
    for (Expr s : kinematics.speeds) values[s] = 0;
    const NumericEquations e = numbers(derive_by_kane(model, kinematics), values);
    return Eigen::VectorXd(dense::solve(e.mass, e.forces - e.bias));
  };
  const Eigen::VectorXd one = acceleration(
      "bodies: {a: {mass: 1, center: [1.5, 1, 1], inertia: {xx: 1, yy: 2, zz: 3}}}\n"
      "joints: {j: {type: revolute, axis: z, from: world, to: a, coordinate: q}}\n");
  EXPECT_NEAR(one[0], -2.3544, 1e-13);
  const std::string body = std::string("{mass: 1, center: [1, 0, 0], ") + unit + "}";
  const Eigen::VectorXd three =
      acceleration("bodies: {a: " + body + ", b: " + body + ", c: " + body +
                   "}\njoints:\n"
                   "  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}\n"
                   "  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}\n"
                   "  l: {type: revolute, axis: z, from: {body: b, at: [1, 0, 0]}, to: c, coordinate: q3}\n");
  EXPECT_NEAR(three[0], -6.03692307692308, 1e-13);
  EXPECT_NEAR(three[1], 3.77307692307692, 1e-13);
  EXPECT_NEAR(three[2], 1.50923076923077, 1e-13);
}

// M = ∂²T/∂s², and without time the power sᵀk is half of sᵀ Ṁ s: for every kind of joint and of speed.
TEST_F(KaneTest, MassIsThatOfTheKineticEnergyAndBiasThatOfItsChange) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 40; ++round) {
    Model model = random_massive_machine(random, 5);
    const Kinematics kinematics = compute_kinematics(model);
    const Equations equations = derive_by_kane(model, kinematics);
    const std::size_t f = equations.speeds.size();
    if (f == 0) continue;
    Expr energy(0);
    for (std::size_t i = 0; i < f; ++i)
      for (std::size_t j = 0; j < f; ++j)
        energy += equations.mass_at(i, j) * equations.speeds[i] * equations.speeds[j] / Expr(2);
    const Expr full = compute_kinetic_energy(model, kinematics);
    const std::vector<Expr> momenta = gradient(full, equations.speeds);
    std::vector<Expr> expected, found;
    for (std::size_t i = 0; i < f; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        expected.push_back(differentiate(momenta[i], equations.speeds[j]));
        found.push_back(equations.mass_at(i, j));
      }
    const Values values = random_state(model, kinematics, random);
    const std::vector<double> a = evaluate(expected, values), b = evaluate(found, values);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-10 * std::max(1.0, std::abs(a[i])));
    // the rate of the energy at ṡ = 0, where nothing depends on time
    const bool rheonomic =
        model.base || std::any_of(kinematics.relations.begin(), kinematics.relations.end(),
                                  [](const JointRelation& r) { return !(r.drift == Twist<Expr>{}); });
    if (rheonomic) continue;
    Seeds seeds = kinematics.time_derivative;
    for (Expr s : equations.speeds) seeds[s] = Expr(0);
    Expr power(0);
    for (std::size_t i = 0; i < f; ++i) power += equations.bias[i] * equations.speeds[i];
    const Expr rate = differentiate({&energy, 1}, seeds)[0];
    const double left = evaluate(power, values), right = evaluate(rate, values);
    EXPECT_NEAR(left, right, 1e-10 * std::max(1.0, std::abs(left))) << round;
  }
}

struct Reference {
  std::vector<double> q, v;
  Eigen::MatrixXd mass;
  Eigen::VectorXd bias;
};

// Numbers of an independent engine: mass matrix and bias with gravity, joints in the order of the file.
Reference read_reference(const std::string& path) {
  Reference reference;
  std::vector<std::vector<double>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    std::vector<double> values;
    for (double value; words >> value;) values.push_back(value);
    if (word == "q") reference.q = values;
    if (word == "v") reference.v = values;
    if (word[0] == 'M' && word.size() > 1 && std::isdigit(static_cast<unsigned char>(word[1]))) rows.push_back(values);
    if (word == "bias")
      reference.bias = Eigen::Map<Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  }
  const auto n = static_cast<Eigen::Index>(rows.size());
  reference.mass.resize(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      reference.mass(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return reference;
}

TEST_F(KaneTest, RobotsAgreeWithAnotherEngine) {
  const std::string folder = KINEMATE_SOURCE "/../shared/cases/urdf/";
  if (!std::ifstream(folder + "panda.urdf")) GTEST_SKIP() << "the robots of others are not here: " << folder;
  for (const auto& [robot, seed] : {std::pair{"panda", "1"}, {"panda", "2"}, {"ur5_robot", "1"}, {"ur5_robot", "2"}}) {
    const Reading reading =
        read_urdf(read_text_file(folder + robot + ".urdf"), robot, {.ignore_mimic = true, .ignore_damping = true});
    ASSERT_TRUE(reading.mistakes.empty());
    const Reference reference = read_reference(folder + robot + ".seed" + seed + ".simbody.txt");
    const Kinematics kinematics = compute_kinematics(reading.model);
    Values values = choose_numbers(reading.model, 1).values;
    ASSERT_EQ(reference.q.size(), reading.model.joints.size());
    std::vector<std::size_t> place;  // of each joint of the file among the speeds
    for (std::size_t j = 0; j < reading.model.joints.size(); ++j) {
      const Expr q = make_symbol(reading.model.coordinates[reading.model.joints[j].coordinates[0]].name);
      const Expr s = make_symbol(q.name(), 1);
      values[q] = reference.q[j];
      values[s] = reference.v[j];
      place.push_back(static_cast<std::size_t>(std::find(kinematics.speeds.begin(), kinematics.speeds.end(), s) -
                                               kinematics.speeds.begin()));
    }
    const NumericEquations e = numbers(derive_by_kane(reading.model, kinematics), values);
    for (std::size_t i = 0; i < place.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(place[i]);
      for (std::size_t j = 0; j < place.size(); ++j)
        EXPECT_NEAR(e.mass(row, static_cast<Eigen::Index>(place[j])),
                    reference.mass(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)),
                    1e-12 * largest(reference.mass))
            << robot << " M" << i << "," << j;
      EXPECT_NEAR(e.bias[row] - e.forces[row], reference.bias[static_cast<Eigen::Index>(i)],
                  1e-12 * largest(reference.bias))
          << robot << " bias " << i;
    }
  }
}

// Base rows: velocity in axes of the world, angular velocity in axes of the base, as the speeds of a free joint are.
TEST_F(KaneTest, AFloatingRobotAgreesWithAnotherEngine) {
  const std::string folder = KINEMATE_SOURCE "/../shared/cases/urdf/";
  if (!std::ifstream(folder + "anymal_b.urdf")) GTEST_SKIP() << "the robots of others are not here: " << folder;
  const Reading reading = read_urdf(read_text_file(folder + "anymal_b.urdf"), "anymal", {.floating = true});
  ASSERT_TRUE(reading.mistakes.empty());
  const Model& model = reading.model;
  const Reference reference = read_reference(folder + "anymal_b.float.seed1.simbody.txt");
  const Kinematics kinematics = compute_kinematics(model);
  Values values = choose_numbers(model, 1).values;
  std::vector<Expr> order;  // of the speeds, as the reference has them
  const double pose[] = {.3, -.2, .9, .8, .4, -.2, .4}, twist[] = {.1, -.3, .2, .5, -.4, .7};
  for (const Joint& joint : model.joints) {
    const std::vector<Expr> speeds = joint_speeds(model, joint);
    for (std::size_t i = 0; i < joint.coordinates.size(); ++i)
      values[make_symbol(model.coordinates[joint.coordinates[i]].name)] =
          joint.type == JointType::kFree ? pose[i] : reference.q.at(order.size() - 6);
    for (std::size_t i = 0; i < speeds.size(); ++i)
      values[speeds[i]] = joint.type == JointType::kFree ? twist[i] : reference.v.at(order.size() - 6);
    order.insert(order.end(), speeds.begin(), speeds.end());
  }
  ASSERT_EQ(order.size(), 18u);
  const NumericEquations e = numbers(derive_by_kane(model, kinematics), values);
  auto place = [&](std::size_t i) {
    return std::find(kinematics.speeds.begin(), kinematics.speeds.end(), order[i]) - kinematics.speeds.begin();
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    for (std::size_t j = 0; j < order.size(); ++j)
      EXPECT_NEAR(e.mass(place(i), place(j)), reference.mass(row, static_cast<Eigen::Index>(j)),
                  1e-12 * largest(reference.mass));
    EXPECT_NEAR(e.bias[place(i)] - e.forces[place(i)], reference.bias[row], 1e-12 * largest(reference.bias));
  }
}

}  // namespace
}  // namespace kinemate
