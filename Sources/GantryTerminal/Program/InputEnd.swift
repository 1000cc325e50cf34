internal import Dispatch
internal import Glibc

/// The end of standard input, which also comes when the process at its other end is killed.
package enum InputEnd {
    /// Waits for the end of a stream, which a signal makes, or of standard input where that counts.
    package static func wait(for stopped: AsyncStream<Never>, orInput: Bool) async {
        await withTaskGroup { group in
            group.addTask { for await _ in stopped {} }
            if orInput { group.addTask { for await _ in stream() {} } }
            await group.next()
            group.cancelAll()
        }
    }

    /// A stream that ends then.
    private static func stream() -> AsyncStream<Never> {
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        DispatchQueue(label: "gantry.input").async {
            var byte: UInt8 = 0
            while true {
                let count = unsafe read(STDIN_FILENO, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { break }
            }
            end.finish()
        }
        return ended
    }
}
