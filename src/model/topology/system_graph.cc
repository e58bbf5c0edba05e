#include "model/topology/system_graph.h"

#include "model/joints/joint.h"

namespace kinemate {
namespace {

class Builder {
 public:
  Builder(const Model& model, const Tree& tree, SystemForm form) : model_(model), tree_(tree) { graph_.form = form; }

  SystemGraph build() {
    for (const TreeJoint& joint : tree_.joints) number(joint.joint, joint.child);
    for (std::size_t joint : tree_.secondary) number(joint, kNone);
    for (std::size_t i = 0; i < tree_.joints.size(); ++i) {
      x_.push_back(add(SystemRole::kAcceleration, i, 6));
      newton_euler_.push_back(add(SystemRole::kNewtonEuler, i, 6));
      connect(newton_euler_[i], x_[i], "M");
    }
    for (std::size_t i = 0; i < graph_.joints.size(); ++i) {
      const Joint& joint = model_.joints[graph_.joints[i]];
      const bool primary = i < tree_.joints.size();
      // from the side that carries to the side that is carried
      const std::size_t near = primary ? tree_.joints[i].parent : body_of(model_, joint.from);
      const std::size_t far = primary ? tree_.joints[i].child : body_of(model_, joint.to);
      graph_.form == SystemForm::kExplicit ? add_explicit(i, joint, near, far) : add_implicit(i, joint, near, far);
    }
    return std::move(graph_);
  }

 private:
  void number(std::size_t joint, std::size_t body) {
    graph_.joints.push_back(joint);
    graph_.bodies.push_back(body);
  }

  std::size_t add(SystemRole role, std::size_t index, std::size_t size) {
    graph_.nodes.push_back({role, index + 1, size});
    return graph_.nodes.size() - 1;
  }

  void connect(std::size_t equation, std::size_t variable, std::string_view coefficient) {
    graph_.edges.push_back({equation, variable, coefficient});
  }

  std::size_t of_body(std::size_t body) const { return tree_.joint_of[body]; }

  void add_explicit(std::size_t i, const Joint& joint, std::size_t near, std::size_t far) {
    const bool primary = i < tree_.joints.size();
    const std::size_t freedoms = joint_speeds(model_, joint).size();
    const std::size_t motion = add(SystemRole::kMotion, i, 6), load = add(SystemRole::kJointLoad, i, 6);
    if (far != kWorld) {
      connect(motion, x_[of_body(far)], primary ? "E" : "G");
      connect(newton_euler_[of_body(far)], load, primary ? "-E" : "-G^T");
    }
    if (near != kWorld) {
      connect(motion, x_[of_body(near)], "-G");
      connect(newton_euler_[of_body(near)], load, "G^T");
    }
    if (freedoms == 0) return;
    connect(motion, add(SystemRole::kJointAcceleration, i, freedoms), "-Phi");
    connect(add(SystemRole::kPower, i, freedoms), load, "Phi^T");
  }

  void add_implicit(std::size_t i, const Joint& joint, std::size_t near, std::size_t far) {
    const std::size_t freedoms = joint_speeds(model_, joint).size();
    if (freedoms >= 6) return;
    const std::size_t locked = add(SystemRole::kLocked, i, 6 - freedoms);
    const std::size_t multiplier = add(SystemRole::kMultiplier, i, 6 - freedoms);
    if (far != kWorld) {
      connect(locked, x_[of_body(far)], "Psi^T");
      connect(newton_euler_[of_body(far)], multiplier, "-Psi");
    }
    if (near != kWorld) {
      connect(locked, x_[of_body(near)], "-Psi^T G");
      connect(newton_euler_[of_body(near)], multiplier, "G^T Psi");
    }
  }

  const Model& model_;
  const Tree& tree_;
  SystemGraph graph_;
  std::vector<std::size_t> x_, newton_euler_;  // nodes of each body, in the order of the tree
};

}  // namespace

SystemGraph make_system_graph(const Model& model, const Tree& tree, SystemForm form) {
  return Builder(model, tree, form).build();
}

}  // namespace kinemate
