internal import Glibc
internal import Synchronization

/// Standard output for reports, standard error for everything else.
///
/// A failed write never ends the program: what failed on standard output is kept and reported at the end.
package final class Console: Sendable {
    package let outStyle: TextStyle
    package let errorStyle: TextStyle
    /// Whether standard error is a terminal that a line can be rewritten on.
    package let canRewriteLines: Bool
    /// Whether standard output is a terminal.
    package let isOutTerminal: Bool
    private let problem = Mutex<String?>(nil)

    package init(color: ColorChoice, environment: [String: String]) {
        isOutTerminal = isatty(STDOUT_FILENO) == 1
        let isErrorTerminal = isatty(STDERR_FILENO) == 1
        outStyle = TextStyle(
            color, isTerminal: isOutTerminal, environment: environment,
            width: isOutTerminal ? Console.width(of: STDOUT_FILENO) : nil)
        errorStyle = TextStyle(
            color, isTerminal: isErrorTerminal, environment: environment,
            width: isErrorTerminal ? Console.width(of: STDERR_FILENO) : nil)
        canRewriteLines = isErrorTerminal && TextStyle.isCapable(environment)
    }

    /// Writes lines to standard output.
    package func report(_ lines: [String]) {
        guard !lines.isEmpty, outProblem == nil else { return }
        if let error = write(lines.joined(separator: "\n") + "\n", to: STDOUT_FILENO) {
            problem.withLock { $0 = error }
        }
    }

    /// Why standard output could not take something; `nil` while it did.
    package var outProblem: String? { problem.withLock { $0 } }

    /// Writes to standard error. A failure of that can't be reported anywhere.
    package func log(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    package func log(_ lines: [String]) {
        if !lines.isEmpty { log(errorStyle.fitted(lines).joined(separator: "\n") + "\n") }
    }

    /// Columns of the terminal behind a descriptor; `nil` if it isn't a terminal or doesn't say.
    package func width(of descriptor: Int32) -> Int? { Console.width(of: descriptor) }

    private static func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// - Returns: the system's words for what went wrong.
    private func write(_ text: String, to descriptor: Int32) -> String? {
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
            }
            if count > 0 {
                done += count
                continue
            }
            let reason = errno
            if reason == EINTR { continue }
            if reason == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
                continue
            }
            return reason == EBADF ? "it is closed" : unsafe String(cString: strerror(reason))
        }
        return nil
    }
}
