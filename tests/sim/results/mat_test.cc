// MAT-files, as Octave reads them.
#include "sim/results/mat.h"

#include <sys/mman.h>

#include <cstdio>

#include "sim/result_samples.h"

namespace kinemate {
namespace {

class ResultMatTest : public ResultTest {
 protected:
  void SetUp() override {
    if (std::system("command -v octave-cli >/dev/null") != 0) GTEST_SKIP() << "octave-cli is not there: package octave";
  }

  // What Octave prints after it has read a.mat into x.
  std::string octave(const std::string& commands) const {
    put_bytes(path("read.m"), "x = load('" + path("a.mat") + "');\n" + commands);
    FILE* pipe = popen(("octave-cli --norc --quiet --no-history '" + path("read.m") + "' 2>&1").c_str(), "r");
    std::string printed;
    for (int c; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) printed += static_cast<char>(c);
    if (pipe != nullptr) pclose(pipe);
    return printed;
  }
};

TEST_F(ResultMatTest, OctaveReadsTextsAndNumbers) {
  const ResultHeader header = difficult_header();
  ResultWriter writer(path("a.mat"), header);
  const std::vector<double> values = {0, 1, -0.5, 1e300, NAN, 0.1, -1, 3, -INFINITY, 7};
  write_rows(writer, values, 5);
  writer.close();
  EXPECT_EQ(
      octave("printf('%s|', class(x.data), x.names{:}, x.units{:}); printf('\\n%s', x.meanings{4}, x.meta{2, :});\n"
             "printf('\\n%d %d;', size(x.data), size(x.names), size(x.meta)); printf(' %.17g', x.data);"),
      "double|t|phi_1'|a, \"b\"|#x\\n 😀| blank |s|rad/s||N·m|%|\n" + header.columns[3].meaning + "\noptions\n" +
          header.metadata[1].second +
          "\n5 2;\n5 1;\n4 2; 0 1 -0.5 1.0000000000000001e+300 NaN 0.10000000000000001 -1 3 -Inf 7");
}

TEST_F(ResultMatTest, OctaveReadsARunWithoutRows) {
  ResultWriter(path("a.mat"), {.columns = {{"t"}}}).close();
  EXPECT_EQ(octave("printf('%d ', size(x.data), size(x.meta)); disp(x.names{1});"), "1 0 0 2 t\n");
}

TEST_F(ResultMatTest, VariablesHaveALimit) {
  const std::size_t numbers = std::size_t{1} << 28;  // 2 GB, which nobody touches
  void* memory = mmap(nullptr, numbers * sizeof(double), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  const std::unique_ptr<ResultSink> sink = make_mat_sink(path("a.mat"), {.columns = {{"t"}}});
  const std::string before = bytes_in(path("a.mat"));
  const Error error = refusal([&] { sink->append({static_cast<const double*>(memory), numbers}); });
  EXPECT_NE(error.message.find("at most 2 GB"), std::string::npos);
  EXPECT_NE(error.hint.find(".csv"), std::string::npos);
  EXPECT_EQ(bytes_in(path("a.mat")), before);
  munmap(memory, numbers * sizeof(double));
}

// Between the writes of a chunk the file is at most as wrong as this: a longer variable than there is, and numbers that
// are not counted yet, the last of them in part.
TEST_F(ResultMatTest, OctaveReadsAFileWithinAChunk) {
  ResultWriter writer(path("a.mat"), {.columns = {{"t"}, {"x"}}});
  writer.append(std::vector<double>{1, 2});
  writer.flush();
  const std::string before = bytes_in(path("a.mat"));
  writer.append(std::vector<double>{3, 4});
  writer.close();
  const std::string after = bytes_in(path("a.mat"));
  ASSERT_EQ(after.size(), before.size() + 16);
  const std::size_t data = before.size() - 16 - 56;
  EXPECT_EQ(data % 64, 0u);  // the head of the matrix, which is written at once
  std::string within = before;
  within.replace(data + 4, 4, after.substr(data + 4, 4));
  for (const std::size_t more : {0u, 5u, 8u, 16u}) {
    put_bytes(path("a.mat"), within + after.substr(before.size(), more));
    EXPECT_EQ(octave("printf('%g ', x.data); disp(x.names{2});"), "1 2 x\n") << more;
  }
}

}  // namespace
}  // namespace kinemate
