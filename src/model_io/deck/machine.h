// A system of a LAGR deck as it was read: plain data in LAGR's terms, names and formulas already those of models.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "model_io/deck/expression.h"

namespace kinemate {

struct DeckBody {
  std::size_t offset = 0;     ///< of its first item
  std::size_t reference = 0;  ///< K, of a relative motion
  /// Of a relative motion: of the joint point on this body against that on body K, in axes of K. Else: of the body
  /// itself in inertial space. LAGR's matrices, whose rows are the axes of the body, are transposed here.
  Pose<Expr> motion;
  Vector on_reference;     ///< the joint point on K, in axes of K
  Vector on_body;          ///< the joint point on this body, in its axes
  Pose<Expr> pose;         ///< in inertial space; the body's origin is its centre of mass
  Vector force, torque;    ///< at the centre of mass, in inertial axes
  Expr mass;               ///< M(L)
  Symmetric3<Expr> binet;  ///< TH(L,J,K)
};

/// A spring or damper.
struct DeckLink {
  std::size_t offset = 0;
  bool spring = false;
  std::size_t bodies[2] = {0, 0};  ///< L, N
  Vector points[2];                ///< in axes of these
  Expr constant;                   ///< C(L,N) or K(L,N)
  Expr rest;                       ///< LA0(L,N)
};

/// A replacement list as it stands in the deck.
struct DeckList {
  std::size_t begin = 0, end = 0;  ///< bytes of the deck
  std::vector<DeckReplacement> replacements;
};

struct DeckMachine {
  std::size_t offset = 0;  ///< of F
  long coordinates = 0;    ///< F
  bool relative = false;
  std::vector<DeckBody> bodies;        ///< body 0 first; of it only `pose` is given
  std::vector<DeckLink> links;         ///< dampers, then springs
  std::vector<DeckList> inertia;       ///< for g and Γ
  std::vector<DeckList> forces;        ///< for Q
  std::vector<std::string> symbols;    ///< names in the order in which they were met
  std::vector<std::string> functions;  ///< function variables
};

}  // namespace kinemate
