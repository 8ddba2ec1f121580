// bench/peers/llguidance.cpp - llguidance, through its C interface, in the walk of the peers
// SPDX-License-Identifier: BSL-1.0
#include <llguidance.h>
#include <optional>
#include "../audit/audit.hpp"
#include "walk.hpp"

namespace {

struct freed {
    void operator()(LlgMatcher* m) const { llg_free_matcher(m); }
    void operator()(LlgTokenizer* t) const { llg_free_tokenizer(t); }
};
using owned_matcher = std::unique_ptr<LlgMatcher, freed>;

struct session {
    owned_matcher matcher;
    std::uint32_t end;

    std::uint32_t const* mask() {
        return llg_matcher_compute_mask(matcher.get()) == 0 ? llg_matcher_get_mask(matcher.get()) : nullptr;
    }
    bool accept(std::uint32_t id) {
        // Where only the end can follow, the engine has stopped already; its mask has the end token, and wants it no more.
        if (id == end && llg_matcher_is_stopped(matcher.get())) {
            return !llg_matcher_is_error(matcher.get());
        }
        return llg_matcher_consume_token(matcher.get(), id) == 0;
    }
    bool complete() { return llg_matcher_is_accepting(matcher.get()); }
    session fork() const { return {owned_matcher(llg_clone_matcher(matcher.get())), end}; }
};

struct compiled {
    owned_matcher matcher;
    std::uint32_t end;

    session start() const { return {owned_matcher(llg_clone_matcher(matcher.get())), end}; }
};

class engine {
public:
    explicit engine(peers::vocabulary const& v) : end_(v.end) {
        std::vector<std::uint32_t> lengths;
        std::string text;
        for (std::size_t i = 0; i < v.bytes.size(); ++i) {
            // A leading 0xFF marks a token that is not text.
            std::string const bytes = v.text[i] ? v.bytes[i] : "\xff<" + std::to_string(i) + ">";
            lengths.push_back(static_cast<std::uint32_t>(bytes.size()));
            text += bytes;
        }
        LlgTokenizerInit init{};
        init.vocab_size = static_cast<std::uint32_t>(lengths.size());
        init.tok_eos = v.end;
        init.token_lens = lengths.data();
        init.token_bytes = reinterpret_cast<std::uint8_t const*>(text.data());
        init.use_approximate_greedy_tokenize_fn = true;
        char error[500] = "";
        tokenizer_.reset(llg_new_tokenizer(&init, error, sizeof error));
        if (!tokenizer_) {
            std::fprintf(stderr, "llguidance: %s\n", error);
            std::exit(1);
        }
    }

    std::optional<compiled> compile(peers::task const& t, std::string& error) const {
        if (!t.is_schema && t.lark.empty()) {
            error = "this grammar could not be written as Lark";
            return {};
        }
        LlgConstraintInit init{};
        llg_constraint_init_set_defaults(&init, tokenizer_.get());
        init.log_stderr_level = 0;
        compiled out{owned_matcher(llg_new_matcher(&init, t.is_schema ? "json_schema" : "lark",
                                                   (t.is_schema ? t.text : t.lark).c_str())),
                     end_};
        if (char const* const message = llg_matcher_get_error(out.matcher.get())) {
            error = message;
            return {};
        }
        return out;
    }

private:
    std::unique_ptr<LlgTokenizer, freed> tokenizer_;
    std::uint32_t end_;
};

}  // namespace

int main(int argc, char** argv) {
    bool const audits = argc > 1 && std::string_view(argv[1]) == "--audit";
    return audits ? peers::audit<engine>(argc - 1, argv + 1, "llguidance")
                  : peers::run<engine>(argc, argv, "llguidance", "C");
}
