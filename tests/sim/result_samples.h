// Results that are hard to write and to read, a folder for them, and what the tests of all kinds of files share.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "sim/results/table.h"
#include "sim/results/writer.h"

namespace kinemate {

inline const std::vector<std::string> kResultSuffixes = {".csv", ".json", ".mat"};

inline ResultHeader difficult_header() {
  return {.columns = {{"t", "s", "time"},
                      {"phi_1'", "rad/s", "rate of \"φ₁\", in axes of the base"},
                      {"a, \"b\"", "", ""},
                      {"#x\\n 😀", "N·m", "two\nlines\r\nand a \\n"},
                      {" blank ", "%", ","}},
          .metadata = {{"model", "double pendulum"},
                       {"options", "rtol = 1e-6, \"quoted\"\nsecond line"},
                       {"a: b, c", "# \\ 'x'"},
                       {"empty", ""}}};
}

/// Finite numbers of all sizes, by their bits, among them the extremes and both zeros.
inline std::vector<double> difficult_numbers(std::size_t count) {
  using Limits = std::numeric_limits<double>;
  std::vector<double> numbers = {0,
                                 -0.0,
                                 0.1,
                                 -1,
                                 1e22,
                                 Limits::max(),
                                 Limits::lowest(),
                                 Limits::min(),
                                 Limits::denorm_min(),
                                 1 + Limits::epsilon(),
                                 9007199254740993.0,
                                 1e15,
                                 123456789012345678.0};
  std::mt19937_64 random(7);
  while (numbers.size() < count) {
    const double number = std::bit_cast<double>(random());
    if (std::isfinite(number)) numbers.push_back(number);
  }
  numbers.resize(count);
  return numbers;
}

inline std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

inline void write_rows(ResultWriter& writer, const std::vector<double>& values, std::size_t columns) {
  for (std::size_t i = 0; i < values.size(); i += columns) writer.append({values.data() + i, columns});
}

inline std::string bytes_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void put_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class ResultTest : public testing::Test {
 protected:
  ResultTest() { std::filesystem::create_directories(folder_); }
  ~ResultTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }

  static Error refusal(const auto& act) {
    try {
      act();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "nothing was refused";
    return Error(ErrorCode::kRemark, "");
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("kinemate_result_test." + std::to_string(getpid()));
};

}  // namespace kinemate
