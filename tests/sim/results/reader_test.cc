// All kinds of files give back what was written, bit for bit.
#include "sim/results/reader.h"

#include "sim/result_samples.h"

namespace kinemate {
namespace {

using ResultReaderTest = ResultTest;

TEST_F(ResultReaderTest, GivesBackWhatWasWritten) {
  const std::vector<double> values = difficult_numbers(5 * 1000);
  for (const std::string& suffix : kResultSuffixes) {
    ResultWriter writer(path("a" + suffix), difficult_header());
    write_rows(writer, values, 5);
    writer.close();
    const ResultTable table = read_results(path("a" + suffix));
    EXPECT_EQ(table.header, difficult_header()) << suffix;
    EXPECT_EQ(bits(table.values), bits(values)) << suffix;
    EXPECT_FALSE(table.cut_off) << suffix;
  }
}

TEST_F(ResultReaderTest, NumbersThatAreNotFinite) {
  for (const std::string& suffix : kResultSuffixes) {
    ResultWriter writer(path("a" + suffix), {.columns = {{"t"}, {"x"}}});
    write_rows(writer, {NAN, INFINITY, -INFINITY, 1}, 2);
    writer.close();
    const ResultTable table = read_results(path("a" + suffix));
    ASSERT_EQ(table.rows(), 2u) << suffix;
    EXPECT_TRUE(std::isnan(table.at(0, 0))) << suffix;
    EXPECT_EQ(table.at(0, 1), INFINITY) << suffix;
    EXPECT_EQ(table.at(1, 0), -INFINITY) << suffix;
  }
}

TEST_F(ResultReaderTest, ARunWithoutRows) {
  for (const std::string& suffix : kResultSuffixes) {
    ResultWriter(path("a" + suffix), difficult_header()).close();
    const ResultTable table = read_results(path("a" + suffix));
    EXPECT_EQ(table.header, difficult_header()) << suffix;
    EXPECT_EQ(table.rows(), 0u) << suffix;
    EXPECT_FALSE(table.cut_off) << suffix;
  }
}

// Whatever is lost of the end, rows are the first ones, and no number has changed.
TEST_F(ResultReaderTest, AFileThatWasCutOff) {
  const std::vector<double> values = difficult_numbers(5 * 4);
  for (const std::string suffix : {".csv", ".json"}) {
    ResultWriter writer(path("a" + suffix), difficult_header());
    const std::size_t head = bytes_in(path("a" + suffix)).size();
    write_rows(writer, values, 5);
    writer.close();
    const std::string whole = bytes_in(path("a" + suffix));
    std::set<std::size_t> seen;
    for (std::size_t length = head; length < whole.size(); ++length) {
      put_bytes(path("b" + suffix), whole.substr(0, length));
      const ResultTable table = read_results(path("b" + suffix));
      ASSERT_EQ(table.values.size() % 5, 0u);
      EXPECT_EQ(bits(table.values),
                bits({values.begin(), values.begin() + static_cast<std::ptrdiff_t>(table.values.size())}));
      seen.insert(table.rows());
    }
    EXPECT_EQ(seen.size(), suffix == ".csv" ? 4u : 5u) << suffix;
  }
}

TEST_F(ResultReaderTest, FilesThatAreNotThereOrNotOurs) {
  EXPECT_EQ(refusal([&] { read_results(path("a.txt")); }).kind, Error::Kind::kInput);
  for (const std::string& suffix : kResultSuffixes) {
    EXPECT_EQ(refusal([&] { read_results(path("missing" + suffix)); }).kind, Error::Kind::kFileSystem);
    std::filesystem::create_directory(path("folder" + suffix));
    EXPECT_EQ(refusal([&] { read_results(path("folder" + suffix)); }).kind, Error::Kind::kFileSystem);
    put_bytes(path("empty" + suffix), "");
    EXPECT_EQ(refusal([&] { read_results(path("empty" + suffix)); }).kind, Error::Kind::kInput);
    put_bytes(path("foreign" + suffix), "%PDF-1.4\n\x01\x02\n1 0 obj\n");
    EXPECT_EQ(refusal([&] { read_results(path("foreign" + suffix)); }).kind, Error::Kind::kInput) << suffix;
  }
}

}  // namespace
}  // namespace kinemate
