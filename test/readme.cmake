# Fails when the program in README.md is not the one in example/quick_start.cpp, between its [readme] lines.
# Run: cmake -DROOT=<the project> -P readme.cmake
cmake_minimum_required(VERSION 3.25)
file(READ ${ROOT}/README.md readme)
file(READ ${ROOT}/example/quick_start.cpp example)
string(FIND "${example}" "// [readme]\n" begin)
string(FIND "${example}" "// [readme]\n" end REVERSE)
if(begin EQUAL end)
  message(FATAL_ERROR "example/quick_start.cpp has no two lines // [readme]")
endif()
math(EXPR begin "${begin} + 12")   # the length of the line
math(EXPR length "${end} - ${begin}")
string(SUBSTRING "${example}" ${begin} ${length} program)
string(FIND "${readme}" "```cpp\n${program}```\n" at)
if(at EQUAL -1)
  message(FATAL_ERROR "README.md does not show this program:\n${program}")
endif()
