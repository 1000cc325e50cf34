// Gives readers what libFuzzer makes: gantry-fuzz READER [OPTIONS OF LIBFUZZER]. Scripts/fuzz builds and runs it.

import CFuzzer
import Foundation

guard chosen != nil else {
    print(readers.keys.sorted().joined(separator: "\n"))
    exit(CommandLine.argc == 1 ? 0 : 64)
}
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv + 1
exit(
    unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        guard size > 0, let data = unsafe data else { return 0 }
        try? chosen?(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    })
