package import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel

extension Dataset {
    /// A page, with what shows that the server understood what it was asked for.
    package func page(_ ask: DatasetRequest, _ lane: PageLane<R>) async throws -> FetchedPage<R> {
        var page = try await lane.fetch(request(ask))
        try requireUsable(page.chunk)
        try requireAsked(ask, page.chunk)
        try await requireKnown(ask, emptyIs: page.chunk, lane)
        try await requireFirst(ask, page, lane)
        try await requireEnd(ask, of: &page, lane)
        return page
    }

    /// Proves that the server has nothing before the first page of a list that the description counts from 1, unless
    /// the total is larger than the page. A server that refuses what is at 0, or sends the first page or all there,
    /// counts so too.
    ///
    /// - Parameter page: what came for `ask`.
    package func requireFirst(_ ask: DatasetRequest, _ page: FetchedPage<R>, _ lane: PageLane<R>) async throws {
        guard self.countsFromOne, ask.page == 1, (page.envelope.totalCount ?? 0) <= page.chunk.count else { return }
        var before = ask
        before.page = 0
        if paging == .offset { before.pageSize = 1 }
        guard let found = try await answer(before, lane)?.chunk.spelledKeys, !found.isEmpty,
            found.isDisjoint(with: page.chunk.spelledKeys)
        else { return }
        throw RunError(
            .sourceIncomplete,
            paging == .offset
                ? "The server has a record before the first one: it counts from 0, and the description from 1. That record would be lost."
                : "The server has a page before the first one, with \(counted(found.count, "other record")): it counts its pages from 0, and the description from 1. That page would be lost.",
            advice: "Say from: 0 under paging in the description of \(name), and run again with \(.startOver).")
    }

    /// Proves that an answer that should be whole speaks of no other one, and that a first page which doesn't say where
    /// the next one is has the whole list: the description may look for that where no answer has it. A total proves it
    /// that is seen to count more than the records of an answer.
    ///
    /// Asked for fewer records, the server must say where the others are. Where it can't be asked, or sends as many,
    /// the list without days must go on; else a full page shows nothing.
    ///
    /// - Parameter page: what came for `ask`; says afterwards that none follows, where that is proven, and whether
    ///   nothing shows that its total counts more than its own records.
    package func requireEnd(_ ask: DatasetRequest, of page: inout FetchedPage<R>, _ lane: PageLane<R>) async throws {
        if paging == .whole || paging == .keyed { return try await requireWhole(ask, &page, lane) }
        let (count, envelope) = (page.chunk.count, page.envelope)
        guard isDescribed, envelope.afters == nil, ask.page == 1, ask.next == nil, count > 0 else { return }
        guard envelope.next == nil, envelope.hasNext == nil else { return }
        if let total = envelope.totalCount {
            guard total == count, try await !countsMore(ask, page, lane) else { return }
            page.envelope.mayCountPage = true
        }
        guard paging == .linked else { return }
        let sendsLimit = request(ask).sendsLimit
        if sendsLimit, count > 1 {
            var fewer = ask
            fewer.pageSize = count / 2
            if let some = try await answer(fewer, lane) {
                if some.envelope.next != nil {
                    page.envelope.hasNext = false
                    return
                }
                guard some.chunk.count >= count else { throw lostEnd(some, ofFewer: true) }
            }
        }
        guard count >= (sendsLimit ? ask.pageSize : self.usualPageSize ?? ask.pageSize) else { return }
        if self.periodRule == .asked, ask.period != nil {
            var all = ask
            all.period = nil
            if try await answer(all, lane)?.envelope.next != nil {
                page.envelope.hasNext = false
                return
            }
        }
        if !self.proof.isNone { throw lostEnd(page, ofFewer: false) }
    }

    /// The answer to a request that only proves something; `nil` where the server refuses it or breaks at it.
    func answer(_ ask: DatasetRequest, _ lane: PageLane<R>) async throws -> FetchedPage<R>? {
        do {
            return try await lane.fetch(request(ask))
        } catch  where error.showsNothing {
            return nil
        }
    }

    private func lostEnd(_ page: FetchedPage<R>, ofFewer: Bool) -> RunError {
        let count = counted(page.chunk.count, "record")
        let place =
            switch self.headers.next {
            case .link?: "no header Link with rel=\"next\""
            case .header(let name)?: "no header \(singleLine(name, limit: 60))"
            case nil: "nothing where the description looks for it"
            }
        let keys = self.headers.next == nil ? page.chunk.keysRoundRecords : []
        return RunError(
            .sourceIncomplete,
            (ofFewer
                ? "Asked for a part of the list, the server sent \(count) and doesn't say where the others are: "
                : "The first page has \(count), as many as a page can have, and doesn't say where the next one is: ")
                + "there is \(place)."
                + (keys.isEmpty ? "" : " The answer has the keys \(listed(Array(keys.prefix(20)), "and")).")
                + " The rest of the list would be lost.",
            advice: "Correct next or cursor under paging in the description of \(name)"
                + (ofFewer
                    ? "."
                    : ". If the list does end there, set another size, or say under proof why nothing needs to show that all records came.")
        )
    }
}

extension Error {
    /// Whether a request that only proves something shows nothing by it: the server refuses it or breaks at it.
    var showsNothing: Bool {
        guard let error = self as? HTTPError else { return self is RunError }
        return ![.cancelled, .signInFailed, .refused].contains(error.code)
    }
}

extension Chunk {
    /// The keys of the answer round its records, and of the objects in it: `data`, `meta.next`. What they hold isn't
    /// shown. None of records that were read as those of another type: the answer is no longer there.
    fileprivate var keysRoundRecords: [String] {
        guard ranges.first?.lowerBound != 0 else { return [] }
        return ((try? JSONTree(bytes))?.members ?? []).flatMap { member -> [String] in
            let key = singleLine(member.key, limit: 60)
            guard case .object(let inner) = member.value, !inner.isEmpty else { return [key] }
            return inner.map { key + "." + singleLine($0.key, limit: 60) }
        }
    }
}
