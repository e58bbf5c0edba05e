#include "model_io/file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace kinemate {
namespace {

[[noreturn]] void refuse(const std::string& path, std::string_view what) {
  const std::string reason = errno == 0 ? "" : fmt::format(": {}", std::strerror(errno));
  throw Error(fmt::format("{} cannot be {}{}", path, what, reason), "", Error::Kind::kFileSystem);
}

}  // namespace

std::string read_text_file(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, "opened");
  std::string text;
  char block[65536];
  while (text.size() <= kLargestFile && (file.read(block, sizeof block) || file.gcount() > 0))
    text.append(block, static_cast<std::size_t>(file.gcount()));
  if (file.bad()) refuse(path, "read");
  return text;
}

void write_text_file(const std::string& path, const std::string& text) {
  namespace fs = std::filesystem;
  // what is no plain file, such as /dev/stdout, is written to as it is; a link stays a link, even to what is not there
  std::error_code none;
  fs::path target(path);
  for (int links = 0; links < 40 && fs::is_symlink(target, none); ++links)
    target = target.parent_path() / fs::read_symlink(target, none);
  const bool plain = !fs::exists(target, none) || fs::is_regular_file(target, none);
  const std::string beside = plain ? fmt::format("{}.{}.tmp", target.string(), getpid()) : target.string();
  errno = 0;
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  if (!file) refuse(path, "written");
  file << text;
  file.close();
  if (plain && fs::exists(target, none)) fs::permissions(beside, fs::status(target, none).permissions(), none);
  if (!file || (plain && std::rename(beside.c_str(), target.c_str()) != 0)) {
    const int reason = errno;
    if (plain) std::remove(beside.c_str());
    errno = reason;
    refuse(path, "written");
  }
}

}  // namespace kinemate
