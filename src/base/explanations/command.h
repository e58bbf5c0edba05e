// Codes from 500 on: studies, the command line, files as such, faults of the program.
#pragma once

#include "base/error_code.h"

namespace kinemate {

inline constexpr ErrorExplanation kExplanationsOfCommands[] = {
    {ErrorCode::kVariation, "values to vary over that cannot be read",
     R"~(A variation reads "k = 10 .. 20 : 5" (a grid), "k = 1, 2, 5" (a list), "k = 10 .. 20" or
"k = normal(10, 0.5)" (samples, with --samples). Every name is varied once; the time is not varied,
and neither is what follows from other coordinates. Studies of very many runs ask for --yes.
docs/parameter_studies.md.)~",
     R"~(kinemate sweep model.yaml --to 1 --vary "k = 10 .. 20"
put right: kinemate sweep model.yaml --to 1 --vary "k = 10 .. 20 : 5", or with --samples 100)~"},
    {ErrorCode::kSummary, "a summary of runs that cannot be read",
     R"~(A summary makes one number of a run: max(x), min(x), mean(x), end(x), at(2, x), time(event)
and formulas of these. A quantity that changes during the run cannot stand outside of one of them.)~",
     R"~(kinemate sweep model.yaml --to 1 --vary "k = 1, 2" --summary "x"
put right: --summary "max(x)")~"},
    {ErrorCode::kRunTable, "a table of runs that cannot be used",
     R"~(The first line of the file names parameters and initial values, every further line has a number for each
of them. Names stand once; there is at least one line of numbers.)~",
     R"~(runs.csv:  k,k
           1,2
put right: k,m
           1,2)~"},
    {ErrorCode::kMeasurements, "measurements that cannot be fitted",
     R"~(The file of measurements has a column t whose times ascend and do not lie before the start of the run, and
at least one further column. The first line names them.)~",
     R"~(data.csv:  phi
           0.1
put right: t,phi
           0,0.1)~"},
    {ErrorCode::kSearch, "a search that is not determined",
     R"~(Every value that is looked for needs a start within its bounds, and the lower bound comes first. A search
everywhere (--global) needs both bounds. There must be at least as many measurements as values.)~",
     R"~(kinemate fit model.yaml --data data.csv --vary "k = 20 .. 5"
put right: --vary "k = 5 .. 20" --start "k = 10")~"},
    {ErrorCode::kLedger, "a ledger of another study, or none",
     R"~(A .db file keeps the runs of one study, so that it can go on after a break. This one belongs to another
machine, other options or another part of the study, is being written by another run, was written by
a newer version, is damaged, or is no ledger at all. Name another file, or delete it to begin anew.
Only parts of one study are merged.)~",
     R"~(kinemate sweep other.yaml ... --output runs.db     with the runs of model.yaml in it
put right: --output other.db)~"},
    {ErrorCode::kSharing, "work that cannot be shared out",
     R"~(A study is dealt out to processes by --shard 1/4 ..., by an array of Slurm, or by --mpi under mpirun.
Shares read number/count; arrays are evenly spaced; mpirun must be that of the MPI that kinemate was
built with. docs/clusters.md.)~",
     R"~(kinemate sweep model.yaml ... --shard 5/4
put right: --shard 4/4)~"},

    {ErrorCode::kUnknownVerb, "a command that is not known",
     R"~(The first word behind kinemate is none of its commands, or the second is none of those below it.
kinemate --help lists them.)~",
     R"~(kinemate simulat model.yaml
put right: kinemate simulate model.yaml)~"},
    {ErrorCode::kUnknownOption, "an option or argument too many",
     R"~(The command has no such option, or takes fewer arguments. Formulas and assignments with blanks stand
in quotes. --help behind the command lists what it takes.)~",
     R"~(kinemate check model.yaml --formatt json
put right: kinemate check model.yaml --json)~"},
    {ErrorCode::kMissingArgument, "an argument or option is missing",
     R"~(The command needs something more: a file, a formula, the variable to differentiate by, or which of the
systems of a deck is meant. --help behind the command lists what it takes.)~",
     R"~(kinemate check
put right: kinemate check model.yaml)~"},
    {ErrorCode::kOptionValue, "a value that the option does not take",
     R"~(The option takes another kind of value: one of some words, a number within limits, name = value, or a
range. The error says which; --help behind the command too.)~",
     R"~(kinemate generate model.yaml --to pyton
put right: kinemate generate model.yaml --to python)~"},
    {ErrorCode::kOptionsExclude, "options that do not go together",
     R"~(Two options contradict each other, or an option belongs to another one, or to another kind of file, that
was not given. Leave one of them out, or add the one that the hint names.)~",
     R"~(kinemate check model.yaml --system 2
put right: kinemate check model.yaml: --system is for decks)~"},

    {ErrorCode::kCannotRead, "a file that cannot be read",
     R"~(The file is not there, is a folder, or may not be read. Paths are relative to the folder in which the
command runs. The system's own reason stands behind the colon.)~",
     R"~(kinemate check modle.yaml
put right: kinemate check model.yaml)~"},
    {ErrorCode::kCannotWrite, "a file that cannot be written",
     R"~(The folder is not there or may not be written to, the disk is full, or a limit of the format or of the
system is reached. The system's own reason stands behind the colon.)~",
     R"~(kinemate simulate model.yaml --to 1 --output /results/run.csv
put right: mkdir results, then --output results/run.csv)~"},
    {ErrorCode::kFileInUse, "a file that another program holds",
     R"~(Another program keeps the file locked: a second run, or a viewer of databases. Close it, or wait.)~",
     R"~(kinemate merge a.db b.db --output all.db     while sqlite3 all.db is open
put right: close it first)~"},
    {ErrorCode::kOtherProgram, "a program or library that is missing",
     R"~(Pictures are drawn by gnuplot, graphs by dot of Graphviz, and processes are joined by MPI. What is needed
is not installed, cannot be started, or is of another version. The hint says what to install.
Numbers do not need any of them.)~",
     R"~(kinemate plot run.csv --output run.svg     without gnuplot
put right: apt-get install gnuplot-nox)~"},
    {ErrorCode::kSuffix, "a file name with the wrong ending",
     R"~(The ending of a name says what is to be written: .csv, .json and .mat for results, .svg and .png for
pictures, .db for studies that go on after a break. This one is none of those that fit here.)~",
     R"~(kinemate plot run.csv --output run.gif
put right: kinemate plot run.csv --output run.svg)~"},
    {ErrorCode::kForeignFile, "a file of another kind than expected",
     R"~(The file can be read, but is not what is needed here: results of a run, a state in JSON, a list of
equations. Perhaps it is damaged, written by another program, or a machine where a list of equations
is expected. The error says at which place it does not fit.)~",
     R"~(kinemate solve model.yaml     where model.yaml is a machine
put right: kinemate derive model.yaml)~"},

    {ErrorCode::kInternalFault, "a fault in kinemate itself",
     R"~(Something happened that must not happen, whatever the input: the fault is not yours.
Please report it, with the input and the whole message. Another form, formalism or algorithm may be
a way round for the time being.)~",
     R"~(any command
put right: report it, with its input and what it printed)~"},
};

}  // namespace kinemate
