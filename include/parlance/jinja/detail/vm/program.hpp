// parlance/jinja/detail/vm/program.hpp - a compiled template: instructions for the machine, immutable and shared by threads
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <string>

namespace parlance::jinja {

enum class op : std::uint8_t {
    // values                    effect on the operand stack, operands
    push_constant,    // → v; a: constant
    push_big,         // → v; a: constant, the digits
    load,             // → v; b: slot, a: name
    load_outer,       // → v; c: functions outwards, b: slot, a: name
    load_global,      // → v; a: name
    store,            // v →; b: slot
    clear,            // b: slot
    copy,             // b: slot, from c: functions outwards, a: slot
    resolve,          // b: slot, from the global a: name
    store_attribute,  // v namespace →; a: name
    pop,              // v →
    make_tuple,       // v… → t; a: count
    make_list,        // v… → l; a: count
    make_dict,        // k v… → d; a: pairs
    attribute,        // o → v; a: name, b: attribute number
    item,             // o i → v
    item_named,       // o → v; a: constant, b: attribute number
    slice,            // o start stop step → v; c: all literals, where Jinja2 folds a mistake into undefined
    method,           // o → f self; a: name, b: attribute number
    call,             // f args… → v; a: call shape
    call_method,      // f self args… → v; a: call shape
    filter,           // v args… → v; a: call shape, b: filter
    filter_unknown,   // fails; a: name
    test,             // v args… → b; a: call shape, b: test
    test_unknown,     // fails; a: name
    negate,
    plus,
    logical_not,
    arithmetic,     // l r → v; c: binary
    concat,         // v… → s; a: count, c: escape mode
    compare,        // l r → b; c: binary
    compare_chain,  // l r → r, or → false and jump; c: binary, a: target
    // flow
    jump,                // a: target
    jump_if_false,       // v →
    jump_if_false_keep,  // v → v and jump, or →
    jump_if_true_keep,   // the same
    jump_if_given,       // b: slot, a: target
    // output
    text,            // a: constant
    output,          // v →; c: escape mode
    output_text,     // the same for what must be a text
    capture,         //
    capture_end,     // → s; c: escape mode
    generation,      //
    generation_end,  //
    // loops
    loop_begin,      // iterable →; b: slot of `loop` or no_slot, c: recursive
    loop_next,       // → item, or jump; a: target, c: accept at once
    loop_accept,     //
    loop_gather,     // item →; the filter said yes: keep it
    loop_gathered,   // iterate over what was kept
    loop_completed,  // an iteration reached the end of the body
    loop_end,        // jump when an iteration did; a: target
    unpack,          // v → vn … v1; a: count
    // functions
    make_macro,  // → m; a: function
    recurse,     // iterable → s; a: function
    parameter,   // b: slot, a: name: not given and without default
    leave_function,
    escape_set,  // v →; sets the dynamic escape mode, remembering the old one
    escape_reset,
    unsupported,
};

/// How output is escaped where an instruction stands: never, always, or as `escape_set` last said.
enum class escape_mode : std::uint8_t { off, on, dynamic };

inline constexpr std::uint16_t no_slot = 0xFFFF;

struct instruction {
    op code{};
    std::uint8_t c = 0;
    std::uint16_t b = 0;
    std::uint32_t a = 0;
};
static_assert(sizeof(instruction) == 8);

/// How the arguments of a call lie on the operand stack: positional, then keyword values, then *, then **.
struct call_shape {
    std::uint32_t positional = 0;
    std::uint32_t first_keyword = 0;  // in program::keywords
    std::uint32_t keywords = 0;
    bool spread = false;
    bool spread_keywords = false;
};

/// A macro, a call block, a recursive loop, or the template itself (number 0).
///
/// parameters  slots 0 … count - 1; their names in program::keywords
/// leaf        creates no closures, so its slots can be reused when it returns
struct function {
    std::uint32_t entry = 0;
    std::uint32_t slots = 0;
    std::uint32_t name = nothing;
    std::uint32_t first_parameter = 0;
    std::uint32_t parameters = 0;
    std::uint16_t caller_slot = no_slot;
    std::uint16_t varargs_slot = no_slot;
    std::uint16_t kwargs_slot = no_slot;
    bool explicit_caller = false;
    bool leaf = true;
};

struct program {
    std::string name{};
    pool literals{};
    std::string
        original{};  // the source as given, when it is not what literals.source holds (save the last newline)
    vec<instruction> code{};
    vec<std::uint32_t> places{};  // byte in the source, for each instruction
    vec<call_shape> shapes{};
    vec<name_id> keywords{};
    vec<function> functions{};
    std::uint32_t operands = 0;  // most operands one function has on the stack
};

}  // namespace parlance::jinja
