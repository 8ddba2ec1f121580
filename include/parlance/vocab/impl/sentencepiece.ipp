// parlance/vocab/impl/sentencepiece.ipp - definitions of what parlance/vocab/sentencepiece.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/sentencepiece.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/position.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/detail/bytes.hpp>
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/tokenizer_info.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::vocab::detail {

/// Reads the fields of one protobuf message.
class message_cursor {
public:
    explicit message_cursor(std::string_view bytes, stop_token stop = {}) noexcept : in_(bytes, stop) {}

    /// Moves to the next field; false at the end and on an error.
    PARLANCE_DECL bool next() noexcept;
    [[nodiscard]] std::uint64_t field() const noexcept { return field_; }
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
    [[nodiscard]] std::string_view payload() const noexcept { return payload_; }
    [[nodiscard]] diagnostic const& error() const noexcept { return in_.error(); }
    [[nodiscard]] bool ok() const noexcept { return in_.ok(); }

private:
    PARLANCE_DECL std::uint64_t varint() noexcept;

    file_cursor in_;
    std::uint64_t field_ = 0;
    std::uint64_t number_ = 0;
    std::string_view payload_;
};

/// Adds a piece of a type of ModelProto.SentencePiece; what is wrong with it, if anything is.
[[nodiscard]] PARLANCE_DECL note add_piece(token_list_builder& out, std::string_view text,
                                           std::uint64_t type);

/// The tokens and the texts of those two that begin and end a text, which the trainer names.
[[nodiscard]] PARLANCE_DECL result<tokenizer_info> finished(token_list_builder out, std::uint64_t beginning,
                                                            std::uint64_t ending, std::size_t logits);

bool message_cursor::next() noexcept {
    if (!in_.ok() || in_.left() == 0) {
        return false;
    }
    std::uint64_t const tag = varint();
    field_ = tag >> 3;
    number_ = 0;
    payload_ = in_.take(0);
    switch (tag & 7) {
    case 0: number_ = varint(); break;
    case 1: in_.take(8); break;
    case 2: payload_ = in_.take(varint()); break;
    case 5: in_.take(4); break;
    default: in_.fail(errc::malformed_file, "not a protobuf message");
    }
    if (field_ == 0) {
        in_.fail(errc::malformed_file, "not a protobuf message");
    }
    return in_.ok();
}

std::uint64_t message_cursor::varint() noexcept {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
        std::uint8_t const b = in_.u8();
        value |= shift < 64 ? std::uint64_t{b & 0x7Fu} << shift : 0;
        if ((b & 0x80) == 0) {
            return value;
        }
    }
    in_.fail(errc::malformed_file, "a number of more than ten bytes");
    return 0;
}

note add_piece(token_list_builder& out, std::string_view text, std::uint64_t type) {
    int const byte = byte_token(text);
    char const c = static_cast<char>(byte);
    switch (type) {
    case 1: out.add(with_spaces(text)); return {};
    case 2:
    case 3: out.add(text, token_kind::control); return {};
    case 4: out.add(with_spaces(text), token_kind::user_defined); return {};
    case 5: out.add(text, token_kind::unused); return {};
    case 6:
        if (byte < 0) {
            return note{"a byte piece is spelled <0x00> to <0xFF>"};
        }
        out.add({&c, 1}, token_kind::byte);
        return {};
    default: return note{"piece type "}.append_number(type);
    }
}

result<tokenizer_info> finished(token_list_builder out, std::uint64_t beginning, std::uint64_t ending,
                                std::size_t logits) {
    if (ending < out.size()) {
        out.end(static_cast<token_id>(ending));
    }
    mark_endings(out);
    out.pad(logits);
    auto const text = [&](std::uint64_t id) {  // -1 where the model has none
        bool const is_special = id < out.size() && out.kind(static_cast<token_id>(id)) == token_kind::control;
        return std::string(is_special ? out.text(static_cast<token_id>(id)) : std::string_view{});
    };
    std::string bos = text(beginning);
    std::string eos = text(ending);
    auto tokens = std::move(out).finish();
    if (!tokens) {
        return tokens.error();
    }
    return tokenizer_info{*std::move(tokens), std::move(bos), std::move(eos), {}};
}

result<tokenizer_info> sentencepiece_info(std::string_view bytes, std::size_t logits, limits const& bounds) {
    auto const offset = [&](std::string_view part, std::size_t at) {
        return static_cast<std::size_t>(part.data() - bytes.data()) + at;
    };
    token_list_builder out(bounds);
    std::uint64_t beginning = 1;  // TrainerSpec's defaults
    std::uint64_t ending = 2;
    message_cursor model(bytes, bounds.stop);
    while (!out.stopped() && model.next()) {
        if (model.field() != 1 && model.field() != 2) {
            continue;
        }
        bool const is_piece = model.field() == 1;
        std::string_view text;
        std::uint64_t type = 1;
        message_cursor part(model.payload(), bounds.stop);
        while (part.next()) {
            if (is_piece && part.field() == 1) {
                text = part.payload();
            } else if (is_piece && part.field() == 3) {
                type = part.number();
            } else if (!is_piece && part.field() == 41) {
                beginning = part.number();
            } else if (!is_piece && part.field() == 42) {
                ending = part.number();
            }
        }
        if (!part.ok()) {
            return file_error(part.error().code, offset(model.payload(), part.error().at.offset),
                              part.error().hint);
        }
        if (!is_piece) {
            continue;
        }
        if (out.size() == bounds.tokens) {
            return file_error(errc::too_many_tokens, offset(model.payload(), 0),
                              note{"limits.tokens is "}.append_number(bounds.tokens));
        }
        if (note const wrong = add_piece(out, text, type); !wrong.empty()) {
            return file_error(errc::malformed_file, offset(model.payload(), 0), wrong);
        }
    }
    if (!model.ok()) {
        return model.error();
    }
    if (out.size() == 0 && !out.stopped()) {
        return file_error(errc::unsupported_file, 0, "no pieces: not a SentencePiece model");
    }
    return finished(std::move(out), beginning, ending, logits);
}

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

result<token_list> read_sentencepiece(std::string_view bytes, std::size_t logits, limits const& bounds) {
    auto made = detail::sentencepiece_info(bytes, logits, bounds);
    if (!made) {
        return made.error();
    }
    return std::move(made->tokens);
}

}  // namespace parlance::vocab
