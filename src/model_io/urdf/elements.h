// The elements of a URDF file as values. What is wrong, stands twice or is not asked for is noted on the way.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model_io/urdf/notes.h"
#include "model_io/urdf/rotation.h"
#include "model_io/urdf/urdf.h"

namespace kinemate {

/// Attributes and elements that a URDF element may have.
using UrdfNames = std::vector<std::string_view>;

struct UrdfOrigin {
  Vector position;
  Rotation rotation;
};

class UrdfElements {
 public:
  /// All outlive it.
  UrdfElements(const XmlDocument& document, const UrdfOptions& options, UrdfNotes& notes)
      : document_(document), options_(options), notes_(notes) {}

  void add_mistake(std::size_t offset, ErrorCode code, std::string message, std::string hint = {}) {
    notes_.mistakes.push_back({offset, code, std::move(message), std::move(hint)});
  }
  std::size_t offset(pugi::xml_node element) const { return document_.offset(element); }

  /// One for each name; none where it does not stand there. Others are unused.
  std::vector<std::optional<XmlAttribute>> attributes(pugi::xml_node element, const UrdfNames& names);

  /// The element of each name, null where there is none. Others are unused.
  std::vector<pugi::xml_node> children(pugi::xml_node element, const UrdfNames& names, const UrdfNames& harmless = {});

  /// Notes an element, or text, that is not used.
  void skip(pugi::xml_node child, const UrdfNames& names, const UrdfNames& harmless);

  /// The attribute as a name; where it is missing, empty or cannot be printed, that is noted and it is empty.
  std::string name(pugi::xml_node element, const std::optional<XmlAttribute>& attribute, std::string_view which);

  /// 0 where it is wrong.
  Expr number(const XmlAttribute& attribute);
  Expr required_number(pugi::xml_node element, const std::optional<XmlAttribute>& attribute, std::string_view which);

  /// The numbers of xyz or rpy; none where they are wrong.
  std::optional<std::array<Rational, 3>> three_numbers(const XmlAttribute& attribute);

  /// Of a joint, angles that are nearly multiples of 15 degrees are counted for a remark.
  enum class OriginOf { kJoint, kInertial };
  UrdfOrigin origin(pugi::xml_node element, OriginOf what);

  UrdfUnused& unused() { return unused_; }

  /// Notes all that was counted. Once, at the end.
  void finish();

 private:
  std::optional<Rational> decimal(const XmlAttribute& attribute, std::string_view text, std::size_t within);
  void add_missing(pugi::xml_node element, std::string_view which);

  const XmlDocument& document_;
  const UrdfOptions& options_;
  UrdfNotes& notes_;
  UrdfUnused unused_;
  std::size_t near_angles_ = 0;
  std::size_t near_offset_ = 0;
  std::string near_text_;  ///< the first of them
};

}  // namespace kinemate
