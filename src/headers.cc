// What all rooms read, compiled once (src/CMakeLists.txt).
