#include "codegen/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

// Puts everything back when it goes out of scope, unless all went well.
class Undo {
 public:
  Undo() = default;
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;
  ~Undo() {
    std::error_code none;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      if (step->to.empty()) {
        fs::remove(step->from, none);
      } else {
        fs::rename(step->from, step->to, none);
      }
    }
  }
  void remove(fs::path path) { steps_.push_back({std::move(path), {}}); }
  void rename(fs::path from, fs::path to) { steps_.push_back({std::move(from), std::move(to)}); }
  void forget() { steps_.clear(); }

 private:
  struct Step {
    fs::path from, to;  // no `to`: remove
  };
  std::vector<Step> steps_;
};

void make_directory(const fs::path& directory, Undo& undo) {
  std::vector<fs::path> missing;
  std::error_code error;
  for (fs::path at = directory; !at.empty() && !fs::exists(at, error); at = at.parent_path()) missing.push_back(at);
  for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
    if (fs::create_directory(*at, error)) undo.remove(*at);
    if (error) refuse_file(directory, "made", error.value());
  }
  if (!fs::is_directory(directory, error)) refuse_file(directory, "used as a folder", ENOTDIR);
}

void write_text(const fs::path& path, const fs::path& target, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (file) file << text;
  if (file) file.close();
  if (!file) refuse_file(target, "written", errno);
  std::error_code none;
  const fs::file_status before = fs::status(target, none);
  if (fs::is_regular_file(before)) fs::permissions(path, before.permissions(), none);
}

}  // namespace

void require_folder(const std::string& directory) {
  if (directory.empty())
    throw Error(ErrorCode::kCannotWrite, "the folder to write to has no name", "a dot stands for the current folder");
  std::error_code none;
  if (fs::exists(directory, none) && !fs::is_directory(directory, none))
    refuse_file(directory, "used as a folder", ENOTDIR);
}

void write_files(const std::string& directory, std::span<const GeneratedFile> files) {
  require_folder(directory);
  const std::string mark = fmt::format(".{}", getpid());
  fs::path folder = directory;
  if (!folder.has_filename()) folder = folder.parent_path();  // a slash at the end
  const auto with = [](const fs::path& path, const std::string& end) { return fs::path(path.string() + end); };
  std::error_code error;
  Undo undo;
  make_directory(folder, undo);
  std::vector<fs::path> targets;
  for (const GeneratedFile& file : files) {
    CHECK(!file.name.empty() && file.name.find('/') == std::string::npos);
    targets.push_back(behind_links(folder / file.name));
    if (std::find(targets.begin(), targets.end() - 1, targets.back()) != targets.end() - 1)
      refuse_file(targets.back(), "written: links lead to it from two of the files", 0);
    const bool exists = fs::exists(targets.back(), error);
    if (exists && !fs::is_regular_file(targets.back(), error)) refuse_file(targets.back(), "written: it is no file", 0);
    undo.remove(with(targets.back(), mark + ".tmp"));
    write_text(with(targets.back(), mark + ".tmp"), targets.back(), file.text);
  }
  for (const fs::path& target : targets) {
    const fs::path old = with(target, mark + ".old");
    if (fs::exists(target, error)) {
      fs::rename(target, old, error);
      if (error) refuse_file(target, "replaced", error.value());
      undo.rename(old, target);
    } else {
      undo.remove(target);
    }
    fs::rename(with(target, mark + ".tmp"), target, error);
    if (error) refuse_file(target, "written", error.value());
  }
  undo.forget();
  for (const fs::path& target : targets) fs::remove(with(target, mark + ".old"), error);
}

}  // namespace kinemate
