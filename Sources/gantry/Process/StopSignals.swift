internal import Dispatch
internal import Glibc

/// SIGINT, SIGTERM and SIGHUP as requests: the first asks for an end at a checkpoint, the second ends at once.
///
/// They are blocked in every thread and taken by one that waits for them, so that no code runs inside a signal handler.
enum StopSignals {
    /// Blocks the signals in this thread and those that it begins later; call it before there are others.
    ///
    /// A signal that the caller had ignored (`nohup`) stays ignored.
    static func block() -> StopSignalSet {
        StopSignalSet(numbers: [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) })
    }

    static func name(_ number: Int32) -> String {
        switch number {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        default: "signal \(number)"
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0, let handler = unsafe action.__sigaction_handler.sa_handler else {
            return false
        }
        // SIG_IGN is the address 1 (signal.h).
        return unsafe unsafeBitCast(handler, to: Int.self) == 1
    }
}

/// Signals that are blocked and waited for.
struct StopSignalSet: Sendable {
    let numbers: [Int32]

    fileprivate init(numbers: [Int32]) {
        self.numbers = numbers
        mask(SIG_BLOCK)
    }

    /// Waits for the signals in a thread of its own until the process ends.
    ///
    /// - Parameter first: called with the first signal. The second ends the process as if nobody had waited for it.
    func watch(_ first: @escaping @Sendable (Int32) -> Void) {
        guard !numbers.isEmpty else { return }
        DispatchQueue(label: "gantry.signals").async {
            first(next())
            let second = next()
            _ = signal(second, SIG_DFL)
            mask(SIG_UNBLOCK)
            _ = kill(getpid(), second)
        }
    }

    private func next() -> Int32 {
        var set = self.set
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
        return number
    }

    private func mask(_ how: Int32) {
        var set = self.set
        _ = unsafe pthread_sigmask(how, &set, nil)
    }

    private var set: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        return set
    }
}
