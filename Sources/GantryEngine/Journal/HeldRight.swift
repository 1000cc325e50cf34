/// A right that this process has until it gives it back.
package struct HeldRight: Sendable {
    private let holder: Task<Void, any Error>
    private let end: AsyncStream<Void>.Continuation

    /// Gives it back. Throws nothing: a right that can't be given back ends by itself.
    package func release() async {
        end.finish()
        _ = await holder.result
    }

    fileprivate init(_ holder: Task<Void, any Error>, _ end: AsyncStream<Void>.Continuation) {
        self.holder = holder
        self.end = end
    }
}

extension WorkspaceJournal {
    /// Does something while no other process holds any of these rights, which are taken in order.
    package func whileHolding<T: Sendable>(
        _ rights: [JournalRight], _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        guard let first = rights.first else { return try await body() }
        return try await whileHolding(first) { try await whileHolding(Array(rights.dropFirst()), body) }
    }

    /// Takes a right for as long as its holder likes, where the work can't move to another task as
    /// ``whileHolding(_:_:)`` asks.
    ///
    /// - Throws: `JournalError.heldByAnother` while another process has it.
    package func hold(_ right: JournalRight) async throws -> HeldRight {
        let (taken, isTaken) = AsyncStream.makeStream(of: Void.self)
        let (released, end) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            defer { isTaken.finish() }
            try await whileHolding(right) {
                isTaken.yield()
                for await _ in released {}
            }
        }
        for await _ in taken { return HeldRight(holder, end) }
        // It was refused, or the caller is cancelled.
        end.finish()
        try await holder.value
        throw CancellationError()
    }
}
