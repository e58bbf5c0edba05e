#include "formalism/parameters/base_parameters.h"

#include <algorithm>

#include "expr/substitute.h"
#include "formalism/fixture.h"
#include "formalism/links/numeric_system.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/recursive.h"
#include "model_io/machine_file.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

class BaseParametersTest : public ModelTest {};

using Reason = RemovedParameter::Reason;

struct Found {
  Model model;
  Kinematics kinematics;
  MachineLinks links;
  BaseParameters parameters;

  explicit Found(Model given)
      : model(std::move(given)), kinematics(compute_kinematics(model)), links(make_links(model, kinematics)) {
    round_constants(links);
    parameters = find_base_parameters(model, kinematics, links);
  }

  Expr formula(const std::string& name) const {
    for (const BaseParameter& base : parameters.base)
      if (base.symbol.name() == name) return base.formula;
    ADD_FAILURE() << "no base parameter " << name;
    return Expr(0);
  }
  std::size_t count(Reason reason) const {
    return static_cast<std::size_t>(std::count_if(parameters.removed.begin(), parameters.removed.end(),
                                                  [&](const auto& removed) { return removed.reason == reason; }));
  }
};

// Efforts of columns for given inertias of the links, by Newton and Euler from link to link.
Eigen::VectorXd efforts(const NumericSystem& machine, const std::vector<RigidInertia<double>>& inertias,
                        const std::vector<double>& accelerations) {
  BaseSystem<double> system = machine.system;
  for (std::size_t i = 0; i < inertias.size(); ++i) system.links[i].inertia = inertias[i];
  const auto joints = with_accelerations<double>(system, machine.joints, accelerations);
  const std::vector<Load<double>> nothing(system.links.size());
  const std::vector<double> found = compute_efforts(system, machine.base, joints, nothing);
  return Eigen::Map<const Eigen::VectorXd>(found.data(), static_cast<Eigen::Index>(found.size()));
}

// The links without loads at seeded states of their own.
struct Sample {
  NumericSystem numbers;
  std::vector<double> accelerations;
};

std::vector<Sample> sample(const Found& machine, std::size_t count, std::mt19937_64& random) {
  MachineLinks links = machine.links;
  for (MachineLink& link : links.links) link.load = {}, link.inertia = {};
  for (Expr& effort : links.efforts) effort = Expr(0);
  const FormulaSystem system = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < count; ++i) {
    const Values state = random_state(machine.model, machine.kinematics, random);
    Sample& added = samples.emplace_back(Sample{evaluate_system(system, state), {}});
    for (std::size_t k = 0; k < system.speeds.size(); ++k) added.accelerations.push_back(number(random));
  }
  return samples;
}

// The rank of all ten columns of every body.
Eigen::Index numeric_rank(const Found& machine, std::mt19937_64& random) {
  const std::size_t bodies = machine.model.bodies.size() - 1;
  const auto columns = static_cast<Eigen::Index>(kParameterCount * bodies);
  const std::size_t speeds = machine.kinematics.speeds.size();
  if (speeds == 0) return 0;
  const std::vector<Sample> samples = sample(machine, 25 + 20 * bodies / speeds, random);
  Eigen::MatrixXd Y(static_cast<Eigen::Index>(samples.size() * speeds), columns);
  for (std::size_t s = 0; s < samples.size(); ++s) {
    Eigen::Index column = 0;
    for (std::size_t i = 0; i < machine.links.links.size(); ++i) {
      if (machine.links.links[i].body == kNone) continue;
      for (std::size_t k = 0; k < kParameterCount; ++k) {
        std::vector<RigidInertia<double>> inertias(machine.links.links.size());
        inertias[i] = unit_inertia<double>(k);
        Y.block(static_cast<Eigen::Index>(s * speeds), column++, static_cast<Eigen::Index>(speeds), 1) =
            efforts(samples[s].numbers, inertias, samples[s].accelerations);
      }
    }
  }
  const double largest_norm = Y.colwise().norm().maxCoeff();
  for (Eigen::Index j = 0; j < columns; ++j) {
    const double norm = Y.col(j).norm();
    Y.col(j) = norm > 1e-11 * largest_norm ? Eigen::VectorXd(Y.col(j) / norm) : Eigen::VectorXd::Zero(Y.rows());
  }
  return compute_rank(Y).rank;
}

// Efforts of any standard parameters are those of the base parameters made of them.
void expect_same_efforts(const Found& machine, std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  Values values = choose_numbers(machine.model, 1).values;
  std::vector<RigidInertia<double>> standard(machine.links.links.size()), base(machine.links.links.size());
  for (const StandardParameter& parameter : machine.parameters.standard) {
    const double value = values[parameter.symbol] = number(random);
    RigidInertia<double>& inertia = standard[machine.links.link_of[parameter.body]];
    InertiaList<double> list = to_list(inertia);
    list[parameter.parameter] = value;
    inertia = to_inertia(list);
  }
  for (const BaseParameter& parameter : machine.parameters.base) {
    InertiaList<double> list = to_list(base[parameter.link]);
    list[parameter.parameter] = evaluate(parameter.formula, values);
    base[parameter.link] = to_inertia(list);
  }
  for (const Sample& at : sample(machine, 3, random)) {
    const Eigen::VectorXd expected = efforts(at.numbers, standard, at.accelerations);
    const Eigen::VectorXd found = efforts(at.numbers, base, at.accelerations);
    EXPECT_LT(largest(found - expected), 1e-10 * (1 + largest(expected)));
  }
}

// Trees with all joints, drives, moving bases; no gravity, gravity along z or anyhow.
TEST_F(BaseParametersTest, AsManyAsTheRankOnRandomTrees) {
  std::mt19937_64 random(71);
  int tried = 0, dependent = 0;
  for (int round = 0; round < random_cases(160); ++round) {
    SCOPED_TRACE(round);
    Model model = random_massive_machine(random, 4);
    if (round % 4 == 0) model.gravity = {};
    if (round % 4 == 1) model.gravity = {Expr(0), Expr(0), Expr(-10)};
    const Kinematics kinematics = compute_kinematics(model);
    if (kinematics.speeds.empty() || find_obstacle(model, kinematics)) continue;
    const Found machine(std::move(model));
    EXPECT_EQ(static_cast<Eigen::Index>(machine.parameters.base.size()), numeric_rank(machine, random));
    EXPECT_EQ(machine.parameters.base.size() + machine.parameters.removed.size(), machine.parameters.standard.size());
    expect_same_efforts(machine, random);
    ++tried;
    dependent += machine.count(Reason::kDependent) > 0;
    if (HasFailure()) return;
  }
  EXPECT_GE(tried, random_cases(100));
  EXPECT_GT(dependent, 0);
}

// Axes that are parallel, cross or lie skew: the chains that rules are made for.
TEST_F(BaseParametersTest, AsManyAsTheRankOnRandomArms) {
  std::mt19937_64 random(72);
  for (int round = 0; round < random_cases(60); ++round) {
    SCOPED_TRACE(round);
    const char* const axes[] = {"x", "y", "z", "z", "-z", "[3, 0, 4]"};
    const char* const places[] = {"[0, 0, 0]", "[0, 0, 1/2]", "[1/3, 0, 0]", "[1/5, -1/4, 1/7]"};
    std::string bodies, joints;
    const int count = 1 + static_cast<int>(random() % 5);
    for (int i = 1; i <= count; ++i) {
      bodies += "  b" + std::to_string(i) + ": {mass: 1}\n";
      joints += "  j" + std::to_string(i) + ": {type: " + (random() % 3 == 0 ? "prismatic" : "revolute") +
                ", axis: \"" + axes[random() % 6] +
                "\", from: {body: " + (i == 1 ? "world" : "b" + std::to_string(i - 1)) +
                ", at: " + places[random() % 4] + "}, to: b" + std::to_string(i) + ", coordinate: c" +
                std::to_string(i) + "}\n";
    }
    std::string text = "bodies:\n" + bodies + "joints:\n" + joints;
    for (std::size_t at; (at = text.find("\"[")) != std::string::npos;)
      text.erase(at, 1), text.erase(text.find('"', at), 1);
    Model model = machine(text);
    if (round % 3 != 0) model.gravity = {Expr(0), Expr(0), Expr(-10)};
    const Found found(std::move(model));
    EXPECT_EQ(static_cast<Eigen::Index>(found.parameters.base.size()), numeric_rank(found, random));
    expect_same_efforts(found, random);
    if (HasFailure()) return;
  }
}

TEST_F(BaseParametersTest, Puma) {
  const Found puma(read_machine_file(KINEMATE_SOURCE "/examples/puma_560/model.yaml").model);
  EXPECT_EQ(puma.parameters.base.size(), 36u);
  EXPECT_EQ(puma.parameters.standard.size(), 60u);
  EXPECT_EQ(puma.count(Reason::kDependent), 0u);
  const auto expect_formula = [&](const char* name, const char* formula) {
    EXPECT_TRUE(is_zero(puma.formula(name) - parse(formula))) << name;
  };
  expect_formula("link2_cxR", "link2_cx + a2*(link3_m + link4_m + link5_m + link6_m)");
  expect_formula("link2_IxxR", "link2_Ixx - link2_Iyy - a2^2*(link3_m + link4_m + link5_m + link6_m)");
  expect_formula("link3_cyR", "link3_cy + link4_cz + d4*(link4_m + link5_m + link6_m)");
  expect_formula("link6_IxxR", "link6_Ixx - link6_Iyy");
  expect_formula("link6_Izz", "link6_Izz");
  std::mt19937_64 random(73);
  EXPECT_EQ(numeric_rank(puma, random), 36);
}

// Hinges with one axis: along gravity the arm feels no weight and the first moment of its first link is gone.
TEST_F(BaseParametersTest, PlanarArmUprightAndFlat) {
  for (const char* gravity : {"[0, -10, 0]", "[0, 0, -10]"}) {
    const Found arm(machine(std::string("parameters: {l: }\ngravity: ") + gravity + R"(
bodies: {upper: {mass: 1}, lower: {mass: 1}}
joints:
  shoulder: {type: revolute, axis: z, from: world, to: upper, coordinate: a}
  elbow: {type: revolute, axis: z, from: {body: upper, at: [l, 0, 0]}, to: lower, coordinate: b}
)"));
    const bool flat = std::string(gravity) == "[0, 0, -10]";
    EXPECT_EQ(arm.parameters.base.size(), flat ? 4u : 6u);
    EXPECT_TRUE(is_zero(arm.formula("upper_IzzR") - parse("upper_Izz + l^2*lower_m")));
    const std::vector<Expr> without = parameters_without_effect(arm.parameters);
    EXPECT_EQ(without.size(),
              flat ? 15u : 13u);  // all but upper_Izz, lower_Izz, m, cx, cy and, upright, cx, cy of upper
  }
}

// A slider on an arm: its moment along the arm's axis has no effect. That axis lies askew to the slider's own axes.
TEST_F(BaseParametersTest, DependenceByNumbers) {
  const Found slider(machine(R"(gravity: [0, 0, -10]
bodies: {arm: {mass: 1}, block: {mass: 1}}
joints:
  hinge: {type: revolute, axis: z, from: world, to: arm, coordinate: a}
  guide: {type: prismatic, axis: [3, 0, 4], from: arm, to: block, coordinate: b}
)"));
  EXPECT_EQ(slider.count(Reason::kDependent), 1u);
  std::mt19937_64 random(74);
  EXPECT_EQ(static_cast<Eigen::Index>(slider.parameters.base.size()), numeric_rank(slider, random));
  // 3/4 of the moment along the slider's axis, as a fraction
  for (const BaseParameter& base : slider.parameters.base)
    for (Expr node : {base.formula}) EXPECT_EQ(to_text(node).find("real"), std::string::npos) << to_text(node);
  expect_same_efforts(slider, random);
}

// Two flywheels that one function of time drives depend on each other, though they hang on different branches.
TEST_F(BaseParametersTest, DrivesAreComparedAllAtOnce) {
  const Found wheels(machine(R"(bodies: {frame: {mass: 1}, left: {mass: 1}, right: {mass: 1}}
joints:
  hinge: {type: revolute, axis: z, from: world, to: frame, coordinate: a}
  one: {type: revolute, axis: z, from: {body: frame, at: [1, 0, 0]}, to: left, coordinate: b, drive: sin(t)}
  two: {type: revolute, axis: z, from: {body: frame, at: [-1, 0, 0]}, to: right, coordinate: c, drive: sin(t)}
)"));
  std::mt19937_64 random(75);
  EXPECT_EQ(static_cast<Eigen::Index>(wheels.parameters.base.size()), numeric_rank(wheels, random));
  EXPECT_GT(wheels.count(Reason::kDependent), 0u);
  expect_same_efforts(wheels, random);
}

TEST_F(BaseParametersTest, NothingMoves) {
  const Found still(machine("bodies: {a: {mass: 1}}\njoints: {j: {type: fixed, from: world, to: a}}\n"));
  EXPECT_TRUE(still.parameters.base.empty());
  EXPECT_EQ(parameters_without_effect(still.parameters).size(), 10u);
}

TEST_F(BaseParametersTest, NamesAreNew) {
  const Found body(machine(R"(parameters: {left_arm_m: 2}
bodies: {left arm: {mass: left_arm_m}}
joints: {j: {type: prismatic, axis: z, from: world, to: left arm, coordinate: q}}
)"));
  ASSERT_EQ(body.parameters.base.size(), 1u);
  EXPECT_EQ(body.parameters.base[0].symbol, make_symbol("left_arm_m_2"));
  EXPECT_EQ(body.parameters.base[0].value, make_symbol("left_arm_m"));
}

TEST_F(BaseParametersTest, LinksOfBaseParameters) {
  const Found puma(read_machine_file(KINEMATE_SOURCE "/examples/puma_560/model.yaml").model);
  MachineLinks links = puma.links;
  use_base_parameters(links, puma.parameters.base);
  EXPECT_TRUE(links.links[1].inertia.mass.is_zero());
  EXPECT_EQ(links.links[1].inertia.moment.x, make_symbol("link2_cxR"));
  EXPECT_EQ(links.links[0].inertia.tensor.zz, make_symbol("link1_IzzR"));
  EXPECT_TRUE(links.links[0].inertia.tensor.xx.is_zero());
}

}  // namespace
}  // namespace kinemate
