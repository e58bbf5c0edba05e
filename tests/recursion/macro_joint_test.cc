// Macro joints against the whole machine as one dense system: M u̇ + Bᵀ λ = f, B u̇ = −γ.
#include "recursion/macro_joint.h"
#include "dense.h"

#include <Eigen/Dense>
#include <numeric>
#include <set>

#include "base/error.h"
#include "expr/evaluate.h"
#include "model/topology/tree_groups.h"
#include "recursion/random_system.h"

namespace kinemate {
namespace {

using MacroNumbers = MacroSystem<double>;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

template <class Pair>
Eigen::Matrix<double, 6, 1> column_of(const Pair& pair) {
  const Six<double> six = to_six(pair);
  return Eigen::Map<const Eigen::Matrix<double, 6, 1>>(six.data());
}

// The matrix of a linear map of accelerations.
template <class Map>
Eigen::Matrix<double, 6, 6> by_columns(Map map) {
  Eigen::Matrix<double, 6, 6> made;
  for (std::size_t k = 0; k < 6; ++k) {
    Six<double> one{};
    one[k] = 1;
    made.col(at(k)) = column_of(map(from_six<Acceleration<double>>(one)));
  }
  return made;
}

struct MacroCase {
  MacroNumbers machine;
  RightSide<double> right;
  std::vector<double> efforts;
};

// Joints from one on, with all that hangs on them, as one dense system of x₀ and their u̇; `root` kBase: all joints.
class DenseMacro {
 public:
  DenseMacro(const MacroCase& of, std::size_t root) : case_(of), machine_(of.machine) {
    const auto& links = machine_.system.links;
    const auto n = at(machine_.speed_count);
    std::vector<bool> inside(links.size());
    const std::size_t carrier = root == kBase ? kBase : machine_.joints[root].carrier;
    for (std::size_t j = root == kBase ? 0 : root; j < machine_.joints.size(); ++j) {
      const MacroJoint<double>& joint = machine_.joints[j];
      if (root != kBase && j != root && (joint.carrier == kBase || !inside[joint.carrier])) continue;
      joints_.push_back(j);
      for (std::size_t i : joint.links) inside[i] = true;
      for (std::size_t speed : joint.speeds) speeds_.push_back(speed);
    }
    // x_i = motion_i (x₀, u̇)
    motions_.assign(links.size(), MatrixXd::Zero(6, 6 + n));
    MatrixXd x0 = MatrixXd::Zero(6, 6 + n);
    x0.leftCols(6).setIdentity();
    M_ = MatrixXd::Zero(6 + n, 6 + n), f_ = VectorXd::Zero(6 + n);
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (!inside[i]) continue;
      const auto& link = links[i];
      const MatrixXd& before = link.carrier == carrier ? x0 : motions_[link.carrier];
      motions_[i] = by_columns([&](const Acceleration<double>& x) { return outward(link.transfer, x); }) * before;
      for (std::size_t c = link.first; c < link.first + link.count; ++c)
        for (const Share<double>& share : machine_.shares[c]) {
          motions_[i].col(6 + at(share.speed)) += column_of(machine_.system.free[c]) * share.factor;
          f_[6 + at(share.speed)] += share.factor * case_.right.efforts[c];
        }
      const MatrixXd inertia = by_columns([&](const Acceleration<double>& x) { return link.inertia * x; });
      M_ += motions_[i].transpose() * inertia * motions_[i];
      f_ += motions_[i].transpose() * column_of(case_.right.loads[i]);
    }
    for (std::size_t speed : speeds_) f_[6 + at(speed)] += case_.efforts[speed];
    for (std::size_t j : joints_) {
      const MacroJoint<double>& joint = machine_.joints[j];
      const MatrixXd& moved = joint.carrier == carrier ? x0 : motions_[joint.carrier];
      for (const MacroRelation<double>& relation : joint.relations) {
        Eigen::RowVectorXd row = column_of(relation.primary).transpose() * moved;
        for (const Share<double>& share : relation.shares) row[6 + at(share.speed)] += share.factor;
        rows_.push_back(row);
        rests_.push_back(relation.rest);
      }
    }
  }

  // Of x₀ and one: u̇ (speeds x 7), and what x₀ feels (6 x 7).
  struct Response {
    MatrixXd u, felt;
  };
  Response solve() const {
    const auto f = at(speeds_.size()), c = at(rows_.size());
    MatrixXd K = MatrixXd::Zero(f + c, f + c), right = MatrixXd::Zero(f + c, 7), into(6, f + c);
    for (Eigen::Index i = 0; i < f; ++i) {
      const Eigen::Index s = 6 + at(speeds_[static_cast<std::size_t>(i)]);
      for (Eigen::Index k = 0; k < f; ++k) K(i, k) = M_(s, 6 + at(speeds_[static_cast<std::size_t>(k)]));
      right.row(i).head(6) = -M_.row(s).head(6);
      right(i, 6) = f_[s];
      into.col(i) = M_.col(s).head(6);
    }
    for (Eigen::Index r = 0; r < c; ++r) {
      const auto& row = rows_[static_cast<std::size_t>(r)];
      for (Eigen::Index k = 0; k < f; ++k)
        K(f + r, k) = K(k, f + r) = row[6 + at(speeds_[static_cast<std::size_t>(k)])];
      right.row(f + r).head(6) = -row.head(6);
      right(f + r, 6) = -rests_[static_cast<std::size_t>(r)];
      into.col(f + r) = row.head(6).transpose();
    }
    MatrixXd found = right;
    if (K.size() > 0) {
      Eigen::FullPivLU<MatrixXd> factors(K);
      factors.setThreshold(1e-11);
      found = factors.solve(right);
      found += factors.solve(right - K * found);
    }
    Response response{MatrixXd::Zero(at(machine_.speed_count), 7), MatrixXd::Zero(6, 7)};
    for (Eigen::Index i = 0; i < f; ++i) response.u.row(at(speeds_[static_cast<std::size_t>(i)])) = found.row(i);
    response.felt.leftCols(6) = M_.topLeftCorner(6, 6);
    response.felt.col(6) = -f_.head(6);
    response.felt += into * found;
    return response;
  }

  /// x of a link where x₀ = 0.
  VectorXd motion(std::size_t link, const VectorXd& u) const { return motions_[link].rightCols(u.size()) * u; }

  /// How well u̇ is determined: the least singular value of the relations, without those that others say, and κ of M
  /// along what they leave free.
  bool is_good() const {
    const auto f = at(speeds_.size()), c = at(rows_.size());
    if (f == 0) return true;
    MatrixXd M(f, f), B = MatrixXd::Zero(c, f);
    for (Eigen::Index i = 0; i < f; ++i)
      for (Eigen::Index k = 0; k < f; ++k)
        M(i, k) = M_(6 + at(speeds_[static_cast<std::size_t>(i)]), 6 + at(speeds_[static_cast<std::size_t>(k)]));
    for (Eigen::Index r = 0; r < c; ++r)
      for (Eigen::Index k = 0; k < f; ++k)
        B(r, k) = rows_[static_cast<std::size_t>(r)][6 + at(speeds_[static_cast<std::size_t>(k)])];
    MatrixXd free = MatrixXd::Identity(f, f);
    if (c > 0) {
      Eigen::JacobiSVD<MatrixXd> svd(B, Eigen::ComputeFullV);
      Eigen::Index rank = 0;
      for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i) {
        const double value = svd.singularValues()[i] / svd.singularValues()[0];
        if (value > 1e-11) ++rank;
        if (value > 1e-11 && value < 1e-2) return false;
      }
      free = svd.matrixV().rightCols(f - rank);
    }
    if (free.cols() == 0) return true;
    const VectorXd values = (free.transpose() * M * free).selfadjointView<Eigen::Lower>().eigenvalues();
    return values.minCoeff() > 1e-4 * values.maxCoeff();
  }

 private:
  const MacroCase& case_;
  const MacroNumbers& machine_;
  std::vector<std::size_t> joints_, speeds_;
  std::vector<MatrixXd> motions_;
  MatrixXd M_;
  VectorXd f_;
  std::vector<Eigen::RowVectorXd> rows_;
  std::vector<double> rests_;
};

// What of a machine of macro joints there is to be.
struct MacroShape {
  bool relations = false, primary = false, redundant = false, massless = false;
};

class RandomMacro {
 public:
  explicit RandomMacro(std::uint64_t seed) : draw_(seed), random_(seed) {}

  MacroCase make(const MacroShape& shape) {
    for (;;) {
      MacroCase made = draw(shape);
      bool good = DenseMacro(made, kBase).is_good();
      for (std::size_t j = 0; good && j < made.machine.joints.size(); ++j) good = DenseMacro(made, j).is_good();
      if (good) return made;
    }
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  double number() { return (static_cast<double>(below(37)) - 18) / 13; }
  double some() { return (below(2) == 0 ? -1 : 1) * (static_cast<double>(below(12)) + 3) / 9; }  // not near 0

  MacroCase draw(const MacroShape& shape) {
    MacroCase made;
    made.machine.system = draw_.system({.links = 3 + below(10), .most_columns = 3});
    auto& system = made.machine.system;
    if (shape.massless)
      for (auto& link : system.links)
        if (below(3) == 0) link.inertia = {};
    group(made.machine);
    made.machine.shares.resize(system.free.size());
    for (MacroJoint<double>& joint : made.machine.joints) give_speeds(made.machine, joint, shape);
    renumber(made.machine);
    made.right = draw_.right_side(system);
    for (std::size_t s = 0; s < made.machine.speed_count; ++s) made.efforts.push_back(number());
    return made;
  }

  // Links that are near each other, one to five.
  void group(MacroNumbers& machine) {
    const auto& links = machine.system.links;
    std::vector<std::size_t> carriers;
    for (const auto& link : links) carriers.push_back(link.carrier);
    for (;;) {
      std::vector<std::vector<std::size_t>> sets;
      for (std::size_t i = 0; i < links.size(); ++i) {
        if (below(3) != 0) continue;
        std::vector<std::size_t>& set = sets.emplace_back(std::vector<std::size_t>{i});
        for (std::size_t k = 0; k < links.size(); ++k)
          if (k != i && (carriers[k] == carriers[i] || carriers[k] == i) && below(3) > 0) set.push_back(k);
      }
      machine.joints.clear();
      std::size_t largest = 0;
      for (const TreeGroup& made : group_tree(carriers, sets)) {
        machine.joints.push_back({made.carrier, made.members, {}, {}});
        largest = std::max(largest, made.members.size());
      }
      if (largest > 1 && largest <= 5) return;
    }
  }

  void give_speeds(MacroNumbers& machine, MacroJoint<double>& joint, const MacroShape& shape) {
    std::vector<std::size_t> columns;
    for (std::size_t i : joint.links)
      for (std::size_t c = 0; c < machine.system.links[i].count; ++c)
        columns.push_back(machine.system.links[i].first + c);
    const bool plain = joint.links.size() == 1 && below(3) > 0;
    const bool own = plain || below(3) == 0;  // each column has a speed of its own, as where loops are relations
    const std::size_t first = machine.speed_count;
    std::size_t count = columns.empty() ? 0 : own ? columns.size() : 1 + below(columns.size());
    for (std::size_t k = 0; k < columns.size(); ++k) {
      std::vector<Share<double>>& shares = machine.shares[columns[k]];
      if (own || k < count) {
        shares.push_back({first + k, own ? 1 : some()});
      } else if (below(4) == 0) {
        continue;  // a column that does not move
      }
      for (std::size_t s = 0; !own && s < count; ++s)
        if (s != k && below(2) == 0) shares.push_back({first + s, number()});
    }
    if (shape.relations && !plain && count > 0) relate(joint, first, count, shape);
    for (std::size_t s = 0; s < count; ++s) joint.speeds.push_back(first + s);
    machine.speed_count += count;
  }

  // Some speeds by others, one more that moves no link, and what follows from all of them.
  void relate(MacroJoint<double>& joint, std::size_t first, std::size_t& count, const MacroShape& shape) {
    const std::size_t moving = count, relations = below(count);
    const bool further = below(2) == 0;
    if (further) ++count;
    for (std::size_t r = 0; r < relations + (further ? 1 : 0); ++r) {
      MacroRelation<double>& relation = joint.relations.emplace_back();
      for (std::size_t s = 0; s < moving; ++s)
        if (s == r || below(2) == 0) relation.shares.push_back({first + s, s == r ? 2 * some() : number()});
      if (r == relations) relation.shares.push_back({first + moving, some()});
      relation.rest = number();
      if (shape.primary && joint.carrier != kBase && below(3) > 0) relation.primary = {draw_.vector(), draw_.vector()};
    }
    if (!shape.redundant || joint.relations.empty()) return;
    MacroRelation<double> sum;
    std::vector<double> factors(count, 0);
    for (const MacroRelation<double>& relation : joint.relations) {
      const double by = some();
      for (const Share<double>& share : relation.shares) factors[share.speed - first] += by * share.factor;
      sum.primary += relation.primary * by;
      sum.rest += by * relation.rest;
    }
    for (std::size_t s = 0; s < count; ++s)
      if (factors[s] != 0) sum.shares.push_back({first + s, factors[s]});
    joint.relations.insert(joint.relations.begin() + static_cast<std::ptrdiff_t>(below(joint.relations.size() + 1)),
                           sum);
  }

  // In any order over the machine.
  void renumber(MacroNumbers& machine) {
    std::vector<std::size_t> to(machine.speed_count);
    std::iota(to.begin(), to.end(), std::size_t{0});
    std::ranges::shuffle(to, random_);
    for (auto& shares : machine.shares)
      for (Share<double>& share : shares) share.speed = to[share.speed];
    for (MacroJoint<double>& joint : machine.joints) {
      for (std::size_t& speed : joint.speeds) speed = to[speed];
      std::sort(joint.speeds.begin(), joint.speeds.end());
      for (MacroRelation<double>& relation : joint.relations)
        for (Share<double>& share : relation.shares) share.speed = to[share.speed];
    }
  }

  RandomSystem<double> draw_;
  std::mt19937_64 random_;
};

constexpr double kAgreement = 1e-10;

void expect_close(const MatrixXd& found, const MatrixXd& expected, const std::string& what) {
  const double size = expected.size() == 0 ? 0 : expected.cwiseAbs().maxCoeff();
  EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), kAgreement * (1 + size)) << what;
}

void expect_as_dense(const MacroCase& of) {
  const MacroSolution<double> solution = solve_macro_joints(of.machine, of.right, of.efforts);
  const DenseMacro whole(of, kBase);
  const VectorXd u = whole.solve().u.col(6);
  ASSERT_EQ(solution.accelerations.size(), of.machine.speed_count);
  if (u.size() > 0)
    expect_close(Eigen::Map<const VectorXd>(solution.accelerations.data(), u.size()), u, "accelerations");
  for (std::size_t i = 0; i < of.machine.system.links.size(); ++i)
    expect_close(column_of(solution.motions[i]), whole.motion(i, u), fmt::format("motion of link {}", i));
  for (std::size_t j = 0; j < of.machine.joints.size(); ++j) {
    const MatrixXd felt = DenseMacro(of, j).solve().felt;
    const MatrixXd M = by_columns([&](const Acceleration<double>& x) { return solution.felt[j] * x; });
    expect_close(M, felt.leftCols(6), fmt::format("inertia of joint {}", j));  // all 36, of which felt has 21
    expect_close(-column_of(solution.felt_loads[j]), felt.col(6), fmt::format("load of joint {}", j));
    const VectorXd values = dense::symmetric_eigenvalues(M);
    EXPECT_GE(values.minCoeff(), -1e-10 * (1 + values.maxCoeff())) << "inertia of joint " << j;
  }
}

// How many cases have what they are for.
struct MacroCounts {
  std::size_t joints = 0, several_links = 0, branches = 0, interfaces = 0, shared = 0, relations = 0, primary = 0,
              massless = 0;

  void count(const MacroNumbers& machine) {
    for (const MacroJoint<double>& joint : machine.joints) {
      ++joints;
      const std::set<std::size_t> links(joint.links.begin(), joint.links.end());
      std::set<std::size_t> carriers, carrying;
      for (std::size_t i : joint.links) carriers.insert(machine.system.links[i].carrier);
      for (const MacroJoint<double>& other : machine.joints)
        if (links.contains(other.carrier)) carrying.insert(other.carrier);
      several_links += joint.links.size() > 1;
      branches += carriers.size() < joint.links.size();
      interfaces += carrying.size() > 1;
      relations += joint.relations.size();
      for (const MacroRelation<double>& relation : joint.relations) primary += !(relation.primary == Load<double>());
      for (std::size_t i : joint.links) massless += machine.system.links[i].inertia == RigidInertia<double>();
    }
    for (const auto& shares : machine.shares) shared += shares.size() > 1;
  }
};

TEST(MacroJoint, AsOneDenseSystem) {
  RandomMacro draw(1);
  MacroCounts seen;
  for (int round = 0; round < 200 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const MacroCase of = draw.make({});
    seen.count(of.machine);
    expect_as_dense(of);
  }
  EXPECT_GT(seen.several_links, 200u);
  EXPECT_GT(seen.branches, 100u);
  EXPECT_GT(seen.interfaces, 40u);
  EXPECT_GT(seen.shared, 200u);
}

TEST(MacroJoint, RelationsAsOneDenseSystem) {
  RandomMacro draw(2);
  MacroCounts seen;
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const MacroCase of = draw.make({.relations = true, .primary = round % 2 == 0, .redundant = round % 3 == 0});
    seen.count(of.machine);
    expect_as_dense(of);
  }
  EXPECT_GT(seen.relations, 500u);
  EXPECT_GT(seen.primary, 50u);
}

// A link needs no inertia where what it carries, or a relation, moves something that has.
TEST(MacroJoint, MasslessLinks) {
  RandomMacro draw(3);
  MacroCounts seen;
  for (int round = 0; round < 200 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const MacroCase of = draw.make(
        {.relations = round % 2 == 0, .primary = round % 4 == 0, .redundant = round % 8 == 0, .massless = true});
    seen.count(of.machine);
    expect_as_dense(of);
  }
  EXPECT_GT(seen.massless, 200u);
}

// Without groups it is the recursion over links.
TEST(MacroJoint, SingleLinksAreArticulatedBodies) {
  RandomSystem<double> draw(4);
  for (int round = 0; round < 20; ++round) {
    MacroCase of;
    of.machine.system = draw.system({.links = 8});
    const auto& system = of.machine.system;
    of.machine.speed_count = system.free.size();
    of.right = draw.right_side(system);
    of.efforts.assign(system.free.size(), 0);
    for (std::size_t i = 0; i < system.links.size(); ++i) {
      MacroJoint<double>& joint =
          of.machine.joints.emplace_back(MacroJoint<double>{system.links[i].carrier, {i}, {}, {}});
      for (std::size_t c = 0; c < system.links[i].count; ++c) joint.speeds.push_back(system.links[i].first + c);
    }
    for (std::size_t c = 0; c < system.free.size(); ++c) of.machine.shares.push_back({{c, 1}});
    const Solution<double> expected = solve_explicitly(system, of.right);
    const MacroSolution<double> found = solve_macro_joints(of.machine, of.right, of.efforts);
    expect_same(found.accelerations, expected.accelerations, kRounding, "acceleration");
    expect_same(entries_of<double>(found.motions), entries_of<double>(expected.motions), kRounding, "motion");
  }
}

// Two rods on hinges with parallel axes, one on the other, as one joint; speeds 3 and 1 of four.
MacroCase two_rods() {
  const RigidInertia<double> rod{3, {3, 0, 0}, {0, 4, 4, 0, 0, 0}};
  MacroCase of;
  of.machine.system.links = {{kBase, {}, 0, 1, rod}, {0, {}, 1, 1, rod}};
  of.machine.system.links[1].transfer.arm = {2, 0, 0};
  of.machine.system.free = {{{0, 0, 1}, {}}, {{0, 0, 1}, {}}};
  of.machine.shares = {{{3, 1}}, {{1, 1}}};
  of.machine.joints = {{kBase, {0, 1}, {1, 3}, {}}};
  of.machine.speed_count = 4;
  of.right = {{{}, {}}, {5, 1}};
  of.efforts = {0, 0, 0, 0};
  return of;
}

std::size_t singular_speed(const MacroCase& of) {
  try {
    solve_macro_joints(of.machine, of.right, of.efforts);
  } catch (const SingularColumn& singular) {
    return singular.speed;
  }
  return kBase;
}

TEST(MacroJoint, ASpeedWithoutInertiaIsNamed) {
  MacroCase of = two_rods();
  EXPECT_EQ(singular_speed(of), kBase);
  of.machine.system.links[1].inertia = {};
  EXPECT_EQ(singular_speed(of), 1u);
  of.machine.joints = {{kBase, {0}, {3}, {}}, {0, {1}, {1}, {}}};  // plain ones
  EXPECT_EQ(singular_speed(of), 1u);
  of = two_rods();
  of.machine.joints[0].speeds.push_back(2);  // moves nothing
  EXPECT_EQ(singular_speed(of), 2u);
}

// What relations leave of the speeds turns the second rod forth as far as the first turns back: what remains of its
// inertia is rounding.
TEST(MacroJoint, ASpeedWithoutInertiaBehindRelationsIsNamed) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> number(0.1, 2);
  for (int round = 0; round < 200; ++round) {
    MacroCase of = two_rods();
    of.machine.system.links[0].inertia = {};
    of.machine.system.links[1].transfer.arm = {};
    of.machine.system.links[1].inertia.tensor.zz = 3 + number(random);
    const double a = number(random), b = number(random), unit = number(random);
    of.machine.shares = {{{3, a}}, {{1, b}}};
    of.machine.joints[0].relations = {{{{3, unit * a}, {1, unit * b}}, {}, 0}};
    EXPECT_EQ(singular_speed(of), a > b ? 1u : 3u) << round;  // the other one is given by it
  }
}

std::string contradiction(const MacroCase& of) {
  try {
    solve_macro_joints(of.machine, of.right, of.efforts);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(MacroJoint, RelationsThatContradictEachOther) {
  MacroCase of = two_rods();
  auto& relations = of.machine.joints[0].relations;
  relations = {{{{1, 1}, {3, 2}}, {}, 3}, {{{1, 0.1}, {3, 0.2}}, {}, 0.3}};
  EXPECT_EQ(contradiction(of), "");
  relations[1].rest = 0.31;
  EXPECT_EQ(contradiction(of), "the relations of a subsystem contradict each other");
  relations = {{{}, {}, 1}};
  EXPECT_EQ(contradiction(of), "the relations of a subsystem contradict each other");
  relations = {{{{1, 1}}, {}, 3}, {{{1, 1}}, {{1, 0, 0}, {}}, 3}};  // the interface would have to stand still
  EXPECT_EQ(contradiction(of), "the relations of a subsystem contradict each other");
}

// Relations that say the same are told by their own size: of fast machines γ is large, of small ones everything.
TEST(MacroJoint, RedundantRelationsOfAnySize) {
  for (double fast : {1.0, 1e4, 1e8, 1e12})
    for (double unit : {1.0, 1e6, 1e-6}) {
      MacroCase of = two_rods();
      auto& relations = of.machine.joints[0].relations;
      relations = {{{{1, unit / 3}, {3, unit * 0.7}}, {}, unit * fast / 7},
                   {{{1, unit / 33}, {3, unit * 0.07 / 1.1}}, {}, unit * fast / 77}};
      relations[1].shares[1].factor = unit * 0.7 / 11;
      EXPECT_EQ(contradiction(of), "") << fast << ", " << unit;
      relations[1].rest *= 1.01;
      EXPECT_NE(contradiction(of), "") << fast << ", " << unit;
    }
}

// A machine whose numbers are symbols; 0 and 1 stay what they are.
class MacroSymbols {
 public:
  Values values;

  Expr operator()(double x) {
    if (x == 0 || x == 1) return Expr(static_cast<long>(x));
    const Expr symbol = make_symbol("p" + std::to_string(values.size()));
    values[symbol] = x;
    return symbol;
  }
  Vector3<Expr> operator()(const Vector3<double>& v) { return {(*this)(v.x), (*this)(v.y), (*this)(v.z)}; }
  Load<Expr> operator()(const Load<double>& l) { return {(*this)(l.torque), (*this)(l.force)}; }
  Turn<Expr> operator()(const Turn<double>& turn) { return {(*this)(turn.cos), (*this)(turn.sin)}; }
  std::vector<Share<Expr>> operator()(const std::vector<Share<double>>& shares) {
    std::vector<Share<Expr>> made;
    for (const Share<double>& share : shares) made.push_back({share.speed, (*this)(share.factor)});
    return made;
  }
  std::vector<Expr> operator()(const std::vector<double>& numbers) {
    std::vector<Expr> made;
    for (double number : numbers) made.push_back((*this)(number));
    return made;
  }
  MacroSystem<Expr> operator()(const MacroNumbers& machine) {
    MacroSystem<Expr> made;
    made.speed_count = machine.speed_count;
    for (const auto& link : machine.system.links) {
      auto& added = made.system.links.emplace_back();
      added.carrier = link.carrier, added.first = link.first, added.count = link.count;
      added.transfer.before = (*this)(link.transfer.before);
      for (std::size_t i = 0; i < 3; ++i) added.transfer.fixed.rows[i] = (*this)(link.transfer.fixed.rows[i]);
      added.transfer.after = (*this)(link.transfer.after);
      added.transfer.arm = (*this)(link.transfer.arm);
      added.transfer.turns_with_carrier = link.transfer.turns_with_carrier;
      const auto& [xx, yy, zz, xy, xz, yz] = link.inertia.tensor;
      added.inertia = {(*this)(link.inertia.mass),
                       (*this)(link.inertia.moment),
                       {(*this)(xx), (*this)(yy), (*this)(zz), (*this)(xy), (*this)(xz), (*this)(yz)}};
    }
    for (const Twist<double>& free : machine.system.free)
      made.system.free.push_back({(*this)(free.angular), (*this)(free.linear)});
    for (const auto& shares : machine.shares) made.shares.push_back((*this)(shares));
    for (const MacroJoint<double>& joint : machine.joints) {
      made.joints.push_back({joint.carrier, joint.links, joint.speeds, {}});
      for (const MacroRelation<double>& relation : joint.relations)
        made.joints.back().relations.push_back(
            {(*this)(relation.shares), (*this)(relation.primary), (*this)(relation.rest)});
    }
    return made;
  }
};

template <class Pair>
std::vector<double> values_of_six(const std::vector<Pair>& pairs, const Values& values) {
  return evaluate(entries_of<Expr>(pairs), values);
}

// As formulas, evaluated: small machines, since formulas of random ones are long.
TEST(MacroJoint, FormulasAreTheNumbers) {
  RandomMacro draw(5);
  std::size_t relations = 0, primary = 0;
  for (int round = 0; relations < 12 || primary < 4; ++round) {
    ASSERT_LT(round, 4000);
    const MacroCase of = draw.make({.relations = true, .primary = true, .redundant = false, .massless = true});
    if (of.machine.system.links.size() > 4) continue;
    Pool pool;
    const PoolScope scope(pool);
    MacroSymbols symbols;
    const MacroSystem<Expr> machine = symbols(of.machine);
    RightSide<Expr> right{{}, symbols(of.right.efforts)};
    for (const Load<double>& load : of.right.loads) right.loads.push_back(symbols(load));
    MacroCounts seen;
    seen.count(of.machine);
    relations += seen.relations, primary += seen.primary;
    const MacroSolution<Expr> formulas = solve_macro_joints(machine, right, symbols(of.efforts));
    const MacroSolution<double> numbers = solve_macro_joints(of.machine, of.right, of.efforts);
    expect_same(evaluate(formulas.accelerations, symbols.values), numbers.accelerations, 1e-8, "acceleration");
    expect_same(values_of_six(formulas.motions, symbols.values), entries_of<double>(numbers.motions), 1e-8, "motion");
    expect_same(values_of_six(formulas.felt_loads, symbols.values), entries_of<double>(numbers.felt_loads), 1e-8,
                "load");
    for (std::size_t j = 0; j < numbers.felt.size(); ++j)
      for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t k = 0; k < 6; ++k) {
          const double expected = get_entry(numbers.felt[j], i, k);
          EXPECT_NEAR(evaluate(get_entry(formulas.felt[j], i, k), symbols.values), expected,
                      1e-8 * (1 + std::abs(expected)));
        }
  }
}

// Exactly: relations that follow from others are seen as such, and others as contradictions.
TEST(MacroJoint, RedundantRelationsOfFractions) {
  Pool pool;
  const PoolScope scope(pool);
  MacroSymbols same;
  const MacroCase of = two_rods();
  MacroSystem<Expr> machine = same(of.machine);
  const auto third = [](long n) { return Expr(Rational(n, 3)); };
  machine.joints[0].relations = {{{{1, third(1)}, {3, third(2)}}, {}, third(4)},
                                 {{{1, third(2)}, {3, third(4)}}, {}, third(8)}};
  const RightSide<Expr> right{{{}, {}}, same(of.right.efforts)};
  const MacroSolution<Expr> found = solve_macro_joints(machine, right, same(of.efforts));
  EXPECT_NEAR(evaluate(found.accelerations[1] + Expr(2) * found.accelerations[3], same.values), -4, 1e-13);
  machine.joints[0].relations[1].rest = third(7);
  EXPECT_THROW(solve_macro_joints(machine, right, same(of.efforts)), Error);
}

}  // namespace
}  // namespace kinemate
