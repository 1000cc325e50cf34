package import GantryConnectors
package import GantryEngine
internal import GantryHTTP
package import GantryModel

// A server that doesn't know the parameters of a request answers with all that it has, or with none.
extension Dataset {
    /// Proves that a server gave only records that it was asked for: of the days of the period, and with the values of
    /// the filters.
    ///
    /// - Parameter ask: what it was asked for.
    package func requireAsked(_ ask: DatasetRequest, _ chunk: borrowing Chunk<R>) throws(RunError) {
        let period = periodRule == .asked ? ask.period : nil
        let shown = shownFilters(of: ask)
        guard period != nil || !shown.isEmpty else { return }
        var nextReject = 0
        for index in 0..<chunk.count {
            while nextReject < chunk.rejects.count, chunk.rejects[nextReject].index < index { nextReject += 1 }
            if nextReject < chunk.rejects.count, chunk.rejects[nextReject].index == index { continue }
            let record = chunk.records[index]
            if let period, let found = days?(record), found.upperBound < period.first || found.lowerBound > period.last
            {
                throw unknown(
                    .period,
                    "The server was asked for \(period.first) to \(period.last), and sent \(chunk.key(of: record)) of "
                        + "\(found.lowerBound).")
            }
            for (filter, access) in shown {
                let found = access.spelled(record) { chunk.text($0) }
                guard found != ask.filters[filter.name], let asked = ask.filters[filter.name] else { continue }
                throw unknown(
                    .filter(filter.name),
                    "The server was asked for records whose \(filter.field ?? filter.name) is \(quoted(asked)), and sent "
                        + "\(chunk.key(of: record)), where it is \(found.map { quoted($0) } ?? "not there").")
            }
        }
    }

    /// Proves that a list without records has none of what was asked for.
    ///
    /// Where the list without days has a record, the server must give one for the day of that record, and the same for the
    /// value of each filter. A server that refuses the list without them, or breaks at it, insists on the parameters, so
    /// it knows them.
    ///
    /// - Parameters:
    ///   - page: what came for `ask`; nothing more is asked where it has a record, or isn't the first.
    ///   - lane: one that isn't fetching.
    package func requireKnown(
        _ ask: DatasetRequest, emptyIs page: borrowing Chunk<R>, _ lane: PageLane<R>
    ) async throws {
        guard paging != .keyed, ask.page == 1, ask.next == nil, page.count == 0 else { return }
        if periodRule == .asked, let days, ask.period != nil {
            // Without filters: what they let through can be nothing.
            try await requireKnown(.period, of: DatasetRequest(period: nil), lane) { record, _, control in
                guard let day = days(record)?.lowerBound else { return nil }
                control.period = try? PayPeriod(first: day, last: day)
                return control.period.map { _ in ("of \(day)", "that day") }
            }
        }
        // The server doesn't answer without a filter that it needs.
        guard !filters.contains(where: \.isRequired) else { return }
        for (filter, access) in shownFilters(of: ask) {
            try await requireKnown(.filter(filter.name), of: DatasetRequest(period: ask.period), lane) {
                record, chunk, control in
                guard let value = access.spelled(record, text: { chunk.text($0) }), filter.takes(value) else {
                    return nil
                }
                control.filters[filter.name] = value
                return ("whose \(filter.field ?? filter.name) is \(quoted(value))", "these")
            }
        }
    }

    /// Asks for a list, and then for what one of its records has.
    ///
    /// - Parameter narrow: asks for what a record has, and says what that is and what is asked for; `nil` where the record
    ///   has nothing.
    private func requireKnown(
        _ parameter: AskedParameter, of list: DatasetRequest, _ lane: PageLane<R>,
        narrow: (R, Chunk<R>, inout DatasetRequest) -> (what: String, asked: String)?
    ) async throws {
        var control = list
        control.pageSize = min(pageSizes.upperBound, 10)
        let some: Chunk<R>
        do {
            some = try await lane.fetch(request(control)).chunk
        } catch let error as HTTPError where ![.cancelled, .signInFailed, .refused].contains(error.code) {
            return
        } catch is RunError {
            return
        }
        for record in UsableRecords(some) {
            guard let (what, asked) = narrow(record, some, &control) else { continue }
            let found = try await lane.fetch(request(control)).chunk
            try requireAsked(control, found)
            guard found.count == 0 else { return }
            throw unknown(
                parameter,
                "The server has \(some.key(of: record)) \(what), but sends no record when it is asked for \(asked), so an "
                    + "empty list shows nothing.")
        }
    }

    /// The filters that are set whose values records show.
    private func shownFilters(of ask: DatasetRequest) -> [(filter: DatasetFilter, access: FieldAccess<R>)] {
        guard !ask.filters.isEmpty else { return [] }
        let fields = shape.fields
        return filters.compactMap { filter in
            guard ask.filters[filter.name] != nil, let name = filter.field,
                let access = fields.first(where: { $0.name == name })?.access
            else { return nil }
            return (filter, access)
        }
    }

    private func unknown(_ parameter: AskedParameter, _ sentence: String) -> RunError {
        RunError(
            .sourceIncomplete, "\(sentence) It doesn't know the parameters that ask for \(parameter.what).",
            advice:
                "Check the names and values under \(parameter.place) in the description of \(name), then run again with \(.startOver)."
        )
    }
}

/// What a server may not know.
private enum AskedParameter {
    case period
    case filter(String)

    var what: String {
        switch self {
        case .period: "days"
        case .filter(let name): name
        }
    }

    var place: String {
        switch self {
        case .period: "period"
        case .filter(let name): "filters.\(name)"
        }
    }
}

extension FieldAccess {
    /// A value as the server is asked for it: a word by its code.
    fileprivate func spelled(_ record: R, text: (TextSlice) -> String) -> String? {
        if case .choice(_, let slot, let codes?) = self { return slot.value(in: record).map { codes[$0] } }
        return self.text(of: record, text: text)
    }
}

extension Chunk where R: DatasetRecord {
    /// The key of a record, for a message.
    fileprivate func key(of record: R) -> String { singleLine(String(decoding: spelled(record.key), as: UTF8.self)) }
}
