import Glibc

/// Runs `work` on a thread of its own, so that servers that block never hold up the test's tasks.
func onOwnThread(_ work: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(work))
    let result = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().work() }
            return nil
        }, box.toOpaque())
    precondition(result == 0, "no thread: \(result)")
    pthread_detach(thread)
}

/// Runs blocking work without blocking a task's thread.
func blocking<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
        onOwnThread { continuation.resume(with: Result { try work() }) }
    }
}

/// A text that explains why a test can't run or what it saw.
struct TestFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The time `work` takes.
func time(_ work: () async throws -> Void) async rethrows -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    try await work()
    return clock.now - start
}
