#ifndef GANTRY_CXLSXWRITER_SHIM_H
#define GANTRY_CXLSXWRITER_SHIM_H

/* libxlsxwriter (Debian: libxlsxwriter-dev): writes Excel workbooks. */
#include <xlsxwriter.h>

/* Opens a workbook whose rows are written to temporary files in a folder as they come. In C because the options hold
 * the folder as a pointer to changeable bytes. */
static inline lxw_workbook *gantry_xlsx_open(const char *path, const char *folder) {
    lxw_workbook_options options = {.constant_memory = LXW_TRUE, .tmpdir = (char *)folder, .use_zip64 = LXW_FALSE};
    return workbook_new_opt(path, &options);
}

/* Sets the title and the time of creation. In C because the library declares texts that it only reads as changeable. */
static inline lxw_error gantry_xlsx_describe(lxw_workbook *workbook, const char *title, long created) {
    lxw_doc_properties properties = {.title = (char *)title, .comments = (char *)"Written by Gantry", .created = created};
    return workbook_set_properties(workbook, &properties);
}

#endif
