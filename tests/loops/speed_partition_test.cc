#include "loops/speed_partition.h"

#include <cmath>

#include "loops/closed_kinematics.h"
#include "loops/loop_machines.h"
#include "model/topology/mobility.h"

namespace kinemate {
namespace {

class SpeedPartitionTest : public ModelTest {
 protected:
  static SpeedPartition partition_of(const Model& model) {
    const Tree tree = make_tree(model);
    const LoopConditions conditions = make_loop_conditions(model, along_tree(compute_kinematics(model, tree)));
    return choose_partition(model, tree, conditions, make_loop_samples(model, tree, conditions.joints));
  }

  static std::vector<std::string> independent_speeds(const Model& model) {
    std::vector<std::string> names;
    for (Expr s : compute_closed_kinematics(model).speeds) names.push_back(to_text(s));
    return names;
  }

  static Model hinted(Model model, const std::vector<std::string>& names) {
    model.independent.clear();
    for (const std::string& name : names) model.independent.push_back(make_symbol(name, 1));
    return model;
  }
};

TEST_F(SpeedPartitionTest, FollowsHints) {
  const Model bars = example_machine("four_bar");
  for (const Coordinate& coordinate : bars.coordinates) {
    const Model model = hinted(bars, {coordinate.name});
    EXPECT_EQ(independent_speeds(model), std::vector<std::string>{coordinate.name + "'"});
    EXPECT_TRUE(partition_of(model).notes.empty());
  }
  // of the ball joint that closes the loop too
  const Model rods = loop_machine("RSSR");
  for (const char* name : {"u", "w", "b1", "b3", "c1", "c2", "c3"}) {
    const std::vector<std::string> chosen = independent_speeds(hinted(rods, {name}));
    EXPECT_EQ(chosen.size(), 2u);
    EXPECT_NE(std::find(chosen.begin(), chosen.end(), std::string(name) + "'"), chosen.end()) << name;
  }
  EXPECT_EQ(independent_speeds(hinted(rods, {"u", "b3"})), (std::vector<std::string>{"u'", "b3'"}));
}

TEST_F(SpeedPartitionTest, SaysWhichHintsAreHopeless) {
  const auto notes = [](const Model& model) { return partition_of(model).notes; };
  // the loop is plane: nothing shifts along its axes
  EXPECT_EQ(notes(hinted(loop_machine("moving base"), {"h"})),
            std::vector<std::string>{"independent: h follows from other coordinates and cannot be independent"});
  EXPECT_EQ(
      notes(hinted(example_machine("four_bar"), {"psi", "phi"})),
      std::vector<std::string>{
          "independent: phi is one too many: the machine has 1 degree of freedom, and psi is independent already"});
  EXPECT_EQ(notes(hinted(loop_machine("free flight with Euler parameters"), {"p2", "q3"})),
            std::vector<std::string>{"independent: the rate of p2 is no speed, its joint has others"});
  // the others are as without it
  EXPECT_EQ(independent_speeds(hinted(example_machine("four_bar"), {"psi", "phi"})), std::vector<std::string>{"psi'"});
}

TEST_F(SpeedPartitionTest, AsManyAsThereAreFreedoms) {
  for (const Model& model : all_loop_machines()) {
    SCOPED_TRACE(model.name);
    const Tree tree = make_tree(model);
    const Mobility mobility = compute_mobility(model, tree);
    const Kinematics closed = compute_closed_kinematics(model, tree);
    const Closing& closing = *closed.closing;
    EXPECT_EQ(closed.speeds.size(), mobility.freedoms);
    const SpeedPartition partition = partition_of(model);
    std::vector<std::size_t> columns = closing.independent;  // in the order of the file
    std::sort(columns.begin(), columns.end());
    EXPECT_EQ(partition.independent, columns);
    EXPECT_EQ(partition.redundant.size(), mobility.redundant.size());
    std::size_t solved = 0;
    for (const SolverBlock& block : partition.blocks) {
      EXPECT_GE(block.rows.size(), block.columns.size());
      solved += block.columns.size();
    }
    EXPECT_EQ(solved + partition.independent.size(), closing.speeds.size());
  }
}

// Speeds that the machine has to be moved by, far from where it locks: T is not large at the start.
TEST_F(SpeedPartitionTest, ChoosesSpeedsThatMoveTheMachineWell) {
  for (const char* name : kLoopExamples) {
    const Closing closing = *compute_closed_kinematics(example_machine(name)).closing;
    for (const std::vector<Expr>& row : closing.T)
      for (double entry : evaluate(row, closing.start)) EXPECT_LT(std::abs(entry), 40) << name;
  }
}

TEST_F(SpeedPartitionTest, PrefersSpeedsWhoseCoordinatesGiveFormulas) {
  for (const char* name : {"four_bar", "slider_crank", "four_bar_chain", "andrews_squeezer", "spatial_slider_crank",
                           "excavator_arm", "concrete_pump_mast", "suspended_chain"}) {
    const Closing closing = *compute_closed_kinematics(example_machine(name)).closing;
    EXPECT_TRUE(closing.followed.empty()) << name << ": " << closing.followed.size();
  }
}

// All bars on one line: which of them moves first is not decided there.
TEST_F(SpeedPartitionTest, SingularStart) {
  const Model model = machine(R"(
bodies:
  a: &bar {mass: 1, center: [0.5, 0, 0], inertia: {yy: 0.1, zz: 0.1}}
  b: *bar
  c: *bar
joints:
  j: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  l: {type: revolute, axis: z, from: {body: b, at: [2, 0, 0]}, to: {body: c, at: [1, 0, 0]}, coordinate: q3}
  m: {type: revolute, axis: z, from: {body: world, at: [2, 0, 0]}, to: c, coordinate: q4}
)");
  const Kinematics closed = compute_closed_kinematics(model);
  EXPECT_EQ(closed.speeds.size(), 1u);
  EXPECT_EQ(closed.closing->freedoms_at_start, 2u);
  EXPECT_EQ(partition_of(model).redundant.size(), 3u);
}

// At t = 0 the base is not turned, and entries are 0 that are not later: they must not be taken for zeros.
TEST_F(SpeedPartitionTest, ZerosOfTheStartAreNoZerosLater) {
  const Model model = loop_machine("turned against a base that turns");
  const Tree tree = make_tree(model);
  const LoopConditions conditions = make_loop_conditions(model, along_tree(compute_kinematics(model, tree)));
  const LoopSamples samples = make_loop_samples(model, tree, conditions.joints);
  const SpeedPartition partition = choose_partition(model, tree, conditions, samples);
  Values later = samples.samples[0].values;
  later[make_symbol("t")] = 0.3;
  std::size_t only_later = 0;
  for (std::size_t i = 0; i < conditions.conditions.size(); ++i)
    for (const auto& [column, entry] : conditions.conditions[i].row) {
      if (std::abs(evaluate(entry, later)) < 1e-9) continue;
      const std::vector<std::size_t>& entries = partition.entries[i];
      EXPECT_NE(std::find(entries.begin(), entries.end(), column), entries.end());
      only_later += std::abs(evaluate(entry, samples.samples[0].values)) < 1e-12 ? 1 : 0;
    }
  EXPECT_GT(only_later, 0u);
}

}  // namespace
}  // namespace kinemate
