// What all tests read, compiled once (tests/CMakeLists.txt).
