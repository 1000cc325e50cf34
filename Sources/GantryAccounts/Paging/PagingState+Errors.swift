package import GantryEngine
internal import GantryJSON
internal import GantryModel

extension PagingState {
    /// A number that an envelope states; one that no list reaches would stop a run that goes on from it.
    static func amount(_ stated: Int64?, _ what: String) throws(RunError) -> Int? {
        guard let stated else { return nil }
        guard (0...Int64(StatedNumber.mostCount)).contains(stated) else {
            throw RunError(
                .sourceIncomplete, "The server reports \(stated) \(what).",
                advice: "Run the same command again. If it happens again, the server needs fixing.", isRetryable: true
            )
        }
        return Int(stated)
    }

    /// A page past the stated end holds records.
    func morePastEnd(_ envelope: PageEnvelope, page: Int, sum: Int) -> RunError {
        if let total, let stated = envelope.totalCount.map(Int.init(clamping:)), stated != total, stated >= sum {
            return PagingState.changed("it reported \(counted(total, "record")) at first and \(stated) on page \(page)")
        }
        return contradicted(page, sum)
    }

    /// More records came than there are by the server's own words.
    func contradicted(_ page: Int, _ sum: Int) -> RunError {
        let stated =
            total.map { "a total of \(counted($0, "record"))" } ?? totalPages.map { counted($0, "page") }
            ?? "no more pages"
        return RunError(
            .sourceIncomplete,
            "The server reports \(stated), but up to page \(page) there \(sum == 1 ? "is" : "are") \(counted(sum, "record")) and maybe more. It may be counting a page "
                + "instead of the list, so the list may be incomplete.",
            advice:
                "Narrow the list with filters so that it fits on one page, and run again with \(.startOver), or have the server fixed."
        )
    }

    func sameRecords(_ envelope: PageEnvelope, _ page: Int) -> RunError {
        guard isUnproven || total == nil && totalPages == nil && envelope.page == nil, let pageSize else {
            return PagingState.repeated("Page \(page) has the same records as page \(page - 1).")
        }
        return RunError(
            .sourceIncomplete,
            "The server sends only the first \(pageSize == 1 ? "record" : counted(pageSize, "record")) of the list: asked for the next ones, it sent the same records again.",
            advice:
                "Narrow the list with filters so that it has fewer than \(counted(pageSize, "record")), and run again with \(.startOver)."
        )
    }

    static func repeated(_ what: String) -> RunError {
        RunError(
            .sourceChanged, "\(what) Continuing would count records twice or never end.",
            advice: "Run again with \(.startOver). If it happens again, the server's paging is faulty.",
            isRetryable: true)
    }

    /// Records that are on two pages of a list that can't be read in pieces.
    package static func twice(_ keys: [String]) -> RunError {
        RunError(
            .sourceChanged,
            "\(keys.count) records of the list came again on a later page, so as many others may be missing: "
                + keys.prefix(5).joined(separator: ", ") + (keys.count > 5 ? ", …." : "."),
            advice:
                "Run again when nobody is entering or changing records. If it happens again, the server's list has no fixed order "
                + "and must be fixed.",
            isRetryable: true)
    }

    /// A list read in pieces has fewer records than its pages or by its own words.
    static func lackingPieces(_ count: Int) -> RunError {
        RunError(
            .sourceChanged,
            "Records of the list came again on a later page, so that it was read in pieces, and these, with \(counted(count, "record")), lack some of it.",
            advice:
                "Run again when nobody is entering or changing records. If it happens again, the filters of the list don't know all words that "
                + "its records have, and the server's list must be given a fixed order.",
            isRetryable: true)
    }

    /// A second reading gave other records than the first.
    static func otherRecords(_ count: Int) -> RunError {
        RunError(
            .sourceChanged,
            "A list was read twice, because nothing else shows that all its \(count) records came, and the second reading gave other ones.",
            advice:
                "Run again when nobody is entering or removing records. If that is never so, say under proof in the description, beside "
                + "total: none or a lower bound, why nothing needs to show that all records came.",
            isRetryable: true)
    }

    /// A list lacks records that the server gives when it is asked for fewer days.
    ///
    /// - Parameter days: those of the records.
    static func lacks(_ keys: Set<[UInt8]>, of days: String) -> RunError {
        RunError(
            .sourceChanged,
            "The server has \(counted(keys.count, "record")) of \(days) that the list of the period lacks: \(PagingState.listed(keys)). "
                + "Asked for fewer days it sends \(keys.count == 1 ? "it" : "them"), so \(keys.count == 1 ? "it was" : "they were") "
                + "entered while the list was read, or the server cuts the list.",
            advice:
                "Run again with \(.startOver) when nobody is entering hours. If it happens again, the list is incomplete: what the "
                + "description takes for its total may count only a page, or paging is another than it says.",
            isRetryable: true)
    }

    /// The first of some keys.
    static func listed(_ keys: Set<[UInt8]>) -> String {
        let keys = keys.map { singleLine(String(decoding: $0, as: UTF8.self)) }.sorted()
        return keys.prefix(5).joined(separator: ", ") + (keys.count > 5 ? ", …" : "")
    }

    /// Asked for what comes behind a record, a server sends another one than the list has there.
    ///
    /// - Parameters:
    ///   - found: the key that it sends; `nil` for no record.
    ///   - expected: that of the list.
    static func otherBehind(_ key: String, _ found: String?, expected: String) -> RunError {
        let found = found.map { singleLine($0, limit: 60) } ?? "no record"
        return RunError(
            .sourceChanged,
            "Asked for what comes behind \(singleLine(key, limit: 60)), the server sends \(found) first, but the list has "
                + "\(singleLine(expected, limit: 60)) there. Each page goes on behind the last record of the one before, so nothing "
                + "shows that none was left out.",
            advice:
                "Run again with \(.startOver) when nobody is entering or removing records. If it happens again, say under query in the "
                + "description how the server sorts by the key, or under proof why nothing needs to show that all records came.",
            isRetryable: true)
    }

    /// Pages that so many records take; no sum that could be too large.
    package static func pages(of records: Int, size: Int) -> Int {
        let (full, rest) = records.quotientAndRemainder(dividingBy: size)
        return rest == 0 ? full : full + 1
    }

    /// The server doesn't give the page at which an earlier attempt stopped.
    static func lost(_ page: Int, because error: any ExplainedError) -> RunError {
        RunError(
            .sourceChanged,
            "\(error.explanation) That is page \(page), from which the list was to be continued.",
            advice: "Run again with \(.startOver).", isRetryable: true)
    }

    static func changed(_ how: String) -> RunError {
        RunError(
            .sourceChanged, "The source changed while it was being read: \(how). Its pages don't fit together.",
            advice: "Run again with \(.startOver) when nobody is entering hours.", isRetryable: true)
    }
}

extension PageLandmark {
    init(_ page: Int, next: String?, fingerprint: [UInt8]) {
        self.init(
            page: page, next: next.map(TextKeys.hash),
            records: fingerprint.isEmpty ? nil : TextKeys.hash(String(decoding: fingerprint, as: UTF8.self)))
    }

    /// Pages that lead in a circle would never end.
    /// - Parameter isCounted: whether the list ends with a count, so that it can have equal records.
    func requireOther(than page: PageLandmark, isCounted: Bool) throws(RunError) {
        if let next, page.next == next {
            throw PagingState.repeated("Page \(page.page) leads to the same page as page \(self.page).")
        }
        if let records, page.records == records, !isCounted {
            throw PagingState.repeated("Page \(page.page) has the same records as page \(self.page).")
        }
    }
}

extension PageOrder {
    /// Which way the values go, where the page goes on like those before it.
    ///
    /// - Parameter last: the value behind which it was asked for; `nil` for the first page.
    /// - Throws: where it doesn't.
    func continued(behind last: String?, _ rises: Bool?, page: Int) throws(RunError) -> Bool? {
        if let fault { throw unordered(fault.before, fault.after, page) }
        var ways = [rises, self.rises].compactMap { $0 }
        if let last, let first {
            guard let step = self.rises(from: last, to: first) else { throw unordered(last, first, page) }
            ways.append(step)
            if Set(ways).count > 1 { throw unordered(last, first, page) }
        }
        guard lacksLast else { return ways.first }
        throw RunError(
            .sourceIncomplete,
            "The last record of page \(page) has no readable key, so the page behind it can't be asked for.",
            advice: "Have the record corrected at the source, and run again with \(.startOver).")
    }

    private func unordered(_ before: String, _ after: String, _ page: Int) -> RunError {
        RunError(
            .sourceIncomplete,
            "The records of page \(page) aren't in the order of their keys: \(singleLine(after, limit: 60)) came after "
                + "\(singleLine(before, limit: 60)). Each page goes on behind the last record of the one before, so "
                + "nothing shows that none was left out.",
            advice:
                "Say under query in the description how the server sorts by the key, or under proof why nothing needs to show that all records came."
        )
    }
}
