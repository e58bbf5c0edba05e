#include "formalism/recursive_form.h"

#include <cctype>
#include <map>
#include <set>
#include <unordered_set>

#include "expr/graph.h"
#include "formalism/recursive.h"
#include "model/formulas.h"
#include "recursion/composite.h"

namespace kinemate {
namespace {

constexpr const char* kOutward =
    "outward, in axes of the links with z along their joints: angular velocity w, its rate dw, acceleration a of the "
    "origin, for s' = 0";
constexpr const char* kInward = "inward: torque t about the origin and force f that this takes of the joints";
constexpr const char* kComposite = "inward: bodies with all they carry: mass m, moment c, inertia I about the origin";

// As short as a name would be.
bool is_short(Expr formula) { return split_number(formula).rest.operand_count() == 0; }

class Namer {
 public:
  Namer(const Model& model, const MachineLinks& machine) {
    for (const auto& [name, role] : symbol_roles(model)) taken_.insert(name);
    for (const std::string& name : undeclared_parameters(model)) taken_.insert(name);
    std::map<std::size_t, int> inside;  // a joint's links without a body, counted
    for (const MachineLink& link : machine.links) {
      std::string label = link.body != kNone ? model.bodies[link.body].name
                                             : model.joints[link.joint].name + std::to_string(++inside[link.joint]);
      for (char& c : label)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
      if (std::isdigit(static_cast<unsigned char>(label.front()))) label = "b" + label;
      labels_.push_back(label);
    }
  }

  void name(const char* group, std::size_t link, const std::string& what, Expr& formula) {
    if (is_short(formula)) return;
    std::string text = labels_[link] + "_" + what;
    while (!taken_.insert(text).second) text += "_";
    form.steps.push_back({group, make_symbol(text), formula});
    formula = form.steps.back().symbol;
  }
  void name(const char* group, std::size_t link, const std::string& what, Vector& v) {
    for (std::size_t k = 0; k < 3; ++k) name(group, link, what + "xyz"[k], v[k]);
  }

  RecursiveForm form;

 private:
  std::set<std::string> taken_;
  std::vector<std::string> labels_;
};

// Not all of a composite body is felt by the joints before it.
void drop_unused(RecursiveForm& form) {
  std::vector<Expr> needed = form.mass;
  needed.insert(needed.end(), form.bias.begin(), form.bias.end());
  std::vector<Expr> symbols = free_symbols(needed);
  std::unordered_set<Expr> used(symbols.begin(), symbols.end());
  std::vector<RecursionStep> kept;
  for (auto step = form.steps.rbegin(); step != form.steps.rend(); ++step) {
    if (!used.contains(step->symbol)) continue;
    for (Expr symbol : free_symbols(step->formula)) used.insert(symbol);
    kept.push_back(std::move(*step));
  }
  form.steps.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
}

}  // namespace

RecursiveForm write_recursive_form(const Model& model, const Kinematics& kinematics) {
  const MachineLinks links = make_links(model, kinematics);
  const FormulaSystem machine = make_formula_system(links, choose_axes(links, AxesRule::kTurned));
  Namer namer(model, links);
  BaseMotion<Expr> base = machine.base;
  base.acceleration.linear =
      transposed_times(kinematics.bodies[kWorld].pose.rotation, kinematics.bodies[kWorld].bias.linear);
  const std::vector<LinkMotion<Expr>> motions =
      compute_motions<Expr>(machine.system, base, machine.joints, [&](std::size_t i, LinkMotion<Expr>& motion) {
        namer.name(kOutward, i, "w", motion.angular_velocity);
        namer.name(kOutward, i, "dw", motion.acceleration.angular);
        namer.name(kOutward, i, "a", motion.acceleration.linear);
        motion.spread = spread_of(motion.angular_velocity, motion.acceleration.angular);
      });
  std::vector<Load<Expr>> needed;
  for (std::size_t i = 0; i < motions.size(); ++i)
    needed.push_back(required_load(machine.system.links[i].inertia, motions[i]));
  const std::vector<Load<Expr>> loads =
      collect_joint_loads<Expr>(machine.system, std::move(needed), [&](std::size_t i, Load<Expr>& load) {
        namer.name(kInward, i, "t", load.torque);
        namer.name(kInward, i, "f", load.force);
      });
  namer.form.bias = machine.to_speeds(project_on_speeds(machine.system, loads));
  namer.form.mass = compute_mass(machine, [&](std::size_t i, RigidInertia<Expr>& composite) {
    namer.name(kComposite, i, "m", composite.mass);
    namer.name(kComposite, i, "c", composite.moment);
    auto& [xx, yy, zz, xy, xz, yz] = composite.tensor;
    for (const auto& [what, formula] : {std::pair{"Ixx", &xx}, std::pair{"Iyy", &yy}, std::pair{"Izz", &zz},
                                        std::pair{"Ixy", &xy}, std::pair{"Ixz", &xz}, std::pair{"Iyz", &yz}})
      namer.name(kComposite, i, what, *formula);
  });
  drop_unused(namer.form);
  return std::move(namer.form);
}

}  // namespace kinemate
