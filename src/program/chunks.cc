#include "program/chunks.h"

#include <unordered_set>

#include "base/check.h"

namespace kinemate {
namespace {

Chunk make_chunk(std::span<const Step> steps, std::uint32_t position, std::size_t first, std::size_t end) {
  Chunk chunk{.first = first, .count = end - first};
  std::unordered_set<Slot> known;  // written or read already
  for (const Step& step : steps.subspan(first, chunk.count)) {
    for (const Slot operand : std::span(step.operands).first(step.count)) {
      if (known.insert(operand).second) chunk.reads.push_back(operand);
    }
    known.insert(step.result);
    chunk.kept.push_back(step.last_use >= position + end);
  }
  return chunk;
}

}  // namespace

std::vector<Chunk> cut_into_chunks(std::span<const Step> steps, std::uint32_t position, std::size_t size) {
  CHECK(size > 0);
  const std::size_t count = (steps.size() + size - 1) / size;
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < count; ++i)
    chunks.push_back(make_chunk(steps, position, i * steps.size() / count, (i + 1) * steps.size() / count));
  return chunks;
}

}  // namespace kinemate
