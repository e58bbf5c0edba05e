#include "base/file.h"

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

namespace fs = std::filesystem;

std::string likely_cause(int reason) {
  switch (reason) {
    case ENOSPC:
    case EDQUOT: return "the disk is full: make room, or choose a folder on another disk";
    case EFBIG: return "the file would be larger than this system lets it be: see ulimit -f";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a folder that you may write to";
    case ENOTDIR:
    case EEXIST: return "a part of the path is a file: choose another folder";
    case ENAMETOOLONG: return "choose a shorter name";
    default: return "";
  }
}

}  // namespace

void refuse_file(const fs::path& path, std::string_view what, int reason) {
  const std::string why = reason == 0 ? "" : fmt::format(": {}", std::strerror(reason));
  const bool reading = what == "opened" || what == "read";
  throw Error(reading ? ErrorCode::kCannotRead : ErrorCode::kCannotWrite,
              fmt::format("{} cannot be {}{}", path.string(), what, why), reading ? "" : likely_cause(reason));
}

fs::path behind_links(fs::path path) {
  std::error_code none;
  for (int links = 0; links < 40 && fs::is_symlink(path, none); ++links)
    path = path.parent_path() / fs::read_symlink(path, none);
  return path;
}

std::string read_text_file(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse_file(path, "opened", errno);
  std::string text;
  char block[65536];
  while (text.size() <= kLargestFile && (file.read(block, sizeof block) || file.gcount() > 0))
    text.append(block, static_cast<std::size_t>(file.gcount()));
  if (file.bad()) refuse_file(path, "read", errno);
  return text;
}

void write_text_file(const std::string& path, const std::string& text) {
  // what is no plain file, such as /dev/stdout, is written to as it is
  std::error_code none;
  const fs::path target = behind_links(path);
  const bool plain = !fs::exists(target, none) || fs::is_regular_file(target, none);
  const std::string beside = plain ? fmt::format("{}.{}.tmp", target.string(), getpid()) : target.string();
  errno = 0;
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  if (!file) refuse_file(path, "written", errno);
  file << text;
  file.close();
  if (plain && fs::exists(target, none)) fs::permissions(beside, fs::status(target, none).permissions(), none);
  if (!file || (plain && std::rename(beside.c_str(), target.c_str()) != 0)) {
    const int reason = errno;
    if (plain) std::remove(beside.c_str());
    refuse_file(path, "written", reason);
  }
}

}  // namespace kinemate
