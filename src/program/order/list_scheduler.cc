#include "program/order/list_scheduler.h"

#include <algorithm>
#include <numeric>

#include "program/order/processor.h"

namespace kinemate {

ListScheduler::ListScheduler(std::span<const std::array<std::uint32_t, 3>> operands, std::span<const Code> codes)
    : codes_(codes.begin(), codes.end()), first_user_(operands.size() + 1, 0), way_(operands.size(), 0) {
  const std::size_t n = operands.size();
  for (const auto& of : operands)
    for (const std::uint32_t at : of)
      if (at < n) ++first_user_[at + 1];
  std::partial_sum(first_user_.begin(), first_user_.end(), first_user_.begin());
  users_.resize(first_user_.back());
  std::vector<std::uint32_t> next = first_user_;
  for (std::uint32_t i = 0; i < n; ++i)
    for (const std::uint32_t at : operands[i])
      if (at < n) users_[next[at]++] = i;
  for (std::size_t i = n; i-- > 0;) {
    for (const std::uint32_t user : users(i)) way_[i] = std::max(way_[i], way_[user]);
    way_[i] += latency(codes[i]);
  }
}

std::vector<std::uint32_t> ListScheduler::put_ahead(std::span<const std::uint32_t> order, std::size_t ahead) {
  given_ = order, ahead_ = ahead, clock_ = 0, front_ = 0;
  const std::size_t n = order.size();
  place_.resize(n), missing_.assign(n, 0), ready_.assign(n, 0);
  for (std::uint32_t i = 0; i < n; ++i) place_[order[i]] = i;
  for (const std::uint32_t user : users_) ++missing_[user];
  for (std::uint32_t i = 0; i < n; ++i)
    if (missing_[i] == 0) open(i);
  std::vector<bool> done(n, false);
  std::vector<std::uint32_t> result;
  while (result.size() < n) {
    const std::uint32_t chosen = choose();
    result.push_back(chosen);
    done[chosen] = true;
    while (front_ < n && done[order[front_]]) ++front_;
    for (const std::uint32_t user : users(chosen)) {
      ready_[user] = std::max(ready_[user], clock_ + latency(codes_[chosen]));
      if (--missing_[user] == 0) open(user);
    }
  }
  return result;
}

std::span<const std::uint32_t> ListScheduler::users(std::size_t i) const {
  return std::span(users_).subspan(first_user_[i], first_user_[i + 1] - first_user_[i]);
}

// An operation whose operands all have their turn.
void ListScheduler::open(std::uint32_t i) {
  if (place_[i] >= front_ + ahead_) {
    beyond_.push(place_[i]);
  } else if (ready_[i] <= clock_) {
    available_.push({-way_[i], place_[i]});
  } else {
    waiting_.push({ready_[i], place_[i]});
  }
}

// The first that is not done is always among those that are open and within the window.
std::uint32_t ListScheduler::choose() {
  clock_ += kTurn;
  while (!beyond_.empty() && beyond_.top() < front_ + ahead_) {
    const std::uint32_t i = given_[beyond_.top()];
    beyond_.pop();
    open(i);
  }
  if (available_.empty()) clock_ = std::max(clock_, waiting_.top().first);
  while (!waiting_.empty() && waiting_.top().first <= clock_) {
    const std::uint32_t at = waiting_.top().second;
    waiting_.pop();
    available_.push({-way_[given_[at]], at});
  }
  const std::uint32_t chosen = given_[available_.top().second];
  available_.pop();
  return chosen;
}

}  // namespace kinemate
