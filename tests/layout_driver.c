/* `aicsim layout` alone, for the oracle: it needs none of the simulator. */
#include "tools/commands.h"

int main(int argc, char **argv)
{
    return argc < 2 ? 2 : aic_cmd_layout(argc - 1, argv + 1);
}
