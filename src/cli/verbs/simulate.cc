// kinemate simulate: the machine in motion.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "cli/options/interrupt.h"
#include "cli/options/progress.h"
#include "cli/options/run_options.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "picture/draw.h"
#include "report/drawing/film.h"
#include "report/studies/simulation.h"
#include "sim/results/format.h"
#include "sim/results/writer.h"

namespace kinemate {
namespace {

struct SimulateRequest {
  MachineRequest machine;
  ParameterChoice parameters;
  RunOptionsOfVerb run;
  std::vector<std::string> show;
  std::string output, plot, film;
  bool each_step = false, json = false, quiet = false;
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

// Rows that pictures are made of. REQUIRES: both live on where they are.
FineRows fine_rows(std::optional<RunCurves>& curves, std::optional<FilmReel>& film) {
  const auto numbers = std::make_shared<std::vector<double>>();
  return {[&](std::span<const double> row) {
            if (curves) curves->take(row);
            if (film) film->take_path(row);
          },
          [&curves, &film, numbers](std::span<const double> row) -> std::span<const double> {
            numbers->clear();
            const auto add = [&](std::span<const double> some) {
              numbers->insert(numbers->end(), some.begin(), some.end());
            };
            if (curves) add(curves->drawn(row));
            if (film) add(film->ends(row));
            return *numbers;
          }};
}

void run_simulate(const SimulateRequest& request) {
  if (!request.plot.empty()) check_picture_path(request.plot);
  if (!request.film.empty()) check_film_path(request.film);
  if (!request.output.empty()) result_format(request.output);
  Pool pool;
  const PoolScope scope(pool);
  const Model given = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Model model = specialise(given, {request.parameters.set, std::nullopt});
  remark_new_names(given, model);
  SimulationRequest wanted = make_run_request(model, request.run);
  if (request.each_step) wanted.every = -1;
  Stages stages(request.quiet);
  Simulation simulation(model, wanted, [&](const std::string& stage) { stages.begin(stage); });
  stages.end();
  ResultHeader header = simulation.header();
  header.metadata.emplace_back("model", request.machine.file);
  header.metadata.emplace_back("model_hash", hash_of(read_text_file(request.machine.file)));
  for (const std::string& set : request.parameters.set) header.metadata.emplace_back("set " + set, set);
  header.metadata.emplace_back("version", "kinemate " KINEMATE_VERSION);
  std::optional<RunCurves> curves;
  if (!request.plot.empty()) curves.emplace(header, request.show);
  std::optional<FilmReel> film;
  if (!request.film.empty()) film.emplace(model, header);
  const FineRows fine = fine_rows(curves, film);
  std::optional<ResultWriter> writer;
  if (!request.output.empty()) writer.emplace(request.output, header);
  std::vector<double> last;
  SimulationReport report;
  {
    ProgressBar bar(wanted, request.quiet);
    const InterruptWatch watch;
    report = simulation.run({[&](std::span<const double> row) {
                               if (writer) writer->append(row);
                               if (film) film->take_moment(row);
                               last.assign(row.begin(), row.end());
                             },
                             [&](double t, const IntegratorStatistics& statistics) { bar.step(t, statistics); },
                             &interrupted,
                             {},
                             curves || film ? &fine : nullptr});
  }
  if (writer) writer->close();
  const RunText text{wanted, report, header, model.name, request.output, last};
  if (!request.quiet)
    for (const std::string& note : report.notes) std::cerr << "note: " << note << "\n";
  std::cout << (request.json ? run_json : run_text)(text);
  if (const std::string warning = audit_warning(wanted, report); !warning.empty())
    std::cerr << "warning: " << warning << "\n";
  if (const std::string note = sampling_note(wanted, report);
      !note.empty() && !request.output.empty() && !request.quiet)
    std::cerr << "note: " << note << "\n";
  if (curves && !curves->is_empty()) {
    draw(curves->figure(), request.plot);
    if (!request.quiet) std::cerr << fmt::format("note: the picture is {}\n", request.plot);
    if (const std::string note = left_out_note(header, request.show); !note.empty() && !request.quiet)
      std::cerr << "note: " << note << "\n";
  }
  if (film && report.rows > 0) {
    film->write(request.film);
    if (!request.quiet) std::cerr << fmt::format("note: the film is {}\n", request.film);
  }
  if (report.status.end == RunEnd::kInterrupted) {
    std::cerr << fmt::format("interrupted at t = {:.6g}{}\n", report.status.time,
                             request.output.empty() ? "" : fmt::format("; {} holds what was before", request.output));
    throw Exit{kInterruptedRun};
  }
  if (!report.status.good()) throw to_error(report.status);
}

}  // namespace

void add_simulate_verb(CLI::App& command) {
  const auto request = std::make_shared<SimulateRequest>();
  CLI::App* verb =
      command.add_subcommand("simulate", "the machine in motion: results, pictures, and whether energy is kept");
  add_machine_options(*verb, request->machine);
  add_run_options(*verb, request->run);
  verb->add_flag("--each-step", request->each_step, "a row for each step of the integrator")
      ->excludes(verb->get_option("--every"));
  verb->add_option("-o,--output", request->output, "results while they arise: FILE.csv, FILE.json or FILE.mat")
      ->type_name("FILE");
  verb->add_option("--plot", request->plot, "a picture of the curves, FILE.svg or FILE.png")->type_name("FILE");
  verb->add_option("--show", request->show, "q1,q2: the curves of the picture; all: every column")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--film", request->film, "a stroboscopic picture of the machine, FILE.svg")->type_name("FILE");
  add_set_option(*verb, request->parameters);
  verb->add_flag("--json", request->json, "JSON instead of text");
  verb->add_flag("--quiet", request->quiet, "no progress, stages and notes on standard error");
  add_examples(*verb,
               {"kinemate simulate examples/cart_pendulums/model.yaml --to 5 --plot cart.svg",
                "kinemate simulate examples/four_bar/model.yaml --to 2 --record energies -o run.csv --film film.svg"});
  verb->callback([request] { run_simulate(*request); });
}

}  // namespace kinemate
