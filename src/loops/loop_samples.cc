#include "loops/loop_samples.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/text/print.h"
#include "model/formulas.h"
#include "model/topology/assembly.h"
#include "model/topology/matrices.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kWalkedSamples = 12;     // beside the start
constexpr int kMarchedSamples = 32;    // of machines with one freedom: about a turn
constexpr double kMarch = 0.25;        // radians or lengths from one to the next
constexpr int kLaterSamples = 4;       // of machines whose conditions depend on time
constexpr double kLater = 0.03;        // seconds from one to the next
constexpr Index kFewerBeyond = 4'000;  // entries of the conditions: one walk is enough then
// Whether a coordinate moves the ends of this joint, or the constraint.
bool moves(const Closure& closure, const SparseMatrix& jacobian, Index coordinate, const Condition& owner) {
  for (SparseMatrix::InnerIterator entry(jacobian, coordinate); entry; ++entry) {
    const Condition of_row = closure.owner(entry.row());
    if (of_row.joint == owner.joint && of_row.constraint == owner.constraint && std::abs(entry.value()) > 1e-12)
      return true;
  }
  return false;
}

// Values for two coordinates of what is open, as users can give them.
std::string an_example(const Walker& walker, const NewtonResult& best, const std::vector<ClosureError>& errors) {
  std::vector<std::string> values;
  if (!errors.empty()) {
    const SparseMatrix jacobian = walker.closure().jacobian(best.x);
    for (Index i = 0; i < best.x.size() && values.size() < 2; ++i)
      if (walker.movable()[static_cast<std::size_t>(i)] && moves(walker.closure(), jacobian, i, errors[0].owner))
        values.push_back(fmt::format("{} = {}", to_text(walker.closure().coordinates()[static_cast<std::size_t>(i)]),
                                     values.empty() ? "0.3" : "-0.6"));
  }
  return values.empty() ? "q = 0.3" : fmt::format("{}", fmt::join(values, ", "));
}

bool depends_on_time(const Model& model) {
  bool found = false;
  visit_formulas(model, [&](std::string_view section, std::string_view, std::string_view,
                            std::span<const Expr> formulas, Allowed) {
    if (section != "joints" && section != "constraints") return;
    for (Expr symbol : free_symbols(formulas)) found = found || symbol == time_symbol();
  });
  return found;
}

class Sampler {
 public:
  explicit Sampler(LoopSamples& made) : made_(made), walker_(*made.walker) {}

  void add(const VectorXd& q) { add(q, walker_, made_.numbers); }

  void add(const VectorXd& q, const Walker& walker, const Numbers& numbers) {
    LoopSample sample;
    sample.q = q;
    sample.values = numbers.values;
    for (std::size_t i = 0; i < walker.closure().coordinates().size(); ++i)
      sample.values[walker.closure().coordinates()[i]] = q[static_cast<Index>(i)];
    const SparseMatrix conditions = with_columns(walker.closure().speed_jacobian(q), walker.free_speeds());
    sample.free = look_at(conditions, [](const auto& a) { return Eigen::MatrixXd(compute_null_space(a)); });
    made_.samples.push_back(std::move(sample));
  }

  void walk(int count) {
    std::mt19937_64 random(7);
    for (int i = 0; i < count; ++i) {
      const Walker::Step step = walker_.step(made_.samples.back().q, random);
      if (step.end != Walker::Step::End::kMoved) return;
      add(step.to);
    }
  }

  // Straight on along the one motion.
  void march(int count) {
    VectorXd before;
    for (int i = 0; i < count; ++i) {
      const VectorXd& q = made_.samples.back().q;
      const SparseMatrix jacobian = walker_.closure().jacobian(q) * walker_.units().asDiagonal();
      const Eigen::MatrixXd free = compute_null_space(Eigen::MatrixXd(jacobian));
      if (free.cols() != 1) return walk(kWalkedSamples);
      VectorXd along = free.col(0);
      if (before.size() > 0 && along.dot(before) < 0) along = -along;
      const VectorXd guess = q + walker_.units().cwiseProduct(along) * (kMarch / along.lpNorm<Eigen::Infinity>());
      const NewtonResult next = walker_.close(guess);
      if (!next.converged() || walker_.closure().find_turned_over(next.x) != kNone) return;
      if ((next.x - q).cwiseQuotient(walker_.units()).lpNorm<Eigen::Infinity>() > 3 * kMarch) return;
      before = along;
      add(next.x);
    }
  }

  // Somewhat later, from the start: drives may begin where the machine is singular.
  void wait(const Model& model, const Tree& tree, const std::vector<std::size_t>& joints) {
    VectorXd q = made_.samples[0].q;
    Numbers numbers = made_.numbers;
    for (int i = 0; i < kLaterSamples; ++i) {
      numbers.values[time_symbol()] += kLater;
      const Walker then(model, tree, numbers, joints);
      for (Index k = 0; k < q.size(); ++k)
        if (!then.free_coordinates()[static_cast<std::size_t>(k)]) q[k] = then.start()[k];
      const NewtonResult next = then.close(q);
      if (!next.converged() || then.closure().find_turned_over(next.x) != kNone) return;
      q = next.x;
      add(q, then, numbers);
    }
  }

 private:
  LoopSamples& made_;
  const Walker& walker_;
};

}  // namespace

void refuse_open_loops(const Model& model, const Walker& walker, const NewtonResult& best) {
  const std::vector<ClosureError> errors = closure_errors(walker.closure(), best.x);
  const std::string near = fmt::format(
      "values near a closed position help: --at \"{}\", or `initial:` in a model file (kinemate convert writes one)",
      an_example(walker, best, errors));
  if (const std::size_t joint = walker.closure().find_turned_over(best.x); best.converged() && joint != kNone)
    throw Error(ErrorCode::kOpenLoops,
                fmt::format("the loops close only with an axis of joint {} turned over", model.joints[joint].name),
                "is the axis of one of its ends reversed? Else " + near);
  std::vector<std::string> driven;
  for (const Coordinate& coordinate : model.coordinates)
    if (coordinate.drive) driven.push_back(coordinate.name);
  const std::string drives =
      driven.empty() ? ""
                     : fmt::format(" while {} {} driven", fmt::join(driven, ", "), driven.size() == 1 ? "is" : "are");
  throw Error(ErrorCode::kOpenLoops,
              fmt::format("the loops cannot be closed{}{}{}", drives,
                          errors.empty() ? "" : "; loop closure errors that remain: ", describe(model, errors)),
              driven.size() > 1
                  ? "drives that contradict each other, lengths that do not reach each other, or a start far from any "
                    "closed one; " +
                        near
                  : "lengths that do not reach each other, or a start far from any closed position (tried: what is "
                    "given held, least squares, closing step by step, random starts); " +
                        near);
}

LoopSamples make_loop_samples(const Model& model, const Tree& tree, const std::vector<std::size_t>& joints) {
  LoopSamples made;
  made.numbers = choose_numbers(model, 0);
  made.walker = std::make_unique<Walker>(model, tree, made.numbers, joints);
  const Walker& walker = *made.walker;
  for (std::size_t i = 0; i < walker.closure().speeds().size(); ++i)
    if (walker.free_speeds()[i]) made.speeds.push_back(walker.closure().speeds()[i]);
  const Assembly assembly = assemble(walker, initial_placement(walker));
  if (!assembly.closed) refuse_open_loops(model, walker, assembly.result);
  const NewtonResult& closed = assembly.result;
  if (closed.x.size() > 0)
    made.moved = (closed.x - walker.start()).cwiseQuotient(walker.units()).lpNorm<Eigen::Infinity>();
  Sampler sampler(made);
  sampler.add(closed.x);
  const bool driven = std::any_of(model.coordinates.begin(), model.coordinates.end(),
                                  [](const Coordinate& c) { return c.drive.has_value(); });
  const Index entries = walker.closure().residual(closed.x).size() * closed.x.size();
  // only positions where driven coordinates are where they are driven count
  if (!driven && made.samples[0].free.cols() == 1 && entries <= kFewerBeyond) {
    sampler.march(kMarchedSamples);
  } else if (!driven && made.samples[0].free.cols() > 0) {
    sampler.walk(entries <= kFewerBeyond ? kWalkedSamples : 1);
  }
  if (depends_on_time(model)) try {
      sampler.wait(model, tree, joints);
    } catch (const Error&) {  // formulas without a value later
    }
  made.freedoms = static_cast<std::size_t>(made.samples[0].free.cols());
  for (std::size_t i = 1; i < made.samples.size(); ++i) {
    const auto here = static_cast<std::size_t>(made.samples[i].free.cols());
    if (here >= made.freedoms) continue;
    made.freedoms = here;
    made.regular = i;
  }
  return made;
}

}  // namespace kinemate
