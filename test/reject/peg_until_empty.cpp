#include <parlance/peg/text.hpp>

#ifdef MEND
constexpr auto parser = parlance::peg::until<"</a>">;
#else
constexpr auto parser = parlance::peg::until<"">;
#endif

int main() { (void)parser; }
