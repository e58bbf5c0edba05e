#include "ranks/shard.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"

namespace kinemate {
namespace {

[[noreturn]] void refuse_shard(std::string_view text, std::string_view reason) {
  throw Error(ErrorCode::kSharing, fmt::format("the share '{}' of a study: {}", text, reason),
              "four processes have the shares 1/4, 2/4, 3/4 and 4/4");
}

std::uint64_t shard_number(std::string_view number, std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = number.data() + number.size();
  const auto [rest, failure] = std::from_chars(number.data(), end, value);
  if (failure == std::errc::result_out_of_range) refuse_shard(text, "the number is too large");
  if (failure != std::errc() || rest != end) refuse_shard(text, "expected two whole numbers, like 2/4");
  return value;
}

}  // namespace

Shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) refuse_shard(text, "expected two whole numbers, like 2/4");
  const Shard shard{shard_number(text.substr(0, slash), text), shard_number(text.substr(slash + 1), text)};
  if (shard.count == 0) refuse_shard(text, "there are no shares");
  if (shard.index == 0) refuse_shard(text, "shares count from 1");
  if (shard.index > shard.count)
    refuse_shard(text, fmt::format("there are only {} shares, and they count from 1", shard.count));
  return shard;
}

std::string shard_text(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

std::optional<Shard> shard_of_slurm_array(const EnvironmentLookup& lookup) {
  const auto task = environment_number(lookup, "SLURM_ARRAY_TASK_ID");
  if (!task) return std::nullopt;
  const auto least = environment_number(lookup, "SLURM_ARRAY_TASK_MIN");
  const auto largest = environment_number(lookup, "SLURM_ARRAY_TASK_MAX");
  const auto step = environment_number(lookup, "SLURM_ARRAY_TASK_STEP").value_or(1);
  if (!least || !largest)
    throw Error(ErrorCode::kSharing,
                fmt::format("this is task {} of a Slurm array, but Slurm does not say of how many", *task),
                fmt::format("give the share, like --shard {}/8, or unset SLURM_ARRAY_TASK_ID", *task));
  const bool inside = step > 0 && *least <= *task && *task <= *largest;
  const std::uint64_t count = inside ? (*largest - *least) / step + 1 : 0;
  // A list of tasks with gaps has fewer than its ends and step tell.
  if (!inside || (*task - *least) % step != 0 ||
      environment_number(lookup, "SLURM_ARRAY_TASK_COUNT").value_or(count) != count)
    throw Error(
        ErrorCode::kSharing,
        fmt::format(
            "the tasks of this Slurm array, {} to {} in steps of {}, are not evenly spaced, so the share of task "
            "{} is unknown",
            *least, *largest, step, *task),
        "submit with --array=1-8, or give the share, like --shard $SLURM_ARRAY_TASK_ID/8");
  return Shard{(*task - *least) / step + 1, count};
}

}  // namespace kinemate
