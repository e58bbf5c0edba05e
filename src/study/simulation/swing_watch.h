// How fast numbers swing: the highest frequency with which some periods of one follow each other.
//
// Turning points are counted where a number has gone back by a part of its range so far; three periods in a row make a
// frequency. Swings that are small against the whole range in the end do not count: they cannot be seen.
#pragma once

#include <map>
#include <span>
#include <vector>

namespace kinemate {

class SwingWatch {
 public:
  struct Fastest {
    double frequency = 0;   ///< Hz; 0: nothing swings
    std::size_t index = 0;  ///< of the number
  };

  /// In the order of time, forwards or backwards. What was counted of other numbers before is forgotten.
  void take(double t, std::span<const double> numbers);
  /// Something has jumped: what comes is no part of a swing before.
  void interrupt();
  Fastest fastest() const;

 private:
  static constexpr std::size_t kTurns = 7;  // of three periods

  struct Track {
    double low = 0, high = 0;
    int direction = 0;                                      // 1: rises
    double peak = 0, peak_t = 0;                            // the farthest since the last turning point
    double vertex_t = 0;                                    // of the parabola through it and its neighbours
    double before = 0, before_t = 0, last = 0, last_t = 0;  // what came before the peak, and last of all
    std::vector<double> times, values;                      // of the last turning points
    std::map<int, double> frequencies;                      // the highest by the size of its swings, a power of two
  };
  static void follow(Track& track, double t, double x);
  static void turn(Track& track);

  std::vector<Track> tracks_;
  bool fresh_ = true;
};

}  // namespace kinemate
