// test/consumer/core.cpp - a user of the core tier: no exceptions, no RTTI, nothing of Boost to link
#include <parlance/gbnf.hpp>
#include <parlance/mask.hpp>
#include <parlance/rtn.hpp>
#include <parlance/version.hpp>
#include <parlance/vocab.hpp>
#include <iostream>
#include <string>

namespace {

constexpr auto answer = parlance::gbnf::compile<R"(root ::= "it " verb [.!]
verb ::= "works" | "runs")">();

}  // namespace

int main() {
    parlance::vocab::token_list const tokens({"it", " ", "wo", "runs", "rks", "works?", "!", ".", "<end>"},
                                             {8});
    auto const network = parlance::rtn::from_gbnf(answer.view());
    auto const index = parlance::mask::token_index::build(tokens.view());
    if (!network || !index) {
        return 1;
    }
    auto const grammar = parlance::mask::grammar::prepare(*network);
    if (!grammar) {
        return 1;
    }
    parlance::mask::matcher matcher(parlance::mask::compiled_grammar(*grammar, *index));
    std::string text;
    while (!matcher.stopped()) {  // a model that likes the first token that it may say
        auto const words = matcher.allowed().words;
        parlance::vocab::token_id id = 0;
        while (id < tokens.size() && (words[id / 32] >> id % 32 & 1u) == 0) {
            ++id;
        }
        if (!matcher.accept(id)) {
            return 1;
        }
        text += tokens.bytes(id);
    }
    std::cout << "parlance " << PARLANCE_VERSION << ": " << text << '\n';
    return text == "it works!" ? 0 : 1;
}
