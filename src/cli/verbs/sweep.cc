// kinemate sweep: many runs of one machine, with other parameters and initial values each.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "cli/options/interrupt.h"
#include "cli/options/progress.h"
#include "cli/options/run_options.h"
#include "cli/options/study_output.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "ledger/row_bytes.h"
#include "model/formulas.h"
#include "model/joints/unit.h"
#include "model_io/units.h"
#include "ranks/ranks.h"
#include "ranks/shard.h"
#include "sim/results/format.h"
#include "sim/results/writer.h"
#include "study/sweep/run_sweep.h"
#include "study/sweep/sweep_worker.h"

namespace kinemate {
namespace {

constexpr std::uint64_t kManyRuns = 10'000'000;  // more than these are asked for twice

struct SweepRequestOfVerb {
  MachineRequest machine;
  ParameterChoice parameters;
  RunOptionsOfVerb run;
  StudyOutput output;
  std::vector<std::string> vary, summaries;
  std::string table, sampling = "latin", ledger, shard, trajectories, trajectory_format = "csv";
  std::uint64_t samples = 0, seed = 1;
  unsigned threads = 0;
  bool mpi = false, retry = false, yes = false, quiet = false;
};

RunTable make_table(const SweepRequestOfVerb& request) {
  if (!request.table.empty()) {
    if (!request.vary.empty() || request.samples > 0)
      throw Error(ErrorCode::kOptionsExclude, "--table lists all runs: there is nothing left for --vary and --samples");
    return RunTable(read_run_table(request.table));
  }
  if (request.vary.empty())
    throw Error(ErrorCode::kMissingArgument, "nothing is varied",
                "--vary \"k = 10 .. 20 : 5\" makes five runs, --table FILE.csv lists them");
  SamplePlan plan{SamplePlan::Kind::kGrid, request.samples, request.seed};
  if (request.samples > 0)
    plan.kind = request.sampling == "random" ? SamplePlan::Kind::kRandom : SamplePlan::Kind::kLatin;
  return RunTable(read_variations(request.vary), plan);
}

// At the end, where nothing else was asked for: all coordinates.
std::vector<std::string> wanted_summaries(const Model& model, const SweepRequestOfVerb& request) {
  if (!request.summaries.empty() || !request.trajectories.empty()) return request.summaries;
  std::vector<std::string> all;
  for (const Coordinate& coordinate : model.coordinates)
    if (!coordinate.drive) all.push_back(fmt::format("end({})", coordinate.name));
  return all;
}

void require_willing(std::uint64_t runs, bool yes) {
  if (runs <= kManyRuns || yes) return;
  const std::string message = fmt::format("that would be {:.3g} runs", static_cast<double>(runs));
  if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0)
    throw Error(ErrorCode::kVariation, message, "--yes starts them; --samples takes some of them");
  std::cerr << message << ": start them? [y/N] " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  if (answer != "y" && answer != "yes") throw Error(ErrorCode::kVariation, message + ", and none was started");
}

// Numbers here are in SI units, whatever unit the file gives parameters and inputs in.
std::string unit_of(const Model& model, const std::string& name) {
  if (name.ends_with("'")) return speed_unit(model, make_symbol(name.substr(0, name.size() - 1), 1));
  if (const std::size_t coordinate = find_coordinate(model, name); coordinate != kNone)
    return coordinate_unit(model, coordinate);
  for (const Parameter& parameter : model.parameters)
    if (parameter.name == name) return si_unit(parameter.unit);
  for (const Input& input : model.inputs)
    if (input.name == name) return si_unit(input.unit);
  return speed_unit(model, make_symbol(name));
}

// All that decides on the results.
LedgerHead make_head(const SweepRequestOfVerb& request, const RunTable& table, const SweptMachine& swept,
                     const std::optional<Shard>& shard) {
  const SimulationRequest& run = swept.machine.request;
  LedgerHead head;
  auto& all = head.metadata;
  all = {{"machine", swept.machine.model.name},
         {"model", std::filesystem::path(request.machine.file).filename().string()},
         {"model_hash", hash_of(read_text_file(request.machine.file))}};
  for (const std::string& set : request.parameters.set) all.emplace_back("set", set);
  for (const std::string& at : request.run.at) all.emplace_back("at", at);
  for (const std::string& vary : request.vary) all.emplace_back("vary", vary);
  if (!request.table.empty()) all.emplace_back("table_hash", hash_of(read_text_file(request.table)));
  if (request.samples > 0) {
    all.emplace_back("samples", fmt::format("{} {}", request.samples, request.sampling));
    all.emplace_back("seed", fmt::format("{}", request.seed));
  }
  for (const std::string& summary : swept.summaries.texts) all.emplace_back("summary", summary);
  all.emplace_back("from", fmt::format("{}", run.start));
  all.emplace_back("to", fmt::format("{}", run.end));
  all.emplace_back("method", request.run.method);
  all.emplace_back("rtol", fmt::format("{}", run.rtol));
  all.emplace_back("atol", fmt::format("{}", run.atol));
  for (const std::string& tolerance : request.run.tolerances) all.emplace_back("atol-of", tolerance);
  if (run.switching != Switching::kCarryOver) all.emplace_back("switching", request.run.switching);
  if (run.switch_below > 0) all.emplace_back("switch-below", fmt::format("{}", run.switch_below));
  if (run.every > 0) all.emplace_back("every", fmt::format("{}", run.every));
  if (run.step > 0) all.emplace_back("step", fmt::format("{}", run.step));
  if (run.largest_step > 0) all.emplace_back("max-step", fmt::format("{}", run.largest_step));
  all.emplace_back("most-steps", fmt::format("{}", run.most_steps));
  if (run.reduction)
    all.emplace_back("reduce", fmt::format("{} {} {} {}{}", request.run.reduction.mu, request.run.reduction.threshold,
                                           request.run.reduction.epsilon, request.run.reduction.weigh,
                                           request.run.reduction.energy ? " energy" : ""));
  if (run.reduction)
    for (const std::string& range : request.run.reduction.ranges) all.emplace_back("range", range);
  for (const auto& [key, value] : all) head.identity += fmt::format("{}: {}\n", key, value);
  all.emplace_back("version", "kinemate " KINEMATE_VERSION);
  head.inputs = table.names();
  head.values = swept.summaries.texts;
  for (const std::string& name : head.inputs) head.units.push_back(unit_of(swept.machine.model, name));
  const std::vector<std::string> of_values = summary_units(swept.summaries, swept.machine.header);
  head.units.insert(head.units.end(), of_values.begin(), of_values.end());
  head.runs = table.size();
  if (shard && shard->count > 1) head.shard = shard_text(*shard);
  return head;
}

std::string ledger_path(const SweepRequestOfVerb& request) {
  if (!request.ledger.empty()) return request.ledger;
  if (request.output.file.ends_with(".db")) return request.output.file;
  if (!request.output.file.empty()) return std::filesystem::path(request.output.file).replace_extension(".db").string();
  return fmt::format("{}/kinemate_{}.db", std::filesystem::temp_directory_path().string(), getpid());
}

class SweepBar {
 public:
  explicit SweepBar(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO) != 0) {}
  ~SweepBar() {
    if (drawn_) std::cerr << "\r" << std::string(100, ' ') << "\r" << std::flush;
  }
  void show(std::uint64_t done, std::uint64_t failed, std::uint64_t wanted, double seconds) {
    if (!shown_ || seconds < 0.5 || wanted == 0) return;
    const double share = static_cast<double>(done) / static_cast<double>(wanted);
    const auto full = static_cast<std::size_t>(std::min(share, 1.0) * 30);
    const double left = done == 0 ? 0 : seconds * (1 / share - 1);
    std::cerr << fmt::format("\r[{}{}] {} of {} runs, {} failed, {:.3g} per second, {} left   ", std::string(full, '='),
                             std::string(30 - full, ' '), done, wanted, failed, static_cast<double>(done) / seconds,
                             done == 0 ? "?" : duration_text(left))
              << std::flush;
    drawn_ = true;
  }

 private:
  static std::string duration_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.0f} s", seconds);
    if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
    return seconds < 360000 ? fmt::format("{:.1f} h", seconds / 3600) : fmt::format("{:.1f} days", seconds / 86400);
  }
  bool shown_, drawn_ = false;
};

// Each run in a file of its own.
RunRows trajectory_writer(const SweepRequestOfVerb& request, const SweptMachine& swept, const LedgerHead& head) {
  if (request.trajectories.empty()) return {};
  std::error_code failed;
  std::filesystem::create_directories(request.trajectories, failed);
  if (failed) refuse_file(request.trajectories, "made", failed.value());
  const std::size_t digits = std::max<std::size_t>(6, fmt::format("{}", head.runs - 1).size());
  return [&, digits](std::uint64_t run, std::span<const double> rows) {
    ResultHeader header = swept.machine.header;
    header.metadata = head.metadata;
    header.metadata.emplace_back("run", fmt::format("{}", run));
    ResultWriter writer(fmt::format("{}/run_{:0{}}.{}", request.trajectories, run, digits, request.trajectory_format),
                        header);
    for (std::size_t at = 0; at < rows.size(); at += swept.columns) writer.append(rows.subspan(at, swept.columns));
    writer.close();
  };
}

std::vector<std::byte> bytes_of(const std::vector<std::uint64_t>& numbers) {
  const auto* first = reinterpret_cast<const std::byte*>(numbers.data());
  return {first, first + numbers.size() * sizeof(std::uint64_t)};
}

std::vector<std::uint64_t> numbers_of(const std::vector<std::byte>& bytes) {
  std::vector<std::uint64_t> numbers(bytes.size() / sizeof(std::uint64_t));
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<std::byte*>(numbers.data()));
  return numbers;
}

// Runs that need not be done again.
std::vector<std::uint64_t> done_before(const Ledger& ledger, bool retry) {
  std::vector<std::uint64_t> done = ledger.finished();
  if (retry) return done;
  const std::vector<std::uint64_t> failed = ledger.failed();
  const auto middle = static_cast<std::ptrdiff_t>(done.size());
  done.insert(done.end(), failed.begin(), failed.end());
  std::inplace_merge(done.begin(), done.begin() + middle, done.end());
  return done;
}

// What several processes do together: the first has the ledger.
SweepOutcome run_with_ranks(Ranks& ranks, const SweptMachine& swept, const RunTable& table, Ledger* ledger,
                            SweepOptions options, SweepBar& bar, bool retry) {
  std::vector<std::byte> skip;
  if (ranks.is_first()) skip = bytes_of(done_before(*ledger, retry));
  ranks.broadcast(skip);
  options.skip = numbers_of(skip);
  options.first = ranks.rank();
  options.stride = ranks.size();
  if (!ranks.is_first()) {
    options.deliver = [&](std::span<const LedgerRow> rows) { ranks.send_to_first(to_bytes(rows)); };
    SweepOutcome outcome = run_sweep(swept, table, options);
    ranks.send_to_first({});  // done
    return outcome;
  }
  const std::uint64_t wanted = table.size() - options.skip.size();
  std::uint64_t others = 0, failed = 0;
  unsigned ended = 1;
  const auto take = [&](const RankMessage& message) {
    if (message.bytes.empty()) {
      ++ended;
      return;
    }
    const std::vector<LedgerRow> rows = to_rows(message.bytes);
    ledger->write(rows);
    others += rows.size();
    for (const LedgerRow& row : rows) failed += row.good ? 0 : 1;
  };
  options.deliver = [&](std::span<const LedgerRow> rows) { ledger->write(rows); };
  options.idle = [&] {
    while (const std::optional<RankMessage> message = ranks.poll()) take(*message);
  };
  options.progress = [&](const SweepProgress& progress) {
    bar.show(progress.done + others, progress.failed + failed, wanted, progress.seconds);
  };
  SweepOutcome outcome = run_sweep(swept, table, options);
  while (ended < ranks.size()) take(ranks.wait());
  outcome.progress.done += others;
  outcome.progress.failed += failed;
  return outcome;
}

unsigned threads_of(const SweepRequestOfVerb& request) {
  if (request.threads > 0) return request.threads;
  return request.mpi ? 1 : std::max(1u, std::thread::hardware_concurrency());
}

std::optional<Shard> shard_of(const SweepRequestOfVerb& request) {
  if (!request.shard.empty() && request.mpi)
    throw Error(ErrorCode::kOptionsExclude, "--mpi deals out the runs by itself: there is no --shard then");
  if (request.mpi) return std::nullopt;
  return request.shard.empty() ? shard_of_slurm_array(process_environment)
                               : std::optional<Shard>(parse_shard(request.shard));
}

// The exit code.
int sweep(const SweepRequestOfVerb& request, Ranks* ranks) {
  const bool first = !ranks || ranks->is_first(), quiet = request.quiet || !first;
  const std::optional<Shard> shard = shard_of(request);
  const RunTable table = make_table(request);
  if (first) require_willing(table.size(), request.yes);
  Pool pool;
  const PoolScope scope(pool);
  const Model given = load_model(request.machine, quiet ? Remarks::kKeep : Remarks::kPrint);
  const Model model = specialise(given, {request.parameters.set, std::nullopt});
  if (first) remark_new_names(given, model);
  if (ranks && first && !ranks->note().empty()) std::cerr << "note: " << ranks->note() << "\n";
  SweepRequest wanted{make_run_request(model, request.run), wanted_summaries(model, request),
                      !request.trajectories.empty()};
  wanted.simulation.varied = table.names();
  Stages stages(quiet);
  const SweptMachine swept = make_swept_machine(model, wanted, [&](const std::string& stage) { stages.begin(stage); });
  stages.end();
  if (first && !request.quiet)
    for (const std::string& note : swept.machine.notes) std::cerr << "note: " << note << "\n";
  const LedgerHead head = make_head(request, table, swept, shard);
  const std::string path = ledger_path(request);
  const bool temporary = request.ledger.empty() && request.output.file.empty();
  const InterruptWatch watch;  // before there is a lock to be left behind
  std::optional<Ledger> ledger;
  if (first) ledger.emplace(Ledger::open_for_writing(path, head));
  SweepOptions options;
  options.threads = threads_of(request);
  options.interrupt = &interrupted;
  options.rows = trajectory_writer(request, swept, head);
  SweepOutcome outcome;
  {
    SweepBar bar(quiet);
    if (ranks) {
      outcome = run_with_ranks(*ranks, swept, table, first ? &*ledger : nullptr, options, bar, request.retry);
    } else {
      options.skip = done_before(*ledger, request.retry);
      if (!options.skip.empty() && !request.quiet)
        std::cerr << fmt::format("note: {} runs were in {} already\n", options.skip.size(), path);
      if (shard) options.first = shard->index - 1, options.stride = shard->count;
      options.deliver = [&](std::span<const LedgerRow> rows) { ledger->write(rows); };
      options.progress = [&](const SweepProgress& now) { bar.show(now.done, now.failed, now.wanted, now.seconds); };
      outcome = run_sweep(swept, table, options);
    }
  }
  if (!first) return kDone;
  const std::uint64_t failed = ledger->failed().size();
  if (!outcome.interrupted || !temporary) write_study(*ledger, request.output);
  if (!quiet && outcome.progress.done > 0)
    std::cerr << fmt::format("note: {} runs in {:.3g} s, {:.4g} per second\n", outcome.progress.done,
                             outcome.progress.seconds,
                             static_cast<double>(outcome.progress.done) / outcome.progress.seconds);
  ledger.reset();
  if (temporary) {
    std::filesystem::remove(path);
  } else if (!quiet) {
    std::cerr << fmt::format("note: the runs are in {}\n", path);
  }
  if (outcome.interrupted) {
    std::cerr << (temporary ? "interrupted; --ledger FILE.db would keep what is done\n"
                            : "interrupted; the same command goes on where it was\n");
    return kInterruptedRun;
  }
  if (failed > 0) {
    std::cerr << fmt::format("warning: {} of {} runs failed\n", failed, table.size());
    return kNumericalFailure;
  }
  return kDone;
}

void run_sweep_verb(const SweepRequestOfVerb& request) {
  check_study_output(request.output);
  int code = kDone;
  {
    std::optional<Ranks> ranks;  // an exception that leaves its life would end all of them
    if (request.mpi) ranks.emplace(Ranks::start());
    if (!ranks || ranks->size() == 1) {
      code = sweep(request, ranks ? &*ranks : nullptr);
    } else {
      try {
        code = sweep(request, &*ranks);
      } catch (const Error& error) {
        std::cerr << render(error);
        ranks->abort(error.kind == Error::Kind::kFileSystem ? kFileSystemFailure : kWrongFile);
      } catch (const Exit& exit) {
        ranks->abort(exit.code);
      }
    }
  }
  if (code != kDone) throw Exit{code};
}

}  // namespace

void add_sweep_verb(CLI::App& command) {
  const auto request = std::make_shared<SweepRequestOfVerb>();
  CLI::App* verb = command.add_subcommand("sweep", "many runs with other parameters and initial values each");
  add_machine_options(*verb, request->machine);
  verb->add_option("--vary", request->vary,
                   "\"k = 10 .. 20 : 5\" a grid (: 5 log), \"k = [1, 2, 5]\" a list, \"k = 10 .. 20\" or \"k = "
                   "normal(10, 1)\" for --samples; k is a parameter, an initial value or an input")
      ->allow_extra_args(false);
  verb->add_option("--table", request->table, "FILE.csv: a line of names, then a line of numbers for each run")
      ->type_name("FILE");
  verb->add_option("--samples", request->samples, "so many samples of the ranges");
  verb->add_option("--sampling", request->sampling, "latin (a Latin hypercube) or random")
      ->check(CLI::IsMember({"latin", "random"}))
      ->capture_default_str();
  verb->add_option("--seed", request->seed, "of the samples")->capture_default_str();
  verb->add_option("--summary", request->summaries,
                   "a number of each run: \"max(x)\", \"at(2, phi)\", \"end(x) - start(x)\", mean, rms, min, period, "
                   "time(EVENT), count(EVENT)")
      ->allow_extra_args(false);
  add_run_options(*verb, request->run);
  add_study_output(*verb, request->output);
  verb->add_option("--ledger", request->ledger, "FILE.db: what is done is kept here; the same command goes on")
      ->type_name("FILE");
  verb->add_flag("--retry-failed", request->retry, "does runs again that have failed");
  verb->add_option("--trajectories", request->trajectories, "a folder: all rows of each run in a file of its own")
      ->type_name("FOLDER");
  verb->add_option("--trajectory-format", request->trajectory_format, "csv, json or mat")
      ->check(CLI::IsMember({"csv", "json", "mat"}))
      ->capture_default_str();
  verb->add_option("--threads", request->threads, "0: as many as there are processors; with --mpi one");
  verb->add_option("--shard", request->shard, "2/4: the second of four parts; in a Slurm array its task's");
  verb->add_flag("--mpi", request->mpi, "shares the runs between the processes that mpirun has started");
  verb->add_flag("--yes", request->yes, "starts very many runs without asking");
  add_set_option(*verb, request->parameters);
  verb->add_flag("--quiet", request->quiet, "no progress, stages and notes on standard error");
  add_examples(*verb, {"kinemate sweep examples/cart_pendulums/model.yaml --vary \"phi1 = 0.1 .. 3 : 20\" --summary "
                       "\"max(abs(x))\" --to 2",
                       "kinemate sweep examples/cart_pendulums/model.yaml --vary \"l = 0.2 .. 0.8\" --samples 50 "
                       "--summary \"end(x)\" --to 2 -o runs.csv"});
  verb->callback([request] { run_sweep_verb(*request); });
}

}  // namespace kinemate
