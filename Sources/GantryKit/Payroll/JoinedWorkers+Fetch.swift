internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryModel
internal import GantryPayroll

extension JoinedWorkers {
    /// Fetches every worker; `others` names further fields that outputs show.
    /// - Returns: the workers, and whether nothing shows that the list is whole.
    static func fetch(
        _ connection: APIConnection, others: [String]
    ) async throws -> (
        people: [Roster.Person], isUnproven: Bool
    ) {
        var people: [Roster.Person] = []
        var seen: Set<Int64> = []
        var twice: [Int64] = []
        let source = PagedList(connection, Worker.dataset, lanes: 1) { page, _ in
            KSRCranes.workersList(page: page)
        }.source(
            at: SourcePosition(pageSize: 1_000), most: PagedList<Worker>.mostKept)
        while let chunk = try await source.next() {
            try people.append(contentsOf: persons(chunk, others, before: people.count))
            let ids = Set(chunk.records.map(\.id))
            twice += ids.intersection(seen).sorted()
            seen.formUnion(ids)
        }
        let position = await source.position()
        if let total = position.statedTotal, total != position.records { throw incomplete(position.records, total) }
        // A worker on two pages stands where another may be missing.
        guard twice.isEmpty else { throw PagingState.twice(twice.map(String.init)) }
        return (people, position.isUnproven == true)
    }

    private static func incomplete(_ count: Int, _ total: Int) -> RunError {
        RunError(
            .sourceIncomplete, "The worker list has \(count) workers, but reports \(total).",
            advice: "The server must send the whole list, because pay needs every worker's name and rate.",
            isRetryable: true)
    }
}
