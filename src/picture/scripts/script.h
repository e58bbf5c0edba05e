// Pictures in gnuplot's language, one function a kind.
//
// Of curves: the legend never covers one. It is a row above each panel if the names fit there, else a column at the
// right. Curves beyond the colours that can be told apart are dashed in another way.
#pragma once

#include <string>

#include "picture/figure.h"
#include "picture/heat_map.h"
#include "picture/root_locus.h"
#include "picture/scatter.h"
#include "picture/scripts/page.h"
#include "picture/tornado.h"

namespace kinemate {

/// REQUIRES: the data are as figure.h and the headers of the other kinds say.
std::string gnuplot_script(const Figure& figure, PictureKind kind);
std::string gnuplot_script(const HeatMap& map, PictureKind kind);
std::string gnuplot_script(const RootLocus& locus, PictureKind kind);
std::string gnuplot_script(const Scatter& scatter, PictureKind kind);
std::string gnuplot_script(const Tornado& tornado, PictureKind kind);

}  // namespace kinemate
