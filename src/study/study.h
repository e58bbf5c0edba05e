// The library's front door: everything that can be asked of a machine, in one header.
//
//   Pool pool;                                   // where formulas live
//   const PoolScope scope(pool);
//   const Model model = load_machine(path);      // model_io/machine_file.h
//
//   derive(model)              its equations as formulas               → Derivation
//   CompiledMachine(model)     the same as a function of numbers
//   simulate(model, {...})     its motion                              → SimulatedRun
//   linearise_machine(model)   matrices, poles, stability near rest    → Linearisation
//
// Requests are plain structs whose defaults work. What goes wrong is an Error (base/error.h). Texts and pictures of
// results: report/report.h. docs/library.md has a program for each.
#pragma once

#include "expr/pool.h"
#include "model/model.h"
#include "model/specialise.h"
#include "study/derivation.h"
#include "study/evaluate.h"
#include "study/linear/linearisation.h"
#include "study/programs/compiled_machine.h"
#include "study/simulation/simulate.h"
