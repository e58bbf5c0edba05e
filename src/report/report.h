// Results of studies as people read them: texts, LaTeX, JSON, pictures. See study/study.h for the studies.
//
//   derivation_text(model, derivation)           equations; derivation_latex, derivation_json
//   linear_text(linearisation)                   linear_latex, linear_json, linear_script
//   state_numbers_text(name, numbers)            numbers at a state; state_numbers_json
//   draw(result_figure(run.table, {"phi"}), "curves.svg")
//   write_film(model, run.table, "film.svg")     moments of a run over each other
#pragma once

#include "picture/draw.h"
#include "report/derivation/derivation.h"
#include "report/drawing/film.h"
#include "report/linear/linear.h"
#include "report/state_numbers.h"
#include "report/studies/simulation.h"
