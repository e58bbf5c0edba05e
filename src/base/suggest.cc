#include "base/suggest.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace kinemate {
namespace {

// Names longer than this are compared by their beginning: the distance takes the product of the lengths.
constexpr std::size_t kLongest = 64;

std::string lower(std::string_view word) {
  std::string result(word.substr(0, kLongest));
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Names that a rate or its rate may have elsewhere, without the name of what changes; how many primes they mean.
struct RateName {
  std::string_view before, after;
  int primes;
};
constexpr RateName kRateNames[] = {{"", "_ddot", 2}, {"", "_dotdot", 2}, {"", "ddot", 2}, {"dd", "", 2},
                                   {"d2", "_dt2", 2}, {"", "_dot", 1},    {"", "dot", 1},  {"", "_dt", 1},
                                   {"d", "_dt", 1},   {"d", "dt", 1},     {"d_", "", 1},   {"d", "", 1},
                                   {"D", "", 1},      {"", "_d", 1},      {"", "_p", 1}};

// x_dot is x', where the candidates have that; empty: it is no such name.
std::string find_rate(std::string_view word, std::span<const std::string_view> candidates) {
  for (const auto& [before, after, primes] : kRateNames) {
    if (word.size() <= before.size() + after.size() || !word.starts_with(before) || !word.ends_with(after)) continue;
    std::string rate(word.substr(before.size(), word.size() - before.size() - after.size()));
    rate.append(static_cast<std::size_t>(primes), '\'');
    if (std::find(candidates.begin(), candidates.end(), rate) != candidates.end()) return rate;
  }
  return "";
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // row(i)[j]: distance of the first i letters of a to the first j of b; three rows are alive
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (std::string rate = find_rate(word, candidates); !rate.empty()) return rate;
  const std::string wanted = lower(word);
  std::size_t best = wanted.size() <= 4 ? 2 : wanted.size() <= 8 ? 3 : 4;  // one more than is accepted
  std::string_view found;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(wanted, lower(candidate));
    if (distance < best && distance < std::max(word.size(), candidate.size())) {
      best = distance;
      found = candidate;
    }
  }
  return std::string(found);
}

}  // namespace kinemate
