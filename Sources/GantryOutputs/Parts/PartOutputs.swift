package import GantryEngine

/// Outputs whose files grow in a set of parts until they are sealed.
package protocol PartOutputs: BatchOutputs {
    nonisolated var parts: PartSet<R> { get }
}

extension PartOutputs {
    package func open(at marks: [FileCheckpoint]) async throws -> Bool { try await parts.open(at: marks) }
    package func startOver() async throws { try await parts.startOver() }
    package func write(_ checked: Checked<R>, from first: Int) async throws {
        try await parts.write(checked, from: first)
    }
    package func checkpoint() async throws -> [FileCheckpoint] { try await parts.checkpoint() }
}
