// test/consumer/core.cpp - a user of the core tier: nothing of Boost to link
#include <parlance/text/position.hpp>
#include <parlance/version.hpp>
#include <iostream>

int main() {
    std::cout << "parlance " << PARLANCE_VERSION << '\n';
    return parlance::locate("one\ntwo", 4).line == 2 ? 0 : 1;
}
