// Numbers of twice the digits of a double, as sums of two doubles (T. J. Dekker: A floating-point technique for
// extending the available precision, Numer. Math. 18, 1971), and what is computed with them: values that are rounded
// once. The functions of the system's library differ in the last bit from computer to computer, these do not.
#pragma once

namespace kinemate {

/// high + low, where high is the double nearest to this sum.
struct Twofold {
  double high = 0, low = 0;
};

Twofold operator+(Twofold a, Twofold b);
Twofold operator-(Twofold a, Twofold b);
Twofold operator*(Twofold a, Twofold b);
Twofold operator/(Twofold a, Twofold b);

/// To 29 digits, but logarithms near 0 to 29 places. REQUIRES: the result is a double; x > 0.
Twofold twofold_exp(Twofold x);
Twofold twofold_log(double x);

/// low + (high - low)·part, rounded once; within low and high. REQUIRES: 0 <= part <= 1, low <= high.
double rounded_between(double low, double high, Twofold part);

/// low·(high/low)^part, rounded once; within low and high. REQUIRES: 0 <= part <= 1, 0 < low <= high.
double rounded_between_logarithms(double low, double high, Twofold part);

}  // namespace kinemate
