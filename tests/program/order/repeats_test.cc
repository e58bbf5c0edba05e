#include "program/order/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "program/fixture.h"

namespace kinemate {
namespace {

// Ports by definition: a read value of a window that is made elsewhere, a value of a window that is used elsewhere.
// Gives those of the window that has most.
std::size_t check_windows(const Program& program, const std::vector<Value>& order, const Repeat& repeat) {
  std::vector<std::size_t> place(program.operations.size(), order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::vector<std::set<Value>> read(repeat.count), written(repeat.count);
  auto window_of = [&](Value value) {
    const std::size_t from = place[value] - repeat.first;
    return place[value] < repeat.first || place[value] == order.size() ? repeat.count : from / repeat.period;
  };
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const std::size_t user = window_of(static_cast<Value>(i));
    for (Value operand : operands_of(program.operations[i])) {
      const std::size_t maker = window_of(operand);
      if (user < repeat.count && maker != user) read[user].insert(operand);
      if (maker < repeat.count && maker != user) written[maker].insert(operand);
    }
  }
  for (Value result : program.results)
    if (const std::size_t maker = window_of(result); maker < repeat.count) written[maker].insert(result);
  std::size_t most = 0;
  for (std::size_t w = 0; w < repeat.count; ++w) most = std::max(most, read[w].size() + written[w].size());
  // The same operations, with the same operands inside the window whichever way round they stand.
  for (std::size_t w = 0; w < repeat.count; ++w)
    for (std::size_t i = 0; i < repeat.period; ++i) {
      const std::size_t at = repeat.first + i, other = at + w * repeat.period;
      const Operation &a = program.operations[order[at]], &b = program.operations[order[other]];
      EXPECT_TRUE(a.code == b.code && a.function == b.function && a.count == b.count);
      std::vector<std::size_t> inside_a, inside_b;
      for (std::size_t k = 0; k < a.count; ++k) {
        if (window_of(a.operands[k]) == 0) inside_a.push_back(place[a.operands[k]] - repeat.first);
        if (window_of(b.operands[k]) == w) inside_b.push_back(place[b.operands[k]] - repeat.first - w * repeat.period);
      }
      std::sort(inside_a.begin(), inside_a.end()), std::sort(inside_b.begin(), inside_b.end());
      EXPECT_EQ(inside_a, inside_b) << "window " << w << ", operation " << i;
    }
  return most;
}

// Finds repeats and checks that all that is said of them holds.
std::vector<Repeat> find(const Program& program) {
  const std::vector<Value> order = order_of(program);
  const std::vector<Repeat> repeats = find_repeats(program, order);
  std::size_t done = 0;
  for (const Repeat& repeat : repeats) {
    EXPECT_GE(repeat.first, done);
    EXPECT_GE(repeat.count, 3u);
    done = repeat.first + repeat.period * repeat.count;
    EXPECT_LE(done, order.size());
    if (done > order.size()) break;
    const std::size_t ports = check_windows(program, order, repeat);
    EXPECT_LE(4 * ports, 3 * repeat.period);
    EXPECT_GE(repeat.period * (repeat.count - 1), 1000 + 3 * ports * repeat.count / 4);
  }
  return repeats;
}

std::vector<std::size_t> periods(const std::vector<Repeat>& repeats) {
  std::vector<std::size_t> list;
  for (const Repeat& repeat : repeats) list.push_back(repeat.period);
  return list;
}

std::size_t covered(const std::vector<Repeat>& repeats) {
  std::size_t sum = 0;
  for (const Repeat& repeat : repeats) sum += repeat.period * repeat.count;
  return sum;
}

// A piece that makes a number of `length` operations, always the same for the same seed, from two numbers. It reads
// nothing else: two ports and one that is written.
Value add_piece(Builder& builder, std::uint64_t seed, std::size_t length, Value a, Value b) {
  std::mt19937_64 random(seed);
  std::vector<Value> values = {a, b};
  for (std::size_t i = 0; i < length; ++i) {
    const Value x = values.back(),
                y = values[values.size() - 2 - random() % std::min<std::size_t>(values.size() - 1, 6)];
    switch (random() % 3) {
      case 0: values.push_back(builder.add(x, y)); break;
      case 1: values.push_back(builder.multiply(x, y)); break;
      default: values.push_back(builder.subtract(x, y)); break;
    }
  }
  return values.back();
}

// Pieces of the given seeds one after the other, each from the last number and an input of its own.
Program make_row(const std::vector<std::uint64_t>& seeds, std::size_t length) {
  Builder builder(with_inputs(seeds.size() + 1));
  Value last = builder.input(seeds.size());
  for (std::size_t i = 0; i < seeds.size(); ++i) last = add_piece(builder, seeds[i], length, last, builder.input(i));
  return finish(builder, {last});
}

// Swaps operands of commutative operations at random: 1 of 2 of them.
Program swap_operands(Program program, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (Operation& operation : program.operations)
    if ((operation.code == Code::kAdd || operation.code == Code::kMultiply) && random() % 2 == 0)
      std::swap(operation.operands[0], operation.operands[1]);
  return program;
}

// Outward: angles, positions and velocities of the links of a planar chain; inward: forces that sum up.
Program make_chain(std::size_t n) {
  Builder b(with_inputs(4 * n));
  struct Link {
    Value sine, cosine, rate, mass, x, y, vx, vy;
  };
  const Value zero = b.constant(0);
  std::vector<Link> links;
  Link before{zero, zero, zero, zero, zero, zero, zero, zero};
  for (std::size_t i = 0; i < n; ++i) {
    const Value angle = b.input(4 * i), length = b.input(4 * i + 3);
    Link link{b.sine(angle), b.cosine(angle), b.add(before.rate, b.input(4 * i + 1)), b.input(4 * i + 2)};
    const Value dx = b.multiply(length, link.cosine), dy = b.multiply(length, link.sine);
    link.x = b.add(before.x, dx), link.y = b.add(before.y, dy);
    link.vx = b.subtract(before.vx, b.multiply(link.rate, dy));
    link.vy = b.add(before.vy, b.multiply(link.rate, dx));
    const Value speed = b.add(b.multiply(link.vx, link.vx), b.multiply(link.vy, link.vy));
    const Value radius = b.square_root(b.add(b.multiply(link.x, link.x), b.multiply(link.y, link.y)));
    link.mass = b.divide(b.multiply(link.mass, add_piece(b, 1, 25, speed, radius)), b.add(b.constant(2), radius));
    links.push_back(before = link);
  }
  Value fx = zero, fy = zero, moment = zero;
  std::vector<Value> results;
  for (std::size_t i = n; i-- > 0;) {
    const Link& link = links[i];
    const Value ax = b.multiply(link.rate, link.vy), ay = b.multiply(link.rate, link.vx);
    fx = b.add(b.multiply(fx, link.cosine), b.multiply(link.mass, ax));
    fy = b.add(b.multiply(fy, link.sine), b.multiply(link.mass, ay));
    const Value turn = b.subtract(b.multiply(link.x, fy), b.multiply(link.y, fx));
    const Value drag = add_piece(b, 2, 15, b.multiply(link.rate, fx), b.subtract(fx, fy));
    moment = b.add(moment, b.add(turn, b.subtract(b.multiply(drag, drag), b.multiply(turn, drag))));
    results.push_back(moment);
  }
  return finish(b, results);
}

TEST(Repeats, ChainsOfLinksAreAnOutwardAndAnInwardLoop) {
  for (std::size_t n : {100u, 101u, 200u}) {
    const Program program = make_chain(n);
    const std::vector<Repeat> repeats = find(program);
    ASSERT_EQ(repeats.size(), 2u) << n;
    EXPECT_EQ(repeats[0].period + repeats[1].period, order_of(make_chain(n + 1)).size() - order_of(program).size());
    EXPECT_GE(repeats[0].count, n - 2);
    EXPECT_GE(repeats[1].count, n - 2);
  }
}

TEST(Repeats, ShortChainsStayStraight) {
  for (std::size_t n = 1; n < 25; ++n) EXPECT_TRUE(find(make_chain(n)).empty()) << n;
}

TEST(Repeats, OfEveryLengthOfAWindow) {
  for (std::size_t length : {10u, 11u, 16u, 31u, 32u, 33u, 64u, 100u, 500u, 1000u, 1025u, 3000u})
    for (std::size_t count : {3u, 4u, 7u, 200u}) {
      if (length * (count - 1) < 1000 + 9 * count || length * count > 50000) continue;
      const std::vector<Repeat> repeats = find(make_row(std::vector<std::uint64_t>(count, 1), length));
      ASSERT_EQ(periods(repeats), std::vector{length}) << count;
      EXPECT_GE(repeats[0].count, count - 1) << length;
    }
}

TEST(Repeats, TheBorderIsWhereFewestValuesLive) {
  // Half a piece stands before the first whole one: the windows start behind it.
  Builder builder(with_inputs(101));
  Value last = add_piece(builder, 5, 17, builder.input(0), builder.input(1));
  for (std::size_t i = 1; i <= 100; ++i) last = add_piece(builder, 1, 60, last, builder.input(i));
  const std::vector<Repeat> repeats = find(finish(builder, {last}));
  ASSERT_EQ(repeats.size(), 1u);
  EXPECT_EQ(repeats[0], (Repeat{17, 60, 100}));
}

TEST(Repeats, OperandsOfCommutativeOperationsMayBeSwapped) {
  const Program chain = make_chain(150);
  const std::vector<Repeat> repeats = find(chain);
  for (std::uint64_t seed = 1; seed < 5; ++seed) EXPECT_EQ(find(swap_operands(chain, seed)), repeats);
}

TEST(Repeats, AnotherPieceInBetweenPartsThem) {
  std::vector<std::uint64_t> seeds(120, 1);
  seeds[0] = 2, seeds[50] = 3, seeds[119] = 4;
  const std::vector<Repeat> repeats = find(make_row(seeds, 40));
  ASSERT_EQ(periods(repeats), (std::vector<std::size_t>{40, 40}));
  EXPECT_EQ(repeats[0], (Repeat{40, 40, 49}));
  EXPECT_EQ(repeats[1], (Repeat{51 * 40, 40, 68}));
}

TEST(Repeats, TwoKindsOfPieces) {
  std::vector<std::uint64_t> in_turn, one_after_the_other(150, 1);
  for (std::size_t i = 0; i < 150; ++i) in_turn.push_back(1 + i % 2);
  EXPECT_EQ(periods(find(make_row(in_turn, 30))), std::vector<std::size_t>{60});
  std::fill(one_after_the_other.begin() + 50, one_after_the_other.begin() + 100, 2);
  const std::vector<Repeat> repeats = find(make_row(one_after_the_other, 30));
  EXPECT_EQ(periods(repeats), (std::vector<std::size_t>{30, 30, 30}));
  EXPECT_GE(covered(repeats), 30u * 147);
}

TEST(Repeats, TwoInterleavedChains) {
  Builder builder(with_inputs(202));
  Value a = builder.input(200), b = builder.input(201);
  for (std::size_t i = 0; i < 100; ++i) {
    a = add_piece(builder, 1, 25, a, builder.input(2 * i));
    b = add_piece(builder, 2, 35, b, builder.input(2 * i + 1));
  }
  const std::vector<Repeat> repeats = find(finish(builder, {a, b}));
  ASSERT_EQ(periods(repeats), std::vector<std::size_t>{60});
  EXPECT_GE(repeats[0].count, 99u);
}

TEST(Repeats, NestedOnesAreTakenWhereTheySaveMost) {
  // Four legs of 60 links and a foot: the links are the better loops. Forty legs of 3 links: the legs are.
  for (const auto& [legs, links, period] : {std::tuple{4u, 60u, 30u}, std::tuple{40u, 3u, 140u}}) {
    std::vector<std::uint64_t> seeds;
    Builder builder(with_inputs(10000));
    Value last = builder.input(0);
    std::size_t next = 1;
    for (std::size_t leg = 0; leg < legs; ++leg) {
      for (std::size_t i = 0; i < links; ++i) last = add_piece(builder, 1, 30, last, builder.input(next++));
      last = add_piece(builder, 2, 50, last, builder.input(next++));
    }
    const Program program = finish(builder, {last});
    const std::vector<Repeat> repeats = find(program);
    for (const Repeat& repeat : repeats) EXPECT_EQ(repeat.period, period);
    EXPECT_GT(covered(repeats), order_of(program).size() * 9 / 10);
  }
}

TEST(Repeats, TheSameCodesOnOtherOperandsAreNotTheSame) {
  // Twenty codes each time, but every other time the second half reads other results of the first half.
  Builder b(with_inputs(1001));
  Value last = b.input(1000);
  for (std::size_t i = 0; i < 200; ++i) {
    std::vector<Value> made = {last, b.input(i)};
    for (std::size_t k = 0; k < 20; ++k) {
      const Value x = made.back(), y = made[made.size() - 2 - (k > 9 ? i % 2 : 0)];
      made.push_back(k % 2 == 0 ? b.multiply(x, y) : b.subtract(x, y));
    }
    last = made.back();
  }
  EXPECT_EQ(periods(find(finish(b, {last}))), std::vector<std::size_t>{40});
}

TEST(Repeats, AWindowWithAnotherOperandInsidePartsThem) {
  Program program = make_row(std::vector<std::uint64_t>(200, 1), 40);
  const std::vector<Value> order = order_of(program);
  program.operations[order[100 * 40 + 20]].operands[1] = order[100 * 40 + 3];
  EXPECT_EQ(find(program), (std::vector<Repeat>{{0, 40, 100}, {101 * 40, 40, 99}}));
}

TEST(Repeats, PiecesMayGrowFromAnyEarlierOne) {
  Builder builder(with_inputs(202));
  std::mt19937_64 random(1);
  std::vector<Value> made = {builder.input(200), builder.input(201)};
  for (std::size_t i = 0; i < 200; ++i)
    made.push_back(add_piece(builder, 1, 40, made[made.size() - 1 - random() % 2], builder.input(i)));
  EXPECT_EQ(find(finish(builder, made)), (std::vector<Repeat>{{0, 40, 200}}));
}

TEST(Repeats, ThreePiecesThatReadWhatWasMadeJustBeforeThem) {
  Builder builder(with_inputs(5));
  const Value shared = builder.subtract(builder.input(3), builder.input(4));
  Value last = builder.input(4);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 1300; k += 13) {
      last = add_piece(builder, k, 12, last, builder.input(i));
      last = builder.multiply(last, shared);
    }
  EXPECT_EQ(find(finish(builder, {last})), (std::vector<Repeat>{{1, 1300, 3}}));
}

TEST(Repeats, OtherFunctionsAreOtherOperations) {
  Builder builder(with_inputs(201));
  Value last = builder.input(200);
  for (std::size_t i = 0; i < 200; ++i) {
    last = builder.call(i % 2 == 0 ? Function::kTanh : Function::kAtan, std::array{last});
    last = add_piece(builder, 1, 39, last, builder.input(i));
  }
  EXPECT_EQ(periods(find(finish(builder, {last}))), std::vector<std::size_t>{80});
}

TEST(Repeats, NeighboursThatShareOperationsAreBothFound) {
  // Two kinds of pieces that begin alike. The first kind passes three numbers on to operations 8, 9 and 10 of the next
  // piece, so its best windows end behind these; the best windows of the second kind are the pieces.
  Builder b(with_inputs(1000));
  std::size_t next_input = 0;
  auto input = [&] { return b.input(next_input++); };
  Value last = input();
  std::vector<Value> passed = {input(), input(), input()};
  for (std::size_t i = 0; i < 80; ++i) {
    const Value x = input();
    Value third = 0;
    for (std::size_t k = 0; k < 20; ++k) {
      const Value y = 8 <= k && k < 11 ? passed[k - 8] : x;
      last = k % 3 == 0 ? b.multiply(last, y) : b.subtract(last, y);
      if (k == 2) third = last;
    }
    const std::uint64_t kind = i < 40 ? 1 : 2;
    passed.clear();
    for (std::size_t k = 0; k < 3; ++k) passed.push_back(last = add_piece(b, kind, 12, last, x));
    if (kind == 1) continue;
    last = b.multiply(last, third);
    passed = {x, x, x};
  }
  const std::vector<Repeat> repeats = find(finish(b, {last}));
  ASSERT_EQ(periods(repeats), (std::vector<std::size_t>{56, 57}));
  EXPECT_GE(covered(repeats), 56u * 38 + 57u * 38);
}

TEST(Repeats, SeveralPiecesMakeAWindowWhereOneHasTooManyPorts) {
  // A piece of 16 passes on 5 numbers: 5 read, 5 written, and one input.
  Builder b(with_inputs(401));
  std::vector<Value> state;
  for (std::size_t k = 0; k < 5; ++k) state.push_back(b.input(395 + k));
  for (std::size_t i = 0; i < 300; ++i) {
    const Value x = b.input(i);
    for (std::size_t k = 0; k < 5; ++k) {
      state[k] = b.add(b.multiply(state[k], x), b.multiply(state[(k + 1) % 5], state[(k + 3) % 5]));
    }
    state[0] = b.square_root(state[0]);
  }
  const std::vector<Repeat> repeats = find(finish(b, state));
  ASSERT_EQ(repeats.size(), 1u);
  EXPECT_EQ(repeats[0].period % 16, 0u);
  EXPECT_GT(repeats[0].period, 16u);
}

TEST(Repeats, SumsOfProductsOfInputsHaveTooManyPorts) {
  Builder b(with_inputs(2 * 120 * 60));
  std::vector<Value> results;
  for (std::size_t row = 0; row < 120; ++row) {
    Value sum = b.constant(0);
    for (std::size_t column = 0; column < 60; ++column)
      sum = b.add(sum, b.multiply(b.input(row * 60 + column), b.input((120 + row) * 60 + column)));
    results.push_back(sum);
  }
  EXPECT_TRUE(find(finish(b, results)).empty());
}

TEST(Repeats, NothingInShortPrograms) {
  EXPECT_TRUE(find_repeats(Program{}, {}).empty());
  for (std::size_t count : {1u, 2u, 3u, 10u, 30u})
    EXPECT_TRUE(find(make_row(std::vector<std::uint64_t>(count, 1), 30)).empty());
}

TEST(Repeats, NothingInRandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    for (bool functions : {false, true}) {
      RandomProgramOptions options{20000};
      options.functions = functions;
      EXPECT_TRUE(find(random_program(seed, options)).empty()) << seed;
    }
}

TEST(Repeats, WithoutThreePiecesInARowThereIsNone) {
  std::vector<std::uint64_t> seeds;
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < 300; ++i) seeds.push_back(i % 3 == 2 ? 100 + i : 1);
  EXPECT_TRUE(find(make_row(seeds, 40)).empty());
}

TEST(Repeats, PlacesPutTheOperandMadeLastFirst) {
  Builder b(with_inputs(3));
  const Value x = b.input(0), y = b.input(1);
  const Value early = b.subtract(x, y), late = b.subtract(y, x);
  const Program program = finish(b, {b.multiply(early, late), b.multiply(x, late), b.subtract(early, late)});
  const std::vector<Value> order = order_of(program);
  const std::vector<Placed> places = place_operations(program, order);
  ASSERT_EQ(places.size(), 5u);
  EXPECT_EQ(places[2].distance, (std::array{1u, 2u, Placed::kAfar}));
  EXPECT_EQ(places[2].operands[0], order[1]);
  EXPECT_EQ(places[3].distance, (std::array{2u, Placed::kAfar, Placed::kAfar}));
  EXPECT_EQ(places[4].distance, (std::array{4u, 3u, Placed::kAfar}));  // does not commute
  EXPECT_EQ(places[2].kind, places[3].kind);
  EXPECT_NE(places[3].kind, places[4].kind);
}

}  // namespace
}  // namespace kinemate
