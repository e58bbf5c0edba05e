// Codes 100 to 199: what is written in files, and formulas wherever they stand.
#pragma once

#include "base/error_code.h"

namespace kinemate {

inline constexpr ErrorExplanation kExplanationsOfFiles[] = {
    {ErrorCode::kNotText, "the file is no text that can be read",
     R"~(The file holds bytes that are no text in UTF-8, or far more text than a machine has.
Usual causes: it was saved as UTF-16, Latin-1 or Windows-1252, it is a binary file such as a
picture or an archive, or it is damaged. The error says at which byte reading stopped.
Save it as UTF-8 (every editor can), or name the file that was meant.)~",
     R"~(kinemate check picture.png
put right: kinemate check model.yaml
or, for a file in Latin-1: iconv -f latin1 -t utf8 old.yaml > model.yaml)~"},
    {ErrorCode::kEmptyFile, "the file is empty", R"~(There is nothing in the file, or nothing but comments.
A model file has at least bodies (docs/model.md), a list of equations has unknowns and equations
(docs/flat_equations.md), a deck begins with the number of its systems (docs/decks.md).
Perhaps the editor has not saved it, or a program that should have written it failed.)~",
     R"~(model.yaml:   # nothing here yet
put right:    bodies: {bob: {mass: 1}}
              joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}})~"},
    {ErrorCode::kYamlSyntax, "the file is no YAML",
     R"~(The file breaks a rule of YAML before its content is looked at: brackets or quotes that are not
closed, tabs where lines are indented, indentation that does not fit the lines above, a second
colon in a line, a value that begins with * or @, or a formula with a comma between brackets.
The caret points at the place; the cause often stands one line above it.
Indent with blanks, and put formulas that hold commas, colons or * at their beginning in quotes.)~",
     R"~(bodies: {bob: {mass: 1}
put right: bodies: {bob: {mass: 1}})~"},
    {ErrorCode::kMissingField, "a field is missing",
     R"~(Something in the file lacks a field that it cannot do without, or a field has no value.
The error names the field and what it is for; docs/model.md lists the fields of everything,
and kinemate schema gives them to editors that complete and check while you type.)~",
     R"~(joints: {hinge: {type: revolute, from: world, to: bob}}
put right: joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}})~"},
    {ErrorCode::kUnknownField, "a field that is not known",
     R"~(A key stands where no such key is known: a word that is misspelt, a field of another type of joint
or load, or a field one level too high or too deep.
The hint names the nearest field, or all that may stand there. A key must have a blank behind its
colon; without it, the whole is taken as one word.)~",
     R"~(bodies: {bob: {mas: 1}}
put right: bodies: {bob: {mass: 1}})~"},
    {ErrorCode::kWrongKind, "a value of the wrong kind",
     R"~(A list, a mapping, a number or a name stands where another kind of value is expected, or a list
has too many or too few entries: a vector has three, the inertia three rows of three.
Sections such as bodies are mappings: a name, a colon, what it is; not lists with dashes.
A comma in a number makes two entries of it: numbers have a decimal point.)~",
     R"~(gravity: 9.81
put right: gravity: [0, 0, -9.81])~"},
    {ErrorCode::kConflictingFields, "fields that exclude or need each other",
     R"~(Two fields say the same thing in two ways, or a field stands there without the one it belongs to.
For example a place is fixed to a body or to a frame, a joint has coordinate or coordinates,
friction is given by force or by coefficient. Leave one of them out, or add the one that is named.)~",
     R"~(point: {body: bob, frame: hook}
put right: point: {frame: hook})~"},
    {ErrorCode::kUnknownWord, "a word that is none of the choices",
     R"~(A type, a direction, a quantity or another word is none of those that may stand there.
The hint names the nearest one, or lists all of them.)~",
     R"~(joints: {hinge: {type: rotary, axis: y, from: world, to: bob, coordinate: phi}}
put right: joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}})~"},
    {ErrorCode::kFormulaSyntax, "a formula that cannot be read",
     R"~(A formula breaks a rule: an operator, an operand or a bracket is missing, a character has no
meaning, or = stands where == is meant. The caret points at the first place that does not fit.
Products are written with *, powers with ^, numbers with a decimal point; names have letters,
digits and underscores. docs/formulas.md has the rules. Where an assignment is expected, it reads
name = formula.)~",
     R"~(kinemate formula simplify "2x + sin("
put right: kinemate formula simplify "2*x + sin(x)")~"},
    {ErrorCode::kFunctionCall, "a function that is not called as it should be",
     R"~(There is no function of this name, it has another number of arguments, or it was written without
any. Functions that you want to leave open are declared under functions: in the model file.
docs/formulas.md lists those that are known.)~",
     R"~(mass: sqroot(2)
put right: mass: sqrt(2))~"},
    {ErrorCode::kUndefinedValue, "a formula without a value",
     R"~(A formula divides by zero, takes a function outside of its domain such as log(0) or atan2(0, 0),
or holds a number that is too large for any computation.
Often a parameter is 0 that stands in a denominator, or an exponent is wrong by a sign.)~",
     R"~(parameters: {l: 0, c: 1/l}
put right: parameters: {l: 0.4, c: 1/l})~"},
    {ErrorCode::kUnit, "a unit that is not known",
     R"~(A unit is a product, quotient or power of known units, such as kg*m^2, N*m/rad, 1/min, deg.
Powers are written with ^, products with *: m^2 and not m2, N*m and not Nm.
docs/model.md lists the units. Without a unit, values are in SI units and radians.)~",
     R"~(J: {value: 3, unit: kgm2}
put right: J: {value: 3, unit: kg*m^2})~"},
    {ErrorCode::kUnknownName, "a name of nothing",
     R"~(A name does not belong to any body, frame, joint, coordinate, parameter, column or case.
It is misspelt, or what it should name is missing or was refused further up in the file: then put
that right first. Capital and small letters differ. The hint names the nearest one.)~",
     R"~(joints: {hinge: {type: revolute, axis: y, from: world, to: bop, coordinate: phi}}
put right: ... to: bob ..., as the body is called under bodies:)~"},
    {ErrorCode::kNameTaken, "a name that is given twice",
     R"~(One name stands for two things, or a field or an entry stands twice.
In formulas every name means one thing: parameters, inputs, coordinates, speeds and states of loads
share one set of names, bodies and frames another. Of two equal keys YAML would silently keep one:
it is an error here. Ready linkages name what they make after themselves.)~",
     R"~(parameters: {m: 1, l: 2, m: 3}
put right: parameters: {m: 1, l: 2, m2: 3})~"},
    {ErrorCode::kImpossibleName, "a name that cannot be one",
     R"~(Names in formulas have letters, digits and underscores and do not begin with a digit. Some are
taken: t is the time, pi and the functions are known to formulas, and world, inertial and body are
no names of bodies or frames. Names of bodies have no colon.)~",
     R"~(inputs: [sin]
put right: inputs: [pull])~"},
    {ErrorCode::kMisplacedName, "a name that may not stand in this formula",
     R"~(The name is known, but what it stands for changes where only constant things, or only given ones, are
allowed: masses and lengths hold parameters only, a drive parameters and the time, the pose of a
joint its own coordinates, and accelerations stand nowhere. The error says what may stand there.)~",
     R"~(bodies: {bob: {mass: "1 + phi"}}
put right: a parameter instead of the coordinate phi, or a load of type kinetic)~"},
    {ErrorCode::kCircle, "values that run in a circle",
     R"~(Things are given by each other, and none of them by something else: parameters whose values hold
each other, frames fixed to each other, joints that mimic each other, classes that contain
themselves. The error names all of the circle: give one of them a number, or fix it to a body.)~",
     R"~(parameters: {a: 2*b, b: a/2}
put right: parameters: {a: 2*b, b: 0.5})~"},
    {ErrorCode::kXmlSyntax, "the file is no XML",
     R"~(A URDF file is XML, and this one breaks its rules: an element or a quote is not closed, elements are
closed in the wrong order, text stands outside of the root element, or an entity is used.
The file may be cut off, or two files may have been joined. In texts & is written &amp; and < &lt;.)~",
     R"~(<link name="arm"><inertial></link>
put right: <link name="arm"><inertial>...</inertial></link>)~"},
    {ErrorCode::kUrdf, "URDF that makes no machine",
     R"~(The file is XML, but its links and joints are no robot: links that hang on no joint or on two, an
element that is no URDF, a value that no robot has, mimicry of joints with several coordinates.
Files of xacro must go through xacro first. docs/urdf.md says what is read.)~",
     R"~(a <link> that is the <child> of two joints
put right: close the loop with --loops and a file of pairs of frames (docs/urdf.md))~"},
    {ErrorCode::kUrdfUnused, "parts of a URDF file that are not used",
     R"~(Something in the file has no meaning here and would be left out, such as friction of joints, an
unknown element or the damping of a fixed joint. Without --strict that is a note and no error.
Leave --strict out, take the part out of the file, or write the machine as a model file.)~",
     R"~(kinemate check arm.urdf --strict
put right: kinemate check arm.urdf)~"},
    {ErrorCode::kDeck, "a deck of LAGR that does not fit",
     R"~(A deck is a list of integers, bits '0'B and '1'B, and formulas in apostrophes, in a fixed order.
An item is missing, of another kind than expected there, or out of its range; or the counts B, N,
RHO, K do not fit what follows. The cause may stand before the place where it is noticed: one item
too many shifts all that follow. docs/decks.md has the order.)~",
     R"~(... 0 ... where a formula is expected
put right: '0' in apostrophes: a formula, and no integer)~"},
    {ErrorCode::kDeckFormula, "a formula or name of a deck that cannot be read",
     R"~(Formulas of decks follow FORMAC: names in capital letters, products with *, powers with **, function
variables NAME.(arguments), constants #PI and #E. Names such as Q, M, TH or GAM are LAGR's own and
have subscripts in fixed ranges. docs/decks.md lists them.)~",
     R"~('A*SINE(Q(1))'
put right: 'A*SIN(Q(1))')~"},
    {ErrorCode::kModelica, "Modelica that cannot be read",
     R"~(The text breaks a rule of Modelica: a semicolon or an end is missing, an equation has no =, a name
is expected. Reading goes on behind the next semicolon, so later errors may follow from the first.)~",
     R"~(model M  Real x  equation  x = 1;  end M;
put right: model M  Real x;  equation  x = 1;  end M;)~"},
    {ErrorCode::kModelicaSubset, "Modelica beyond the flat subset",
     R"~(This is Modelica, but more than is read here: scalar variables of type Real, parameters, equations,
connectors and connections. Arrays, algorithms, functions, when, if and for equations, inheritance
and redeclarations are not. Let a Modelica compiler flatten the model, or write it out.
docs/flat_equations.md has the subset.)~",
     R"~(model M  Real x;  algorithm  x := 1;  end M;
put right: model M  Real x;  equation  x = 1;  end M;)~"},
    {ErrorCode::kFlatCount, "numbers of equations and unknowns that do not fit",
     R"~(Some unknowns have fewer equations than they need, or some equations more than there are unknowns in
them. The error names the part of the list where that is so: the rest is not to blame.
An equation is missing or one too many, or something that is known stands among the unknowns.)~",
     R"~(unknowns: [x, y]
equations: [x + y = 1]
put right: a second equation, or y among the parameters)~"},
    {ErrorCode::kFlatUnsolvable, "equations that cannot be solved",
     R"~(An equation is not linear in its unknowns, follows from others, contradicts them, or the structure
that an option relies on is not there. The error names the equations. Equations that follow from
others are left out; contradictions have a wrong sign or coefficient as a rule.)~",
     R"~(equations: [x + y = 1, 2*x + 2*y = 3]
put right: a second equation that says something of its own)~"},
};

}  // namespace kinemate
