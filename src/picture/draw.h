// Pictures as files, drawn by gnuplot.
#pragma once

#include <string>

#include "picture/figure.h"
#include "picture/heat_map.h"
#include "picture/root_locus.h"
#include "picture/scatter.h"
#include "picture/tornado.h"

namespace kinemate {

/// Throws Error of kind kInput unless the path ends in .svg or .png. For who would compute for long before drawing.
void check_picture_path(const std::string& path);

/// Draws into a file of the kind that its suffix names, .svg or .png, whole or not at all; the same data give the same
/// bytes. Throws Error: of kind kInput for another suffix, of kind kFileSystem where gnuplot is not installed or the
/// file cannot be written, of kind kNumerical where gnuplot fails.
void draw(const Figure& figure, const std::string& path);
void draw(const HeatMap& map, const std::string& path);
void draw(const RootLocus& locus, const std::string& path);
void draw(const Scatter& scatter, const std::string& path);
void draw(const Tornado& tornado, const std::string& path);

}  // namespace kinemate
