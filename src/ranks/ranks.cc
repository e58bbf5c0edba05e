#include "ranks/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "ranks/launch.h"
#include "ranks/mpi_library.h"

namespace kinemate {
namespace {

// Sleeps for longer and longer, up to a millisecond: MPI's own waiting would keep a processor busy.
class GrowingNap {
 public:
  void take() {
    std::this_thread::sleep_for(length_);
    length_ = std::min(2 * length_, std::chrono::microseconds(1000));
  }

 private:
  std::chrono::microseconds length_{10};
};

[[noreturn]] void refuse_lone_rank(const Launch& launch) {
  throw Error(ErrorCode::kSharing,
              fmt::format("{} started {} processes, but to MPI each of them is alone", launch.by, *launch.processes),
              "start them with the mpirun of the MPI that kinemate was built with, or with srun --mpi=pmix");
}

}  // namespace

Ranks Ranks::start() {
  Ranks ranks;
  ranks.exceptions_ = std::uncaught_exceptions();
  const std::optional<Launch> launch = find_launch(process_environment);
  if (!launch) {
    ranks.note_ = "not started by mpirun or srun: this process does all the work";
    return ranks;
  }
  const MpiTable& mpi = load_mpi(mpi_module_places(std::filesystem::read_symlink("/proc/self/exe")));
  int rank = 0, size = 1;
  if (mpi.start(&rank, &size) == 0)
    throw Error(ErrorCode::kSharing, "this MPI does not work in programs with threads",
                "it has to support MPI_THREAD_FUNNELED");
  if (size == 1 && launch->processes.value_or(1) > 1) {
    mpi.finish();
    refuse_lone_rank(*launch);
  }
  ranks.mpi_ = &mpi;
  ranks.rank_ = static_cast<unsigned>(rank);
  ranks.size_ = static_cast<unsigned>(size);
  return ranks;
}

Ranks::Ranks(Ranks&& other) noexcept
    : mpi_(std::exchange(other.mpi_, nullptr)),
      rank_(other.rank_),
      size_(other.size_),
      exceptions_(other.exceptions_),
      note_(std::move(other.note_)),
      kept_(std::move(other.kept_)) {}

Ranks::~Ranks() {
  if (mpi_ == nullptr) return;
  if (size_ > 1 && std::uncaught_exceptions() > exceptions_) abort(1);
  barrier();
  mpi_->finish();
}

void Ranks::send_to_first(std::span<const std::byte> bytes) {
  CHECK(bytes.size() < kLongestMessage);
  if (is_first())
    kept_.push_back({0, {bytes.begin(), bytes.end()}});
  else
    mpi_->send_to_first(bytes.data(), static_cast<int>(bytes.size()));
}

std::optional<RankMessage> Ranks::receive() {
  int from = 0, size = 0;
  if (mpi_ == nullptr || mpi_->probe(&from, &size) == 0) return std::nullopt;
  RankMessage message{static_cast<unsigned>(from), std::vector<std::byte>(static_cast<std::size_t>(size))};
  mpi_->receive(message.bytes.data(), from, size);
  return message;
}

std::optional<RankMessage> Ranks::poll() {
  CHECK(is_first());
  if (kept_.empty()) return receive();
  std::optional<RankMessage> message = std::move(kept_.front());
  kept_.pop_front();
  return message;
}

RankMessage Ranks::wait() {
  CHECK(is_first() && (size_ > 1 || !kept_.empty()));
  for (GrowingNap nap;; nap.take())
    if (std::optional<RankMessage> message = poll()) return *std::move(message);
}

void Ranks::broadcast(std::vector<std::byte>& bytes) {
  if (size_ == 1) return;
  barrier();  // whoever still sends a long message gets rid of it there
  std::uint64_t size = bytes.size();
  mpi_->broadcast(&size, sizeof size);
  bytes.resize(size);
  for (std::size_t begin = 0; begin < bytes.size(); begin += kLongestMessage)
    mpi_->broadcast(bytes.data() + begin, static_cast<int>(std::min(kLongestMessage, bytes.size() - begin)));
}

void Ranks::barrier() {
  if (size_ == 1) return;
  mpi_->begin_barrier();
  for (GrowingNap nap; mpi_->barrier_passed() == 0; nap.take())
    while (is_first()) {
      std::optional<RankMessage> message = receive();
      if (!message) break;
      kept_.push_back(*std::move(message));
    }
}

void Ranks::abort(int code) {
  std::fflush(nullptr);
  if (mpi_ != nullptr) mpi_->abort(code);
  std::_Exit(code);
}

}  // namespace kinemate
