package import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel

/// A list cut into pieces that are read whole: the days of its period, or what each value of its filters lets through.
///
/// The pages of a list without a fixed order can repeat and leave out records, but nothing is lost where a piece is one
/// answer. A server that gives fewer at once is asked for the rest of the piece, and what it gives must be as many
/// different records as it says there are.
package struct ListPieces<R: DatasetRecord>: Sendable {
    private enum Cut: Sendable {
        case days(PayPeriod)
        case filters([[String: String]])
    }

    private let dataset: Dataset<R>
    private let ask: DatasetRequest
    private let cut: Cut

    /// - Parameter ask: what is asked of the whole list.
    /// - Returns: `nil` for a list that can't be asked for in pieces.
    package init?(_ dataset: Dataset<R>, of ask: DatasetRequest) {
        guard dataset.paging == .pages || dataset.paging == .offset else { return nil }
        self.dataset = dataset
        self.ask = ask
        if let period = ask.period, dataset.isByDay {
            cut = .days(period)
            return
        }
        var values: [[String: String]] = [[:]]
        for filter in dataset.filters where ask.filters[filter.name] == nil {
            guard case .choice(let words) = filter.kind else { continue }
            values = values.flatMap { set in words.map { set.merging([filter.name: $0]) { $1 } } }
        }
        guard values.count > 1 else { return nil }
        cut = .filters(values)
    }

    /// How many pieces there are.
    package var count: Int {
        switch cut {
        case .days(let period): period.days
        case .filters(let values): values.count
        }
    }

    /// The pieces as a list with a page for each.
    package func list(_ connection: APIConnection, lanes: Int) -> PagedList<R> {
        let lanes = (0..<max(lanes, 1)).map { _ -> PagedSource<R>.Lane in
            let lane = PageLane(connection, dataset)
            return { piece, _ in try await fetch(piece, lane) }
        }
        return PagedList(dataset, lanes: lanes, paging: .keyed, sendsLimit: true, keys: count)
    }

    /// What is asked for a piece, from 1, and what it is called.
    private func piece(_ number: Int) throws -> (ask: DatasetRequest, name: String) {
        var ask = ask
        ask.page = 1
        ask.pageSize = dataset.unorderedPageSize ?? dataset.pageSizes.upperBound
        switch cut {
        case .days(let period):
            let day = period.first + (number - 1)
            ask.period = try PayPeriod(first: day, last: day)
            return (ask, day.description)
        case .filters(let values):
            let set = values[number - 1]
            ask.filters.merge(set) { $1 }
            return (ask, set.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", "))
        }
    }

    /// All records of a piece as one page.
    private func fetch(_ number: Int, _ lane: PageLane<R>) async throws -> FetchedPage<R> {
        var (ask, name) = try piece(number)
        let page = try await lane.fetch(dataset.request(ask))
        let (total, most) = (page.envelope.totalCount.map(Int.init(clamping:)), page.chunk.count)
        guard most != total, total != nil || most > 0 && !page.envelope.saysNoMore else { return page }
        guard most > 0, most < total ?? .max else { throw ListPieces.incomplete(name, most, of: total) }
        ask.pageSize = most
        var bytes = ListPieces.lines(page.chunk)
        var (count, last) = (most, page.chunk.lastKey)
        var keys = page.chunk.spelledKeys
        while count < total ?? .max {
            ask.page += 1
            let next = try await lane.fetch(dataset.request(ask))
            if total == nil, next.chunk.count == 0 { break }
            guard next.envelope.totalCount.map(Int.init(clamping:)) == total,
                next.chunk.count == min(most, total.map { $0 - count } ?? next.chunk.count)
            else { throw ListPieces.incomplete(name, count + next.chunk.count, of: total) }
            var before = ask
            before.page -= 1
            if let last, try await lane.fetch(dataset.request(before)).chunk.lastKey != last {
                throw PagingState.changed("the record before page \(ask.page) of \(name) is another one")
            }
            let more = next.chunk.spelledKeys
            // Pages that bring nothing new would never end.
            if total == nil, !more.isEmpty, more.isSubset(of: keys) {
                let twice = more.map { singleLine(String(decoding: $0, as: UTF8.self)) }.sorted()
                throw ListPieces.again(twice, of: count + next.chunk.count, name)
            }
            keys.formUnion(more)
            bytes += ListPieces.lines(next.chunk)
            count += next.chunk.count
            last = next.chunk.lastKey
            if total == nil, next.chunk.count < most { break }
        }
        var chunk = Chunk<R>(bytes: bytes)
        try dataset.decoder().decodeLines(&chunk)
        try ListPieces.requireOnce(chunk, name)
        // What the first answer says of pages is no part of the piece.
        var envelope = PageEnvelope()
        (envelope.totalCount, envelope.leastCount) = (Int64(count), page.envelope.leastCount)
        return FetchedPage(chunk: chunk, envelope: envelope, fingerprint: [])
    }

    private static func requireOnce(_ chunk: Chunk<R>, _ name: String) throws {
        let twice = chunk.keysThatComeAgain
        guard !twice.isEmpty else { return }
        throw again(twice, of: chunk.count, name)
    }

    /// The error for records that came again.
    private static func again(_ twice: [String], of count: Int, _ name: String) -> RunError {
        RunError(
            .sourceChanged,
            "The server's list has no fixed order: \(twice.count) of the \(counted(count, "record")) of \(name) came again on a later page, "
                + "so as many others are missing: \(twice.prefix(5).joined(separator: ", ")). Nothing is published.",
            advice:
                "Fetch again with \(.startOver). If it happens again, the server must send all records of \(name) at once.",
            isRetryable: true)
    }

    private static func lines(_ chunk: Chunk<R>) -> [UInt8] {
        var bytes: [UInt8] = []
        for range in chunk.ranges {
            bytes += chunk.bytes[range]
            bytes.append(0x0A)
        }
        return bytes
    }

    private static func incomplete(_ name: String, _ count: Int, of total: Int?) -> RunError {
        RunError(
            .sourceIncomplete,
            "The server sent \(counted(count, "record")) of \(name), but reports \(total.map(String.init) ?? "no total").",
            advice: "Run the same command again. If it happens again, the server needs fixing.", isRetryable: true)
    }
}

extension PageEnvelope {
    /// Whether it says that no page follows.
    var saysNoMore: Bool { hasNext == false || totalPages == 1 }
}
