#include "loops/positions/loop_paths.h"

#include <limits>

#include "model/fixture.h"

namespace kinemate {
namespace {

class LoopPathsTest : public ModelTest {};

// A ladder: world - a - b, world - c - d, rungs a - c and b - d.
Model ladder() {
  std::string text = "bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, d: {mass: 1}}\njoints:\n";
  const char* const ends[][2] = {{"world", "a"}, {"b", "a"}, {"world", "c"}, {"c", "d"}, {"a", "c"}, {"b", "d"}};
  int count = 0;
  for (const auto& [from, to] : ends)
    text += "  j" + std::to_string(count) + ": {type: revolute, axis: z, from: " + from + ", to: " + to +
            ", coordinate: q" + std::to_string(count) + (count < 4 ? ", cut: false}\n" : ", cut: true}\n"),
        ++count;
  return machine(text);
}

// Each step begins where the one before ended, and the last ends where the first began.
void expect_closed(const Model& model, const LoopPath& path) {
  const auto body = [&](const LoopStep& step, bool end) {
    return body_of(model, step.reversed != end ? model.joints[step.joint].to : model.joints[step.joint].from);
  };
  for (std::size_t i = 0; i < path.size(); ++i)
    EXPECT_EQ(body(path[i], true), body(path[(i + 1) % path.size()], false));
}

TEST_F(LoopPathsTest, AlongTheTree) {
  const Model model = ladder();
  const Tree tree = make_tree(model);
  ASSERT_EQ(tree.secondary, (std::vector<std::size_t>{4, 5}));
  EXPECT_EQ(make_tree_loop(model, tree, 4), (LoopPath{{4, false}, {2, true}, {0, false}}));
  EXPECT_EQ(make_tree_loop(model, tree, 5), (LoopPath{{5, false}, {3, true}, {2, true}, {0, false}, {1, true}}));
  for (std::size_t joint : tree.secondary) expect_closed(model, make_tree_loop(model, tree, joint));
}

TEST_F(LoopPathsTest, TheCheapestWayAround) {
  const Model model = ladder();
  const Tree tree = make_tree(model);
  std::vector<double> prices(6, 1);
  EXPECT_EQ(find_cheapest_loop(model, tree, 5, prices), (LoopPath{{5, false}, {3, true}, {4, true}, {1, true}}));
  prices[4] = 10;
  EXPECT_EQ(find_cheapest_loop(model, tree, 5, prices), make_tree_loop(model, tree, 5));
  for (std::size_t joint = 0; joint < 6; ++joint) expect_closed(model, find_cheapest_loop(model, tree, joint, prices));
  prices[3] = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(find_cheapest_loop(model, tree, 5, prices).empty());
}

}  // namespace
}  // namespace kinemate
