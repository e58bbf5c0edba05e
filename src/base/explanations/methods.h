// Codes 300 to 399: what a method cannot do with this machine.
#pragma once

#include "base/error_code.h"

namespace kinemate {

inline constexpr ErrorExplanation kExplanationsOfMethods[] = {
    {ErrorCode::kFormalism, "a formalism that cannot take this machine",
     R"~(The way in which equations were to be derived has a limit that this machine is beyond: Lagrange's
equations of the second kind are for holonomic joints, a metric for kinetic energies that are
quadratic, classes of forces for speeds that are the rates of coordinates.
Choose another one with --by, or leave the section out of --show. docs/equations.md compares them.)~",
     R"~(kinemate derive wheel.yaml --by lagrange     with a joint that has locked_directions
put right: kinemate derive wheel.yaml --by kane)~"},
    {ErrorCode::kSpeeds, "a definition of speeds that does not hold",
     R"~(--speeds defines new speeds as linear combinations of the rates of coordinates, with coefficients of
coordinates, parameters and the time. Each has a name of its own, which the machine does not use
yet, and adds a direction of its own. Sections that are not of the equations cannot follow them.)~",
     R"~(kinemate derive model.yaml --speeds "u1 = a' + b', u2 = 2*a' + 2*b'"
put right: kinemate derive model.yaml --speeds "u1 = a' + b', u2 = b'")~"},
    {ErrorCode::kTooLarge, "a result that would be too large",
     R"~(The formula, the form or the program would have more terms than a limit allows, mostly since normal
forms multiply everything out. The forms simplified and recursive are for machines of any size, and
recursions compute numbers of large machines fastest; for single formulas a higher --work may do.
Setting parameters to numbers, or to 0, makes formulas shorter.)~",
     R"~(kinemate derive arm.yaml --form expanded     for a robot with seven joints
put right: kinemate derive arm.yaml --form recursive)~"},
    {ErrorCode::kOnlyTrees, "only for machines without closed loops",
     R"~(This verb, section or option is defined for machines whose joints form a tree, and this one has closed
loops or constraints. derive, evaluate, simulate, linearize, count and generate take those as well;
the error says which loops there are.)~",
     R"~(kinemate reduce four_bar.yaml
put right: kinemate linearize four_bar.yaml, which takes loops)~"},
    {ErrorCode::kAlgorithm, "an algorithm that cannot take this machine",
     R"~(Recursions over the links, base parameters and the engine of fixed structure have conditions: joints
that close loops must be of the kind that can be cut, loads must not act along their coordinates,
inertia belongs to bodies. The error names what is in the way.
--algorithm equations takes every machine; a hint cut: on another joint of the loop may do as well.)~",
     R"~(kinemate generate model.yaml --algorithm mixed     with closed loops
put right: kinemate generate model.yaml --algorithm articulated)~"},
    {ErrorCode::kReduction, "weak terms that cannot be weighed",
     R"~(Terms are dropped by their size over a box of states. Every coordinate, speed and input in them needs a
range, parameters need values; thresholds lie between 0 and 1. Only equations of machines with
numbers for their parameters can be reduced, not recursions. docs/reduction.md.)~",
     R"~(kinemate reduce model.yaml
put right: kinemate reduce model.yaml --range "coordinates = -1 .. 1, speeds = -2 .. 2")~"},
    {ErrorCode::kFlattening, "a machine that has no flat list",
     R"~(Lists of equations and elements in connector form are made of links, joints and loads. Constraints,
unspecified functions, loads along coordinates of joints that close a loop, and subsystems whose
bodies do not hang together are not. docs/flat_equations.md.)~",
     R"~(kinemate convert model.yaml --to equations     with functions: [w]
put right: kinemate convert model.yaml --to equations --set "w($1) = sin($1)")~"},
    {ErrorCode::kTarget, "code that cannot be written for this target",
     R"~(The language or the program has no such function or number, or holds only differential equations of
machines. Choose another --to, leave --what out, or replace the function by one that is known.
docs/programs.md has what each target can hold.)~",
     R"~(kinemate generate model.yaml --to simulink --what mass
put right: kinemate generate model.yaml --to simulink)~"},
    {ErrorCode::kNoDerivative, "a derivative or antiderivative that there is not",
     R"~(Functions of integers have no derivatives, friction that depends on reactions has none in formulas,
derivatives by parameters jump where events happen, and many functions have no antiderivative that
can be written down. Compare runs with slightly different values instead (kinemate sweep), or
linearise without that load.)~",
     R"~(kinemate formula integrate "exp(-x^2)/x" x
put right: numbers instead of a formula: kinemate simulate, or a series)~"},
    {ErrorCode::kIntegrator, "settings that an integrator cannot take",
     R"~(Tolerances are positive and above the precision of doubles; steps are positive; times are finite and
in order. rk4, euler and midpoint need --step, since they do not measure their error; adams, cvode
and ida choose their steps themselves. A multirate method needs fast and slow states.)~",
     R"~(kinemate simulate model.yaml --to 10 --method rk4
put right: kinemate simulate model.yaml --to 10 --method rk4 --step 0.001)~"},
};

}  // namespace kinemate
