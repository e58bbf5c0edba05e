#include "flat/flow_topology.h"

#include "flat/anonymous.h"
#include "flat/fixture.h"

namespace kinemate {
namespace {

class FlowTopologyTest : public FlatTest {
 protected:
  SampledValues samples_{{}};

  // Tears of a topology by what they were called, and which of them stands behind which: "s2 -> s1".
  struct Found {
    FlowTopology topology;
    std::vector<std::string> tears;
    std::set<std::string> parents;
    std::size_t pairs = 0;
  };
  Found find(const FlatSystem& system, const AnonymousNames& made) {
    const LinearBlock block = whole_block(made.system, samples_);
    const InformationFlow flow = find_information_flow(block);
    Found found{find_topology(block, flow), {}, {}, flow.pairs.size()};
    std::vector<std::string> name(system.unknowns.size());
    for (std::size_t u = 0; u < name.size(); ++u) name[made.unknown_at[u]] = to_text(system.unknowns[u].symbol);
    for (const FlowTopology::Node& node : found.topology.nodes) found.tears.push_back(name[node.tear]);
    for (const FlowTopology::Node& node : found.topology.nodes)
      found.parents.insert(name[node.tear] + " -> " + (node.parent == kUnmatched ? "root" : found.tears[node.parent]));
    return found;
  }

  // What holds for every topology: each pair, tear and residual once, parents behind their children.
  static void expect_consistent(const FlowTopology& topology, std::size_t pairs) {
    std::set<std::size_t> tears, residuals, placed;
    for (std::size_t i = 0; i < topology.nodes.size(); ++i) {
      const FlowTopology::Node& node = topology.nodes[i];
      EXPECT_TRUE(tears.insert(node.tear).second);
      EXPECT_TRUE(residuals.insert(node.residual).second);
      EXPECT_GT(node.parent, i);  // or none
      for (std::size_t p : node.pairs) EXPECT_TRUE(placed.insert(p).second);
    }
    EXPECT_EQ(placed.size(), pairs);
  }
};

// The tree comes back as it was, from equations without names in any order.
TEST_F(FlowTopologyTest, TreesAreFoundAgain) {
  const std::vector<std::size_t> trees[] = {{0}, {0, 1}, {0, 1, 2, 3, 4, 5}, {0, 1, 1, 2, 2, 3}, {0, 1, 2, 1, 4, 5, 5}};
  for (const auto& parents : trees) {
    const FlatSystem system = carried_masses(parents);
    std::set<std::string> expected;
    for (std::size_t k = 1; k <= parents.size(); ++k)
      expected.insert(fmt::format("s{} -> {}", k, parents[k - 1] == 0 ? "root" : fmt::format("s{}", parents[k - 1])));
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Found found = find(system, make_anonymous(system, seed));
      EXPECT_EQ(found.parents, expected) << "seed " << seed;
      expect_consistent(found.topology, found.pairs);
      for (const FlowTopology::Node& node : found.topology.nodes) {
        EXPECT_FALSE(node.closes_loop);
        EXPECT_FALSE(node.joins_next);
      }
    }
  }
}

// Each tear has the residual of its own joint, T_k = f_k d_k.
TEST_F(FlowTopologyTest, ResidualsBelongToTheirTears) {
  const FlatSystem system = carried_masses({0, 1, 2, 2, 4});
  const LinearBlock block = whole_block(system, samples_);
  for (const FlowTopology::Node& node : find_topology(block, find_information_flow(block)).nodes) {
    EXPECT_EQ(node.tear % 3, 0u);
    EXPECT_EQ(node.residual, node.tear + 2);
  }
}

// Two speeds between the same two masses: no order between them.
TEST_F(FlowTopologyTest, FreedomsOfOneJointAreJoined) {
  const FlatSystem system = flat(R"(parameters: {m: , n: , d: , e: , h: , A: , B: , C: }
unknowns: [s, p, q, a, x, y, f, u, v]
equations:
  - a = d*s
  - x = a + e*p + h*q
  - y = a + h*p + d*q
  - u = n*x
  - v = n*y
  - f = m*a + u + v
  - A = d*f
  - B = e*u + h*v
  - C = h*u + d*v
)");
  const Found found = find(system, make_anonymous(system, 3));
  EXPECT_EQ(found.topology.nodes.size(), 3u);
  EXPECT_TRUE(found.topology.nodes[0].joins_next);
  EXPECT_FALSE(found.topology.nodes[1].joins_next);
  EXPECT_EQ(found.tears[2], "s");
  expect_consistent(found.topology, found.pairs);
}

// Two branches on one carrier, tied together at their ends by the multiplier l: x2 = x3.
TEST_F(FlowTopologyTest, LoopsHaveABase) {
  std::string text = carried_masses_text({0, 1, 2, 1, 4});
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
  };
  replace("f5]", "f5, l]");
  replace("f3 = m3*a3", "f3 = m3*a3 - d1*l");
  replace("f5 = m5*a5", "f5 = m5*a5 + d2*l");
  const FlatSystem system = flat(text + "  - 0 = d1*a3 - d2*a5\n");
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Found found = find(system, make_anonymous(system, seed));
    expect_consistent(found.topology, found.pairs);
    std::size_t loops = 0;
    for (std::size_t i = 0; i < found.topology.nodes.size(); ++i) {
      if (!found.topology.nodes[i].closes_loop) continue;
      ++loops;
      EXPECT_EQ(found.tears[i], "l");
      EXPECT_EQ(i, 4u);  // behind both branches, before their carrier
    }
    EXPECT_EQ(loops, 1u) << "seed " << seed;
    EXPECT_EQ(found.parents,
              (std::set<std::string>{"s1 -> root", "s2 -> s1", "s3 -> s2", "s4 -> s1", "s5 -> s4", "l -> s1"}));
  }
}

TEST_F(FlowTopologyTest, WithoutUnitsThereIsNoTree) {
  const LinearBlock block = whole_block(dense_system(6, Coefficients::kSymbols), samples_);
  EXPECT_EQ(message_of([&] { find_topology(block, find_information_flow(block)); }),
            "of 6 unknowns that depend on each other only 0 follow from others by coefficients of 1 and -1");
}

TEST_F(FlowTopologyTest, WithoutTearsThereIsNothingToOrder) {
  const LinearBlock block = whole_block(flat("unknowns: [x, y]\nequations: [x = 1, x + y = 2]\n"), samples_);
  EXPECT_TRUE(find_topology(block, find_information_flow(block)).nodes.empty());
}

}  // namespace
}  // namespace kinemate
