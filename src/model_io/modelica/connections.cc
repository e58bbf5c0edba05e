#include "model_io/modelica/connections.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/suggest.h"

namespace kinemate {
namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};

class Connections {
 public:
  Connections(const ModelicaInstances& parts, ModelicaNotes& notes)
      : parts_(parts),
        notes_(notes),
        next_(2 * parts.instances.size()),
        offset_(next_.size(), kNowhere),
        scalars_(parts.instances.size()) {
    std::iota(next_.begin(), next_.end(), std::size_t{0});
    for (const ModelicaScalar& scalar : parts.scalars)
      if (scalar.component->role != ModelicaComponent::Role::kParameter) scalars_[scalar.instance].push_back(&scalar);
  }

  std::vector<ModelicaConnectionEquation> make() {
    for (std::size_t i = 0; i < parts_.instances.size(); ++i)
      for (const ModelicaConnection& connection : parts_.instances[i].of->connections) connect(i, connection);
    std::vector<std::vector<std::size_t>> sets(next_.size());
    for (std::size_t end = 0; end < next_.size(); ++end) sets[find(end)].push_back(end);
    for (const std::vector<std::size_t>& set : sets)
      if (!set.empty() && parts_.instances[set[0] / 2].is_connector()) add_set(set);
    return std::move(equations_);
  }

 private:
  // An end is a connector seen from outside, 2 i, or from inside of its class, 2 i + 1.

  std::size_t find(std::size_t end) {
    while (next_[end] != end) end = next_[end] = next_[next_[end]];
    return end;
  }

  void connect(std::size_t instance, const ModelicaConnection& connection) {
    const std::size_t first = end_of(instance, connection.first), second = end_of(instance, connection.second);
    if (first == kNowhere || second == kNowhere) return;
    if (!do_fit(first / 2, second / 2))
      return notes_.add(connection.second.offset, ErrorCode::kModelica,
                        fmt::format("connectors of class {} and {} do not fit: their variables differ",
                                    parts_.instances[first / 2].of->name, parts_.instances[second / 2].of->name));
    if (first == second)
      return notes_.add(connection.second.offset, ErrorCode::kModelica,
                        fmt::format("{} is connected with itself", connection.second.text));
    for (std::size_t end : {first, second}) offset_[end] = std::min(offset_[end], connection.first.offset);
    const std::size_t one = find(first), other = find(second);
    next_[std::max(one, other)] = std::min(one, other);
  }

  // Connectors of different classes fit where their variables have the same names.
  bool do_fit(std::size_t a, std::size_t b) const {
    if (parts_.instances[a].of == parts_.instances[b].of) return true;
    return std::equal(scalars_[a].begin(), scalars_[a].end(), scalars_[b].begin(), scalars_[b].end(),
                      [](const ModelicaScalar* x, const ModelicaScalar* y) {
                        return x->component->name.text == y->component->name.text &&
                               x->component->flow == y->component->flow;
                      });
  }

  std::size_t end_of(std::size_t instance, const ModelicaName& name) {
    const ModelicaInstance& in = parts_.instances[instance];
    const auto found = parts_.by_path.find(in.prefix + name.text);
    if (found == parts_.by_path.end() || !parts_.instances[found->second].is_connector()) {
      if (!in.lost) refuse(in, name, found != parts_.by_path.end());
      return kNowhere;
    }
    const bool inside = parts_.instances[found->second].parent == instance;
    return 2 * found->second + (inside ? 1 : 0);
  }

  void refuse(const ModelicaInstance& in, const ModelicaName& name, bool exists) {
    std::vector<std::string_view> names;
    for (const auto& [path, index] : parts_.by_path)
      if (parts_.instances[index].is_connector() && path.starts_with(in.prefix))
        names.push_back(std::string_view(path).substr(in.prefix.size()));
    std::sort(names.begin(), names.end());
    const std::string near = nearest(name.text, names);
    notes_.add(name.offset, ErrorCode::kUnknownName,
               fmt::format(fmt::runtime(exists ? "{} is no connector" : "there is no connector {}"), name.text),
               near.empty() ? "" : fmt::format("did you mean {}?", near));
  }

  void add_set(const std::vector<std::size_t>& set) {
    const std::vector<const ModelicaScalar*>& members = scalars_[set[0] / 2];
    const bool alone = set.size() == 1, inside = set[0] % 2 == 1;
    if (alone && inside) return;  // its flows are what the class's equations say
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (members[k]->component->flow) {
        add_flow(set, k);
      } else {
        for (std::size_t i = 1; i < set.size(); ++i) add(set, i, member(set[0], k), member(set[i], k));
      }
    }
  }

  void add_flow(const std::vector<std::size_t>& set, std::size_t k) {
    Expr sum;
    for (std::size_t end : set) sum = end % 2 == 1 ? sum - member(end, k) : sum + member(end, k);
    add(set, 0, sum, Expr(0));
  }

  void add(const std::vector<std::size_t>& set, std::size_t i, Expr left, Expr right) {
    std::size_t offset = offset_[set[i]];
    if (offset == kNowhere) offset = parts_.instances[set[i] / 2].of->offset;
    std::vector<std::string> names;
    for (std::size_t end : set) {
      std::string name = parts_.instances[end / 2].prefix;
      name.pop_back();
      names.push_back(std::move(name));
    }
    const std::string name = set.size() == 1 ? fmt::format("{}, not connected", names[0])
                                             : fmt::format("connection of {}", fmt::join(names, ", "));
    equations_.push_back({name, left, right, offset});
  }

  Expr member(std::size_t end, std::size_t k) const { return scalars_[end / 2][k]->symbol; }

  const ModelicaInstances& parts_;
  ModelicaNotes& notes_;
  std::vector<std::size_t> next_;                            ///< of an end, in its set
  std::vector<std::size_t> offset_;                          ///< of the first connection of an end
  std::vector<std::vector<const ModelicaScalar*>> scalars_;  ///< of each instance, without parameters
  std::vector<ModelicaConnectionEquation> equations_;
};

}  // namespace

std::vector<ModelicaConnectionEquation> make_connection_equations(const ModelicaInstances& parts,
                                                                  ModelicaNotes& notes) {
  return Connections(parts, notes).make();
}

}  // namespace kinemate
