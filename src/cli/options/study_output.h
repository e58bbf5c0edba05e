// What becomes of a study: a table, a picture, a text.
#pragma once

#include <CLI/CLI.hpp>

#include "ledger/ledger.h"
#include "report/studies/parameter_study.h"

namespace kinemate {

struct StudyOutput {
  std::string file;  ///< .csv, .json or .db
  std::string plot;
  StudyAxes axes;
  bool json = false;
};

void add_study_output(CLI::App& verb, StudyOutput& output);

/// Throws Error for files of other kinds.
void check_study_output(const StudyOutput& output);

/// Table and picture, and the text to standard output.
void write_study(const Ledger& ledger, const StudyOutput& output);

}  // namespace kinemate
