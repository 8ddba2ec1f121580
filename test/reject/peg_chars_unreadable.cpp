#include <parlance/peg/text.hpp>

#ifdef MEND
constexpr auto parser = parlance::peg::chars<"a-z">;
#else
constexpr auto parser = parlance::peg::chars<"z-a">;
#endif

int main() { (void)parser; }
