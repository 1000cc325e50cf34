internal import Dispatch
internal import Glibc

/// The end of standard input, which also comes when the process at its other end is killed.
enum InputEnd {
    /// A stream that ends then.
    static func stream() -> AsyncStream<Never> {
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
