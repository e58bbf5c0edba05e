// Several processes of one command, started together by mpirun or srun, that send what they find to the first.
//
//     Ranks ranks = Ranks::start();
//     try {
//       ...                              // rank r does runs r, r + size, …
//     } catch (const Error& error) {
//       ...                              // print it
//       ranks.abort(1);                  // otherwise the others wait forever
//     }
//
// Only the main thread calls this; other threads may compute meanwhile.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ranks/mpi_table.h"

namespace kinemate {

struct RankMessage {
  unsigned from = 0;
  std::vector<std::byte> bytes;
};

/// Messages are below this size. Rows of results have some hundred bytes.
inline constexpr std::size_t kLongestMessage = std::size_t{1} << 30;

/// REQUIRES: one at a time, and none after one that used MPI, which starts once in a process.
class Ranks {
 public:
  /// Starts MPI where a launcher started this process. Throws Error where MPI is missing, or where it does not see the
  /// others. A process that was started alone is the only rank, without MPI, and `note` says so.
  static Ranks start();

  Ranks(Ranks&& other) noexcept;
  Ranks& operator=(Ranks&&) = delete;

  /// Waits for all ranks and ends MPI. While an exception passes, ends all ranks like `abort(1)`.
  ~Ranks();

  unsigned rank() const { return rank_; }
  unsigned size() const { return size_; }
  bool is_first() const { return rank_ == 0; }
  const std::string& note() const { return note_; }  ///< for the user; may be empty

  /// Messages of one rank arrive in their order; the first may send to itself. Long ones wait until the first is in one
  /// of the calls below.
  void send_to_first(std::span<const std::byte> bytes);

  /// The next message, if one is there; never blocks. REQUIRES: is_first().
  std::optional<RankMessage> poll();

  /// The next message. Sleeps meanwhile: it takes no processor from threads that compute. REQUIRES: is_first(), and
  /// someone sends.
  RankMessage wait();

  /// What the first has, for all. Every rank calls it, and waits for all of them.
  void broadcast(std::vector<std::byte>& bytes);

  /// Waits until all ranks are here; sleeps meanwhile. Messages that arrive are kept for `poll`.
  void barrier();

  /// Ends all ranks with an exit code, at once: what is not yet in files is lost.
  [[noreturn]] void abort(int code);

 private:
  Ranks() = default;
  std::optional<RankMessage> receive();

  const MpiTable* mpi_ = nullptr;  // none: a single rank
  unsigned rank_ = 0, size_ = 1;
  int exceptions_ = 0;  // that were passing at the start
  std::string note_;
  std::deque<RankMessage> kept_;  // by the first: its own, and what came while it waited for all
};

}  // namespace kinemate
