#include "codegen/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "codegen/body.h"
#include "codegen/columns.h"
#include "codegen/plain_text.h"
#include "program/chunks.h"

namespace kinemate {
namespace {

// Copies of numbers that stand in rows become a loop from this number on.
constexpr std::size_t kManyCopies = 8;

class PartsWriter {
 public:
  PartsWriter(const Schedule& schedule, const CodeScope& scope, std::size_t chunk)
      : schedule_(schedule), scope_(scope), chunk_(chunk) {}

  CodeParts write() {
    cut();
    memory_ = lay_out(schedule_, *scope_.interface, find_stored());
    made_.workspace = memory_.workspace;
    write_copies(memory_.before);
    for (std::size_t i = 0; i < schedule_.blocks.size(); ++i) {
      const Block& block = schedule_.blocks[i];
      if (block.kind == Block::Kind::kLoop) {
        write_loop(schedule_.loops[block.index], memory_.columns[block.index]);
      } else {
        write_straight(block, i + 1 == schedule_.blocks.size());
      }
    }
    if (!copies_in_last_chunk_) write_copies(make_copies());
    write_copies(memory_.after);
    return std::move(made_);
  }

 private:
  void cut() {
    for (const Block& block : schedule_.blocks) {
      CHECK(block.kind != Block::Kind::kSines);
      if (block.kind != Block::Kind::kStraight) continue;
      chunks_.resize(std::max(chunks_.size(), block.index + 1));
      chunks_[block.index] = cut_into_chunks(schedule_.straights[block.index].steps, block.position, chunk_);
    }
    copies_in_last_chunk_ = !schedule_.blocks.empty() && schedule_.blocks.back().kind == Block::Kind::kStraight &&
                            schedule_.copies.size() <= chunk_;
    if (!copies_in_last_chunk_) return;
    // the copies alone read temporaries after the last chunk
    const std::vector<Step>& steps = schedule_.straights[schedule_.blocks.back().index].steps;
    Chunk& last = chunks_[schedule_.blocks.back().index].back();
    for (std::size_t i = 0; i < last.count; ++i)
      last.kept[i] = last.kept[i] && steps[last.first + i].result >= schedule_.temporaries;
  }

  std::vector<bool> find_stored() const {
    std::vector<bool> stored(schedule_.temporaries, false);
    for (std::size_t s = 0; s < chunks_.size(); ++s) {
      for (const Chunk& chunk : chunks_[s]) {
        for (std::size_t i = 0; i < chunk.count; ++i) {
          const Slot slot = schedule_.straights[s].steps[chunk.first + i].result;
          if (chunk.kept[i] && slot < schedule_.temporaries) stored[slot] = true;
        }
      }
    }
    return stored;
  }

  void write_straight(const Block& block, bool last) {
    const std::vector<Step>& steps = schedule_.straights[block.index].steps;
    for (const Chunk& chunk : chunks_[block.index]) {
      const bool with_copies = last && copies_in_last_chunk_ && &chunk == &chunks_[block.index].back();
      CodePart part;
      const auto outside = [&](std::uint32_t slot) {
        const CodePlace place = memory_.places[slot];
        add_region(part, place.region);
        return CodeOutside{place_text(scope_, place), false, entry_name(place)};
      };
      CodeBody body = write_body(std::span(steps).subspan(chunk.first, chunk.count), chunk.kept,
                                 with_copies ? std::span<const Copy>(schedule_.copies) : std::span<const Copy>(),
                                 outside, {language(), scope_.local, scope_.names});
      for (std::size_t i = 0; i < chunk.count; ++i)
        if (chunk.kept[i]) add_written(part, memory_.places[steps[chunk.first + i].result].region);
      if (with_copies)
        for (const Copy& copy : schedule_.copies) add_written(part, memory_.places[copy.to].region);
      part.text = std::move(body.text);
      part.variables = std::move(body.variables);
      made_.called.merge(body.called);
      if (!part.text.empty()) made_.parts.push_back(std::move(part));
    }
  }

  std::string entry_name(CodePlace place) const {
    const CodeParameter* parameter = parameter_of(scope_, place.region);
    return parameter == nullptr || parameter->output ? "" : parameter->array->entries[place.index].name;
  }

  void write_loop(const Loop& loop, std::span<const CodeColumn> ports) {
    if (loop.count == 0) return;
    CodePart part;
    const CodeColumns columns = write_columns(ports, loop.count, scope_);
    const auto outside = [&](std::uint32_t place) {
      CHECK(place < loop.ports);
      add_region(part, ports[place].region);
      return CodeOutside{columns.accesses[place].text, columns.accesses[place].indirect, ""};
    };
    std::vector<bool> kept;
    for (const Step& step : loop.body) kept.push_back(step.result < loop.ports && step.last_use == kForever);
    CodeBody body = write_body(loop.body, kept, {}, outside, {language(), scope_.local, columns.names, 4});
    made_.called.merge(body.called);
    for (std::size_t port = 0; port < loop.ports; ++port)
      if (loop.written[port]) add_written(part, ports[port].region);
    part.text = columns.tables + loop_head(columns.counter, loop.count) + body.text + "  }\n";
    made_.parts.push_back(std::move(part));
  }

  static std::string loop_head(std::string_view counter, std::size_t count) {
    return fmt::format("  for (size_t {0} = 0; {0} < {1}; ++{0}) {{\n", counter, count);
  }

  std::vector<CodeCopy> make_copies() const {
    std::vector<CodeCopy> copies;
    for (const Copy& copy : schedule_.copies) copies.push_back({memory_.places[copy.from], memory_.places[copy.to]});
    return copies;
  }

  // Neighbours from one region to another together.
  void write_copies(std::span<const CodeCopy> copies) {
    CodePart part;
    std::size_t lines = 0;
    for (std::size_t first = 0; first < copies.size();) {
      std::size_t end = first + 1;
      while (end < copies.size() && copies[end].from.region == copies[first].from.region &&
             copies[end].to.region == copies[first].to.region)
        ++end;
      const std::span<const CodeCopy> row = copies.subspan(first, end - first);
      add_region(part, row[0].from.region), add_written(part, row[0].to.region);
      part.text += row.size() < kManyCopies || !language().loops ? copy_lines(row) : copy_loop(row);
      lines += language().loops ? std::min(row.size(), kManyCopies) : row.size();
      first = end;
      if (lines < chunk_ && first < copies.size()) continue;
      made_.parts.push_back(std::exchange(part, {}));
      lines = 0;
    }
  }

  std::string copy_lines(std::span<const CodeCopy> copies) const {
    std::string text;
    for (const CodeCopy& copy : copies)
      text += "  " +
              fmt::format(fmt::runtime(language().store), place_text(scope_, copy.to).text,
                          place_text(scope_, copy.from).text) +
              "\n";
    return text;
  }

  std::string copy_loop(std::span<const CodeCopy> copies) const {
    std::array<CodeColumn, 2> both = {CodeColumn{copies[0].from.region, {}}, CodeColumn{copies[0].to.region, {}}};
    for (const CodeCopy& copy : copies)
      both[0].indices.push_back(copy.from.index), both[1].indices.push_back(copy.to.index);
    const CodeColumns columns = write_columns(both, copies.size(), scope_);
    std::string text = columns.tables + loop_head(columns.counter, copies.size());
    text += fmt::format("    {} = {};\n  }}\n", columns.accesses[1].text.text, columns.accesses[0].text.text);
    return columns.tables.empty() ? text : "  {\n" + indented(text, 2) + "  }\n";  // tables have the same names
  }

  static void add_region(CodePart& part, std::uint32_t region) {
    if (region != kConstants) part.regions.insert(region);
  }

  static void add_written(CodePart& part, std::uint32_t region) {
    add_region(part, region);
    part.written.insert(region);
  }

  const Language& language() const { return *scope_.interface->language; }

  const Schedule& schedule_;
  const CodeScope& scope_;
  const std::size_t chunk_;
  std::vector<std::vector<Chunk>> chunks_;  // by straight block
  bool copies_in_last_chunk_ = false;
  CodeMemory memory_;
  CodeParts made_;
};

}  // namespace

CodeParts write_parts(const Schedule& schedule, const CodeScope& scope, std::size_t chunk) {
  CHECK(chunk > 0);
  return PartsWriter(schedule, scope, chunk).write();
}

}  // namespace kinemate
