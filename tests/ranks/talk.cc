// A program that mpi_module_test.cc starts several times over by mpirun: ranks_talk WHAT. What the first rank prints,
// the test reads.
#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "ranks/ranks.h"

namespace kinemate {
namespace {

constexpr std::size_t kSizes[] = {0, 1, 8, 0, 4096, 65536, 1 << 20, 3, 100'000, 0, 1 << 20};

// Bytes that no other message has.
std::vector<std::byte> content_of(unsigned rank, std::size_t number) {
  std::vector<std::byte> bytes(kSizes[number]);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>((31 * rank + 7 * number + i + i / 251) % 256);
  return bytes;
}

void send_all(Ranks& ranks) {
  for (std::size_t number = 0; number < std::size(kSizes); ++number)
    ranks.send_to_first(content_of(ranks.rank(), number));
}

void print_whether_all_came(Ranks& ranks) {
  std::vector<std::size_t> seen(ranks.size());
  for (std::size_t total = 0; total < ranks.size() * std::size(kSizes); ++total) {
    std::optional<RankMessage> message = total % 2 == 0 ? ranks.poll() : std::nullopt;
    if (!message) message = ranks.wait();
    if (message->bytes != content_of(message->from, seen[message->from]++))
      throw Error(ErrorCode::kSharing, "a wrong message");
  }
  fmt::print("{} of each\n", fmt::join(seen, " "));
  if (ranks.poll()) throw Error(ErrorCode::kSharing, "one message too many");
}

void talk(Ranks& ranks) {
  send_all(ranks);
  if (ranks.is_first()) print_whether_all_came(ranks);
}

// The first takes nothing before all are done: nobody may hang.
void talk_late(Ranks& ranks) {
  send_all(ranks);
  ranks.barrier();
  if (ranks.is_first()) print_whether_all_came(ranks);
}

void tell(Ranks& ranks) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{3} << 20}) {
    std::vector<std::byte> bytes(ranks.is_first() ? size : 17, static_cast<std::byte>(ranks.rank() + 9));
    ranks.broadcast(bytes);
    if (bytes != std::vector<std::byte>(size, std::byte{9}))
      throw Error(ErrorCode::kSharing, "other bytes than the first has");
  }
  ranks.send_to_first({});
  for (unsigned heard = 0; ranks.is_first() && heard < ranks.size(); ++heard) ranks.wait();
  if (ranks.is_first()) fmt::print("told {}\n", ranks.size());
}

int run_talk(const std::string& what) {
  Ranks ranks = Ranks::start();
  if (what == "throw" && !ranks.is_first()) throw Error(ErrorCode::kSharing, "thrown");
  try {
    if (what == "talk") talk(ranks);
    if (what == "talk_late") talk_late(ranks);
    if (what == "tell") tell(ranks);
    if (what == "abort" && !ranks.is_first()) ranks.abort(3);
    if (what == "abort" || what == "throw") ranks.wait();  // for a message that never comes
  } catch (const Error& error) {
    fmt::print("{}\n", error.message);
    ranks.abort(1);
  }
  return 0;
}

}  // namespace
}  // namespace kinemate

int main(int, char** arguments) {
  try {
    return kinemate::run_talk(arguments[1]);
  } catch (const kinemate::Error& error) {
    fmt::print("{}\n", error.message);
    return 2;
  }
}
