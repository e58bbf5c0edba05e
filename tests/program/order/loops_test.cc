#include "program/order/loops.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <map>
#include <set>

#include "base/check.h"
#include "program/fixture.h"
#include "program/plain_schedule.h"

namespace kinemate {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Runs a program of which the repeats are loops. Sines are of inputs alone.
class LoopMachine {
 public:
  LoopMachine(const Program& program, const std::vector<double>& inputs) : program_(program) {
    values_.assign(program.operations.size(), kNan);
    for (Value i = 0; i < values_.size(); ++i) {
      const Operation& operation = program.operations[i];
      if (operation.code == Code::kConstant) values_[i] = program.constants[operation.operands[0]];
      if (operation.code == Code::kInput) values_[i] = inputs[operation.operands[0]];
      if (operation.code == Code::kSine || operation.code == Code::kCosine) run(i);
    }
  }

  void run(Value value) {
    const Operation& operation = program_.operations[value];
    std::array<double, 3> x = {};
    for (std::size_t k = 0; k < operation.count; ++k) x[k] = values_[operation.operands[k]];
    values_[value] = compute(operation.code, operation.function, std::span<const double>(x).first(operation.count));
  }

  // Locals hold no number before they are made and none after their last use.
  void run(const ValueLoop& loop) {
    ASSERT_EQ(loop.table.size(), std::size_t{loop.count} * loop.ports);
    ASSERT_EQ(loop.written.size(), loop.ports);
    for (std::size_t w = 0; w < loop.count; ++w) {
      std::vector<double> locals(loop.locals, kNan);
      auto at = [&](Slot place) -> double& {
        EXPECT_LT(place, loop.ports + loop.locals);
        return place < loop.ports ? values_[loop.table[w * loop.ports + place]] : locals[place - loop.ports];
      };
      std::map<Slot, std::uint32_t> ends;  // of locals in use
      for (std::uint32_t i = 0; i < loop.body.size(); ++i) {
        const Step& step = loop.body[i];
        const double made = compute(step, at);
        for (auto end = ends.begin(); end != ends.end();) {
          if (end->second > i) {
            ++end;
          } else {
            at(end->first) = kNan, end = ends.erase(end);
          }
        }
        at(step.result) = made;
        if (step.result < loop.ports) {
          EXPECT_TRUE(loop.written[step.result]);
          EXPECT_EQ(step.last_use, kForever);
        } else {
          EXPECT_TRUE(ends.emplace(step.result, step.last_use).second);
        }
      }
    }
  }

  std::vector<double> results() const {
    std::vector<double> results;
    for (Value result : program_.results) results.push_back(values_[result]);
    return results;
  }

 private:
  const Program& program_;
  std::vector<double> values_;
};

// Most numbers that are made in a window, are not written and will be used: less locals do not do.
std::size_t count_live(const ValueLoop& loop) {
  std::size_t most = 0, live = 0;
  std::vector<std::size_t> ending(loop.body.size() + 1, 0);
  for (std::size_t i = 0; i < loop.body.size(); ++i) {
    live -= ending[i];
    if (loop.body[i].last_use == kForever) continue;
    most = std::max(most, ++live);
    ++ending[std::max<std::size_t>(loop.body[i].last_use, i + 1)];
  }
  return most;
}

void expect_ports_are_right(const ValueLoop& loop) {
  std::set<std::vector<Value>> columns;
  std::set<Value> made;
  for (std::size_t p = 0; p < loop.ports; ++p) {
    std::vector<Value> column;
    for (std::size_t w = 0; w < loop.count; ++w) column.push_back(loop.table[w * loop.ports + p]);
    for (Value value : column) EXPECT_TRUE(!loop.written[p] || made.insert(value).second) << "made twice";
    EXPECT_TRUE(columns.insert(column).second) << "two ports are one";
  }
  for (std::size_t w = 0; w < loop.count; ++w) {  // what is written is no other port of the same iteration
    std::map<Value, std::size_t> seen;
    for (std::size_t p = 0; p < loop.ports; ++p) ++seen[loop.table[w * loop.ports + p]];
    for (std::size_t p = 0; p < loop.ports; ++p)
      EXPECT_TRUE(!loop.written[p] || seen[loop.table[w * loop.ports + p]] == 1);
  }
  EXPECT_EQ(loop.locals, count_live(loop));
}

void expect_same_results(const Program& program, const std::vector<Repeat>& repeats) {
  const std::vector<Value> order = order_of(program);
  const std::vector<double> inputs = random_inputs(3, entry_count(program.inputs));
  const std::vector<ValueLoop> loops = make_value_loops(program, order, repeats);
  LoopMachine machine(program, inputs);
  std::size_t done = 0;
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    for (; done < repeats[i].first; ++done) machine.run(order[done]);
    expect_ports_are_right(loops[i]);
    EXPECT_EQ(loops[i].body.size(), repeats[i].period);
    machine.run(loops[i]);
    done += repeats[i].period * repeats[i].count;
  }
  for (; done < order.size(); ++done) machine.run(order[done]);
  const std::vector<double> expected = run_plainly(program, inputs), found = machine.results();
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(expected[i] == found[i] || (expected[i] != expected[i] && found[i] != found[i]))
        << i << ": " << expected[i] << " " << found[i];
}

// Vectors and matrices of values.
using Vector = std::array<Value, 3>;
using Matrix = std::array<Vector, 3>;

class Algebra {
 public:
  explicit Algebra(Builder& builder) : b(builder) {}
  Vector zero() const { return {b.constant(0), b.constant(0), b.constant(0)}; }
  Vector add(const Vector& x, const Vector& y) const {
    return {b.add(x[0], y[0]), b.add(x[1], y[1]), b.add(x[2], y[2])};
  }
  Vector subtract(const Vector& x, const Vector& y) const {
    return {b.subtract(x[0], y[0]), b.subtract(x[1], y[1]), b.subtract(x[2], y[2])};
  }
  Vector scale(Value a, const Vector& x) const {
    return {b.multiply(a, x[0]), b.multiply(a, x[1]), b.multiply(a, x[2])};
  }
  Value dot(const Vector& x, const Vector& y) const {
    return b.add(b.add(b.multiply(x[0], y[0]), b.multiply(x[1], y[1])), b.multiply(x[2], y[2]));
  }
  Vector cross(const Vector& x, const Vector& y) const {
    auto entry = [&](std::size_t i, std::size_t j) {
      return b.subtract(b.multiply(x[i], y[j]), b.multiply(x[j], y[i]));
    };
    return {entry(1, 2), entry(2, 0), entry(0, 1)};
  }
  Matrix cross(const Vector& x) const {
    const Value o = b.constant(0);
    return {Vector{o, b.negate(x[2]), x[1]}, Vector{x[2], o, b.negate(x[0])}, Vector{b.negate(x[1]), x[0], o}};
  }
  Vector column(const Matrix& m, std::size_t j) const { return {m[0][j], m[1][j], m[2][j]}; }
  Matrix transpose(const Matrix& m) const { return {column(m, 0), column(m, 1), column(m, 2)}; }
  Vector multiply(const Matrix& m, const Vector& x) const { return {dot(m[0], x), dot(m[1], x), dot(m[2], x)}; }
  Matrix multiply(const Matrix& m, const Matrix& n) const {
    const Matrix t = transpose(n);
    return {multiply(t, m[0]), multiply(t, m[1]), multiply(t, m[2])};
  }
  Matrix add(const Matrix& m, const Matrix& n) const { return {add(m[0], n[0]), add(m[1], n[1]), add(m[2], n[2])}; }
  Matrix subtract(const Matrix& m, const Matrix& n) const {
    return {subtract(m[0], n[0]), subtract(m[1], n[1]), subtract(m[2], n[2])};
  }
  Matrix outer(const Vector& x, const Vector& y) const { return {scale(x[0], y), scale(x[1], y), scale(x[2], y)}; }
  Matrix zero_matrix() const { return {zero(), zero(), zero()}; }
  Matrix diagonal(Value x, Value y, Value z) const {
    const Value o = b.constant(0);
    return {Vector{x, o, o}, Vector{o, y, o}, Vector{o, o, z}};
  }
  Vector turn(const Matrix& r, const Vector& x) const { return multiply(r, x); }
  Matrix turn(const Matrix& r, const Matrix& m) const { return multiply(multiply(r, m), transpose(r)); }

  Builder& b;
};

// Accelerations of a chain whose links turn about their z axes, each twisted about x against the one before, in three
// sweeps like those of the articulated-body algorithm, with all inertias of 6 x 6 as blocks [J H; Hᵀ M]. Inputs of each
// link: angle, rate, torque, mass, moments of inertia (3), place of the next joint (3), cosine and sine of the twist.
Program make_articulated_chain(std::size_t n) {
  constexpr std::size_t kInputs = 12;
  Builder b(with_inputs(kInputs * n));
  const Algebra a(b);
  struct Link {
    Matrix R, J, H, M;                       // to the frame before; inertia
    Vector r, w, v, cw, cv, pw, pv, Uw, Uv;  // joint; velocity; velocity products; bias force; inertia · axis
    Value D, u;
  };
  std::vector<Link> links(n);
  Vector w = a.zero(), v = a.zero();
  const Value o = b.constant(0);
  for (std::size_t i = 0; i < n; ++i) {
    Link& link = links[i];
    auto in = [&](std::size_t k) { return b.input(kInputs * i + k); };
    const Value s = b.sine(in(0)), c = b.cosine(in(0));
    link.R = {Vector{c, b.negate(s), o}, Vector{b.multiply(in(10), s), b.multiply(in(10), c), b.negate(in(11))},
              Vector{b.multiply(in(11), s), b.multiply(in(11), c), in(10)}};
    link.r = {in(7), in(8), in(9)};
    const Matrix back = a.transpose(link.R);
    link.w = a.turn(back, w);
    link.v = a.turn(back, a.add(v, a.cross(w, link.r)));
    const Vector turning = {o, o, in(1)};
    link.cw = a.cross(link.w, turning), link.cv = a.cross(link.v, turning);
    link.w = a.add(link.w, turning);
    link.J = a.diagonal(in(4), in(5), in(6)), link.H = a.zero_matrix(), link.M = a.diagonal(in(3), in(3), in(3));
    link.pw = a.cross(link.w, a.multiply(link.J, link.w));
    link.pv = a.cross(link.w, a.scale(in(3), link.v));
    w = link.w, v = link.v;
  }
  for (std::size_t i = n; i-- > 0;) {
    Link& link = links[i];
    link.Uw = a.column(link.J, 2), link.Uv = a.column(a.transpose(link.H), 2);
    link.D = b.divide(b.constant(1), link.Uw[2]);
    link.u = b.subtract(b.input(kInputs * i + 2), link.pw[2]);
    if (i == 0) break;
    const Vector gw = a.scale(link.D, link.Uw), gv = a.scale(link.D, link.Uv);
    const Matrix J = a.subtract(link.J, a.outer(link.Uw, gw)), H = a.subtract(link.H, a.outer(link.Uw, gv)),
                 M = a.subtract(link.M, a.outer(link.Uv, gv));
    const Vector pw = a.add(a.add(link.pw, a.add(a.multiply(J, link.cw), a.multiply(H, link.cv))), a.scale(link.u, gw));
    const Vector pv =
        a.add(a.add(link.pv, a.add(a.multiply(a.transpose(H), link.cw), a.multiply(M, link.cv))), a.scale(link.u, gv));
    const Matrix Jt = a.turn(link.R, J), Ht = a.turn(link.R, H), Mt = a.turn(link.R, M), x = a.cross(link.r);
    const Matrix xM = a.multiply(x, Mt), xHt = a.multiply(x, a.transpose(Ht));
    Link& before = links[i - 1];
    before.J = a.add(before.J, a.subtract(a.add(Jt, a.add(xHt, a.transpose(xHt))), a.multiply(xM, x)));
    before.H = a.add(before.H, a.add(Ht, xM));
    before.M = a.add(before.M, Mt);
    const Vector fw = a.turn(link.R, pw), fv = a.turn(link.R, pv);
    before.pw = a.add(before.pw, a.add(fw, a.cross(link.r, fv)));
    before.pv = a.add(before.pv, fv);
  }
  std::vector<Value> results;
  Vector aw = a.zero(), av = {o, b.constant(9.81), o};
  for (const Link& link : links) {
    const Matrix back = a.transpose(link.R);
    const Vector tw = a.add(a.turn(back, aw), link.cw);
    const Vector tv = a.add(a.turn(back, a.add(av, a.cross(aw, link.r))), link.cv);
    const Value turned = b.subtract(link.u, b.add(a.dot(link.Uw, tw), a.dot(link.Uv, tv)));
    results.push_back(b.multiply(link.D, turned));
    aw = {tw[0], tw[1], b.add(tw[2], results.back())}, av = tv;
  }
  return finish(b, results);
}

TEST(Loops, ArticulatedChainIsThreeLoopsWithFewPorts) {
  const Program program = make_articulated_chain(100);
  const std::vector<Value> order = order_of(program);
  const std::vector<Repeat> repeats = find_repeats(program, order);
  const std::size_t of_a_link = order_of(make_articulated_chain(101)).size() - order.size();
  std::size_t periods = 0;
  for (const Repeat& repeat : repeats) {
    const ValueLoop loop = make_value_loop(program, order, repeat);
    periods += repeat.period;
    EXPECT_GE(repeat.count, 96u);
    EXPECT_LE(4 * loop.ports, 3 * repeat.period);
  }
  EXPECT_EQ(repeats.size(), 3u);
  EXPECT_EQ(periods, of_a_link);
  expect_same_results(program, repeats);
}

TEST(Loops, ChainsOfAnyLengthGiveTheSameNumbers) {
  for (std::size_t n : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 12u, 40u}) {
    const Program program = make_articulated_chain(n);
    expect_same_results(program, find_repeats(program, order_of(program)));
  }
}

// A program of windows of which every operation reads at random: operations of the same window, of the window before,
// of any place before the windows, inputs of its own or of all. Operands of commutative operations are in any order.
struct Sample {
  Program program;
  Repeat repeat;
};

Sample make_sample(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  Sample sample;
  const std::size_t period = 10 + below(60), count = 3 + below(60), inputs = 8, ahead = 5 + below(300);
  Program& program = sample.program = with_inputs(inputs + 2 * count);
  std::vector<Operation>& made = program.operations;
  auto make = [&](Code code, std::uint8_t operands, std::array<Value, 3> x, Function function = Function::kSin) {
    made.push_back({code, function, operands, x});
  };
  for (std::size_t i = 0; i < inputs + 2 * count; ++i) make(Code::kInput, 0, {static_cast<Value>(i)});
  constexpr std::array<Code, 6> kCodes = {Code::kAdd,    Code::kSubtract, Code::kMultiply,
                                          Code::kNegate, Code::kCall,     Code::kMultiply};
  auto any = [&] { return static_cast<Value>(below(made.size())); };
  auto make_any = [&] { make(kCodes[below(3)], 2, {any(), any()}); };
  for (std::size_t i = 0; i < ahead; ++i) make_any();
  const std::size_t first = made.size();
  struct Operand {
    std::size_t kind, place;
  };
  std::vector<std::pair<Code, std::array<Operand, 2>>> body(period);
  for (std::size_t i = 0; i < period; ++i) {
    body[i].first = kCodes[below(6)];
    for (Operand& operand : body[i].second) {
      operand = {below(7) == 0 ? 16 + below(4) : 0, below(period)};
      if (operand.kind == 0 && i == 0) operand.kind = 16;
      if (operand.kind == 0) operand.place = i - 1 - below(std::min<std::size_t>(i, 8));
    }
  }
  for (std::size_t w = 0; w < count; ++w)
    for (std::size_t i = 0; i < period; ++i) {
      const auto& [code, operands] = body[i];
      std::array<Value, 3> x = {};
      for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t start = first + w * period, place = operands[k].place;
        switch (operands[k].kind) {
          case 0: x[k] = static_cast<Value>(start + place); break;
          case 16: x[k] = static_cast<Value>(w == 0 ? place % inputs : start - period + place); break;
          case 17: x[k] = static_cast<Value>(first - 1 - (w + place) % ahead); break;
          case 18: x[k] = static_cast<Value>(inputs + 2 * w + place % 2); break;
          default: x[k] = static_cast<Value>(place % inputs); break;
        }
      }
      if (code != Code::kSubtract && below(2) == 0 && code != Code::kNegate) std::swap(x[0], x[1]);
      if (code == Code::kNegate) x[1] = 0;
      make(code, code == Code::kNegate ? 1 : 2, x, code == Code::kCall ? Function::kEqual : Function::kSin);
    }
  sample.repeat = {ahead, period, count};
  for (std::size_t i = 0; i < 20; ++i) make_any();
  for (std::size_t i = 0; i < 10; ++i) program.results.push_back(any());
  program.outputs = {{"y", "", std::vector<Entry>(10)}};
  return sample;
}

TEST(Loops, RandomWindowsGiveTheSameNumbers) {
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Sample sample = make_sample(seed);
    expect_same_results(sample.program, {sample.repeat});
    const std::vector<Repeat> repeats = find_repeats(sample.program, order_of(sample.program));
    expect_same_results(sample.program, repeats);
    found += repeats.size();
  }
  EXPECT_GT(found, 10u);
}

// Four windows of the given operations on x, the window's input, and the last result: y.
template <class Body>
Program make_four(Body body, std::size_t results_inside) {
  Builder b(with_inputs(6));
  std::vector<Value> results;
  Value y = b.input(5);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::vector<Value> made = body(b, b.input(i), y);
    y = made.back();
    results.insert(results.end(), made.begin(), made.begin() + static_cast<std::ptrdiff_t>(results_inside));
  }
  results.push_back(y);
  return finish(b, results);
}

TEST(Loops, PlacesOfASmallBody) {
  // p = x*y is used inside and is a result: written once and read from there. s and t are locals, of one place.
  const Program program = make_four(
      [](Builder& b, Value x, Value y) {
        const Value p = b.multiply(x, y), s = b.subtract(p, x), t = b.multiply(s, s);
        return std::vector{p, b.divide(t, p)};
      },
      1);
  const std::vector<Value> order = order_of(program);
  const ValueLoop loop = make_value_loop(program, order, {0, 4, 4});
  EXPECT_EQ(loop.count, 4u);
  EXPECT_EQ(loop.ports, 4u);  // y, x, p, y of the next
  EXPECT_EQ(loop.locals, 1u);
  EXPECT_EQ(loop.written, (std::vector{false, false, true, true}));
  ASSERT_EQ(loop.body.size(), 4u);
  EXPECT_EQ(loop.body[0].result, 2u);
  EXPECT_EQ(loop.body[1].operands[0], 2u);
  EXPECT_EQ(loop.body[1].result, 4u);
  EXPECT_EQ(loop.body[1].last_use, 2u);
  EXPECT_EQ(loop.body[2].operands, (std::array<Slot, 3>{4, 4, 0}));
  EXPECT_EQ(loop.body[2].result, 4u);  // the place of its operand
  EXPECT_EQ(loop.body[2].last_use, 3u);
  EXPECT_EQ(loop.body[3].operands, (std::array<Slot, 3>{4, 2, 0}));
  EXPECT_EQ(loop.body[3].result, 3u);
  EXPECT_EQ(loop.body[3].last_use, kForever);
  for (std::size_t w = 0; w < 4; ++w) {
    EXPECT_EQ(loop.table[w * 4 + 2], order[w * 4]);
    EXPECT_EQ(loop.table[w * 4 + 3], order[w * 4 + 3]);
  }
  expect_same_results(program, {{0, 4, 4}});
}

TEST(Loops, ResultsThatOnlySomeWindowsGiveAwayAreWrittenInAll) {
  Builder b(with_inputs(4));
  std::vector<Value> results;
  Value inside = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Value square = b.multiply(b.input(i), b.input(i));
    if (i == 2) inside = square;
    results.push_back(b.square_root(square));
  }
  results.push_back(inside);
  const Program program = finish(b, results);
  const ValueLoop loop = make_value_loop(program, order_of(program), {0, 2, 4});
  EXPECT_EQ(loop.written, (std::vector{false, true, true}));
  EXPECT_EQ(loop.locals, 0u);
  expect_same_results(program, {{0, 2, 4}});
}

TEST(Loops, WindowsThatDifferAreRefused) {
  const Program program = make_four(
      [](Builder& b, Value x, Value y) {
        const Value p = b.multiply(x, y);
        return std::vector{b.subtract(p, x)};
      },
      0);
  const std::vector<Value> order = order_of(program);
  EXPECT_NO_THROW(make_value_loop(program, order, {0, 2, 4}));
  EXPECT_NO_THROW(make_value_loop(program, order, {1, 2, 3}));
  EXPECT_THROW(make_value_loop(program, order, {0, 3, 2}), CheckFailure);
  EXPECT_THROW(make_value_loop(program, order, {0, 2, 5}), CheckFailure);
}

}  // namespace
}  // namespace kinemate
