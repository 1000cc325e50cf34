#include "CSimdJSON.h"

#include <simdjson.h>

#include <cstring>
#include <memory>
#include <new>

using simdjson::error_code;

struct gantry_json_indexer {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> stage;
};

extern "C" gantry_json_indexer *gantry_json_indexer_create(void) {
    return new (std::nothrow) gantry_json_indexer();
}

extern "C" void gantry_json_indexer_free(gantry_json_indexer *indexer) { delete indexer; }

extern "C" int gantry_json_index(gantry_json_indexer *indexer, const uint8_t *text, size_t length,
                                 const uint32_t **positions, size_t *count) {
    *positions = nullptr;
    *count = 0;
    if (length == 0) return GANTRY_JSON_EMPTY;
    if (length > simdjson::SIMDJSON_MAXSIZE_BYTES) return GANTRY_JSON_TOO_LARGE;
    error_code error = simdjson::SUCCESS;
    if (!indexer->stage) {
        error = simdjson::get_active_implementation()->create_dom_parser_implementation(length, 1, indexer->stage);
    } else if (indexer->stage->capacity() < length) {
        error = indexer->stage->set_capacity(length);
    }
    if (error) {
        indexer->stage.reset();
        return GANTRY_JSON_OUT_OF_MEMORY;
    }
    error = indexer->stage->stage1(text, length, simdjson::stage1_mode::regular);
    switch (error) {
    case simdjson::SUCCESS:
    case simdjson::UTF8_ERROR:
        *positions = indexer->stage->structural_indexes.get();
        *count = indexer->stage->n_structural_indexes;
        return error == simdjson::SUCCESS ? GANTRY_JSON_OK : GANTRY_JSON_INVALID_UTF8;
    case simdjson::EMPTY:
        return GANTRY_JSON_EMPTY;
    case simdjson::UNCLOSED_STRING:
        return GANTRY_JSON_UNCLOSED_STRING;
    case simdjson::UNESCAPED_CHARS:
        return GANTRY_JSON_CONTROL_CHARACTER;
    default:
        return GANTRY_JSON_OTHER;
    }
}

extern "C" int gantry_json_has_escape(const uint8_t *text, size_t length) {
    return std::memchr(text, '\\', length) != nullptr ? 1 : 0;
}

extern "C" int gantry_json_is_utf8(const uint8_t *text, size_t length) {
    return simdjson::validate_utf8(reinterpret_cast<const char *>(text), length) ? 1 : 0;
}
