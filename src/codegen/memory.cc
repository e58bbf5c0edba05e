#include "codegen/memory.h"

#include <limits>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

class Layout {
 public:
  Layout(const Schedule& schedule, const CodeInterface& interface)
      : schedule_(schedule), mirrored_(schedule.slots(), false), moved_(kParameters + interface.parameters.size()) {
    made_.places.reserve(schedule.slots());
    add_region(kWorkspace, schedule.temporaries);
    add_region(kConstants, schedule.constants.size());
    for (std::size_t i = 0; i < interface.parameters.size(); ++i) {
      const CodeParameter& parameter = interface.parameters[i];
      if (parameter.output && first_output_ == kNone) first_output_ = kParameters + static_cast<std::uint32_t>(i);
      add_region(kParameters + static_cast<std::uint32_t>(i), parameter.array->entries.size());
    }
    CHECK(made_.places.size() == schedule.slots());
  }

  CodeMemory make(std::vector<bool> stored) {
    for (const Loop& loop : schedule_.loops)
      for (Slot slot : loop.table)
        if (slot < schedule_.temporaries) stored[slot] = true;
    find_mixed_ports();
    place_temporaries(stored);
    place_mirrors();
    place_moved_outputs();
    for (const Loop& loop : schedule_.loops) made_.columns.push_back(make_columns(loop));
    return std::move(made_);
  }

 private:
  void add_region(std::uint32_t region, std::size_t count) {
    for (std::uint32_t i = 0; i < count; ++i) made_.places.push_back({region, i});
  }

  std::uint32_t region(Slot slot) const { return made_.places[slot].region; }

  bool is_mixed(const Loop& loop, std::size_t port) const {
    for (std::size_t i = port; i < loop.table.size(); i += loop.ports) {
      if (region(loop.table[i]) != region(loop.table[port])) return true;
    }
    return false;
  }

  void find_mixed_ports() {
    for (const Loop& loop : schedule_.loops) {
      for (std::size_t port = 0; port < loop.ports; ++port) {
        if (!is_mixed(loop, port)) continue;
        for (std::size_t i = port; i < loop.table.size(); i += loop.ports) {
          const std::uint32_t at = region(loop.table[i]);
          if (at >= first_output_) {
            moved_[at] = true;
          } else if (at != kWorkspace) {
            mirrored_[loop.table[i]] = true;
          }
        }
      }
    }
  }

  void place_temporaries(const std::vector<bool>& stored) {
    for (Slot slot = 0; slot < schedule_.temporaries; ++slot) {
      if (stored[slot]) made_.places[slot].index = made_.workspace++;
    }
  }

  // Straight code goes on to read the number where it is from.
  void place_mirrors() {
    mirrors_.assign(schedule_.slots(), kNone);
    for (Slot slot = 0; slot < schedule_.slots(); ++slot) {
      if (!mirrored_[slot]) continue;
      mirrors_[slot] = made_.workspace++;
      made_.before.push_back({made_.places[slot], {kWorkspace, mirrors_[slot]}});
    }
  }

  void place_moved_outputs() {
    for (Slot slot = schedule_.outputs_at(); slot < schedule_.slots(); ++slot) {
      CodePlace& place = made_.places[slot];
      if (!moved_[place.region]) continue;
      const CodePlace from{kWorkspace, made_.workspace++};
      made_.after.push_back({from, place});
      place = from;
    }
  }

  std::vector<CodeColumn> make_columns(const Loop& loop) const {
    std::vector<CodeColumn> columns(loop.ports);
    for (std::size_t port = 0; port < loop.ports; ++port) {
      const bool mixed = is_mixed(loop, port);
      columns[port].region = mixed ? kWorkspace : region(loop.table[port]);
      for (std::size_t i = port; i < loop.table.size(); i += loop.ports) {
        const Slot slot = loop.table[i];
        columns[port].indices.push_back(mixed && region(slot) != kWorkspace ? mirrors_[slot]
                                                                            : made_.places[slot].index);
      }
    }
    return columns;
  }

  const Schedule& schedule_;
  CodeMemory made_;
  std::vector<bool> mirrored_;          // by slot
  std::vector<bool> moved_;             // by region
  std::vector<std::uint32_t> mirrors_;  // by slot: place in the workspace
  std::uint32_t first_output_ = kNone;  // region
};

}  // namespace

CodeMemory lay_out(const Schedule& schedule, const CodeInterface& interface, const std::vector<bool>& stored) {
  CHECK(stored.size() == schedule.temporaries);
  return Layout(schedule, interface).make(stored);
}

}  // namespace kinemate
