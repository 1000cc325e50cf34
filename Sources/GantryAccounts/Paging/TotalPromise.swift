internal import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel

// A total that equals the number of records of the answer round it may count these, and not the list.
extension Dataset {
    /// Whether the server states more records for some request than its answer has, or in an answer of its own.
    ///
    /// - Parameter page: what came for `ask`, with as many records as it states.
    func countsMore(
        _ ask: DatasetRequest, _ page: FetchedPage<R>, _ lane: PageLane<R>
    ) async throws -> Bool {
        let first = request(ask)
        guard first.count == nil else { return true }
        if first.sendsLimit, page.chunk.count > 1 {
            var fewer = ask
            fewer.pageSize = page.chunk.count / 2
            if let some = try await answer(fewer, lane), some.chunk.count < page.chunk.count,
                some.envelope.totalCount == page.envelope.totalCount
            {
                return true
            }
        }
        guard self.periodRule == .asked, ask.period != nil else { return false }
        var all = ask
        all.period = nil
        let found = try await answer(all, lane)
        return found.map { $0.envelope.totalCount ?? 0 > $0.chunk.count } ?? false
    }

    /// Proves that an answer that should be whole speaks of no other one.
    ///
    /// Of a list by days a link can lead to other days, where the records of fewer days show that these have no more.
    ///
    /// - Parameter page: what came for `ask`; says afterwards whether nothing shows that its total counts more than its
    ///   own records.
    func requireWhole(_ ask: DatasetRequest, _ page: inout FetchedPage<R>, _ lane: PageLane<R>) async throws {
        guard !isOneAnAnswer else { return }
        let (count, envelope) = (page.chunk.count, page.envelope)
        let asksDays = self.periodRule == .asked && ask.period != nil
        let isStated = envelope.totalCount.map { $0 == count } ?? false
        let sign = envelope.signOfMore ?? envelope.linkToMore
        var leadsOn: Bool?
        if let link = envelope.sentLink, envelope.signOfMore == nil, asksDays, isStated {
            leadsOn = asksSameDays(link, as: ask)
        } else if sign != nil {
            leadsOn = true
        }
        if let sign, leadsOn == true { throw saysMore(sign, ask, count) }
        guard isDescribed, isStated, sign != nil || paging == .whole, request(ask).count == nil else { return }
        switch asksDays ? try await parts(of: ask, page.chunk, lane) : .nothing {
        case .same: page.envelope.mayCountPage = sign != nil && leadsOn == nil
        case .others(let keys, let days):
            if let sign { throw saysMore(sign, ask, count) }
            throw PagingState.lacks(keys, of: days.description)
        case .nothing:
            // An empty list has a proof of its own.
            guard count > 0 else { break }
            if let sign, leadsOn == nil { throw saysMore(sign, ask, count) }
            page.envelope.mayCountPage = true
        }
    }

    private func saysMore(_ sign: String, _ ask: DatasetRequest, _ count: Int) -> RunError {
        RunError(
            .sourceIncomplete,
            "The answer to \(request(ask).description) has \(counted(count, "record")), and \(sign) says that "
                + "more follow. By the description all are in this one answer, so the others would be lost.",
            advice: "Say under paging in the description of \(name) how the next page is asked for.")
    }

    /// Whether a link asks for the first or the last day of a request; `nil` where it doesn't show for which days it
    /// asks.
    private func asksSameDays(_ link: String, as ask: DatasetRequest) -> Bool? {
        guard let period = ask.period else { return nil }
        var moved = ask
        moved.period = try? PayPeriod(first: period.first + 1, last: period.last + 1)
        let days = zip(request(ask).query, request(moved).query).filter { $0.value != $1.value }.map { $0.0 }
        let link = percentDecoded(link)
        guard !days.isEmpty, days.allSatisfy({ link.contains($0.name + "=") }) else { return nil }
        return days.contains { link.contains("\($0.name)=\($0.value)") }
    }

    /// What the server has of the parts of a period.
    private enum Parts {
        /// The records of the whole, in answers that weren't cut where that was.
        case same
        /// Records that the whole lacks, and their days.
        case others(Set<[UInt8]>, PayPeriod)
        /// It refuses parts, or sends other days, or as much for a single day.
        case nothing
    }

    /// Asks for halves of a period.
    ///
    /// Two that both have fewer records than the whole were not cut; one that has as many is halved again, down to a
    /// day.
    private func parts(
        of ask: DatasetRequest, _ all: borrowing Chunk<R>, _ lane: PageLane<R>
    ) async throws -> Parts {
        let known = all.spelledKeys
        var rest = known.isEmpty ? nil : ask.period
        while let days = rest, days.first < days.last {
            rest = nil
            let middle = days.first + (days.last - days.first) / 2
            var found: Set<[UInt8]> = []
            for half in [
                try PayPeriod(first: days.first, last: middle), try PayPeriod(first: middle + 1, last: days.last),
            ] {
                var part = ask
                part.period = half
                guard let some = try await answer(part, lane)?.chunk, knowsDays(part, some) else { return .nothing }
                let keys = some.spelledKeys
                guard keys.isSubset(of: known) else { return .others(keys.subtracting(known), half) }
                found.formUnion(keys)
                if some.count >= all.count { rest = half }
            }
            guard found == known else { return .nothing }
            if rest == nil { return .same }
        }
        return .nothing
    }

    /// Whether all records are of the days that were asked for.
    private func knowsDays(_ ask: DatasetRequest, _ chunk: borrowing Chunk<R>) -> Bool {
        do throws(RunError) {
            try requireAsked(ask, chunk)
            return true
        } catch {
            return false
        }
    }
}
