#include "study/simulation/body_places.h"

namespace kinemate {
namespace {

class PlaceFinder {
 public:
  PlaceFinder(const Model& model, const Tree& tree) : model_(model), tree_(tree), places_(model.bodies.size()) {}

  std::vector<BodyPlaces> find() {
    for (const TreeJoint& joint : tree_.joints) {
      places_[joint.parent].joints.push_back(on_body(near_end(model_, joint)));
      const bool free = model_.joints[joint.joint].type == JointType::kFree;
      places_[joint.child].hub = free ? model_.bodies[joint.child].center : on_body(far_end(model_, joint));
    }
    for (const std::size_t joint : tree_.secondary)
      for (const Attachment* end : {&model_.joints[joint].from, &model_.joints[joint].to}) {
        BodyPlaces& places = places_[body_of(model_, *end)];
        places.joints.push_back(on_body(*end));
        ++places.closings;
      }
    for (const NamedFrame& frame : model_.frames) add_named(frame.attachment);
    for (const Output& output : model_.outputs)
      if (output.quantity != Output::Quantity::kFormula) add_named(output.point);
    for (const LoadElement& load : model_.loads) add_load(load);
    for (const Constraint& constraint : model_.constraints)
      if (constraint.type == ConstraintType::kSkate) add_named(constraint.point);
    return std::move(places_);
  }

 private:
  Vector on_body(const Attachment& end) const { return pose_on_body(model_, end).position; }

  void add_named(const Attachment& place) { places_[body_of(model_, place)].named.push_back(on_body(place)); }

  void add_load(const LoadElement& load) {
    if (load.type != LoadType::kForce && !is_wire(model_, load)) return;
    for (const Attachment& point : load.points) add_named(point);
  }

  const Model& model_;
  const Tree& tree_;
  std::vector<BodyPlaces> places_;
};

}  // namespace

const Attachment& near_end(const Model& model, const TreeJoint& joint) {
  return joint.reversed ? model.joints[joint.joint].to : model.joints[joint.joint].from;
}

const Attachment& far_end(const Model& model, const TreeJoint& joint) {
  return joint.reversed ? model.joints[joint.joint].from : model.joints[joint.joint].to;
}

bool is_wire(const Model& model, const LoadElement& load) {
  if (load.points.size() != 2) return false;
  switch (load.type) {
    case LoadType::kSpring:
    case LoadType::kDamper:
    case LoadType::kLine:
    case LoadType::kBushing: return true;
    case LoadType::kVectorDamper:
      return body_of(model, load.points[0]) != kWorld && body_of(model, load.points[1]) != kWorld;
    default: return false;
  }
}

std::vector<BodyPlaces> find_body_places(const Model& model, const Tree& tree) {
  return PlaceFinder(model, tree).find();
}

}  // namespace kinemate
