#include "picture/draw.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "picture/scripts/gnuplot.h"
#include "picture/scripts/script.h"

namespace kinemate {
namespace {

std::optional<PictureKind> kind_of(const std::string& path) {
  const std::string suffix = std::filesystem::path(path).extension();
  if (suffix == ".svg") return PictureKind::kSvg;
  if (suffix == ".png") return PictureKind::kPng;
  return std::nullopt;
}

template <class Data>
void draw_picture(const Data& data, const std::string& path) {
  check_picture_path(path);
  write_text_file(path, run_gnuplot(gnuplot_script(data, *kind_of(path))));
}

}  // namespace

void check_picture_path(const std::string& path) {
  if (!kind_of(path))
    throw Error(ErrorCode::kSuffix, fmt::format("'{}' names no picture that can be drawn", path),
                "end the name in .svg or in .png");
}

void draw(const Figure& figure, const std::string& path) { draw_picture(figure, path); }
void draw(const HeatMap& map, const std::string& path) { draw_picture(map, path); }
void draw(const RootLocus& locus, const std::string& path) { draw_picture(locus, path); }
void draw(const Scatter& scatter, const std::string& path) { draw_picture(scatter, path); }
void draw(const Tornado& tornado, const std::string& path) { draw_picture(tornado, path); }

}  // namespace kinemate
