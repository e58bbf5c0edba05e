// What all pictures share in gnuplot's language: the page, its letters, quoted texts.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace kinemate {

enum class PictureKind { kSvg, kPng };

// Lengths are in pixels.
inline constexpr double kPageWidth = 900;
inline constexpr double kPageMargin = 25;  ///< at the right, and at both sides of a title
inline constexpr double kPageTop = 16, kTitleHeight = 26, kLegendHeight = 24;
inline constexpr double kFontSize = 14;
inline constexpr double kSmallestFont = 8;
inline constexpr double kLetterWidth = 0.56 * kFontSize;  ///< a little more than letters are wide on average

/// Those of M. Okabe and K. Ito, "Color Universal Design", 2008, which the colour blind can tell apart, without the
/// yellow, too pale for lines.
inline constexpr std::array<std::string_view, 7> kDistinctColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                                     "#E69F00", "#56B4E9", "#000000"};

/// About, in letters of kFontSize.
double text_width(std::string_view text);

struct FittedText {
  std::string text;
  double font = kFontSize;
};

/// A text in the largest letters in which it is no longer than `room`; the middle of one that is too long even in the
/// smallest gives way to "…", since names differ at their ends.
FittedText fit_text(const std::string& text, double room, double smallest = kSmallestFont);

/// In single quotes, within which nothing but the quote itself has a meaning.
std::string gnuplot_string(const std::string& text);

std::string gnuplot_font(double size, PictureKind kind);

/// "with points" that look the same in both kinds of pictures; gnuplot draws them larger in SVG.
std::string gnuplot_points(int sign, double size, PictureKind kind);
inline constexpr int kCrossSign = 2, kSquareSign = 5, kRingSign = 6, kDiscSign = 7, kDiamondSign = 13;

/// The first lines of a script: a white page of this height.
std::string gnuplot_page(PictureKind kind, double height);

}  // namespace kinemate
