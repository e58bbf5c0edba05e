#include "base/memory_budget.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <limits>
#include <string_view>

namespace kinemate {
namespace {

constexpr std::ptrdiff_t kUnlimited = std::numeric_limits<std::ptrdiff_t>::max() / 2;
constexpr std::uint64_t kLeastStep = 1 << 18, kMostStep = 1 << 24;  // bytes between two looks

std::atomic<std::uint64_t> budget = 0;   // as it was set
std::atomic<std::uint64_t> granted = 0;  // with what was added so that work can end
std::atomic<bool> exceeded = false;

// The beginning of a file of the system, without an allocation.
class SystemText {
 public:
  explicit SystemText(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t size = read(file, text_.data(), text_.size());
    close(file);
    length_ = size > 0 ? static_cast<std::size_t>(size) : 0;
  }
  std::string_view text() const { return {text_.data(), length_}; }

 private:
  std::array<char, 4096> text_;
  std::size_t length_ = 0;
};

// The first number behind `name`; 0 where there is none, or a word such as "max".
std::uint64_t number_behind(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return 0;
  const std::size_t first = text.find_first_not_of(" \t", at + name.size());
  std::uint64_t number = 0;
  if (first != std::string_view::npos) std::from_chars(text.data() + first, text.data() + text.size(), number);
  return number;
}

// What the group of processes may still have; none: the largest number.
std::uint64_t left_of_group(const char* most_path, const char* now_path) {
  const std::uint64_t most = number_behind(SystemText(most_path).text(), "");
  const std::uint64_t now = number_behind(SystemText(now_path).text(), "");
  if (most == 0) return std::numeric_limits<std::uint64_t>::max();
  return most > now ? most - now : 1;
}

bool is_above(std::uint64_t limit, std::uint64_t more) {
  if (resident_memory() + more <= limit) return false;
  malloc_trim(0);  // what is free, and only kept
  return resident_memory() + more > limit;
}

}  // namespace

void set_memory_budget(std::uint64_t bytes) {
  budget = granted = bytes;
  exceeded = false;
  memory::allowance = 0;
}

std::uint64_t memory_budget() { return budget; }

bool memory_budget_is_exceeded() { return exceeded; }

std::uint64_t resident_memory() {
  const SystemText statm("/proc/self/statm");  // pages: all, resident, shared with others
  const std::string_view text = statm.text();
  const std::size_t second = text.find(' ');
  if (second == std::string_view::npos) return 0;
  const std::uint64_t resident = number_behind(text.substr(second), "");
  const std::size_t third = text.find(' ', second + 1);
  const std::uint64_t shared = third == std::string_view::npos ? 0 : number_behind(text.substr(third), "");
  return (resident - std::min(shared, resident)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t free_memory() {
  const std::uint64_t system = 1024 * number_behind(SystemText("/proc/meminfo").text(), "MemAvailable:");
  if (system == 0) return 0;
  return std::min({system, left_of_group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
                   left_of_group("/sys/fs/cgroup/memory/memory.limit_in_bytes",
                                 "/sys/fs/cgroup/memory/memory.usage_in_bytes")});
}

namespace memory {

void renew_allowance(std::size_t bytes, Allocator allocator) {
  const std::uint64_t limit = granted;
  allowance = kUnlimited;
  if (limit == 0) return;
  const std::uint64_t step = std::clamp(limit / 64, kLeastStep, kMostStep);
  allowance = static_cast<std::ptrdiff_t>(step);
  const std::uint64_t beyond = allocator == Allocator::kForeign ? limit / 4 : 0;
  if (!is_above(limit + beyond, bytes > step ? bytes : 0)) return;
  granted = limit + limit / 10;
  exceeded = true;
  throw MemoryBudgetExceeded();
}

}  // namespace memory
}  // namespace kinemate
