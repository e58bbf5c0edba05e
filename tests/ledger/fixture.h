// Ledgers in a folder of their own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "ledger/ledger.h"

namespace kinemate {

class LedgerTest : public testing::Test {
 protected:
  LedgerTest() { std::filesystem::create_directories(folder_); }
  ~LedgerTest() override {
    std::error_code none;
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, none);
    std::filesystem::remove_all(folder_, none);
  }

  std::string file(const std::string& name) const { return folder_ / name; }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

  static LedgerHead crane() {
    return {.identity = "crane; k = 10 .. 20 : 5",
            .metadata = {{"model", "crane"}, {"varied", "k = 10 .. 20 : 5"}},
            .inputs = {"k"},
            .values = {"x_max", "phi'(1, \"ü\")"},
            .units = {"N/m", "m", "rad/s"},
            .runs = 5};
  }

  static LedgerRow good(std::uint64_t run, double x) {
    return {run, true, "", {10.0 + static_cast<double>(run)}, {x, -x}};
  }
  static LedgerRow bad(std::uint64_t run, const std::string& cause) {
    return {run, false, cause, {10.0 + static_cast<double>(run)}, {}};
  }

  static std::vector<LedgerRow> rows(const Ledger& ledger) {
    std::vector<LedgerRow> all;
    ledger.for_each([&](const LedgerRow& row) { all.push_back(row); });
    return all;
  }

  /// Writes a ledger of some rows.
  std::string make(const std::string& name, const LedgerHead& head, const std::vector<LedgerRow>& rows) const {
    Ledger::open_for_writing(file(name), head).write(rows);
    return file(name);
  }

  /// The Error that a call throws, as text.
  static std::string refusal(const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      return render(error);
    }
    return "nothing was refused";
  }

  /// What a call in another process comes to: its text, whatever else happens there.
  static std::string in_another_process(const std::function<std::string()>& call) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      std::string text;
      try {
        text = call();
      } catch (const Error& error) {
        text = render(error);
      } catch (const std::exception& other) {
        text = other.what();
      }
      const ssize_t written = ::write(ends[1], text.data(), text.size());
      _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
    }
    close(ends[1]);
    std::string text;
    char block[4096];
    for (ssize_t length; (length = read(ends[0], block, sizeof block)) > 0;)
      text.append(block, static_cast<std::size_t>(length));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    return text;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("kinemate_ledger_test." + std::to_string(getpid()));
};

}  // namespace kinemate
