#ifndef AIC_TOOLS_CMD_RECORD_H
#define AIC_TOOLS_CMD_RECORD_H

/* `aicsim record`: builds a kernel program with the recorder's headers and runs it. Returns the exit status. */
int aic_cmd_record(int argc, char **argv);

#endif
