// bench/peers/xgrammar.cpp - XGrammar's C++ core in the walk of the peers
// SPDX-License-Identifier: BSL-1.0
#include <exception>
#include <optional>
#include <xgrammar/xgrammar.h>
#include "../audit/audit.hpp"
#include "walk.hpp"

namespace {

class session {
public:
    session(xgrammar::CompiledGrammar const& grammar, std::size_t words)
        : session(xgrammar::GrammarMatcher(grammar), words) {}
    session(xgrammar::GrammarMatcher matcher, std::size_t words)
        : matcher_(std::move(matcher)), words_(words, -1), size_(static_cast<std::int64_t>(words)) {
        tensor_.data = words_.data();
        tensor_.device = DLDevice{kDLCPU, 0};
        tensor_.ndim = 1;
        tensor_.dtype = xgrammar::GetBitmaskDLType();
        tensor_.shape = &size_;
    }
    session(session const&) = delete;
    session& operator=(session const&) = delete;

    std::uint32_t const* mask() {
        if (!matcher_.FillNextTokenBitmask(&tensor_)) {  // everything is allowed: nothing was written
            std::fill(words_.begin(), words_.end(), -1);
        }
        return reinterpret_cast<std::uint32_t const*>(words_.data());
    }
    bool accept(std::uint32_t id) { return matcher_.AcceptToken(static_cast<std::int32_t>(id)); }
    bool complete() const { return matcher_.IsCompleted(); }
    session fork() const { return session(matcher_.Fork(), words_.size()); }

private:
    xgrammar::GrammarMatcher matcher_;
    std::vector<std::int32_t> words_;
    std::int64_t size_;
    DLTensor tensor_{};
};

struct compiled {
    xgrammar::CompiledGrammar grammar;
    std::size_t words;

    session start() const { return session(grammar, words); }
};

class engine {
public:
    explicit engine(peers::vocabulary const& v)
        : info_(v.bytes, xgrammar::VocabType::RAW, static_cast<int>(v.bytes.size()),
                std::vector<std::int32_t>{static_cast<std::int32_t>(v.end)}),
          words_(static_cast<std::size_t>(xgrammar::GetBitmaskSize(static_cast<int>(v.bytes.size())))) {}

    std::optional<compiled> compile(peers::task const& t, std::string& error) const {
        try {
            // One thread, as everybody here; without the cache of the compiler, so that every run is cold.
            xgrammar::GrammarCompiler compiler(info_, 1, false);
            return compiled{t.is_schema
                                ? compiler.CompileJSONSchema(t.text, true, std::nullopt, std::nullopt, false)
                                : compiler.CompileGrammar(t.text),
                            words_};
        } catch (std::exception const& e) {
            error = e.what();
            return {};
        }
    }

private:
    xgrammar::TokenizerInfo info_;
    std::size_t words_;
};

}  // namespace

int main(int argc, char** argv) {
    bool const audits = argc > 1 && std::string_view(argv[1]) == "--audit";
    return audits ? peers::audit<engine>(argc - 1, argv + 1, "XGrammar")
                  : peers::run<engine>(argc, argv, "XGrammar", "C++");
}
