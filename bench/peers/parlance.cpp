// bench/peers/parlance.cpp - this library in the walk of the peers
// SPDX-License-Identifier: BSL-1.0
#include "parlance.hpp"

int main(int argc, char** argv) { return peers::run<peers::engine>(argc, argv, "parlance", "C++"); }
