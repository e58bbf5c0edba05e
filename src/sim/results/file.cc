#include "sim/results/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/check.h"
#include "base/file.h"

namespace kinemate {
namespace {

// Whether all was written; if not, errno says why.
bool write_all(int descriptor, std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno != EINTR) return false;
    if (written <= 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return true;
}

}  // namespace

ResultFile::ResultFile(std::string path)
    : path_(std::move(path)), descriptor_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) refuse_file(path_, "written", errno);
}

ResultFile::~ResultFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void ResultFile::write_at(std::uint64_t offset, std::string_view bytes) {
  CHECK(descriptor_ >= 0);
  if (!write_all(descriptor_, offset, bytes)) refuse_file(path_, "written", errno);
}

void ResultFile::restore(std::uint64_t offset, std::string_view bytes, std::uint64_t size) noexcept {
  if (descriptor_ < 0 || !write_all(descriptor_, offset, bytes)) return;
  // where this fails, bytes of no use stay behind the end, and readers leave them out
  [[maybe_unused]] const int ignored = ftruncate(descriptor_, static_cast<off_t>(size));
}

void ResultFile::close() {
  if (descriptor_ < 0) return;
  if (::close(std::exchange(descriptor_, -1)) != 0) refuse_file(path_, "written", errno);
}

}  // namespace kinemate
