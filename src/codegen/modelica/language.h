// Modelica: algorithms of functions, and equations.
#pragma once

#include "codegen/language.h"
#include "program/program.h"

namespace kinemate {

/// Statements of algorithms, a := b.
const Language& modelica_language();

/// Equations, a = b. They may not compare numbers for equality, which functions may.
const Language& modelica_equations();

/// The function of Modelica's standard library that may be called, and the line that says so.
inline constexpr const char* kModelicaErf = "Modelica.Math.Special.erf";
inline constexpr const char* kModelicaLibrary = "  annotation(uses(Modelica(version = \"4.0.0\")));\n";

/// With a point or an exponent. Throws Error for what is not finite: Modelica has no such numbers.
std::string modelica_number(double number);

/// The name of a package or model: a machine `seven-axis arm` is SevenAxisArm.
std::string modelica_class_name(std::string_view name);

/// A string behind a declaration, with a blank before it: ` "phi' -- angle of the crank"`. The name is left out where
/// it is that of the variable; nothing is left where there is nothing to say.
std::string modelica_remark(const Entry& entry, std::string_view variable);

/// Any text as a string, in one line.
std::string modelica_text(std::string_view text);

/// `Real z0, z1, z2;` in as many lines as that takes; empty without names.
std::string modelica_variables(const std::vector<std::string>& names);

}  // namespace kinemate
