// kinemate plot: curves of results that simulate wrote.
#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/verbs.h"
#include "picture/draw.h"
#include "report/studies/simulation.h"
#include "sim/results/reader.h"

namespace kinemate {
namespace {

struct PlotRequest {
  std::string file, output, against = "t";
  std::vector<std::string> show;
  bool quiet = false;
};

void run_plot(const PlotRequest& request) {
  check_picture_path(request.output);
  const ResultTable table = read_results(request.file);
  if (table.cut_off) std::cerr << "note: " << request.file << " ends within a row, which is left out\n";
  if (table.rows() == 0) throw Error(ErrorCode::kForeignFile, request.file + " has no rows: there is nothing to plot");
  draw(result_figure(table, request.show, request.against), request.output);
  if (const std::string note = left_out_note(table.header, request.show, request.against);
      !note.empty() && !request.quiet)
    std::cerr << "note: " << note << "\n";
}

}  // namespace

void add_plot_verb(CLI::App& command) {
  const auto request = std::make_shared<PlotRequest>();
  CLI::App* verb = command.add_subcommand("plot", "curves of results that simulate wrote, as a picture");
  verb->add_option("file", request->file, "results: .csv, .json or .mat")->type_name("FILE")->required();
  verb->add_option("-o,--output", request->output, "the picture, FILE.svg or FILE.png")->type_name("FILE")->required();
  verb->add_option("--show", request->show, "q1,q2: these columns; all: every one")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--against", request->against, "over this column")->capture_default_str();
  verb->add_flag("--quiet", request->quiet, "no notes on standard error");
  add_examples(*verb, {"kinemate simulate examples/cart_pendulums/model.yaml --to 5 -o cart.csv",
                       "kinemate plot cart.csv --show phi1,phi2 -o angles.svg"});
  verb->callback([request] { run_plot(*request); });
}

}  // namespace kinemate
