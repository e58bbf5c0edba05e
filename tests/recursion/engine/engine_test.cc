#include "recursion/engine/engine.h"

#include <gtest/gtest.h>

#include "base/allocations.h"
#include "base/check.h"
#include "recursion/engine_fixture.h"

namespace kinemate {
namespace {

using LinkKind = EngineLink::Kind;

std::vector<double> run_forward(const Engine& engine, const EngineNumbers& state) {
  EngineWorkspace workspace = engine.make_workspace();
  std::vector<double> result(engine.speed_count());
  engine.forward(state.view(), workspace, result);
  return result;
}

std::vector<double> run_inverse(const Engine& engine, const EngineNumbers& state) {
  EngineWorkspace workspace = engine.make_workspace();
  std::vector<double> result(engine.speed_count());
  engine.inverse(state.view(), workspace, result);
  return result;
}

// Against the dense equations, both ways. Random columns may be almost dependent: what counts is that the equations
// hold.
void expect_plain(const std::vector<EngineLink>& links, const EngineNumbers& state) {
  const Engine engine(links);
  const PlainEquations equations = plain_equations(links, state);
  const std::vector<bool> driven = driven_speeds(links);
  const auto vector = [](const std::vector<double>& v) {
    return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
  };
  const std::vector<double> found = run_forward(engine, state);
  const Eigen::VectorXd residual = equations.mass * vector(found) + equations.bias - vector(state.given);
  const Eigen::VectorXd size = equations.mass.cwiseAbs() * vector(found).cwiseAbs() + equations.bias.cwiseAbs();
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (driven[i])
      EXPECT_EQ(found[i], state.given[i]);
    else
      EXPECT_LT(std::abs(residual[static_cast<Eigen::Index>(i)]), 1e-12 * (1 + size.maxCoeff()));
  }
  const Eigen::VectorXd efforts = equations.mass * vector(state.given) + equations.bias;
  EXPECT_LT(largest_difference({efforts.data(), found.size()}, run_inverse(engine, state)), 1e-11);
}

LinkKind random_kind(MachineMaker& maker) {
  return std::array{LinkKind::kTurn, LinkKind::kTurn, LinkKind::kSlide, LinkKind::kFixed,
                    LinkKind::kGeneral}[maker.below(5)];
}

std::size_t random_carrier(MachineMaker& maker, std::size_t links) {
  const std::size_t back = 1 + maker.below(3);
  return back > links || maker.below(9) == 0 ? EngineLink::kBase : links - back;
}

TEST(Engine, SolvesOnePendulum) {
  // about a horizontal axis, at 30° from the stable equilibrium: φ̈ = −g/l sin φ
  EngineLink rod;
  rod.near.rotation = make_rotation(ElementaryRotation<double>{{1, 0, 0}, -std::acos(0.0)});  // z axis horizontal
  rod.inertia = make_rigid_inertia<double>(2, {0, 0.5, 0}, {});
  const EngineNumbers state{{0.5}, {0}, {0}, {0, 0, 0, 0, 0, 0, 0, 0, 9.81}, {}, {}};
  EXPECT_NEAR(run_forward(Engine({rod}), state)[0], -9.81 / 0.5 * std::sin(0.5), 1e-13);
}

TEST(Engine, AgreesWithDenseEquationsOfRandomTrees) {
  MachineMaker maker(1);
  for (int machine = 0; machine < 300; ++machine) {
    std::vector<EngineLink> links;
    const std::size_t count = 1 + maker.below(12);
    for (std::size_t i = 0; i < count; ++i) {
      links.push_back(maker.link(random_carrier(maker, i), i == 0 ? LinkKind::kTurn : random_kind(maker)));
      links.back().driven = links.back().kind != LinkKind::kFixed && maker.below(6) == 0;
    }
    EngineNumbers state = maker.state(links);
    if (maker.below(2)) state.loads.clear();
    expect_plain(links, state);
    ASSERT_FALSE(testing::Test::HasFailure()) << "machine " << machine;
  }
}

TEST(Engine, AgreesOnAxesInSpecialPositions) {
  // parallel, opposite, square, meeting, coincident, almost parallel
  const double quarter = std::acos(0.0);
  MachineMaker maker(2);
  for (int machine = 0; machine < 300; ++machine) {
    std::vector<EngineLink> links;
    for (std::size_t i = 0; i < 6; ++i) {
      EngineLink link = maker.link(random_carrier(maker, i), maker.below(4) == 0 ? LinkKind::kSlide : LinkKind::kTurn);
      const double angle = std::array{0.0, 2 * quarter, quarter, -quarter, 1e-7, 3e-5, 0.011, 0.3}[maker.below(8)];
      const Matrix3<double> about_z = make_rotation(ElementaryRotation<double>{{0, 0, 1}, maker.number()});
      link.near.rotation = about_z * make_rotation(ElementaryRotation<double>{{1, 0, 0}, angle});
      const auto some = [&] { return maker.below(2) == 0 ? 0.0 : maker.number(); };
      link.near.position = {some(), some(), some()};
      link.driven = maker.below(8) == 0;
      links.push_back(link);
    }
    expect_plain(links, maker.state(links));
    ASSERT_FALSE(testing::Test::HasFailure()) << "machine " << machine;
  }
}

TEST(Engine, TakesLinksWithoutInertia) {
  // a Cardan joint and a cylindrical one of massless links, a body at each end
  MachineMaker maker(3);
  for (int machine = 0; machine < 50; ++machine) {
    std::vector<EngineLink> links;
    for (std::size_t i = 0; i < 9; ++i) {
      const LinkKind kind = std::array{LinkKind::kTurn, LinkKind::kSlide, LinkKind::kFixed,
                                       LinkKind::kGeneral}[i == 0 ? 0 : maker.below(4)];
      links.push_back(maker.link(i == 0 ? EngineLink::kBase : i - 1, kind));
      if (kind == LinkKind::kGeneral) links.back().columns = 1;
      if (i % 3 != 2) links.back().inertia = {};
    }
    expect_plain(links, maker.state(links));
  }
}

TEST(Engine, InverseTakesEndsWithoutInertia) {
  MachineMaker maker(9);
  for (const LinkKind kind : {LinkKind::kTurn, LinkKind::kSlide}) {
    std::vector<EngineLink> links = {maker.link(EngineLink::kBase, LinkKind::kTurn), maker.link(0, kind),
                                     maker.link(0, LinkKind::kTurn)};
    links[1].inertia = {};
    const EngineNumbers state = maker.state(links);
    const PlainEquations equations = plain_equations(links, state);
    const Eigen::VectorXd efforts =
        equations.mass * Eigen::Map<const Eigen::VectorXd>(state.given.data(), 3) + equations.bias;
    EXPECT_LT(largest_difference({efforts.data(), 3}, run_inverse(Engine(links), state)), 1e-13);
  }
}

TEST(Engine, InverseUndoesForwardOnLongChains) {
  for (std::size_t count : {1u, 2u, 7u, 100u, 1000u}) {
    MachineMaker maker(4);
    std::vector<EngineLink> links;
    for (std::size_t i = 0; i < count; ++i) {
      links.push_back(
          maker.link(i == 0 ? EngineLink::kBase : i - 1, maker.below(5) == 0 ? LinkKind::kSlide : LinkKind::kTurn));
      links.back().near.position = links.back().near.position * 0.3;
    }
    const Engine engine(links);
    EngineNumbers state = maker.state(links);
    const std::vector<double> efforts = state.given;
    state.given = run_forward(engine, state);
    const std::vector<double> found = run_inverse(engine, state);
    EngineNumbers at_rest = state;
    at_rest.given.assign(count, 0);
    const std::vector<double> terms = run_inverse(engine, at_rest);  // what the accelerations have to balance
    double size = 1, difference = 0;
    for (double term : terms) size = std::max(size, std::abs(term));
    for (std::size_t i = 0; i < count; ++i) difference = std::max(difference, std::abs(found[i] - efforts[i]));
    EXPECT_LT(difference / size, 1e-12) << count;
  }
}

TEST(Engine, PowerIsTheRateOfKineticEnergy) {
  // velocity terms against a difference quotient: without gravity T' = ηᵀ s
  MachineMaker maker(5);
  std::vector<EngineLink> links;
  for (std::size_t i = 0; i < 8; ++i)
    links.push_back(maker.link(random_carrier(maker, i), i % 3 ? LinkKind::kTurn : LinkKind::kSlide));
  EngineNumbers state = maker.state(links);
  state.loads.clear();
  state.base.assign(9, 0);
  const std::vector<double> accelerations = run_forward(Engine(links), state);
  const auto energy = [&](double t) {
    EngineNumbers at = state;
    for (std::size_t i = 0; i < at.speeds.size(); ++i)
      at.coordinates[i] += t * (at.speeds[i] + t / 2 * accelerations[i]), at.speeds[i] += t * accelerations[i];
    const Eigen::Map<const Eigen::VectorXd> s(at.speeds.data(), static_cast<Eigen::Index>(at.speeds.size()));
    return 0.5 * s.dot(plain_equations(links, at).mass * s);
  };
  double power = 0;
  for (std::size_t i = 0; i < state.speeds.size(); ++i) power += state.given[i] * state.speeds[i];
  EXPECT_NEAR((energy(1e-4) - energy(-1e-4)) / 2e-4, power, 1e-5 * std::abs(power));
}

TEST(Engine, BatchesAreTheirStates) {
  MachineMaker maker(6);
  for (unsigned width : {4u, 8u}) {
    std::vector<EngineLink> links;
    for (std::size_t i = 0; i < 12; ++i) {
      links.push_back(maker.link(random_carrier(maker, i), random_kind(maker)));
      links.back().driven = maker.below(6) == 0;
    }
    links.push_back(maker.link(11, LinkKind::kTurn));
    links.back().near.rotation = make_rotation(ElementaryRotation<double>{{1, 0, 0}, 1e-8});
    const Engine engine(links);
    std::vector<EngineNumbers> states;
    EngineNumbers all = maker.state(links);
    for (unsigned lane = 0; lane < width; ++lane) states.push_back(maker.state(links));
    for (auto part : {&EngineNumbers::coordinates, &EngineNumbers::speeds, &EngineNumbers::given, &EngineNumbers::base,
                      &EngineNumbers::loads, &EngineNumbers::joints}) {
      const std::size_t count = (all.*part).size();
      (all.*part).resize(count * width);
      for (std::size_t i = 0; i < count; ++i)
        for (unsigned lane = 0; lane < width; ++lane) (all.*part)[i * width + lane] = (states[lane].*part)[i];
    }
    EngineWorkspace workspace = engine.make_workspace(width);
    std::vector<double> forward(engine.speed_count() * width), inverse = forward;
    engine.forward(all.view(), workspace, forward);
    engine.inverse(all.view(), workspace, inverse);
    for (unsigned lane = 0; lane < width; ++lane) {
      std::vector<double> one, other;
      for (std::size_t i = 0; i < engine.speed_count(); ++i)
        one.push_back(forward[i * width + lane]), other.push_back(inverse[i * width + lane]);
      EXPECT_LT(largest_difference(run_forward(engine, states[lane]), one), 1e-10);
      EXPECT_LT(largest_difference(run_inverse(engine, states[lane]), other), 1e-12);
    }
  }
}

TEST(Engine, AWorkspaceKeepsNothingFromCallToCall) {
  MachineMaker maker(7);
  std::vector<EngineLink> links;
  for (std::size_t i = 0; i < 15; ++i) links.push_back(maker.link(random_carrier(maker, i), random_kind(maker)));
  const Engine engine(links);
  EngineWorkspace workspace = engine.make_workspace();
  std::vector<double> first(engine.speed_count()), again = first, efforts = first;
  const EngineNumbers loaded = maker.state(links);
  EngineNumbers free = maker.state(links);
  free.loads.clear();
  engine.forward(free.view(), workspace, first);
  engine.forward(loaded.view(), workspace, efforts);
  engine.inverse(loaded.view(), workspace, efforts);
  engine.forward(free.view(), workspace, again);
  EXPECT_EQ(first, again);
}

TEST(Engine, AllocatesNothingInACall) {
  MachineMaker maker(9);
  std::vector<EngineLink> links;
  for (std::size_t i = 0; i < 15; ++i) links.push_back(maker.link(random_carrier(maker, i), random_kind(maker)));
  const Engine engine(links);
  EngineWorkspace workspace = engine.make_workspace();
  std::vector<double> result(engine.speed_count());
  const EngineNumbers state = maker.state(links);
  const std::size_t before = allocations;
  engine.forward(state.view(), workspace, result);
  engine.inverse(state.view(), workspace, result);
  EXPECT_EQ(allocations, before);
}

TEST(Engine, RefusesWhatDoesNotFit) {
  MachineMaker maker(8);
  const std::vector<EngineLink> links = {maker.link(EngineLink::kBase, LinkKind::kTurn)};
  const Engine engine(links), other(links);
  EngineWorkspace workspace = engine.make_workspace();
  EngineNumbers state = maker.state(links);
  std::vector<double> result(1);
  EXPECT_THROW(other.forward(state.view(), workspace, result), CheckFailure);
  EXPECT_THROW(engine.make_workspace(3), CheckFailure);
  state.speeds.push_back(0);
  EXPECT_THROW(engine.forward(state.view(), workspace, result), CheckFailure);
  EXPECT_THROW(Engine({maker.link(0, LinkKind::kTurn)}), CheckFailure);
}

}  // namespace
}  // namespace kinemate
