// test/consumer/json.cpp - a user of the front ends
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <iostream>

int main() {
    auto const value = parlance::json::parse(R"({"temperature": 2.50, "wind": null})");
    if (!value) {
        std::cerr << parlance::render(value.error()) << '\n';
        return 1;
    }
    std::string const text = parlance::json::dump(*value);
    std::cout << text << '\n';
    return text == R"({"temperature": 2.5, "wind": null})" ? 0 : 1;
}
