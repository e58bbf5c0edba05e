#include "model_io/linkage_reader.h"

#include <fmt/format.h>

#include <unordered_set>

#include "model/joints/linkages.h"

namespace kinemate {
namespace {

class LinkageReader {
 public:
  LinkageReader(ValueReader& values, const LinkageLookups& lookups, const YamlNode& node, const Model& model)
      : values_(values), lookups_(lookups), node_(node), model_(model) {}

  FourBarLinkage four_bar() {
    FourBarLinkage linkage;
    linkage.on = place("on");
    linkage.axis = axis();
    linkage.ground = formula(node_, "ground");
    linkage.crank = bar("crank");
    linkage.coupler = bar("coupler");
    linkage.rocker = bar("rocker");
    linkage.coordinates = coordinates();
    return linkage;
  }

  ParallelogramLinkage parallelogram() {
    ParallelogramLinkage linkage;
    linkage.on = place("on");
    linkage.axis = axis();
    linkage.ground = formula(node_, "ground");
    linkage.length = formula(node_, "length");
    if (const YamlNode* cranks = values_.find(node_, "cranks")) {
      const auto names = values_.names(*cranks);
      for (std::size_t i = 0; i < 2 && i < names.size(); ++i) linkage.cranks[i] = body(*names[i]);
    }
    linkage.coupler = body(node_, "coupler");
    linkage.coordinates = coordinates();
    return linkage;
  }

  SliderCrankLinkage slider_crank() {
    SliderCrankLinkage linkage;
    linkage.on = place("on");
    linkage.axis = axis();
    linkage.crank = bar("crank");
    linkage.rod = bar("rod");
    linkage.slider = body(node_, "slider");
    linkage.offset = formula(node_, "offset");
    linkage.coordinates = coordinates();
    return linkage;
  }

  CylinderLinkage cylinder() {
    CylinderLinkage linkage;
    linkage.from = place("from");
    linkage.to = place("to");
    const std::size_t carrier = body_at(linkage.from);
    if (const YamlNode* to = values_.find(node_, "to"); to != nullptr && carrier == body_at(linkage.to))
      values_.add(*to, ErrorCode::kLinkage,
                  fmt::format("both ends of this cylinder are on {}", model_.bodies[carrier].name),
                  "it acts between two bodies that move against each other");
    linkage.axis = axis();
    linkage.barrel = body(node_, "barrel");
    linkage.rod = body(node_, "rod");
    if (values_.find(node_, "force") != nullptr) linkage.force = formula(node_, "force");
    linkage.coordinates = coordinates();
    return linkage;
  }

  DoubleWishboneLinkage double_wishbone() {
    DoubleWishboneLinkage linkage;
    linkage.on = place("on");
    linkage.lower = wishbone("lower");
    linkage.upper = wishbone("upper");
    if (const YamlNode* knuckle = values_.find(node_, "knuckle")) linkage.knuckle = body(*knuckle, "body");
    if (const YamlNode* tie = values_.find(node_, "tie")) {
      linkage.tie = body(*tie, "body");
      linkage.inner = vector(*tie, "inner");
      linkage.outer = vector(*tie, "outer");
    }
    return linkage;
  }

 private:
  // Missing keys have been told: what stands for them is not used.
  Attachment place(std::string_view key) {
    const YamlNode* node = values_.find(node_, key);
    if (node == nullptr) return {};
    const Attachment attachment = lookups_.place(*node);
    if (const std::size_t body = body_at(attachment); body != kWorld) carriers_.insert(body);
    return attachment;
  }

  std::size_t body_at(const Attachment& attachment) const {
    const bool known = attachment.frame != kNone || attachment.body < model_.bodies.size();
    return known ? body_of(model_, attachment) : kWorld;
  }

  Expr formula(const YamlNode& map, std::string_view key) {
    const YamlNode* node = values_.find(map, key);
    return node == nullptr ? Expr(0) : values_.formula(*node);
  }

  Vector vector(const YamlNode& map, std::string_view key) {
    const YamlNode* node = values_.find(map, key);
    return node == nullptr ? Vector{} : values_.vector(*node);
  }

  Vector axis() {
    const YamlNode* node = values_.find(node_, "axis");
    if (node == nullptr) return unit<Expr>(2);
    const Vector axis = values_.axis(*node);
    if (!is_across_x(axis))
      values_.add(*node, ErrorCode::kLinkage, "the axis of a linkage is perpendicular to x: its bars lie along x",
                  "y, z, -y, -z or a vector without x; turn the frame it is on where need be");
    return axis;
  }

  std::size_t body(const YamlNode& map, std::string_view key) {
    const YamlNode* node = values_.find_text(map, key);
    return node == nullptr ? kNone : body(*node);
  }

  std::size_t body(const YamlNode& name) {
    const std::size_t index = lookups_.body(name);
    if (index == kWorld) {
      values_.add(name, ErrorCode::kLinkage, "the world cannot be a moving part of a linkage");
    } else if (carriers_.contains(index)) {
      values_.add(name, ErrorCode::kLinkage,
                  fmt::format("body {} carries this linkage: it cannot be a part of it", name.text),
                  "its parts are bodies of their own");
    } else if (index != kNone && !used_.insert(index).second) {
      values_.add(name, ErrorCode::kLinkage, fmt::format("body {} is a part of this linkage already", name.text),
                  "each of its parts is a body of its own");
    }
    return index;
  }

  LinkageBar bar(std::string_view key) {
    const YamlNode* node = values_.find(node_, key);
    return node == nullptr ? LinkageBar{} : LinkageBar{body(*node, "body"), formula(*node, "length")};
  }

  Wishbone wishbone(std::string_view key) {
    const YamlNode* node = values_.find(node_, key);
    if (node == nullptr) return {};
    return {body(*node, "body"), vector(*node, "front"), vector(*node, "rear"), vector(*node, "ball")};
  }

  std::vector<std::string> coordinates() {
    std::vector<std::string> names;
    if (const YamlNode* node = values_.find(node_, "coordinates"))
      for (const YamlNode* name : values_.names(*node)) names.push_back(name->text);
    return names;
  }

  ValueReader& values_;
  const LinkageLookups& lookups_;
  const YamlNode& node_;
  const Model& model_;
  std::unordered_set<std::size_t> used_, carriers_;  // bodies of this linkage so far, and those that it is on
};

}  // namespace

void read_linkage(ValueReader& values, const Mistakes& mistakes, const LinkageLookups& lookups, const YamlNode& name,
                  const YamlNode& node, Model& model) {
  const YamlNode* type = values.find_text(node, "type");
  if (type == nullptr) return;
  LinkageReader reader(values, lookups, node, model);
  auto make = [&](const auto& linkage, auto add) {
    if (!mistakes.touch(node)) add(model, name.text, linkage);
  };
  if (type->text == "four_bar") make(reader.four_bar(), add_four_bar);
  if (type->text == "parallelogram") make(reader.parallelogram(), add_parallelogram);
  if (type->text == "slider_crank") make(reader.slider_crank(), add_slider_crank);
  if (type->text == "cylinder") make(reader.cylinder(), add_cylinder);
  if (type->text == "double_wishbone") make(reader.double_wishbone(), add_double_wishbone);
}

}  // namespace kinemate
