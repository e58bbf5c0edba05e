#include "model/checks/subsystem_check.h"

#include <fmt/format.h>

#include <set>
#include <unordered_map>

namespace kinemate {
namespace {

class SubsystemChecker {
 public:
  explicit SubsystemChecker(const Model& model) : model_(model) {}

  std::vector<Finding> run() {
    check_names("joints", model_.joints);
    check_names("loads", model_.loads);
    check_names("subsystems", model_.subsystems);
    for (const Subsystem& subsystem : model_.subsystems) check_bodies(subsystem);
    return std::move(findings_);
  }

 private:
  // In a file names of a section differ; ready linkages add to them.
  template <class Elements>
  void check_names(const std::string& section, const Elements& elements) {
    std::set<std::string_view> seen;
    for (const auto& element : elements)
      if (!element.name.empty() && !seen.insert(element.name).second)
        findings_.push_back({{section, element.name, ""},
                             ErrorCode::kNameTaken,
                             fmt::format("{} is already the name of another {}", element.name, singular(section)),
                             section == "subsystems" ? "" : "ready linkages name what they make after themselves",
                             ""});
  }

  void add(const Subsystem& subsystem, std::string message, std::string hint = {}, std::string symbol = {}) {
    findings_.push_back({{"subsystems", subsystem.name, "bodies"},
                         ErrorCode::kLinkage,
                         std::move(message),
                         std::move(hint),
                         std::move(symbol)});
  }

  void check_bodies(const Subsystem& subsystem) {
    if (subsystem.bodies.empty()) add(subsystem, fmt::format("subsystem {} has no bodies", subsystem.name));
    for (std::size_t body : subsystem.bodies) {
      if (body == kNone) {
        add(subsystem, fmt::format("subsystem {} has a body that is not there", subsystem.name));
        continue;
      }
      const std::string& name = model_.bodies[body].name;
      if (body == kWorld) {
        add(subsystem, fmt::format("the world is no part of subsystem {}", subsystem.name),
            "only bodies that move are: what carries them is found by itself", name);
        continue;
      }
      const auto [first, fresh] = owner_.emplace(body, &subsystem);
      if (fresh) continue;
      add(subsystem,
          first->second == &subsystem ? fmt::format("body {} stands twice in subsystem {}", name, subsystem.name)
                                      : fmt::format("body {} is in subsystem {} already", name, first->second->name),
          first->second == &subsystem ? "" : "a body is in one subsystem at most", name);
    }
  }

  const Model& model_;
  std::unordered_map<std::size_t, const Subsystem*> owner_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> find_subsystem_mistakes(const Model& model) { return SubsystemChecker(model).run(); }

}  // namespace kinemate
