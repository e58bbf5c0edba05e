#include "sim/results/mat_reader.h"

#include "sim/result_samples.h"
#include "sim/results/reader.h"

namespace kinemate {
namespace {

class ResultMatReaderTest : public ResultTest {
 protected:
  std::string sample() const {
    ResultWriter writer(path("a.mat"), difficult_header());
    write_rows(writer, difficult_numbers(50), 5);
    writer.close();
    return bytes_in(path("a.mat"));
  }
};

std::string message_of(const std::string& bytes) {
  try {
    read_mat_results("a.mat", bytes);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Error::Kind::kInput);
    return error.message;
  }
}

TEST_F(ResultMatReaderTest, EveryBeginningOfAFile) {
  const std::string whole = sample();
  const std::vector<double> values = difficult_numbers(50);
  const std::size_t data = whole.size() - sizeof(double) * values.size();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    if (length < data - 8) {
      EXPECT_NE(message_of(whole.substr(0, length)), "") << length;
      continue;
    }
    const ResultTable table = read_mat_results("a.mat", whole.substr(0, length));
    const std::size_t rows = length < data ? 0 : (length - data) / 40;
    EXPECT_EQ(bits(table.values), bits({values.begin(), values.begin() + static_cast<std::ptrdiff_t>(5 * rows)}));
    EXPECT_TRUE(table.cut_off);
  }
}

TEST_F(ResultMatReaderTest, ChangedBytesDoNoHarm) {
  const std::string whole = sample();
  std::mt19937 random(3);
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string bytes = whole;
    for (int i = 0; i < 3; ++i) bytes[128 + random() % (bytes.size() - 128)] = static_cast<char>(random());
    try {
      const ResultTable table = read_mat_results("a.mat", bytes);
      EXPECT_EQ(table.values.size(), table.rows() * table.columns());
    } catch (const Error&) {
    }
  }
}

TEST_F(ResultMatReaderTest, FilesOfOthers) {
  const std::string whole = sample();
  EXPECT_NE(message_of("t,x\n0,1\n").find("does not begin like a MAT-file"), std::string::npos);
  EXPECT_NE(message_of("MATLAB 7.3 MAT-file").find("save it with -v6"), std::string::npos);
  std::string other = whole;
  std::swap(other[126], other[127]);
  EXPECT_NE(message_of(other).find("big-endian"), std::string::npos);
  EXPECT_NE(message_of(whole.substr(0, 128)).find("no variable 'data'"), std::string::npos);
  other = whole;
  other[128] = 15;
  EXPECT_NE(message_of(other).find("compressed"), std::string::npos);
}

TEST_F(ResultMatReaderTest, FilesThatOctaveSavedAgain) {
  if (std::system("command -v octave-cli >/dev/null") != 0) GTEST_SKIP() << "octave-cli is not there: package octave";
  ResultWriter writer(path("a.mat"), difficult_header());
  write_rows(writer, {1, 2, 3, 4, 5, 6, 7, 8, 9, 300}, 5);
  writer.close();
  const std::string command = "load('" + path("a.mat") + "'); about = 1; save('-v6', '" + path("b.mat") + "')";
  put_bytes(path("again.m"), command);
  EXPECT_EQ(std::system(("octave-cli --norc --quiet --no-history '" + path("again.m") + "'").c_str()), 0);
  const ResultTable table = read_results(path("b.mat"));
  EXPECT_EQ(table.header, difficult_header());
  EXPECT_EQ(table.values, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 300}));
}

}  // namespace
}  // namespace kinemate
