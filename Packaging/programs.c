// The start of the installed program, which is gantry and gantry-sandbox in one, so that the Swift libraries are there once. The name
// that it is called by says which of the two it is.
#include <string.h>

int gantry_main(int count, char **words);
int gantry_sandbox_main(int count, char **words);

int main(int count, char **words) {
    const char *path = count > 0 ? words[0] : "", *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    return strcmp(name, "gantry-sandbox") == 0 ? gantry_sandbox_main(count, words) : gantry_main(count, words);
}
