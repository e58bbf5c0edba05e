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
};

void run_plot(const PlotRequest& request) {
  check_picture_path(request.output);
  const ResultTable table = read_results(request.file);
  if (table.cut_off) std::cerr << "note: " << request.file << " ends within a row, which is left out\n";
  if (table.rows() == 0) throw Error(ErrorCode::kForeignFile, request.file + " has no rows: there is nothing to plot");
  draw(result_figure(table, request.show, request.against), request.output);
}

}  // namespace

void add_plot_verb(CLI::App& command) {
  const auto request = std::make_shared<PlotRequest>();
  CLI::App* verb = command.add_subcommand("plot", "curves of results that simulate wrote, as a picture");
  verb->add_option("file", request->file, "results: .csv, .json or .mat")->type_name("FILE")->required();
  verb->add_option("-o,--output", request->output, "the picture, FILE.svg or FILE.png")->type_name("FILE")->required();
  verb->add_option("--show", request->show, "q1,q2: these columns")->delimiter(',')->allow_extra_args(false);
  verb->add_option("--against", request->against, "over this column")->capture_default_str();
  add_examples(*verb, {"kinemate simulate examples/cart_pendulums/model.yaml --to 5 -o cart.csv",
                       "kinemate plot cart.csv --show phi1,phi2 -o angles.svg"});
  verb->callback([request] { run_plot(*request); });
}

}  // namespace kinemate
