// Codes 400 to 499: the input is well formed, but no number comes out.
#pragma once

#include "base/error_code.h"

namespace kinemate {

inline constexpr ErrorExplanation kExplanationsOfNumbers[] = {
    {ErrorCode::kSingularMatrix, "a singular matrix",
     R"~(Linear equations have no single solution: one of them follows from others, or one of the unknowns does
not matter. In lists of equations the error names them. For the equations of motion the cause is
mostly a machine without inertia in some direction, or conditions that say the same thing twice.)~",
     R"~(equations: [a*x + y = 1, x + y = 2] with a = 1
put right: another value of a)~"},
    {ErrorCode::kSingularMass, "a motion that meets no inertia",
     R"~(The machine can move in a way in which nothing that has mass or inertia moves: the acceleration of that
motion is not determined. The error names the motion. Give the bodies that it moves mass, or inertia
about the axis of the joint; or take the freedom away by a fixed joint. Some recursions need inertia
in every body; --algorithm equations needs it only where the machine can move.)~",
     R"~(bodies: {rod: {mass: 0}}
put right: bodies: {rod: {mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.01}}})~"},
    {ErrorCode::kSingularPosition, "a singular position",
     R"~(Coordinates lose their meaning at this place: three angles are in gimbal lock, or a mechanism is at a
dead centre, where its independent coordinates do not lead on. The machine itself may be sound.
Other coordinates lead through: Euler parameters for the joint, independent: for the loop, or
--switching on, which changes over to others during a run. docs/switching.md.)~",
     R"~(ball: {type: spherical, sequence: xyz, ...} at b = pi/2
put right: ball: {type: spherical, sequence: euler_parameters, ...})~"},
    {ErrorCode::kNotFinite, "a number that is not finite",
     R"~(A division by zero, a root of a negative number, the length of a spring that is 0, or a value beyond
the range of doubles. In runs the solution may grow beyond all bounds: a sign of a stiffness or a
damping, or a unit, may be wrong. For formulas with huge or tiny values --digits 50 computes with
more digits.)~",
     R"~(kinemate formula eval "log(x)" x=-1
put right: kinemate formula eval "log(x)" x=1)~"},
    {ErrorCode::kOpenLoops, "loops that cannot be closed",
     R"~(No values of the coordinates were found with which all joints meet. Lengths may not reach each other, a
drive may ask for a place that cannot be reached, or the initial values may be so far off that the
search ends elsewhere. The error lists the loops with the loop closure error that remains, in metres
and radians. Give rough values of the coordinates of these loops, as they are in a drawing of the
machine: --at "q1 = 0.3, q2 = -1", or `initial:` in a model file. docs/loops.md.)~",
     R"~(a four-bar linkage with bars of 1, 1, 1 and 5 m
put right: a longest bar that is shorter than the sum of the others)~"},
    {ErrorCode::kContradiction, "conditions that contradict or nearly repeat each other",
     R"~(Drives, constraints or given speeds ask for different things at once, or conditions of loops are so
nearly dependent that the number of freedoms is in doubt. Leave one of them out, start from another
position, or remove what says the same thing twice; kinemate show lists redundant conditions.)~",
     R"~(two drives in a loop with one freedom
put right: one drive)~"},
    {ErrorCode::kNoEquilibrium, "no equilibrium",
     R"~(No state was found in which all forces balance, or the state given is none. The error says what remains.
Start nearer to it (equilibrium: --at, linearize: --near), or see whether there is one at all: a
spring or a weight may be missing. linearize --residual keeps what remains, --about state follows
the motion.)~",
     R"~(kinemate linearize pendulum.yaml --at "phi = 0.3"
put right: kinemate linearize pendulum.yaml --near "phi = 0.3")~"},
    {ErrorCode::kStepTooSmall, "steps that became too small",
     R"~(The integrator shortened its steps until the time stood still. There is a jump without an event, a
singularity, or a solution that runs away. The hint names the likely cause. Describe jumps under
when:, smooth friction by a larger speed, and see what the machine does shortly before.)~",
     R"~(a force 1/x while x runs to 0
put right: an event that stops the run before: when: {wall: {condition: x - 0.01, stop: true}})~"},
    {ErrorCode::kTooManySteps, "more steps than allowed",
     R"~(The run needs more steps than its limit. Often the machine is stiff: hard springs or strong dampers
beside slow motions; an implicit method (--method cvode) takes long steps there. Or fast oscillations
go on for long: then a larger limit, or looser tolerances, are the answer.)~",
     R"~(kinemate simulate stiff.yaml --to 100 --method dopri5
put right: kinemate simulate stiff.yaml --to 100 --method cvode)~"},
    {ErrorCode::kTooManyEvents, "events without end at one time",
     R"~(Events follow each other while the time stands still: bounces that become ever smaller, or two events
that set a parameter to and fro. Use contact instead of impact, which comes to rest, or give the two
events different thresholds.)~",
     R"~(floor: {condition: z, direction: falling, impact: 0.5}
put right: floor: {condition: z, direction: falling, contact: 0.5})~"},
    {ErrorCode::kNoConvergence, "an iteration that does not converge",
     R"~(Equations of an implicit step, or poles, were not solved in the iterations allowed. A shorter step, looser
tolerances or another method may do; a force with a jump or a kink is a frequent cause.)~",
     R"~(kinemate simulate model.yaml --to 1 --method midpoint --step 0.5
put right: ... --step 0.01)~"},
    {ErrorCode::kNoOptimum, "no optimum or fit was found",
     R"~(The search has no value at its start or anywhere within its bounds, or ended before it converged.
Start from parameters with which the machine can move, narrow the bounds to where it can, or allow
more runs. If a parameter has no effect on the data, hold it at a value.)~",
     R"~(kinemate optimize model.yaml --vary "l = -1 .. 1" --minimize "max(x)" --to 1
put right: --vary "l = 0.1 .. 1": lengths above 0)~"},
    {ErrorCode::kPicture, "a picture that cannot be drawn",
     R"~(There are no finite numbers to draw, no run came to its end, or the program that draws refused. See the
numbers first: write the results to a .csv file. For graphs --format dot gives the description.)~",
     R"~(kinemate show big.yaml --graph system --format svg
put right: kinemate show big.yaml --graph system --format dot)~"},
    {ErrorCode::kOutOfMemory, "out of memory",
     R"~(What was asked takes more memory than the command may have: 80 % of what the computer has free when it starts,
or what --memory says, as in --memory 4GB. So it ends by itself, with its files closed, before the system
ends it or others. Shorter forms (recursive), numbers for parameters, fewer rows or columns of a run, or
fewer runs at a time need less.)~",
     R"~(kinemate derive arm.yaml --form expanded
put right: kinemate derive arm.yaml --form recursive)~"},
};

}  // namespace kinemate
