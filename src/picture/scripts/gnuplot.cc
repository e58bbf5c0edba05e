#include "picture/scripts/gnuplot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/error.h"

namespace kinemate {
namespace {

using File = std::unique_ptr<FILE, int (*)(FILE*)>;

[[noreturn]] void refuse(int reason) {
  throw Error(ErrorCode::kOtherProgram,
              fmt::format("the program gnuplot, which draws pictures, cannot be run: {}", std::strerror(reason)),
              reason == ENOENT ? "apt-get install gnuplot-nox" : "");
}

// Files without names, not pipes: whoever reads and writes both ways through pipes may wait forever.
File make_nameless_file() {
  File file(std::tmpfile(), std::fclose);
  if (file == nullptr) refuse(errno);
  fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

std::string content(FILE* file) {
  std::rewind(file);
  std::string text;
  char block[65536];
  for (std::size_t got; (got = std::fread(block, 1, sizeof block, file)) > 0;) text.append(block, got);
  return text;
}

// The exit status as of waitpid.
int run(FILE* input, FILE* output, FILE* messages) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages), STDERR_FILENO);
  char name[] = "gnuplot", no_settings[] = "-d", from_input[] = "-";
  char* const arguments[] = {name, no_settings, from_input, nullptr};
  pid_t process = 0;
  const int reason = posix_spawnp(&process, name, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (reason != 0) refuse(reason);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

std::string run_gnuplot(const std::string& script) {
  const File input = make_nameless_file(), output = make_nameless_file(), messages = make_nameless_file();
  if (std::fwrite(script.data(), 1, script.size(), input.get()) != script.size() || std::fflush(input.get()) != 0)
    refuse(errno);
  std::rewind(input.get());
  const int status = run(input.get(), output.get(), messages.get());
  std::string picture = content(output.get());
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || picture.empty())
    throw Error(ErrorCode::kPicture, "gnuplot cannot draw this picture",
                fmt::format("it says: {}", content(messages.get())));
  return picture;
}

}  // namespace kinemate
