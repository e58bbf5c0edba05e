#include "model_io/urdf/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace kinemate {
namespace {

constexpr std::size_t kMostTreeSuggestions = 20;  // each compares with all names
constexpr std::size_t kMostNamedLinks = 12;

using Index = std::unordered_map<std::string_view, std::size_t>;

template <class Elements>
Index index_elements(const Elements& elements) {
  Index index;
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (!elements[i].name.empty()) index.emplace(elements[i].name, i);
  return index;
}

// Finds what names stand for.
class Finder {
 public:
  template <class Elements>
  Finder(const Elements& elements, std::string_view what, UrdfNotes& notes)
      : index_(index_elements(elements)), what_(what), notes_(notes) {
    for (const auto& element : elements) {
      if (!element.name.empty()) names_.push_back(element.name);
      nameless_ = nameless_ || element.name.empty();
    }
  }

  // kNone where there is none; that is noted unless the name is missing, here or there.
  std::size_t find(const UrdfReference& reference) {
    if (reference.name.empty()) return kNone;
    const auto found = index_.find(reference.name);
    if (found != index_.end()) return found->second;
    if (nameless_) return kNone;  // it may be meant
    std::string hint = suggestions_++ < kMostTreeSuggestions ? did_you_mean(reference.name, names_) : "";
    if (hint.empty() && !names_.empty() && names_.size() <= kMostNamedLinks)
      hint = fmt::format("there are: {}", fmt::join(names_, ", "));
    notes_.mistakes.push_back(
        {reference.offset, ErrorCode::kUnknownName, fmt::format("there is no {} '{}'", what_, reference.name), hint});
    return kNone;
  }

 private:
  Index index_;
  std::vector<std::string_view> names_;
  std::string_view what_;
  UrdfNotes& notes_;
  bool nameless_ = false;  // the name of one of them is wrong
  std::size_t suggestions_ = 0;
};

template <class Elements>
void find_twins(const XmlDocument& document, const Elements& elements, std::string_view what, UrdfNotes& notes) {
  const Index first = index_elements(elements);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].name.empty() || first.at(elements[i].name) == i) continue;
    notes.mistakes.push_back(
        {elements[i].offset, ErrorCode::kNameTaken, fmt::format("there are two {}s called {}", what, elements[i].name),
         fmt::format("the first is in line {}", document.line(elements[first.at(elements[i].name)].offset))});
  }
}

// "a, b, c and 7 more"
std::string listed(const UrdfRobot& robot, const std::vector<std::size_t>& links) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < links.size() && i < kMostNamedLinks; ++i) names.push_back(robot.links[links[i]].name);
  const std::string more =
      links.size() > kMostNamedLinks ? fmt::format(" and {} more", links.size() - kMostNamedLinks) : "";
  return fmt::format("{}{}", fmt::join(names, ", "), more);
}

// Fills parent_of, child_of and joint_to.
void join_links(const XmlDocument& document, const UrdfRobot& robot, UrdfTree& tree, UrdfNotes& notes) {
  Finder links(robot.links, "link", notes);
  tree.joint_to.assign(robot.links.size(), kNone);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const UrdfJoint& joint = robot.joints[j];
    const std::size_t parent = links.find(joint.parent), child = links.find(joint.child);
    tree.parent_of.push_back(parent);
    tree.child_of.push_back(child);
    if (parent == kNone || child == kNone) continue;
    if (parent == child) {
      notes.mistakes.push_back({joint.child.offset, ErrorCode::kSameBody,
                                fmt::format("joint {} joins link {} with itself", joint.name, joint.child.name), ""});
    } else if (const std::size_t other = tree.joint_to[child]; other != kNone) {
      notes.mistakes.push_back({joint.child.offset, ErrorCode::kUrdf,
                                fmt::format("link {} is the child of two joints: {} and {}", joint.child.name,
                                            robot.joints[other].name, joint.name),
                                fmt::format("the first is in line {}; URDF is a tree: loops are closed by --loops",
                                            document.line(robot.joints[other].offset))});
    } else {
      tree.joint_to[child] = j;
    }
  }
}

// Parents before children, from the root.
void order_links(const UrdfRobot& robot, UrdfTree& tree) {
  std::vector<std::vector<std::size_t>> children(robot.links.size());
  for (std::size_t link = 0; link < robot.links.size(); ++link)
    if (const std::size_t joint = tree.joint_to[link]; joint != kNone) children[tree.parent_of[joint]].push_back(link);
  tree.order = {tree.root};
  for (std::size_t i = 0; i < tree.order.size(); ++i)
    for (const std::size_t child : children[tree.order[i]]) tree.order.push_back(child);
}

// REQUIRES: every link has at most one parent. One note for each circle.
void find_circles(const UrdfRobot& robot, const UrdfTree& tree, UrdfNotes& notes) {
  std::vector<std::size_t> visit(robot.links.size(), kNone);  // from which link it was come by first
  auto parent = [&](std::size_t link) {
    return tree.joint_to[link] == kNone ? kNone : tree.parent_of[tree.joint_to[link]];
  };
  for (std::size_t start = 0; start < robot.links.size(); ++start) {
    std::size_t at = start;
    for (; at != kNone && visit[at] == kNone; at = parent(at)) visit[at] = start;
    if (at == kNone || visit[at] != start) continue;
    std::vector<std::size_t> circle = {at};
    for (std::size_t link = parent(at); link != at; link = parent(link)) circle.push_back(link);
    std::reverse(circle.begin() + 1, circle.end());  // along the joints
    notes.mistakes.push_back(
        {robot.links[at].offset, ErrorCode::kCircle,
         fmt::format("links hang on each other in a circle: {}, {}", listed(robot, circle), robot.links[at].name),
         "one joint of the circle closes a loop: loops are closed by --loops"});
  }
}

void find_root(const UrdfRobot& robot, UrdfTree& tree, UrdfNotes& notes) {
  std::vector<std::size_t> roots;
  for (std::size_t link = 0; link < robot.links.size(); ++link)
    if (tree.joint_to[link] == kNone) roots.push_back(link);
  if (roots.size() > 1)
    notes.mistakes.push_back({robot.links[roots[1]].offset, ErrorCode::kUrdf,
                              fmt::format("{} links are the child of no joint: {}", roots.size(), listed(robot, roots)),
                              "all links but one, the root, hang on a joint; is a joint missing?"});
  if (!roots.empty()) tree.root = roots[0];
}

}  // namespace

std::optional<UrdfTree> make_urdf_tree(const XmlDocument& document, const UrdfRobot& robot, UrdfNotes& notes) {
  UrdfTree tree;
  if (robot.links.empty()) {
    notes.mistakes.push_back({robot.offset, ErrorCode::kUrdf, "this robot has no links", ""});
    return std::nullopt;
  }
  find_twins(document, robot.links, "link", notes);
  find_twins(document, robot.joints, "joint", notes);
  join_links(document, robot, tree, notes);
  // what is wrong with single links and joints may make it no tree
  if (!notes.mistakes.empty()) return std::nullopt;
  find_circles(robot, tree, notes);
  find_root(robot, tree, notes);
  if (!notes.mistakes.empty()) return std::nullopt;
  order_links(robot, tree);
  return tree;
}

void check_mimicry(const UrdfRobot& robot, UrdfNotes& notes) {
  Finder joints(robot.joints, "joint", notes);
  std::vector<std::size_t> follows(robot.joints.size(), kNone);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const UrdfJoint& joint = robot.joints[j];
    if (!joint.mimic || joint.mimic->joint.name.empty()) continue;
    const std::size_t offset = joint.mimic->joint.offset;
    const std::size_t other = joints.find(joint.mimic->joint);
    if (other == kNone) continue;
    if (joint.type == UrdfJointType::kFixed) {
      notes.doubts.push_back(
          {offset, ErrorCode::kUrdfUnused, fmt::format("joint {} is fixed: its <mimic> is not used", joint.name), ""});
    } else if (coordinate_count(joint.type) != 1) {
      notes.mistakes.push_back({offset, ErrorCode::kUrdf,
                                fmt::format("joint {} cannot mimic another: it has {} coordinates", joint.name,
                                            coordinate_count(joint.type)),
                                ""});
    } else if (other == j) {
      notes.mistakes.push_back({offset, ErrorCode::kCircle, fmt::format("joint {} mimics itself", joint.name), ""});
    } else if (const std::size_t count = coordinate_count(robot.joints[other].type); count != 1) {
      notes.mistakes.push_back({offset, ErrorCode::kUrdf,
                                fmt::format("joint {} cannot be mimicked: it has {}", robot.joints[other].name,
                                            count == 0 ? "no coordinate" : fmt::format("{} coordinates", count)),
                                ""});
    } else {
      follows[j] = other;
    }
  }
  std::vector<std::size_t> visit(robot.joints.size(), kNone);
  for (std::size_t start = 0; start < robot.joints.size(); ++start) {
    std::size_t at = start;
    for (; at != kNone && visit[at] == kNone; at = follows[at]) visit[at] = start;
    if (at == kNone || visit[at] != start) continue;
    std::vector<std::string_view> circle;
    for (std::size_t j = at; circle.empty() || j != at; j = follows[j])
      if (circle.size() < kMostNamedLinks) circle.push_back(robot.joints[j].name);
    notes.mistakes.push_back({robot.joints[at].mimic->joint.offset, ErrorCode::kCircle,
                              fmt::format("joints mimic each other in a circle: {}", fmt::join(circle, ", ")), ""});
  }
}

}  // namespace kinemate
