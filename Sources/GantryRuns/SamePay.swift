package import GantryEngine

extension WorkspaceJournal {
    /// Published runs of pay that may hold entries of a run: those of its server and account, and those of its pipeline
    /// from another address or account of the system. A period comes from one source, so that one pipeline is one
    /// office, whose connection has changed.
    package func samePay(as run: RunID, from source: RunSource) async throws -> [RunHead] {
        let own = try await heads(.from(address: source.address, account: source.account)).runs.filter {
            $0.source.map(source.matches) ?? false
        }
        let before = try await heads(.of(pipeline: run.pipeline)).runs.filter {
            $0.source.map { $0.system == source.system && !source.matches($0) } ?? false
        }
        return (own + before).filter { $0.paysPeople && $0.phase == .complete }
    }
}
