#include "model/connect.h"

#include <fmt/format.h>

#include <unordered_set>

#include "expr/lexer.h"
#include "model/formulas.h"
#include "model/tree.h"

namespace kinemate {
namespace {

std::unordered_set<std::string> symbol_names(const Model& model) {
  std::unordered_set<std::string> names;
  for (const auto& [name, role] : symbol_roles(model)) names.insert(name);
  for (const std::string& name : undeclared_parameters(model)) names.insert(name);
  return names;
}

// Adds them one by one, so that many parts take no time out of proportion.
class FreeJoints {
 public:
  explicit FreeJoints(Model& model) : model_(model), symbols_(symbol_names(model)) {
    for (const Joint& joint : model.joints) joints_.insert(joint.name);
  }

  void add(std::size_t body) {
    const std::string& name = model_.bodies[body].name;
    Joint joint;
    joint.name = fresh(joints_, name + "_free");
    joint.type = JointType::kFree;
    joint.to.body = body;
    joint.euler_parameters = true;
    for (const char* suffix : {"x", "y", "z", "p0", "p1", "p2", "p3"}) {
      joint.coordinates.push_back(model_.coordinates.size());
      model_.coordinates.push_back({fresh(symbols_, fmt::format("{}_{}", as_name(name), suffix)), std::nullopt});
    }
    for (const char* suffix : {"wx", "wy", "wz"})
      joint.speeds.push_back(fresh(symbols_, fmt::format("{}_{}", as_name(name), suffix)));
    model_.joints.push_back(std::move(joint));
  }

 private:
  static std::string as_name(std::string text) {
    for (char& c : text)
      if (!is_name("_" + std::string(1, c))) c = '_';
    return is_name(text) ? text : "_" + text;
  }

  static std::string fresh(std::unordered_set<std::string>& taken, const std::string& wish) {
    std::string name = wish;
    for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}_{}", wish, i);
    return name;
  }

  Model& model_;
  std::unordered_set<std::string> symbols_, joints_;
};

}  // namespace

void add_free_joint(Model& model, std::size_t body) { FreeJoints(model).add(body); }

Connection connect_parts(Model model) {
  Connection connection{std::move(model), {}, {}};
  const auto parts = find_loose_parts(connection.model, make_tree(connection.model));
  if (parts.empty()) return connection;
  FreeJoints joints(connection.model);
  for (const std::vector<std::size_t>& part : parts) {
    connection.joints.push_back(connection.model.joints.size());
    connection.sizes.push_back(part.size());
    joints.add(part[0]);
  }
  return connection;
}

}  // namespace kinemate
