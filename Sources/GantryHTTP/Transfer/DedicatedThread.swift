import Glibc

/// A thread for blocking work, so that no thread of Swift's pool waits for a server.
enum DedicatedThread {
    private final class Work {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Runs `work` on a new thread, which is the only one to touch what `work` holds from then on.
    ///
    /// - Returns: The system's error number when it gives no thread, else 0. Without a thread `work` does not run.
    static func start(_ work: @escaping () -> Void) -> Int32 {
        let retained = unsafe Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                DedicatedThread.blockSignals()
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, unsafe retained.toOpaque())
        guard result == 0 else {
            unsafe retained.release()
            return result
        }
        pthread_detach(thread)
        return 0
    }

    /// Signals are for the program's own threads; and a write to a closed connection must be an error, not a SIGPIPE.
    private static func blockSignals() {
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
    }
}
