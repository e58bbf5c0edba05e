#include "model_io/deck/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"
#include "expr/substitute.h"
#include "model_io/deck/motion.h"
#include "model_io/values.h"

namespace kinemate {
namespace {

using Use = DeckNames::Use;

constexpr long kMost = std::numeric_limits<int>::max();

// Reads one system.
class SystemReader {
 public:
  SystemReader(DeckCards& cards, DeckNotes& notes, std::string of_system)
      : cards_(cards), notes_(notes), of_system_(std::move(of_system)), names_(0, 0) {}

  DeckMachine read() {
    try {
      read_system();
    } catch (const Error& error) {  // algebra that has no result: numbers that grow too large
      throw DeckNote{item_.offset, error.code, error.message, error.hint};
    }
    return std::move(machine_);
  }

 private:
  void read_system() {
    const long bodies = integer(fmt::format("N, the number of bodies{},", of_system_), 1, kMost);
    machine_.coordinates = integer(fmt::format("F, the number of coordinates{},", of_system_), 0, kMost);
    machine_.offset = item_.offset;
    machine_.relative = bit("BI1, whether motions are relative ('1'B) or absolute ('0'B),");
    names_ = DeckNames(bodies, machine_.coordinates);
    read_body_0();
    for (long l = 1; l <= bodies; ++l) read_body(l);
    names_.forget_e();
    read_links(bodies);
    read_lists("the metric", machine_.inertia);
    read_lists("the forces", machine_.forces);
    machine_.symbols = names_.symbols();
    machine_.functions = names_.functions();
  }

  // Items. What is expected is told in words: "N, the number of bodies,".

  [[noreturn]] void refuse(const std::string& what, std::string_view form) const {
    if (item_.kind == DeckItem::Kind::kEnd)
      throw DeckNote{item_.offset, ErrorCode::kDeck, fmt::format("{} was expected here, but the deck ends", what),
                     "items are missing, or one of the counts B, N, RHO, K is too large"};
    const bool formula = form.starts_with("a formula");
    throw DeckNote{
        item_.offset, ErrorCode::kDeck, fmt::format("{} was expected here, {}; found {}", what, form, describe(item_)),
        formula && item_.kind == DeckItem::Kind::kInteger
            ? fmt::format("formulas stand in apostrophes: '{}'; or items before this one are missing", item_.value)
            : "an item before this one is missing or too many, or a count or bit before it is wrong"};
  }

  void expect(const std::string& what, DeckItem::Kind kind, std::string_view form) {
    item_ = cards_.next();
    if (item_.kind != kind) refuse(what, form);
  }

  long integer(const std::string& what, long least, long most) {
    expect(what, DeckItem::Kind::kInteger, "an integer");
    if (item_.value < least || item_.value > most)
      throw DeckNote{item_.offset, ErrorCode::kDeck,
                     most == kMost
                         ? fmt::format("{} was expected here: {} is below {}", what, item_.value, least)
                         : fmt::format("{} was expected here: {} is not from {} to {}", what, item_.value, least, most),
                     ""};
    return item_.value;
  }

  bool bit(const std::string& what) {
    expect(what, DeckItem::Kind::kBit, "'0'B or '1'B");
    return item_.value == 1;
  }

  Expr formula(const std::string& what) {
    expect(what, DeckItem::Kind::kString, "a formula in apostrophes");
    try {
      return read_deck_formula(cards_.text(), item_, names_);
    } catch (const DeckNote& note) {
      notes_.mistakes.push_back(note);
      return unknown();
    }
  }

  DeckList list(const std::string& what) {
    expect(what, DeckItem::Kind::kString, "a replacement list in apostrophes");
    DeckList list{item_.begin, item_.end, {}};
    try {
      list.replacements = read_deck_replacements(cards_.text(), item_, names_);
    } catch (const DeckNote& note) {
      notes_.mistakes.push_back(note);
    }
    return list;
  }

  // Motions

  // Entries as LAGR has them, with `set` for each: rows are the axes of the body.
  template <class Set>
  Matrix matrix(const std::string& of, Set set) {
    const std::size_t mistakes = notes_.mistakes.size();
    Matrix rows;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        rows(i, j) = formula(fmt::format("the rotation matrix of {}, entry ({},{}),", of, i + 1, j + 1));
        if (i == 0 && j == 0) matrix_offset_ = item_.offset;
        set(i + 1, j + 1, rows(i, j));
      }
    }
    if (notes_.mistakes.size() == mistakes)
      if (const std::string why = why_no_rotation(rows); !why.empty())
        notes_.mistakes.push_back({matrix_offset_, ErrorCode::kRotation,
                                   fmt::format("the rotation matrix of {} does not rotate: {}", of, why),
                                   "its rows are the axes of the body; decimals need ten digits"});
    return transpose(rows);
  }

  template <class Set>
  Vector vector(const std::string& what, long row, Set set) {
    Vector v;
    for (std::size_t j = 0; j < 3; ++j) {
      v[j] = formula(fmt::format("{}, component {},", what, j + 1));
      set(row, j + 1, v[j]);
    }
    return v;
  }

  auto set_gam(long body) {
    return
        [this, body](auto i, auto j, Expr v) { names_.set_gam(body, static_cast<long>(i), static_cast<long>(j), v); };
  }
  auto set_e() {
    return [this](auto i, auto j, Expr v) { names_.set_e(static_cast<long>(i), static_cast<long>(j), v); };
  }

  void read_body_0() {
    names_.allow(Use::kTime, "body 0 moves as a function of the time Q(0) alone");
    DeckBody body;
    body.pose.rotation = matrix("body 0", set_gam(0));
    body.pose.position = vector("the origin of body 0", 4, set_gam(0));
    machine_.bodies.push_back(body);
  }

  void read_body(long l) {
    const std::string name = fmt::format("body {}", l);
    DeckBody body;
    body.mass = names_.value("M", std::array{l});
    auto theta = [&](long j, long k) { return names_.value("TH", std::array{l, j, k}); };
    body.binet = {theta(1, 1), theta(2, 2), theta(3, 3), theta(1, 2), theta(1, 3), theta(2, 3)};
    names_.forget_e();
    names_.allow(Use::kPositions, "the motion of a body is given by coordinates and the time, not by rates");
    if (machine_.relative) {
      read_relative(l, name, body);
    } else {
      read_absolute(l, name, body);
    }
    names_.allow(Use::kMotion, "");
    if (bit(fmt::format("BI2, whether forces and moments on {} follow,", name))) {
      body.force = vector(fmt::format("the force on {}", name), 5, set_e());
      body.torque = vector(fmt::format("the moment on {}", name), 6, set_e());
    }
    machine_.bodies.push_back(body);
  }

  // x_L = x_K + (c_K + z) E_K − c_L E_L, E_L = R E_K (source A (39), (41))
  void read_relative(long l, const std::string& name, DeckBody& body) {
    const std::string what = fmt::format("K, the reference body of {},", name);
    expect(what, DeckItem::Kind::kInteger, "an integer");
    body.offset = item_.offset;
    if (item_.value < 0 || item_.value >= l)
      throw DeckNote{item_.offset, ErrorCode::kDeck,
                     fmt::format("the reference body of {} is {}: it must be from 0 to {}", name, item_.value, l - 1),
                     "bodies are numbered from body 0 outwards: a body refers to one with a smaller number"};
    body.reference = static_cast<std::size_t>(item_.value);
    body.motion.rotation = matrix(name, set_e());
    body.motion.position = vector(fmt::format("the relative distance of {}", name), 4, set_e());
    body.on_reference = vector(fmt::format("the joint point of {} on body {}", name, body.reference), 5, set_e());
    body.on_body = vector(fmt::format("the joint point of {} on itself", name), 6, set_e());
    const Pose<Expr>& reference = machine_.bodies[body.reference].pose;
    body.pose = compose(reference, joint_pose(body));
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) set_gam(l)(i + 1, j + 1, body.pose.rotation(j, i));
      set_gam(l)(4, i + 1, body.pose.position[i]);
    }
  }

  void read_absolute(long l, const std::string& name, DeckBody& body) {
    body.motion.rotation = matrix(name, set_gam(l));
    body.offset = matrix_offset_;
    body.motion.position = vector(fmt::format("the centre of mass of {}", name), 4, set_gam(l));
    body.pose = body.motion;
  }

  // Springs and dampers

  void read_links(long bodies) {
    names_.allow(Use::kPositions, "points and constants of springs and dampers do not depend on rates");
    for (const bool spring : {false, true}) {
      const std::string_view kind = spring ? "spring" : "damper";
      const long count = integer(fmt::format("RHO, the number of {}s,", kind), 0, kMost);
      for (long i = 1; i <= count; ++i)
        machine_.links.push_back(read_link(fmt::format("{} {}", kind, i), spring, bodies));
    }
  }

  DeckLink read_link(const std::string& name, bool spring, long bodies) {
    DeckLink link;
    link.spring = spring;
    const long l = integer(fmt::format("L, the first body of {},", name), 0, bodies);
    link.offset = item_.offset;
    const long n = integer(fmt::format("N, the second body of {},", name), 0, bodies);
    if (l == n)
      throw DeckNote{item_.offset, ErrorCode::kSameBody, fmt::format("{} acts between body {} and itself", name, l),
                     ""};
    link.bodies[0] = static_cast<std::size_t>(l);
    link.bodies[1] = static_cast<std::size_t>(n);
    const bool first = bit(fmt::format("BI1, whether a replacement list follows for {},", name));
    const bool second = spring && bit(fmt::format("BI2, whether a list for C and LA0 of {} follows,", name));
    const Parts parts = link_parts(link);
    std::vector<DeckReplacement> replacements;
    for (const bool constants : {false, true}) {
      if (!(constants ? second : first)) continue;
      const DeckList given = list(fmt::format("a replacement list of {}", name));
      for (const DeckReplacement& r : given.replacements)
        if (check_own(name, parts, r, constants || !spring)) replacements.push_back(r);
    }
    put_in(parts, replacements, link);
    return link;
  }

  // The names that a link brings along.
  struct Parts {
    std::array<Expr, 6> points;  ///< on L, then on N
    Expr constant, rest;
  };

  Parts link_parts(const DeckLink& link) {
    Parts parts;
    const long l = static_cast<long>(link.bodies[0]), n = static_cast<long>(link.bodies[1]);
    for (std::size_t i = 0; i < 6; ++i) {
      const long on = i < 3 ? l : n, other = i < 3 ? n : l;
      parts.points[i] = names_.value(link.spring ? "XF" : "XD", std::array{on, other, static_cast<long>(i % 3 + 1)});
    }
    parts.constant = names_.value(link.spring ? "C" : "K", std::array{l, n});
    if (link.spring) parts.rest = names_.value("LA0", std::array{l, n});
    return parts;
  }

  // A list is for what the link brings along; the constants of a spring stand in its second list.
  bool check_own(const std::string& name, const Parts& parts, const DeckReplacement& r, bool constants) {
    const bool constant = r.symbol == parts.constant || r.symbol == parts.rest;
    const bool point = std::find(parts.points.begin(), parts.points.end(), r.symbol) != parts.points.end();
    if (r.function.empty() && (point || (constant && constants))) return true;
    const std::string shown = r.function.empty() ? names_.original(std::string(r.symbol.name())) : r.function + ".($)";
    notes_.mistakes.push_back({r.offset, ErrorCode::kDeck, fmt::format("{} cannot be replaced here", shown),
                               r.function.empty() && constant
                                   ? fmt::format("C and LA0 stand in the second list of a spring: BI2 is '1'B")
                                   : fmt::format("names of {} are {}", name, described(parts))});
    return false;
  }

  std::string described(const Parts& parts) const {
    auto original = [&](Expr e) { return names_.original(std::string(e.name())); };
    std::string text = fmt::format("{}, {}", original(parts.points[0]), original(parts.points[3]));
    if (!parts.rest.is_zero()) text += fmt::format(", {}", original(parts.rest));
    return fmt::format("{} and {}", text, original(parts.constant));
  }

  // What is put in may hold what is replaced as well.
  void put_in(const Parts& parts, const std::vector<DeckReplacement>& replacements, DeckLink& link) {
    Substitution substitution;
    for (const DeckReplacement& r : replacements)
      if (!substitution.symbols.emplace(r.symbol, r.value).second)
        notes_.mistakes.push_back({r.offset, ErrorCode::kNameTaken,
                                   fmt::format("{} is replaced twice", names_.original(std::string(r.symbol.name()))),
                                   ""});
    std::vector<Expr> all = {parts.constant, parts.rest};
    all.insert(all.end(), parts.points.begin(), parts.points.end());
    for (std::size_t round = 0; round <= replacements.size(); ++round) {
      std::vector<Expr> next = guarded(all, substitution, link.offset);
      if (next == all) break;
      if (round == replacements.size())
        notes_.mistakes.push_back({link.offset, ErrorCode::kCircle, "its replacements run in a circle", ""});
      all = std::move(next);
    }
    link.constant = all[0];
    link.rest = all[1];
    for (std::size_t i = 0; i < 3; ++i) link.points[0][i] = all[2 + i], link.points[1][i] = all[5 + i];
  }

  std::vector<Expr> guarded(const std::vector<Expr>& formulas, const Substitution& substitution, std::size_t offset) {
    try {
      return substitute(formulas, substitution);
    } catch (const Error& error) {
      notes_.mistakes.push_back({offset, error.code, error.message, error.hint});
      return formulas;
    }
  }

  // Specifications

  void read_lists(const std::string& of, std::vector<DeckList>& lists) {
    names_.forget_values();
    names_.allow(Use::kTime, "what stands for a parameter does not move");
    const long count = integer(fmt::format("K, the number of specifications of {},", of), 0, kMost);
    for (long i = 1; i <= count; ++i) lists.push_back(list(fmt::format("replacement list {} of {}", i, of)));
  }

  DeckCards& cards_;
  DeckNotes& notes_;
  const std::string of_system_;  // " of system 2"
  DeckNames names_;
  DeckMachine machine_;
  DeckItem item_;                  // the last one
  std::size_t matrix_offset_ = 0;  // of the last matrix
};

void require_end(DeckCards& cards, long systems) {
  const DeckItem item = cards.next();
  if (item.kind == DeckItem::Kind::kEnd) return;
  throw DeckNote{item.offset, ErrorCode::kDeck, fmt::format("the deck should end here; found {}", describe(item)),
                 fmt::format("B says that there {} {} system{}; or a count or bit before is wrong",
                             systems == 1 ? "is" : "are", systems, systems == 1 ? "" : "s")};
}

}  // namespace

std::vector<DeckMachine> read_deck_machines(DeckCards& cards, DeckNotes& notes) {
  std::vector<DeckMachine> machines;
  try {
    const DeckItem systems = cards.next();
    if (systems.kind != DeckItem::Kind::kInteger || systems.value < 1)
      throw DeckNote{systems.offset, ErrorCode::kDeck,
                     fmt::format("B, the number of systems, was expected here; found {}", describe(systems)),
                     "a deck begins with B: see docs/decks.md"};
    for (long i = 1; i <= systems.value; ++i) {
      const std::string of_system = systems.value == 1 ? "" : fmt::format(" of system {}", i);
      machines.push_back(SystemReader(cards, notes, of_system).read());
    }
    require_end(cards, systems.value);
  } catch (const DeckNote& note) {
    notes.mistakes.push_back(note);
  }
  return machines;
}

}  // namespace kinemate
