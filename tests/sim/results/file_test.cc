#include "sim/results/file.h"

#include "base/check.h"
#include "sim/result_samples.h"

namespace kinemate {
namespace {

using ResultFileTest = ResultTest;

TEST_F(ResultFileTest, IsWrittenAtPlaces) {
  put_bytes(path("a"), "older and longer");
  ResultFile file(path("a"));
  EXPECT_EQ(bytes_in(path("a")), "");
  file.write_at(0, "first last");
  file.write_at(6, "middle last");
  EXPECT_EQ(bytes_in(path("a")), "first middle last");  // before it is closed
  file.restore(6, "last", 10);
  EXPECT_EQ(bytes_in(path("a")), "first last");
  file.close();
  file.close();
  EXPECT_THROW(file.write_at(0, "x"), CheckFailure);
}

TEST_F(ResultFileTest, FullDisks) {
  ResultFile file("/dev/full");
  const Error error = refusal([&] { file.write_at(0, "x"); });
  EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
  EXPECT_EQ(error.message, "/dev/full cannot be written: No space left on device");
  EXPECT_NE(error.hint.find("disk is full"), std::string::npos);
}

TEST_F(ResultFileTest, FoldersThatAreNotThere) {
  const Error error = refusal([&] { ResultFile file(path("no/such/file")); });
  EXPECT_EQ(error.kind, Error::Kind::kFileSystem);
  EXPECT_NE(error.message.find("no/such/file"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
