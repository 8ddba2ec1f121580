// test/consumer/json.cpp - a user of the front ends
#include <parlance/text/position.hpp>
#include <boost/json.hpp>
#include <iostream>

int main() {
    std::cout << boost::json::serialize(boost::json::parse(R"({"a": [1]})")) << '\n';
    return parlance::locate("one\ntwo", 4).line == 2 ? 0 : 1;
}
