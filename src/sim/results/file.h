// A file that grows while its beginning stays readable: writing at places, without buffers of its own, so that what was
// written is in the file even if the program is killed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kinemate {

class ResultFile {
 public:
  /// Creates or empties the file. Throws Error of kind kFileSystem, as all below.
  explicit ResultFile(std::string path);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  /// REQUIRES: not closed.
  void write_at(std::uint64_t offset, std::string_view bytes);

  /// After a failure: puts back what stood at `offset`, and the end of the file, as far as that can be done.
  void restore(std::uint64_t offset, std::string_view bytes, std::uint64_t size) noexcept;

  /// Some file systems say only here that they are full.
  void close();

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace kinemate
