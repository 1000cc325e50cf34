package import GantryConnectors
package import GantryEngine
internal import GantryHTTP
package import GantryModel

extension Dataset {
    /// Proves that a server that was asked for days gave records of these days only: one that doesn't know the parameters
    /// of the request answers with all that it has, or with none.
    ///
    /// - Parameter period: what it was asked for.
    package func requireInside(_ period: PayPeriod, _ chunk: borrowing Chunk<R>) throws(RunError) {
        guard periodRule == .asked, let days else { return }
        var nextReject = 0
        for index in 0..<chunk.count {
            while nextReject < chunk.rejects.count, chunk.rejects[nextReject].index < index { nextReject += 1 }
            if nextReject < chunk.rejects.count, chunk.rejects[nextReject].index == index { continue }
            guard let found = days(chunk.records[index]),
                found.upperBound < period.first || found.lowerBound > period.last
            else { continue }
            let key = singleLine(String(decoding: chunk.spelled(chunk.records[index].key), as: UTF8.self))
            throw RunError(
                .sourceIncomplete,
                "The server was asked for \(period.first) to \(period.last), and sent \(key) of \(found.lowerBound). "
                    + "It doesn't know the parameters that ask for days.",
                advice:
                    "Check the names and values under period in the description of \(name), then run again with \(.startOver)."
            )
        }
    }

    /// Proves that a list without records for the days that were asked for has none: a server that doesn't know the
    /// parameters of the request can answer with none, too.
    ///
    /// Where the list without days has a record, the server must give one for the day of that record. A server that
    /// refuses the list without days, or breaks at it, insists on the parameters, so it knows them.
    ///
    /// - Parameters:
    ///   - page: what came for `ask`; nothing more is asked where it has a record, or isn't the first.
    ///   - lane: one that isn't fetching.
    package func requireKnown(
        _ ask: DatasetRequest, emptyIs page: borrowing Chunk<R>, _ lane: PageLane<R>
    ) async throws {
        guard periodRule == .asked, paging != .keyed, let days, ask.period != nil, ask.page == 1, ask.next == nil,
            page.count == 0
        else { return }
        // Without filters: what they let through can be nothing.
        var control = DatasetRequest(period: nil, pageSize: min(pageSizes.upperBound, 10))
        let some: Chunk<R>
        do {
            some = try await lane.fetch(request(control)).chunk
        } catch let error as HTTPError where ![.cancelled, .signInFailed, .refused].contains(error.code) {
            return
        } catch is RunError {
            return
        }
        for record in UsableRecords(some) {
            guard let day = days(record)?.lowerBound, let period = try? PayPeriod(first: day, last: day) else {
                continue
            }
            control.period = period
            let found = try await lane.fetch(request(control)).chunk
            try requireInside(period, found)
            guard found.count == 0 else { return }
            let key = singleLine(String(decoding: some.spelled(record.key), as: UTF8.self))
            throw RunError(
                .sourceIncomplete,
                "The server has \(key) of \(day), but sends no record when it is asked for that day, so that it has none of "
                    + "the period shows nothing. It doesn't know the parameters that ask for days.",
                advice:
                    "Check the names and values under period in the description of \(name), then run again with \(.startOver)."
            )
        }
    }
}
