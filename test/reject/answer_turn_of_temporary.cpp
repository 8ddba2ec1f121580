#define PARLANCE_SEPARATE_COMPILATION  // declarations are enough, and compile sooner
#include <parlance/chat/answer_turn.hpp>

namespace chat = parlance::chat;

bool begun(chat::chat_template const& model, chat::dialect const& learned,
           parlance::mask::token_index const& tokens) {
#ifdef MEND
    auto const prepared = chat::prepare(model, learned, {}).value();
    return chat::answer_turn::begin(prepared, tokens).has_value();
#else
    return chat::answer_turn::begin(chat::prepare(model, learned, {}).value(), tokens).has_value();
#endif
}

int main() {}
