// A linearised machine as text, LaTeX, JSON, a script for MATLAB and Octave, and one for Python.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "picture/root_locus.h"
#include "report/drawing/mode_shapes.h"
#include "report/linear/bode.h"
#include "study/linear/linearisation.h"

namespace kinemate {

std::string linear_text(const Linearisation& linear);
/// A document that compiles.
std::string linear_latex(const Linearisation& linear);
/// docs/linearisation.md describes it.
std::string linear_json(const Linearisation& linear);

enum class ScriptLanguage { kMatlab, kPython };
/// A script that sets M, P, Q, A, B, C, D and the rest, and computes the poles: by numbers, or where there are none by
/// formulas of the parameters. Throws Error for formulas that the language cannot compute.
std::string linear_script(const Linearisation& linear, ScriptLanguage language);

/// Whether it is stable, and why, in a sentence of coordinates.
std::string stability_sentence(const LinearSystem& system, const ModalAnalysis& modes);

/// What a mode's shape is of: of two that are of one size, its length does not tell.
enum class ShapeOf { kDeviations, kSpeeds, kStates };
ShapeOf shape_kind(const LinearSystem& system, const Mode& mode);

/// Entries of a mode's shape that are not small, with names: "phi1 1, phi2 -0.41".
std::string shape_text(const LinearSystem& system, const Mode& mode);

/// A number with enough digits to read, and without the sign of -0.
std::string short_number(double x);
/// What is 0 within its uncertainty is 0.
std::string pole_text(const Pole& pole);
/// The real part, and the damping that follows from it: 0 where they are 0 within the uncertainty.
double sure_real_part(const Pole& pole);
double sure_damping(const Mode& mode);

/// A text of to_text() with 0.5 for real(0.5): for people and for other languages, not for parse().
std::string bare_numbers(std::string text);

BodeData bode_data(const Linearisation& linear);
RootLocus locus_picture(const Linearisation& linear);
/// The modes that move coordinates.
std::vector<ModeShapePicture> mode_pictures(const LinearSystem& system, const ModalAnalysis& modes);

}  // namespace kinemate
