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
        let period = self.periodRule == .asked ? ask.period : nil
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
                        + "\(found.lowerBound).", why: whyBeyond(period, found))
            }
            for filter in shown {
                let found = filter.value(record) { chunk.text($0) }
                guard found != filter.asked else { continue }
                throw unknown(
                    .filter(filter.name),
                    "The server was asked for records whose \(filter.field) is \(quoted(filter.asked)), and sent "
                        + "\(chunk.key(of: record)), \(found.map { "whose \(filter.field) is \(quoted($0))" } ?? "which has none")."
                )
            }
        }
    }

    /// Proves that a list without records has none of what was asked for.
    ///
    /// Where the list without days has a record, the server must give one for the day of that record, and the same for
    /// the value of each filter. A server that refuses the list without them, or breaks at it, insists on the
    /// parameters, so it knows them. Filters that it needs are in every request, and so without this proof.
    ///
    /// - Parameters:
    ///   - page: what came for `ask`; nothing more is asked where it has a record, or isn't the first.
    ///   - lane: one that isn't fetching.
    package func requireKnown(
        _ ask: DatasetRequest, emptyIs page: borrowing Chunk<R>, _ lane: PageLane<R>
    ) async throws {
        guard paging != .keyed, ask.page == 1, ask.next == nil, page.count == 0 else { return }
        // Without other filters: what they let through can be nothing.
        let needed = ask.filters.filter { set in filters.contains { $0.name == set.key && $0.isRequired } }
        if self.periodRule == .asked, let days, ask.period != nil {
            try await requireKnown(.period, of: DatasetRequest(period: nil, filters: needed), lane) {
                record, _, control in
                guard let day = days(record)?.lowerBound else { return nil }
                control.period = try? PayPeriod(first: day, last: day)
                return control.period.map { _ in ("of \(day)", "that day") }
            }
        }
        for filter in shownFilters(of: ask) where needed[filter.name] == nil {
            try await requireKnown(
                .filter(filter.name), of: DatasetRequest(period: ask.period, filters: needed), lane
            ) { record, chunk, control in
                guard let value = filter.value(record, { chunk.text($0) }), filter.takes(value) else { return nil }
                control.filters[filter.name] = value
                return ("whose \(filter.field) is \(quoted(value))", "these")
            }
        }
    }

    /// Asks for a list, and then for what one of its records has.
    ///
    /// - Parameter narrow: asks for what a record has, and says what that is and what is asked for; `nil` where the
    ///   record has nothing.
    private func requireKnown(
        _ parameter: AskedParameter, of list: DatasetRequest, _ lane: PageLane<R>,
        narrow: (R, Chunk<R>, inout DatasetRequest) -> (what: String, asked: String)?
    ) async throws {
        var control = list
        control.pageSize = min(pageSizes.upperBound, 10)
        let some: Chunk<R>
        do {
            some = try await lane.fetch(request(control)).chunk
        } catch  where error.showsNothing {
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
    private func shownFilters(of ask: DatasetRequest) -> [ShownFilter<R>] {
        guard !ask.filters.isEmpty else { return [] }
        let fields = shape.fields
        return filters.compactMap { filter in
            guard let asked = ask.filters[filter.name], let name = filter.field,
                let access = fields.first(where: { $0.name == name })?.access
            else { return nil }
            return ShownFilter(name: filter.name, field: name, asked: asked, takes: filter.takes, access: access)
        }
    }

    /// Why a server that knows the parameters can send days next to the period; `nil` where it doesn't know them.
    private func whyBeyond(_ period: PayPeriod, _ days: ClosedRange<CivilDate>) -> String? {
        let (isBefore, isAfter) = (days.upperBound + 1 == period.first, days.lowerBound == period.last + 1)
        if isAfter, self.asksBeyond.last {
            return "It seems to send the day that {to:next} names too: then {to} in its place is right."
        }
        if isBefore, self.asksBeyond.first {
            return "It seems to send the day that {from:before} names too: then {from} in its place is right."
        }
        guard self.hasDaysOfTimes, isBefore || isAfter else { return nil }
        return
            "It probably counts days in another zone than the description. {from:start} and {to:end} ask it for moments, and {to:last} in "
            + "place of {to:end} if it sends what begins at the end too."
    }

    /// - Parameter why: why the server sends what it wasn't asked for. By default it doesn't know the parameter.
    private func unknown(_ parameter: AskedParameter, _ sentence: String, why: String? = nil) -> RunError {
        let advice: Advice =
            switch parameter {
            case .filter(let filter) where !isDescribed:
                "Remove filters.\(filter) of \(name) from the pipeline file, or have the server fixed, then run again with \(.startOver)."
            default:
                "Check the names and values under \(parameter.place) in the description of \(name), then run again with \(.startOver)."
            }
        return RunError(
            .sourceIncomplete, "\(sentence) \(why ?? "It doesn't know \(parameter.what).")", advice: advice)
    }
}

/// A filter that is set, with the field that has its value in every record.
private struct ShownFilter<R: DatasetRecord> {
    let name: String
    let field: String
    let asked: String
    /// Whether it can be set to a value.
    let takes: (String) -> Bool
    let access: FieldAccess<R>

    /// What a record has, as the server is asked for it: a word by its code.
    func value(_ record: R, _ text: (TextSlice) -> String) -> String? {
        if case .choice(_, let slot, let codes?) = access { return slot.value(in: record).map { codes[$0] } }
        return access.text(of: record, text: text)
    }
}

/// What a server may not know.
private enum AskedParameter {
    case period
    case filter(String)

    var what: String {
        switch self {
        case .period: "the parameters that ask for days"
        case .filter(let name): "the filter \(name)"
        }
    }

    var place: String {
        switch self {
        case .period: "period"
        case .filter(let name): "filters.\(name)"
        }
    }
}

extension Chunk where R: DatasetRecord {
    /// The key of a record, for a message.
    func key(of record: R) -> String { singleLine(String(decoding: spelled(record.key), as: UTF8.self)) }
}
