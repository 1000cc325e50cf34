internal import Dispatch
internal import Glibc
internal import Synchronization

/// SIGINT, SIGTERM and SIGHUP as requests: the first asks for an end at a checkpoint, the second ends at once.
///
/// Until ``watch(_:)`` is called they end the process as usual.
final class StopSignals: Sendable {
    /// A signal that the caller had ignored (`nohup`) stays ignored.
    private let numbers = [SIGINT, SIGTERM, SIGHUP].filter { !StopSignals.isIgnored($0) }
    private let count = Mutex<UInt>(0)

    /// Waits for the signals until the process ends. When this returns, none of them ends it at once any more.
    ///
    /// - Parameter first: called with the first signal. The second ends the process as if the signal weren't handled.
    func watch(_ first: @escaping @Sendable (Int32) -> Void) {
        let queue = DispatchQueue(label: "gantry.signals")
        let ready = DispatchSemaphore(value: 0)
        for number in numbers {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            // The handler holds its source, which so lives as long as the process.
            source.setEventHandler { [self] in
                let new = source.data
                let before = count.withLock { count in
                    defer { count += new }
                    return count
                }
                if before == 0 { first(number) }
                if before + new > 1 { StopSignals.end(by: number) }
            }
            source.setRegistrationHandler { ready.signal() }
            source.resume()
        }
        // Until a source is registered, which another thread does, its signal still ends the process.
        for _ in numbers { ready.wait() }
    }

    static func name(_ number: Int32) -> String {
        switch number {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        default: "signal \(number)"
        }
    }

    /// Ends the process as the unhandled signal would, so that the caller sees which it was.
    private static func end(by number: Int32) {
        _ = signal(number, SIG_DFL)
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, number)
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        _ = kill(getpid(), number)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0, let handler = unsafe action.__sigaction_handler.sa_handler
        else {
            return false
        }
        // SIG_IGN is the address 1 (signal.h).
        return unsafe unsafeBitCast(handler, to: Int.self) == 1
    }
}
