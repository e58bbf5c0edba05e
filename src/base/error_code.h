// The codes of errors: what users look up (`kinemate explain K105`), search for and test for. Their numbers are for
// ever; a code that is not used any more leaves a gap.
//
// The hundreds are groups: 1 what is written in files, 2 the machine, 3 what a method cannot do, 4 numbers, 5 studies,
// 6 the command line, 7 files as such, 9 faults of the program. Groups say how the command ends: 4 with the exit code
// of numerical failures, 700 to 749 with that of the file system, all others with that of wrong input.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kinemate {

enum class ErrorCode : std::uint16_t {
  kRemark = 0,  ///< no error of its own: a remark, or a word about the list of errors

  kNotText = 101,
  kEmptyFile = 102,
  kYamlSyntax = 103,
  kMissingField = 104,
  kUnknownField = 105,
  kWrongKind = 106,
  kConflictingFields = 107,
  kUnknownWord = 108,
  kFormulaSyntax = 109,
  kFunctionCall = 110,
  kUndefinedValue = 111,
  kUnit = 112,
  kUnknownName = 113,
  kNameTaken = 114,
  kImpossibleName = 115,
  kMisplacedName = 116,
  kCircle = 117,
  kXmlSyntax = 120,
  kUrdf = 121,
  kUrdfUnused = 122,
  kDeck = 130,
  kDeckFormula = 131,
  kModelica = 140,
  kModelicaSubset = 141,
  kFlatCount = 150,
  kFlatUnsolvable = 151,

  kNotConnected = 201,
  kJointGeometry = 202,
  kJointCoordinates = 203,
  kSameBody = 204,
  kRotation = 205,
  kMass = 206,
  kLoad = 207,
  kFriction = 208,
  kDrive = 209,
  kConstraint = 210,
  kContact = 211,
  kLinkage = 212,
  kEvent = 213,
  kInitialValue = 214,
  kMissingValue = 215,
  kSetting = 216,
  kNothingMoves = 217,

  kFormalism = 301,
  kSpeeds = 302,
  kTooLarge = 303,
  kOnlyTrees = 304,
  kAlgorithm = 305,
  kReduction = 306,
  kFlattening = 307,
  kTarget = 308,
  kNoDerivative = 309,
  kIntegrator = 310,

  kSingularMatrix = 401,
  kSingularMass = 402,
  kSingularPosition = 403,
  kNotFinite = 404,
  kOpenLoops = 405,
  kContradiction = 406,
  kNoEquilibrium = 407,
  kStepTooSmall = 408,
  kTooManySteps = 409,
  kTooManyEvents = 410,
  kNoConvergence = 411,
  kNoOptimum = 412,
  kPicture = 413,
  kOutOfMemory = 414,

  kVariation = 501,
  kSummary = 502,
  kRunTable = 503,
  kMeasurements = 504,
  kSearch = 505,
  kLedger = 506,
  kSharing = 507,

  kUnknownVerb = 601,
  kUnknownOption = 602,
  kMissingArgument = 603,
  kOptionValue = 604,
  kOptionsExclude = 605,

  kCannotRead = 701,
  kCannotWrite = 702,
  kFileInUse = 703,
  kOtherProgram = 704,
  kSuffix = 751,
  kForeignFile = 752,

  kInternalFault = 901,
};

struct ErrorExplanation {
  ErrorCode code = ErrorCode::kRemark;
  std::string_view title;    ///< a few words
  std::string_view text;     ///< what it means, usual causes, what to do: plain lines
  std::string_view example;  ///< input that leads to it, and how it is put right
};

/// All codes but kRemark, by their numbers.
std::span<const ErrorExplanation> error_explanations();

/// nullptr: there is no such code.
const ErrorExplanation* find_explanation(unsigned number);

/// K105; empty for kRemark.
std::string code_text(ErrorCode code);

}  // namespace kinemate
