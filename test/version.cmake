# Fails when the version is not the same everywhere: the text and the numbers in version.hpp, CMake's project, Conan's package.
# Run: cmake -DROOT=<the project> -DCMAKE=<project's version> [-DPYTHON=<python3>] -P version.cmake
cmake_minimum_required(VERSION 3.25)
file(READ ${ROOT}/include/parlance/version.hpp header)
string(REGEX MATCH "define PARLANCE_VERSION \"([^\"]+)\"" found "${header}")
set(text "${CMAKE_MATCH_1}")
set(numbers "")
foreach(part MAJOR MINOR PATCH)
  string(REGEX MATCH "define PARLANCE_VERSION_${part} ([0-9]+)\n" found "${header}")
  list(APPEND numbers "${CMAKE_MATCH_1}")
endforeach()
list(JOIN numbers "." numbers)
if(NOT text STREQUAL numbers)
  message(FATAL_ERROR "version.hpp says \"${text}\", and in numbers ${numbers}")
endif()
if(NOT text STREQUAL CMAKE)
  message(FATAL_ERROR "version.hpp says \"${text}\", CMake's project ${CMAKE}")
endif()

# Conan reads the header with a regular expression of conanfile.py, which is tried here as it stands.
file(READ ${ROOT}/conanfile.py recipe)
string(REGEX MATCH "re\\.search\\(r'[^']*', text\\)\\.group\\(1\\)" search "${recipe}")
if(NOT search)
  message(FATAL_ERROR "conanfile.py does not read version.hpp with re.search(r'...', text).group(1) any more")
endif()
if(PYTHON)
  execute_process(COMMAND ${PYTHON} -c "import re, sys; text = open(sys.argv[1]).read(); print(${search})"
                          ${ROOT}/include/parlance/version.hpp
                  OUTPUT_VARIABLE conan OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT text STREQUAL conan)
    message(FATAL_ERROR "version.hpp says \"${text}\", Conan's package ${conan}")
  endif()
endif()
