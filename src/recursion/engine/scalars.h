// Vectors and matrices of three for the passes of the engine, see recursion/engine/passes.h: those of spatial/ may be
// compiled elsewhere for another processor, these are local to each file.
#pragma once

#include "recursion/engine/data.h"

namespace kinemate {
namespace {

template <class S>
struct V3 {
  S x, y, z;
};

template <class S>
[[gnu::always_inline]] inline V3<S> cross(const V3<S>& a, const V3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class S>
[[gnu::always_inline]] inline S dot(const V3<S>& a, const V3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class S>
[[gnu::always_inline]] inline V3<S> plus(const V3<S>& a, const V3<S>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

// A load [t; f], or what is dual to it.
template <class S>
struct Force {
  V3<S> t, f;
};

template <class S>
[[gnu::always_inline]] inline S product(const Force<S>& a, const Force<S>& b) {
  return dot(a.t, b.t) + dot(a.f, b.f);
}

template <class S>
struct M3 {
  V3<S> x, y, z;  // rows
};

template <class S>
[[gnu::always_inline]] inline V3<S> times(const M3<S>& m, const V3<S>& v) {
  return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}

template <class S>
[[gnu::always_inline]] inline M3<S> transposed(const M3<S>& m) {
  return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

template <class S>
[[gnu::always_inline]] inline V3<S> transposed_times(const M3<S>& m, const V3<S>& v) {
  return times(transposed(m), v);
}

// a b
template <class S>
[[gnu::always_inline]] inline M3<S> times(const M3<S>& a, const M3<S>& b) {
  const M3<S> t = transposed(b);
  return {times(t, a.x), times(t, a.y), times(t, a.z)};
}

// A vector as it stands among doubles.
template <class S>
struct Among {
  using Type [[gnu::aligned(8), gnu::may_alias]] = S;
};

template <class S>
[[gnu::always_inline]] inline S load(const double* from) {
  return *reinterpret_cast<const typename Among<S>::Type*>(from);
}

template <class S>
[[gnu::always_inline]] inline void store(const S& value, double* to) {
  *reinterpret_cast<typename Among<S>::Type*>(to) = value;
}

// the same number in all lanes
template <class S>
[[gnu::always_inline]] inline S all(double number) {
  return S{} + number;
}

template <class S>
[[gnu::always_inline]] inline V3<S> all3(const double* v) {
  return {all<S>(v[0]), all<S>(v[1]), all<S>(v[2])};
}

template <class S>
constexpr std::size_t kLanes = sizeof(S) / sizeof(double);

template <class S>
[[gnu::always_inline]] inline V3<S> load3(const double* from, std::size_t stride) {
  return {load<S>(from), load<S>(from + stride), load<S>(from + 2 * stride)};
}

template <class S>
[[gnu::always_inline]] inline void store3(const V3<S>& v, double* to) {
  store(v.x, to), store(v.y, to + kLanes<S>), store(v.z, to + 2 * kLanes<S>);
}

}  // namespace
}  // namespace kinemate
