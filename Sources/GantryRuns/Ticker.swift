/// Tells the progress, also while `body` runs: a large file progresses long before it is there, and small ones are too
/// many to tell of each.
package func whileTelling<Result>(
    _ tell: @escaping @Sendable () -> Void, _ body: () async throws -> Result
) async rethrows -> Result {
    tell()
    defer { tell() }
    let ticker = Task {
        // Sleeping ends early only when the ticker is cancelled.
        while (try? await Task.sleep(for: .milliseconds(200))) != nil { tell() }
    }
    defer { ticker.cancel() }
    return try await body()
}
