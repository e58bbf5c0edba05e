#include "model_io/urdf/loops.h"

#include <fmt/format.h>

#include <optional>

#include "model/connect.h"
#include "model_io/mistakes.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostLoopSuggestions = 20;  // each compares with all names

class LoopReader {
 public:
  LoopReader(const Document& document, const UrdfRobot& robot, const UrdfTree& tree, UrdfMachine& machine)
      : document_(document), mistakes_(document), remarks_(document), tree_(tree), machine_(machine) {
    for (std::size_t i = 0; i < robot.links.size(); ++i) links_.emplace(robot.links[i].name, i);
    for (std::size_t j = 0; j < robot.joints.size(); ++j) joints_.emplace(robot.joints[j].name, j);
    for (const UrdfLink& link : robot.links) names_.push_back(link.name);
    for (const UrdfJoint& joint : robot.joints) names_.push_back(joint.name);
  }

  void read(Reading& reading) {
    if (document_.is_empty() || document_.root().kind != YamlNode::Kind::kMap) {
      Error error(ErrorCode::kWrongKind, "a file of loops has a mapping: closed_loop: [[frame, frame], ...]");
      error.place = locate(document_.source(), document_.text(), 0);
      reading.mistakes.push_back(std::move(error));
      return;
    }
    find_duplicates(document_, mistakes_);
    note_other_keys();
    read_pairs();
    for (Error& mistake : mistakes_.to_errors()) reading.mistakes.push_back(std::move(mistake));
    for (Error& remark : remarks_.to_errors()) reading.remarks.push_back(std::move(remark));
  }

 private:
  void note_other_keys() {
    for (const YamlNode::Entry& entry : document_.root().entries) {
      const YamlNode& key = document_.node(entry.key);
      if (key.text == "closed_loop" || key.text == "type") continue;
      remarks_.add(key, ErrorCode::kRemark, fmt::format("{} is not used", key.text),
                   did_you_mean(key.text, {"closed_loop", "type"}));
    }
  }

  void read_pairs() {
    const YamlNode* pairs = document_.find(document_.root(), "closed_loop");
    if (pairs == nullptr)
      return mistakes_.add(document_.root(), ErrorCode::kMissingField, "closed_loop is missing: pairs of frames");
    if (pairs->kind != YamlNode::Kind::kList)
      return mistakes_.add(*pairs, ErrorCode::kWrongKind,
                           "closed_loop is a list of pairs of frames: [[frame, frame], ...]");
    const YamlNode* types = document_.find(document_.root(), "type");
    if (types != nullptr && (types->kind != YamlNode::Kind::kList || types->items.size() != pairs->items.size()))
      return mistakes_.add(*types, ErrorCode::kWrongKind,
                           fmt::format("type is a list with one entry for each of the {} pairs", pairs->items.size()),
                           "6d, or 3d for frames that may turn");
    for (std::size_t i = 0; i < pairs->items.size(); ++i) {
      const auto type = types == nullptr ? JointType::kFixed : read_type(document_.node(types->items[i]));
      read_pair(document_.node(pairs->items[i]), type, i + 1);
    }
  }

  JointType read_type(const YamlNode& node) {
    if (node.kind == YamlNode::Kind::kScalar && node.text == "3d") return JointType::kSpherical;
    if (node.kind != YamlNode::Kind::kScalar || node.text != "6d")
      mistakes_.add(node, ErrorCode::kUnknownWord, fmt::format("there is no type '{}' of loops", node.text),
                    "6d: all coincides; 3d: the origins");
    return JointType::kFixed;
  }

  void read_pair(const YamlNode& node, JointType type, std::size_t number) {
    if (node.kind != YamlNode::Kind::kList || node.items.size() != 2)
      return mistakes_.add(node, ErrorCode::kWrongKind, "a loop is closed by a pair of frames: [frame, frame]");
    const std::optional<Attachment> from = frame(document_.node(node.items[0]));
    const std::optional<Attachment> to = frame(document_.node(node.items[1]));
    if (!from || !to) return;
    if (body_of(machine_.model, *from) == body_of(machine_.model, *to))
      return mistakes_.add(node, ErrorCode::kSameBody, "these two frames are on one and the same body");
    Joint joint;
    joint.name = machine_.joint_names.take(fmt::format("loop{}", number));
    joint.type = type;
    joint.from = *from;
    joint.to = *to;
    joint.euler_parameters = type == JointType::kSpherical;
    joint.cut = true;  // the tree is that of the file
    const std::string stem = joint.name;
    const auto endings = std::span(kFreeEndings).last(joint.euler_parameters ? 4 : 0);
    add_joint(machine_.model, std::move(joint), stem, endings, machine_.symbols);
  }

  std::optional<Attachment> frame(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::kScalar) {
      mistakes_.add(node, ErrorCode::kWrongKind, "the name of a link or joint is expected here");
      return std::nullopt;
    }
    const auto link = links_.find(node.text), joint = joints_.find(node.text);
    if (link == links_.end() && joint == joints_.end()) {
      const std::string hint = suggestions_++ < kMostLoopSuggestions ? did_you_mean(node.text, names_) : "";
      mistakes_.add(node, ErrorCode::kUnknownName, fmt::format("there is no link or joint '{}'", node.text), hint);
      return std::nullopt;
    }
    const std::size_t by_joint = joint == joints_.end() ? kNone : tree_.child_of[joint->second];
    const std::size_t by_link = link == links_.end() ? by_joint : link->second;
    if (by_joint != kNone && by_link != by_joint) {
      mistakes_.add(node, ErrorCode::kNameTaken,
                    fmt::format("{} is the name of a link and of a joint with another child", node.text),
                    "which frame is meant? rename one of them");
      return std::nullopt;
    }
    return machine_.link_frames[by_link];
  }

  const Document& document_;
  Mistakes mistakes_;
  Mistakes remarks_;
  const UrdfTree& tree_;
  UrdfMachine& machine_;
  std::unordered_map<std::string_view, std::size_t> links_;
  std::unordered_map<std::string_view, std::size_t> joints_;
  std::vector<std::string_view> names_;
  std::size_t suggestions_ = 0;
};

}  // namespace

void add_loops(const std::string& text, const std::string& source, const UrdfRobot& robot, const UrdfTree& tree,
               UrdfMachine& machine, Reading& reading) {
  try {
    const Document document(source, text);
    LoopReader(document, robot, tree, machine).read(reading);
  } catch (const Error& error) {  // no YAML
    reading.mistakes.push_back(error);
  }
}

}  // namespace kinemate
