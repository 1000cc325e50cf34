internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryModel
internal import GantryPayroll

extension JoinedWorkers {
    /// Fetches every worker; `others` names further fields that outputs show.
    static func fetch(_ connection: APIConnection, others: [String]) async throws -> [Roster.Person] {
        let list = try await read(connection, others)
        guard list.comesAgain else { return list.people }
        // Records that came again on another page may hide that as many are missing.
        guard try await read(connection, others).names == list.names else {
            throw RunError(
                .sourceChanged,
                "The worker list changed order while it was being read: workers appeared again on later pages, and a second reading "
                    + "of the list gave different ones. Some may be missing.",
                advice: "Run again when nobody is changing workers.", isRetryable: true)
        }
        return list.people
    }

    private struct List {
        var people: [Roster.Person] = []
        var names = RecordNames()
        /// The sum over all pages of how many different workers each has.
        var numbersOfPages = 0

        /// Whether a worker is on two pages.
        var comesAgain: Bool { numbersOfPages > Set(people.map(\.id)).count }
    }

    private static func read(_ connection: APIConnection, _ others: [String]) async throws -> List {
        var list = List()
        let source = PagedList<Worker>(
            connection, lanes: 1, paging: Worker.dataset.paging, listKeys: KSRCranes.workerKeys
        ) { page, _ in KSRCranes.workersList(page: page) }.source(at: SourcePosition(pageSize: 1_000))
        while let chunk = try await source.next() {
            try list.people.append(contentsOf: persons(chunk, others, before: list.people.count))
            list.names.add(DatasetRules<Worker>.names(of: chunk))
            list.numbersOfPages += Set(chunk.records.map(\.id)).count
        }
        let position = await source.position()
        if let total = position.statedTotal, total != position.records { throw incomplete(position.records, total) }
        return list
    }

    private static func incomplete(_ count: Int, _ total: Int) -> RunError {
        RunError(
            .sourceIncomplete, "The worker list has \(count) workers, but reports \(total).",
            advice: "The server must send the whole list, because pay needs every worker's name and rate.",
            isRetryable: true)
    }
}
