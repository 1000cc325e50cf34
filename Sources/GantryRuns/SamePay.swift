package import GantryEngine

extension WorkspaceJournal {
    /// Published runs of pay that may hold entries of a run: those of its server and account, whatever their system is
    /// called, and those of its pipeline or its connection from another address or account of the system. A period comes
    /// from one source, so that one pipeline is one office, and so is one connection, whose address or account has
    /// changed.
    package func samePay(as run: RunID, from source: RunSource) async throws -> [RunHead] {
        try await heads(.kind(.payroll)).runs.filter { other in
            guard other.phase == .complete, let from = other.source else { return false }
            let isOneOffice =
                other.id.pipeline == run.pipeline
                || source.connection.map { $0 == from.connection } ?? false
            return source.matches(from) || isOneOffice && from.system == source.system
        }
    }
}
