#include "cli/options/study_output.h"

#include <fmt/format.h>

#include <iostream>

#include "base/error.h"
#include "base/file.h"
#include "ledger/tables.h"
#include "picture/draw.h"

namespace kinemate {

void add_study_output(CLI::App& verb, StudyOutput& output) {
  verb.add_option("-o,--output", output.file, "the runs: FILE.csv or FILE.json, or a ledger FILE.db")
      ->type_name("FILE");
  verb.add_option("--plot", output.plot, "a picture over what is varied, FILE.svg or FILE.png")->type_name("FILE");
  verb.add_option("--x", output.axes.x, "the column over which the picture is drawn");
  verb.add_option("--y", output.axes.y, "the column upwards");
  verb.add_option("--colour", output.axes.value, "the column that is drawn, as colours where there is --y");
  verb.add_flag("--json", output.json, "JSON instead of text");
}

void check_study_output(const StudyOutput& output) {
  if (!output.plot.empty()) check_picture_path(output.plot);
  if (output.file.empty() || output.file.ends_with(".csv") || output.file.ends_with(".json") ||
      output.file.ends_with(".db"))
    return;
  throw Error(ErrorCode::kSuffix, fmt::format("what kind of file is {}?", output.file),
              "FILE.csv, FILE.json or FILE.db");
}

void write_study(const Ledger& ledger, const StudyOutput& output) {
  if (output.file.ends_with(".csv") || output.file.ends_with(".json")) {
    std::string text;
    const TextSink sink = [&](std::string_view piece) { text += piece; };
    (output.file.ends_with(".csv") ? write_csv : write_json)(ledger, sink);
    write_text_file(output.file, text);
  }
  std::cout << (output.json ? study_json : study_text)(ledger) << std::flush;
  if (!output.plot.empty())
    std::visit([&](const auto& picture) { draw(picture, output.plot); }, study_picture(ledger, output.axes));
}

}  // namespace kinemate
