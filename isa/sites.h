/* Lines of kernel source from which records come. A trace names them in comments (`# at kernel.asc:84`), a recorder
 * knows them; either way a record carries the number of its site (aic_record.file), and findings and events hand it
 * on. */
#ifndef AIC_ISA_SITES_H
#define AIC_ISA_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/fields.h"

struct aic_site {
    const char *file; /* the table's; as the compiler or the trace named it */
    uint32_t line;    /* from 1 */
};

/* Numbers count from 1; 0 is no site. */
struct aic_sites {
    char **files;
    uint32_t n_files, room_files;
    uint32_t *file_slots; /* open addressing, 2 * room_files of them: index of the file + 1; 0: free */
    struct aic_site *at;
    uint32_t n, room;
    uint32_t *slots; /* open addressing, number of the site; 0: free */
    uint32_t n_slots;
    uint32_t last; /* file found last */
};

/* Number of a site, which is made when it is new; 0 when out of memory. */
uint32_t aic_sites_number(struct aic_sites *sites, struct aic_text file, uint32_t line);

/* The site of a number; NULL when there is none. */
const struct aic_site *aic_sites_find(const struct aic_sites *sites, uint32_t number);
void aic_sites_free(struct aic_sites *sites);

/* What stands behind `# at `: FILE:LINE, up to the end or to a blank and `#`. The file may hold blanks and colons.
 * True with file, line, and in *rest what follows. */
bool aic_site_parse(struct aic_text text, struct aic_text *file, uint32_t *line, struct aic_text *rest);

/* Whether a file's name can stand in a comment: it has a letter and no line ends. */
bool aic_site_printable(const char *file);

#endif
