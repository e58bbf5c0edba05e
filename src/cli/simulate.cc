// kinemate simulate: the machine in motion.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "cli/lists.h"
#include "cli/point.h"
#include "cli/progress.h"
#include "cli/reduction_options.h"
#include "cli/verbs.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "expr/print.h"
#include "picture/draw.h"
#include "report/film.h"
#include "report/simulation.h"
#include "sim/result_format.h"
#include "sim/result_writer.h"

namespace kinemate {
namespace {

struct Request {
  MachineRequest machine;
  ParameterChoice parameters;
  ReductionOptions reduction;
  SimulationRequest simulation;
  std::vector<std::string> at, tolerances, record, reactions, points, show;
  std::string method = "auto", output, plot, film;
  bool each_step = false, json = false, quiet = false;
};

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// The handler stands while a run goes on; a second Ctrl-C ends the program at once.
class InterruptWatch {
 public:
  InterruptWatch()
      : before_(std::signal(SIGINT, [](int) {
          interrupted = true;
          std::signal(SIGINT, SIG_DFL);
        })) {}
  ~InterruptWatch() { std::signal(SIGINT, before_); }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

 private:
  void (*before_)(int);
};

// One line on a terminal, ten times a second.
class ProgressBar {
 public:
  ProgressBar(const SimulationRequest& request, bool quiet)
      : start_(request.start), end_(request.end), shown_(!quiet && isatty(STDERR_FILENO) != 0) {}
  ~ProgressBar() { clear(); }

  void step(double t, const IntegratorStatistics& statistics) {
    if (!shown_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const double taken = std::chrono::duration<double>(now - began_).count(), share = (t - start_) / (end_ - start_);
    const auto full = static_cast<std::size_t>(share * 30);
    std::cerr << fmt::format("\r[{}{}] t = {:.4g} of {:.4g} s, {} steps, {:.3g} times real time ",
                             std::string(full, '='), std::string(30 - std::min<std::size_t>(full, 30), ' '), t, end_,
                             statistics.steps, std::abs(t - start_) / taken)
              << std::flush;
    drawn_ = true;
  }
  void clear() {
    if (drawn_) std::cerr << "\r" << std::string(90, ' ') << "\r" << std::flush;
    drawn_ = false;
  }

 private:
  double start_, end_;
  bool shown_, drawn_ = false;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now(), last_ = began_;
};

SimulationRequest make_request(const Model& model, const Request& request) {
  SimulationRequest wanted = request.simulation;
  wanted.method = method_named(request.method);
  wanted.initial = parse_given(model, request.at, "--at");
  for (const Given& given : parse_given(model, request.tolerances, "--atol-of")) {
    const double tolerance = evaluate(given.value, {});
    if (!(tolerance > 0))
      throw Error(fmt::format("--atol-of: the tolerance of {} is not positive", to_text(given.left)));
    wanted.atol_of.emplace_back(to_text(given.left), tolerance);
  }
  if (request.each_step) wanted.every = -1;
  for (const std::string& what : request.record) {
    if (what == "accelerations") wanted.record.accelerations = true;
    if (what == "energies") wanted.record.energies = true;
    if (what == "reactions") wanted.record.all_reactions = true;
  }
  wanted.record.reactions = request.reactions;
  for (const std::string& text : request.points) {
    const Point point = parse_point(model, text);
    wanted.record.points.push_back({text, point.place, point.position});
  }
  wanted.reduction = wanted_reduction(model, request.reduction, "kane");
  return wanted;
}

// Sixteen digits that are another for another file: FNV-1a.
std::string hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

void run(const Request& request) {
  if (!request.plot.empty()) check_picture_path(request.plot);
  if (!request.film.empty()) check_film_path(request.film);
  if (!request.output.empty()) result_format(request.output);
  Pool pool;
  const PoolScope scope(pool);
  const Model given = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Model model = specialise(given, {request.parameters.set, std::nullopt});
  remark_new_names(given, model);
  const SimulationRequest wanted = make_request(model, request);
  Stages stages(request.quiet);
  Simulation simulation(model, wanted, [&](const std::string& stage) { stages.begin(stage); });
  stages.end();
  ResultTable kept{simulation.header(), {}, false};
  kept.header.metadata.emplace_back("model", request.machine.file);
  kept.header.metadata.emplace_back("model_hash", hash_of(read_text_file(request.machine.file)));
  for (const std::string& set : request.parameters.set) kept.header.metadata.emplace_back("set " + set, set);
  kept.header.metadata.emplace_back("version", "kinemate " KINEMATE_VERSION);
  if (!request.show.empty() && !request.plot.empty())
    for (const std::string& name : request.show) find_result_column(kept.header, name);
  std::optional<ResultWriter> writer;
  if (!request.output.empty()) writer.emplace(request.output, kept.header);
  const bool keep = !request.plot.empty() || !request.film.empty();
  std::vector<double> last;
  SimulationReport report;
  {
    ProgressBar bar(wanted, request.quiet);
    const InterruptWatch watch;
    report = simulation.run({[&](std::span<const double> row) {
                               if (writer) writer->append(row);
                               if (keep) kept.values.insert(kept.values.end(), row.begin(), row.end());
                               last.assign(row.begin(), row.end());
                             },
                             [&](double t, const IntegratorStatistics& statistics) { bar.step(t, statistics); },
                             &interrupted});
  }
  if (writer) writer->close();
  const RunText text{wanted, report, kept.header, model.name, request.output, last};
  if (!request.quiet)
    for (const std::string& note : report.notes) std::cerr << "note: " << note << "\n";
  std::cout << (request.json ? run_json : run_text)(text);
  if (const std::string warning = audit_warning(wanted, report); !warning.empty())
    std::cerr << "warning: " << warning << "\n";
  if (!request.plot.empty() && kept.rows() > 0) {
    draw(result_figure(kept, request.show), request.plot);
    if (!request.quiet) std::cerr << fmt::format("note: the picture is {}\n", request.plot);
  }
  if (!request.film.empty() && kept.rows() > 0) {
    write_film(model, kept, request.film);
    if (!request.quiet) std::cerr << fmt::format("note: the film is {}\n", request.film);
  }
  if (report.status.end == RunEnd::kInterrupted) {
    std::cerr << fmt::format("interrupted at t = {:.6g}{}\n", report.status.time,
                             request.output.empty() ? "" : fmt::format("; {} holds what was before", request.output));
    throw Exit{kInterruptedRun};
  }
  if (!report.status.good()) throw Error(report.status.message, report.status.hint, Error::Kind::kNumerical);
}

}  // namespace

void add_simulate_verb(CLI::App& command) {
  const auto request = std::make_shared<Request>();
  SimulationRequest& simulation = request->simulation;
  CLI::App* verb =
      command.add_subcommand("simulate", "the machine in motion: results, pictures, and whether energy is kept");
  add_machine_options(*verb, request->machine);
  verb->add_option("--to", simulation.end, "the time at the end, s")->capture_default_str();
  verb->add_option("--from", simulation.start, "the time at the start, s")->capture_default_str();
  verb->add_option("--at", request->at, "initial values, \"q1=0.3, q1'=1\", instead of those of the file")
      ->allow_extra_args(false);
  std::vector<std::string> methods;
  for (const MethodInfo& method : integration_methods()) methods.emplace_back(method.name);
  verb->add_option("--method", request->method, fmt::format("the integrator: {}", fmt::join(methods, ", ")))
      ->capture_default_str();
  verb->add_option("--rtol", simulation.rtol, "relative tolerance of a step")->capture_default_str();
  verb->add_option("--atol", simulation.atol, "absolute tolerance of a step")->capture_default_str();
  verb->add_option("--atol-of", request->tolerances, "\"x = 1e-6\": absolute tolerances of single states")
      ->allow_extra_args(false);
  verb->add_option("--step", simulation.step, "fixed steps of this length, s");
  verb->add_option("--max-step", simulation.largest_step, "no step is longer, s");
  verb->add_option("--most-steps", simulation.most_steps, "the run ends with an error after so many")
      ->capture_default_str();
  CLI::Option* every = verb->add_option("--every", simulation.every, "time between rows, s (left out: 500 rows)")
                           ->check(CLI::PositiveNumber);
  verb->add_flag("--each-step", request->each_step, "a row for each step of the integrator")->excludes(every);
  verb->add_option("-o,--output", request->output, "results while they arise: FILE.csv, FILE.json or FILE.mat");
  verb->add_option("--record", request->record,
                   "beside coordinates, speeds, states and outputs: accelerations, energies, reactions")
      ->check(CLI::IsMember({"accelerations", "energies", "reactions"}))
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--reaction", request->reactions, "also the force and torque of this joint")
      ->allow_extra_args(false);
  verb->add_option("--point", request->points, "NAME or NAME:x,y,z: also position and velocity of this point")
      ->allow_extra_args(false);
  verb->add_option("--plot", request->plot, "a picture of the curves, FILE.svg or FILE.png");
  verb->add_option("--show", request->show, "q1,q2: the curves of the picture")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--film", request->film, "a stroboscopic picture of the machine, FILE.svg");
  add_set_option(*verb, request->parameters);
  add_reduce_option(*verb, request->reduction);
  verb->add_flag("--json", request->json, "JSON instead of text");
  verb->add_flag("--quiet", request->quiet, "no progress, stages and notes on standard error");
  verb->callback([request] { run(*request); });
}

}  // namespace kinemate
