#include "codegen/shared_inputs.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "base/check.h"
#include "codegen/target.h"

namespace kinemate {
namespace {

// Places by name. Entries that have the same name are taken one after the other.
class Places {
 public:
  explicit Places(const Array& array) {
    for (std::size_t i = 0; i < array.entries.size(); ++i) by_name_[array.entries[i].name].push_back(i);
  }

  /// Where the next entry of this name is; `none` where there are no more.
  std::size_t take(const std::string& name, std::size_t none) {
    const auto found = by_name_.find(name);
    if (found == by_name_.end() || used_[name] == found->second.size()) return none;
    return found->second[used_[name]++];
  }

 private:
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;
  std::unordered_map<std::string, std::size_t> used_;
};

void add_entries(Array& shared, const Array& own) {
  Places places(shared);
  const std::size_t none = shared.entries.size();
  for (const Entry& entry : own.entries)
    if (places.take(entry.name, none) == none) shared.entries.push_back(entry);
}

}  // namespace

std::vector<Array> share_inputs(std::span<const Program> programs) {
  std::vector<Array> shared;
  for (const Program& program : programs) {
    for (const Array& own : program.inputs) {
      if (own.entries.empty()) continue;
      const auto known =
          std::find_if(shared.begin(), shared.end(), [&](const Array& array) { return array.name == own.name; });
      if (known == shared.end()) {
        shared.push_back(own);
      } else {
        add_entries(*known, own);
      }
    }
  }
  return shared;
}

std::vector<std::size_t> places_in(const Array& shared, const Array& own) {
  Places places(shared);
  std::vector<std::size_t> found;
  for (const Entry& entry : own.entries) {
    found.push_back(places.take(entry.name, shared.entries.size()));
    CHECK(found.back() < shared.entries.size());
  }
  return found;
}

bool is_whole(const Array& shared, std::span<const std::size_t> places) {
  std::vector<std::size_t> all(shared.entries.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return std::equal(all.begin(), all.end(), places.begin(), places.end());
}

std::vector<double> shared_example(const Array& shared, const Program& first, std::span<const double> example) {
  std::vector<double> values = example_of(first, shared.name, example);
  values.resize(shared.entries.size(), 1.0);
  return values;
}

}  // namespace kinemate
