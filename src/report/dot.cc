#include "report/dot.h"

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
  throw Error(ErrorCode::kOtherProgram, fmt::format("Graphviz's program dot cannot be run: {}", std::strerror(reason)),
              reason == ENOENT ? "apt-get install graphviz; --format dot needs no Graphviz" : "");
}

// What the program reads: a file without a name, since it may write before it has read all.
File make_input(const std::string& text) {
  File file(std::tmpfile(), std::fclose);
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0)
    refuse(errno);
  std::rewind(file.get());
  fcntl(fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

struct Run {
  pid_t process;
  File output;
};

// Messages of the program are not ours to print.
Run start(FILE* input) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) refuse(errno);
  File output(fdopen(ends[0], "r"), std::fclose);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  char name[] = "dot", format[] = "-Tsvg";
  char* const arguments[] = {name, format, nullptr};
  pid_t process = 0;
  const int reason = posix_spawnp(&process, name, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (reason != 0) refuse(reason);
  return {process, std::move(output)};
}

}  // namespace

std::string dot_string(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    if (c == '&') quoted += "amp;";
  }
  return quoted + '"';
}

std::string draw_svg(const std::string& dot) {
  const File input = make_input(dot);
  const Run run = start(input.get());
  std::string svg;
  char block[4096];
  for (std::size_t got; (got = std::fread(block, 1, sizeof block, run.output.get())) > 0;) svg.append(block, got);
  int status = 0;
  while (waitpid(run.process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || svg.empty())
    throw Error(ErrorCode::kPicture, "Graphviz cannot draw this graph", "--format dot gives its description");
  return svg;
}

}  // namespace kinemate
