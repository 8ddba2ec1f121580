#include <parlance/peg/graphviz.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/peg/build.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(peg_graphviz)

BOOST_AUTO_TEST_CASE(rules_are_boxes_and_parts_are_numbered) {
    auto const a = parlance::peg::parse("tag t = 1 <- call \"\\\"q\"\ncall <- tag(t, [a-z]+)").value();
    BOOST_TEST(parlance::peg::graphviz(a, "g") == R"(digraph "g" {
  n0 [label="call", style=dashed, shape=box];
  n0 -> r0 [style=dashed];
  n1 [label="\"\\\"q\"", shape=plaintext];
  n2 [label="sequence"];
  n2 -> n0 [label=1];
  n2 -> n1 [label=2];
  n3 [label="[a-z]+", shape=plaintext];
  n4 [label="tag t"];
  n4 -> n3 [label=1];
  r0 [shape=box, label="call"];
  r0 -> n4;
  root [shape=point];
  root -> n2;
}
)");
}

BOOST_AUTO_TEST_CASE(parts_say_how_often_and_of_what_they_are) {
    parlance::peg::builder b;
    auto const x = b.literal("x");
    auto const two = b.sequence({x, b.literal("y")});
    auto const a = b.finish(b.sequence({b.repeat(two, 2), b.repeat(two, 3, 5), b.schema(7, two),
                                        b.token(9, two), b.gbnf("[a-z] \"q\"", two)}))
                       .value();
    std::string const drawn = parlance::peg::graphviz(a, "g");
    for (char const* const label :
         {"repeat 2+", "repeat 3..5", "schema 7", "token 9", "gbnf [a-z] \\\"q\\\""}) {
        BOOST_TEST(drawn.find("[label=\"" + std::string(label) + "\"]") != std::string::npos, label << " in\n"
                                                                                                    << drawn);
    }
}

BOOST_AUTO_TEST_SUITE_END()
