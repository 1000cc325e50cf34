// ICU's table of contents with nothing in it, as its own stubdata has it. Linked in the place of the 34 MB of languages and
// calendars that Foundation brings: Gantry writes dates, numbers and messages itself, for every locale alike. The build names the
// symbol, which carries ICU's version.
#include <stdint.h>

__attribute__((aligned(16))) const struct {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size, info_reserved;
    uint8_t is_big_endian, charset_family, char_size, reserved;
    uint8_t format[4], format_version[4], data_version[4], padding[8];
    uint32_t count, count_reserved, entry[4];
} ICU_DATA = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .char_size = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};
