// test/corpus/hostile.hpp - inputs meant to cost time, memory or stack, given to the entry points that they are meant for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "gap_recorder.hpp"
#include <parlance/mask/token_index.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace conform::hostile {

/// One input, and what its calls cost.
///
/// text   before the first zero byte
/// other  behind it: what is to be read with it
class trial {
public:
    /// sampled  whether to look where calls are while they do not ask
    trial(std::string_view input, parlance::mask::token_index const& tokens, int report, bool sampled);

    std::string_view text;
    std::string_view other;
    parlance::mask::token_index const& tokens;
    /// The defaults, with a stop that never comes: where calls are given these, it is reported for how long they do not ask.
    parlance::limits bounds{};

    /// Calls `f` and reports its verdict, its CPU time and the memory it held at most, under the name of the entry point.
    /// Calls of one name are one row, with the greatest of each.  One that does the same for several, as a batch does,
    /// is bounded for each of these `parts`.
    void call(std::string_view name, std::function<std::string()> const& f, std::size_t parts = 1) const;

    /// The same for what gives a result: it is left in `out`, and whether there is one is returned.
    template <class T, class F>
    bool make(std::string_view name, parlance::result<T>& out, F&& f) const {
        call(name, [&] {
            out = f();
            return out ? std::string("ok") : std::string(parlance::describe(out.error().code));
        });
        return out.has_value();
    }

private:
    int report_;
    std::shared_ptr<gap_recorder> asked_ = std::make_shared<gap_recorder>();
};

/// Nothing yet: where a result is to be left.
inline parlance::diagnostic not_yet() { return {parlance::errc::cancelled}; }

using entry = void (*)(trial const&);

struct kind {
    std::string_view name;
    entry run;
};

// hostile_core.cpp and hostile_front.cpp
std::vector<kind> core_kinds();
std::vector<kind> front_kinds();

}  // namespace conform::hostile
