package import GantryConnectors
internal import GantryEngine
internal import GantryJSON
package import GantryModel

/// Fetches a list without a fixed order day by day, each day whole.
///
/// Pages of such a list can repeat and leave out records, but nothing is lost where a day is one answer. A server that
/// gives fewer at once is asked for the rest of the day, and what it gives must be as many different records as it says
/// there are.
package struct DayLane<R: DatasetRecord>: Sendable {
    private let lane: PageLane<R>
    private let dataset: Dataset<R>
    private let filters: [String: String]
    private let size: Int

    package init(_ connection: APIConnection, _ dataset: Dataset<R>, filters: [String: String] = [:]) {
        lane = PageLane(connection, listKeys: dataset.listKeys)
        self.dataset = dataset
        self.filters = filters
        size = dataset.unorderedPageSize ?? 1_000
    }

    /// All records of a day as one page.
    package func fetch(_ day: CivilDate) async throws -> FetchedPage<R> {
        var ask = DatasetRequest(period: try PayPeriod(first: day, last: day), filters: filters, pageSize: size)
        let first = try await lane.fetch(dataset.request(ask))
        guard let total = first.envelope.totalCount.map(Int.init(clamping:)), total != first.chunk.count else {
            return first
        }
        let most = first.chunk.count
        guard most > 0, most < total else { throw incomplete(day, most, of: total) }
        ask.pageSize = most
        var bytes = Self.lines(first.chunk)
        var count = most
        while count < total {
            ask.page += 1
            let next = try await lane.fetch(dataset.request(ask))
            guard next.envelope.totalCount == Int64(total), next.chunk.count == min(most, total - count) else {
                throw incomplete(day, count + next.chunk.count, of: total)
            }
            bytes += Self.lines(next.chunk)
            count += next.chunk.count
        }
        var chunk = Chunk<R>(bytes: bytes)
        try R.makeDecoder().decodeLines(&chunk)
        var keys: Set<RecordKey> = []
        for record in UsableRecords(chunk) { keys.insert(record.key) }
        let repeats = count - chunk.rejects.count - keys.count
        guard repeats == 0 else {
            throw RunError(
                .sourceChanged,
                "The server's list has no fixed order: \(repeats) of the \(total) records of \(day) came again on a later page, "
                    + "so as many others are missing. Nothing is published.",
                advice:
                    "Fetch again with \(.startOver). If it happens again, the server must send more than \(most) records at once.",
                isRetryable: true)
        }
        return FetchedPage(chunk: chunk, envelope: first.envelope, fingerprint: [])
    }

    private static func lines(_ chunk: Chunk<R>) -> [UInt8] {
        var bytes: [UInt8] = []
        for range in chunk.ranges {
            bytes += chunk.bytes[range]
            bytes.append(0x0A)
        }
        return bytes
    }

    private func incomplete(_ day: CivilDate, _ count: Int, of total: Int) -> RunError {
        RunError(
            .sourceIncomplete, "The server sent \(count) records of \(day), but reports \(total).",
            advice: "Run the same command again. If it happens again, the server needs fixing.", isRetryable: true)
    }
}
