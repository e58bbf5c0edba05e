#include "model/connect.h"

#include "model/formulas.h"
#include "model/joints/joint.h"
#include "model/tree.h"

namespace kinemate {
namespace {

UniqueNames symbols_of(const Model& model) {
  UniqueNames names;
  for (const auto& [name, role] : symbol_roles(model)) names.take(name);
  for (const std::string& name : undeclared_parameters(model)) names.take(name);
  return names;
}

}  // namespace

void add_joint(Model& model, Joint joint, const std::string& stem, std::span<const std::string_view> endings,
               UniqueNames& symbols) {
  for (std::string_view ending : endings) {
    joint.coordinates.push_back(model.coordinates.size());
    model.coordinates.push_back({symbols.take(make_symbol_name(stem + std::string(ending))), std::nullopt});
  }
  const std::vector<std::string> speeds = named_speeds(joint);
  std::vector<std::string> own;
  for (const std::string& speed : speeds) own.push_back(symbols.take(speed));
  if (own != speeds) joint.speeds = own;
  model.joints.push_back(std::move(joint));
}

void add_free_joint(Model& model, std::size_t body, UniqueNames& symbols, UniqueNames& joints) {
  const std::string name = model.bodies[body].name;
  Joint joint;
  joint.name = joints.take(name + "_free");
  joint.type = JointType::kFree;
  joint.to.body = body;
  joint.euler_parameters = true;
  add_joint(model, std::move(joint), name, kFreeEndings, symbols);
}

Connection connect_parts(Model model) {
  Connection connection{std::move(model), {}, {}};
  const auto parts = find_loose_parts(connection.model, make_tree(connection.model));
  if (parts.empty()) return connection;
  UniqueNames symbols = symbols_of(connection.model), joints;
  for (const Joint& joint : connection.model.joints) joints.take(joint.name);
  for (const std::vector<std::size_t>& part : parts) {
    connection.joints.push_back(connection.model.joints.size());
    connection.sizes.push_back(part.size());
    add_free_joint(connection.model, part[0], symbols, joints);
  }
  return connection;
}

}  // namespace kinemate
