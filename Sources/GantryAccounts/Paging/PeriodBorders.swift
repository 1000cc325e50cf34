package import GantryConnectors
package import GantryEngine
internal import GantryHTTP
internal import GantryModel

/// Proves that the list of a period has the records of its first and its last day.
///
/// A server that ends before the last day, compares times with its midnight or counts days in another zone leaves
/// records out, and every other proof of the list holds. Asked for a day more, it sends them.
package struct PeriodBorders<R: DatasetRecord>: Sendable {
    /// The first or the last day.
    private struct Border {
        let name: String
        let day: CivilDate
        /// The day, and the one beyond the period.
        let beyond: PayPeriod
        /// The same side of the period, with a day of it that isn't at this border where it has one.
        let within: PayPeriod
        /// The keys of the records that the list may lack.
        var missing: Set<[UInt8]> = []
    }

    private let name: String
    private let pageSize: Int
    private let days: @Sendable (R) -> ClosedRange<CivilDate>?
    private let borders: [Border]
    private let list: @Sendable (PayPeriod) -> PagedList<R>

    /// - Parameters:
    ///   - dataset: as the connection's contract has it.
    ///   - ask: what is asked of the whole list.
    /// - Returns: `nil` for a list that the server isn't asked for by days, and for one that is asked for key by key.
    package init?(
        _ connection: APIConnection, of dataset: Dataset<R>, asking ask: DatasetRequest, pageSize: Int
    ) throws {
        guard dataset.periodRule == .asked, dataset.paging != .keyed, let days = dataset.days, let period = ask.period
        else { return nil }
        let (first, last) = (period.first, period.last)
        name = dataset.name
        self.pageSize = pageSize
        self.days = days
        borders = [
            Border(
                name: "first", day: first, beyond: try PayPeriod(first: first - 1, last: first),
                within: try PayPeriod(first: first, last: min(first + 1, last))),
            Border(
                name: "last", day: last, beyond: try PayPeriod(first: last, last: last + 1),
                within: try PayPeriod(first: max(first, last - 1), last: last)),
        ]
        list = { period in
            var ask = ask
            ask.period = period
            return PagedList(connection, of: dataset, lanes: 1, asking: ask, provesAsked: false)
        }
    }

    /// Asks for the days round both ends of the period.
    ///
    /// A record that the list lacks can have been entered while it was read. So the server is asked for the days within
    /// the period again, and then once more for those beyond it, since it can also have been removed. A server that
    /// refuses such a list or breaks at it shows nothing, and what is of other days needn't be usable.
    ///
    /// - Parameter landed: the list; `nil` where it wasn't read whole.
    /// - Throws: `RunError.sourceChanged` where the server gives a record within the period that the list lacks: it was
    ///   entered since, or the list isn't whole. Read again, it has the record only in the first case.
    package func requireAll(in landed: (any ChunkSource<R>)?) async throws {
        var borders = borders
        for index in borders.indices {
            borders[index].missing = try await keys(of: borders[index].day, in: borders[index].beyond) ?? []
        }
        guard borders.contains(where: { !$0.missing.isEmpty }) else { return }
        while let chunk = try await landed?.next() {
            for index in borders.indices { borders[index].missing.subtract(keys(of: borders[index].day, in: chunk)) }
        }
        for border in borders where !border.missing.isEmpty {
            guard let within = try await keys(of: border.day, in: border.within) else { continue }
            let late = border.missing.intersection(within)
            guard landed == nil || late.isEmpty else { throw PagingState.lacks(late, of: border.day.description) }
            var missing = border.missing.subtracting(within)
            guard !missing.isEmpty else { continue }
            missing.formIntersection(try await keys(of: border.day, in: border.beyond) ?? [])
            guard !missing.isEmpty else { continue }
            throw error(border, missing)
        }
    }

    /// The keys of the records that the server gives of a day when it is asked for a period; `nil` where it refuses.
    private func keys(of day: CivilDate, in period: PayPeriod) async throws -> Set<[UInt8]>? {
        let source = list(period).source(at: SourcePosition(pageSize: pageSize))
        var found: Set<[UInt8]> = []
        do {
            while let chunk = try await source.next() { found.formUnion(keys(of: day, in: chunk)) }
            try await source.position().requireAll()
        } catch  where error.showsNothing {
            return nil
        }
        return found
    }

    private func keys(of day: CivilDate, in chunk: Chunk<R>) -> Set<[UInt8]> {
        Set(
            UsableRecords(chunk).lazy.filter { days($0)?.contains(day) == true }
                .map { chunk.spelled($0.key) })
    }

    private func error(_ border: Border, _ missing: Set<[UInt8]>) -> RunError {
        let (within, beyond) = (border.within, border.beyond)
        return RunError(
            .sourceIncomplete,
            "The server has \(counted(missing.count, "record")) of \(border.day), the \(border.name) day of the period, that it leaves out: "
                + "\(PagingState.listed(missing)). Asked for \(beyond.first) to \(beyond.last) it sends "
                + "\(missing.count == 1 ? "it" : "them"), and asked for \(within.first) to \(within.last) it doesn't. It seems to "
                + (border.name == "last" ? "end before the last day, or to " : "begin after the first day, or to ")
                + "count days in another zone than the description. "
                + (border.name == "last"
                    ? "{to:next} in place of {to} asks for the day after the last one, "
                    : "{from:before} in place of {from} asks for the day before the first one, ")
                + "{from:start} and {to:end} ask for moments.",
            advice: "Correct period in the description of \(name), then run again with \(.startOver).")
    }
}
