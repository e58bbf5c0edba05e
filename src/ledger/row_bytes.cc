#include "ledger/row_bytes.h"

#include <cstring>

#include "base/check.h"

namespace kinemate {
namespace {

class ByteWriter {
 public:
  void number(std::uint64_t number) { raw(&number, sizeof number); }
  void raw(const void* from, std::size_t count) {
    const auto* first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + count);
  }
  void numbers(const std::vector<double>& list) {
    number(list.size());
    raw(list.data(), list.size() * sizeof(double));
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  bool at_end() const { return bytes_.empty(); }
  std::uint64_t number() {
    std::uint64_t number = 0;
    raw(&number, sizeof number);
    return number;
  }
  void raw(void* to, std::size_t count) {
    CHECK(count <= bytes_.size());
    if (count > 0) std::memcpy(to, bytes_.data(), count);
    bytes_ = bytes_.subspan(count);
  }
  std::vector<double> numbers() {
    const std::uint64_t count = number();
    CHECK(count <= bytes_.size() / sizeof(double));
    std::vector<double> list(count);
    raw(list.data(), count * sizeof(double));
    return list;
  }
  std::string text() {
    const std::uint64_t count = number();
    CHECK(count <= bytes_.size());
    std::string text(count, '\0');
    raw(text.data(), count);
    return text;
  }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace

std::vector<std::byte> to_bytes(std::span<const LedgerRow> rows) {
  ByteWriter writer;
  for (const LedgerRow& row : rows) {
    writer.number(row.run);
    writer.number(row.good ? 1 : 0);
    writer.number(row.cause.size());
    writer.raw(row.cause.data(), row.cause.size());
    writer.numbers(row.inputs);
    writer.numbers(row.values);
  }
  return writer.take();
}

std::vector<LedgerRow> to_rows(std::span<const std::byte> bytes) {
  std::vector<LedgerRow> rows;
  for (ByteReader reader(bytes); !reader.at_end();) {
    LedgerRow& row = rows.emplace_back();
    row.run = reader.number();
    row.good = reader.number() != 0;
    row.cause = reader.text();
    row.inputs = reader.numbers();
    row.values = reader.numbers();
  }
  return rows;
}

}  // namespace kinemate
