/* The C face of simdjson's first stage.
 *
 * simdjson is a C++ library, so a shim is needed before Swift can call it. Only its vectorised first stage is used: it
 * checks UTF-8 and quoting and finds where every structural character, string and scalar of a text starts. Walking
 * those positions, and every conversion, is Swift. */
#ifndef CSIMDJSON_H
#define CSIMDJSON_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One reusable indexer and the memory for its positions. */
typedef struct gantry_json_indexer gantry_json_indexer;

enum {
    GANTRY_JSON_OK = 0,
    GANTRY_JSON_OUT_OF_MEMORY = 1,
    GANTRY_JSON_EMPTY = 2,
    GANTRY_JSON_UNCLOSED_STRING = 3,
    GANTRY_JSON_CONTROL_CHARACTER = 4,
    /* Positions are complete, but somewhere in the text there are bytes that are no UTF-8. */
    GANTRY_JSON_INVALID_UTF8 = 5,
    GANTRY_JSON_TOO_LARGE = 6,
    GANTRY_JSON_OTHER = 7
};

/* NULL when memory is exhausted. Freed with gantry_json_indexer_free. */
gantry_json_indexer *gantry_json_indexer_create(void);
void gantry_json_indexer_free(gantry_json_indexer *indexer);

/* Indexes `length` bytes at `text`; reads not one byte past them. On OK and INVALID_UTF8, `*positions` points at
 * `*count` rising byte offsets, owned by the indexer and valid until its next call. */
int gantry_json_index(gantry_json_indexer *indexer, const uint8_t *text, size_t length,
                      const uint32_t **positions, size_t *count);

/* Whether a backslash stands anywhere in `length` bytes at `text`. */
int gantry_json_has_escape(const uint8_t *text, size_t length);

/* Whether all `length` bytes at `text` are UTF-8. */
int gantry_json_is_utf8(const uint8_t *text, size_t length);

#ifdef __cplusplus
}
#endif
#endif
