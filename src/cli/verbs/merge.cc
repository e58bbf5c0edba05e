// kinemate merge: the ledgers of several parts of a study as one.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/options/study_output.h"
#include "cli/verbs.h"
#include "ledger/merge.h"

namespace kinemate {
namespace {

struct MergeRequest {
  std::vector<std::string> files;
  StudyOutput output;
};

// Removed at the end, unless it is what was asked for.
class MergedLedger {
 public:
  explicit MergedLedger(const std::string& wanted)
      : temporary_(!wanted.ends_with(".db")),
        path_(!temporary_
                  ? wanted
                  : fmt::format("{}/kinemate_{}.db", std::filesystem::temp_directory_path().string(), getpid())) {}
  ~MergedLedger() {
    std::error_code ignored;
    if (temporary_) std::filesystem::remove(path_, ignored);
  }
  MergedLedger(const MergedLedger&) = delete;
  MergedLedger& operator=(const MergedLedger&) = delete;
  const std::string& path() const { return path_; }

 private:
  bool temporary_;
  std::string path_;
};

void run_merge(const MergeRequest& request) {
  check_study_output(request.output);
  const MergedLedger merged(request.output.file);
  const MergedRuns runs = merge_ledgers(request.files, merged.path());
  write_study(Ledger::open_for_reading(merged.path()), request.output);
  if (runs.missing > 0)
    std::cerr << fmt::format("warning: {} of {} runs are in none of the files: {}{}\n", runs.missing, runs.runs,
                             fmt::join(runs.first_missing, ", "),
                             runs.missing > runs.first_missing.size() ? ", ..." : "");
  if (runs.failed > 0) std::cerr << fmt::format("warning: {} of {} runs failed\n", runs.failed, runs.runs);
  if (runs.missing + runs.failed > 0) throw Exit{kNumericalFailure};
}

}  // namespace

void add_merge_verb(CLI::App& command) {
  const auto request = std::make_shared<MergeRequest>();
  CLI::App* verb = command.add_subcommand("merge", "the parts of a study, as sweep --shard makes them, as one");
  verb->add_option("files", request->files, "ledgers: FILE.db ...")->type_name("FILE")->required();
  add_study_output(*verb, request->output);
  add_examples(*verb, {"kinemate sweep examples/cart_pendulums/model.yaml --vary \"l = 0.2 .. 0.8 : 6\" --summary "
                       "\"end(x)\" --shard 1/2 --ledger part1.db",
                       "kinemate sweep examples/cart_pendulums/model.yaml --vary \"l = 0.2 .. 0.8 : 6\" --summary "
                       "\"end(x)\" --shard 2/2 --ledger part2.db",
                       "kinemate merge part1.db part2.db -o all.csv"});
  verb->callback([request] { run_merge(*request); });
}

}  // namespace kinemate
