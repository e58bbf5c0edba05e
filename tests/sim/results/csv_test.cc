#include "sim/results/csv.h"

#include "sim/result_samples.h"

namespace kinemate {
namespace {

using ResultCsvTest = ResultTest;

TEST_F(ResultCsvTest, LooksLikeThis) {
  ResultWriter writer(path("a.csv"),
                      {.columns = {{"t", "s", "time"}, {"x, y", "m", "two\nlines"}}, .metadata = {{"model", "a b"}}});
  writer.append(std::vector<double>{0, -0.5});
  writer.append(std::vector<double>{0.1, NAN});
  writer.close();
  EXPECT_EQ(bytes_in(path("a.csv")),
            "# Kinemate results 1\n# meta: model,a b\n# column: t,s,time\n# column: \"x, y\",m,two\\nlines\n"
            "t,\"x, y\"\n0,-0.5\n0.1,nan\n");
}

}  // namespace
}  // namespace kinemate
