// The entry of libFuzzer for programs that have a main of their own (LLVM, compiler-rt/lib/fuzzer/FuzzerInterface.h).
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
