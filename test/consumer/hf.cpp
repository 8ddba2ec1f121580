// test/consumer/hf.cpp - a user of hf/, which needs PCRE2
#include <parlance/hf/regex.hpp>
#include <iostream>

int main() {
    auto const tags = parlance::hf::regex::compile(R"(<(\w+)>.*?</\1>)");  // a back reference: PCRE2's
    if (!tags) {
        std::cerr << parlance::render(tags.error()) << '\n';
        return 1;
    }
    auto const found = tags->all("a <b>bold</b> word");
    std::cout << found.size() << " found\n";
    return found.size() == 1 ? 0 : 1;
}
