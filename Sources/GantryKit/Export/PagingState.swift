package import GantryConnectors
package import GantryEngine
package import GantryJSON

/// What pages say about the whole, and whether they can be believed: a plain value, told of each page in order.
package struct PagingState: Equatable {
    /// Records of a full page: the limit that requests send, or where they send none the one that the server states; `nil` until
    /// then.
    package private(set) var pageSize: Int?
    /// The source's own total, once stated.
    package private(set) var total: Int?
    package private(set) var totalPages: Int?
    /// The next page to consume.
    package private(set) var nextPage: Int
    package private(set) var isFinished = false
    private let paging: DatasetPaging
    private let sendsLimit: Bool
    private var fingerprint: [UInt8] = []

    /// - Parameters:
    ///   - sendsLimit: whether requests name `pageSize` as their limit. The default is true.
    ///   - total: what the source has stated in an earlier attempt.
    ///   - keys: how many keys a keyed dataset is asked for; each is a page of its own.
    package init(
        _ paging: DatasetPaging = .pages, pageSize: Int, sendsLimit: Bool = true, nextPage: Int, total: Int?, keys: Int = 0
    ) {
        self.paging = paging
        self.pageSize = sendsLimit ? pageSize : nil
        self.sendsLimit = sendsLimit
        self.nextPage = nextPage
        self.total = total
        switch paging {
        case .whole: totalPages = 1
        case .keyed: totalPages = keys
        case .pages, .offset: break
        }
        isFinished = totalPages.map { nextPage > $0 } ?? false
    }

    /// How far pages may be asked for: past the next one only when it is known that they exist.
    package var lastKnownPage: Int { max(totalPages ?? nextPage, nextPage) }

    /// A page has come.
    /// - Parameters:
    ///   - records: how many records it holds.
    ///   - fingerprint: its first and last record as sent; two pages in a row with the same are one page sent twice.
    package mutating func received(_ envelope: PageEnvelope, records: Int, fingerprint new: [UInt8]) throws(RunError) {
        let page = nextPage
        if paging == .keyed {
            nextPage += 1
            isFinished = nextPage > totalPages ?? 0
            return
        }
        try requirePlace(envelope, of: page)
        if records > 0, new == fingerprint { throw sameRecords(envelope, page) }
        fingerprint = new
        try requireWhole(records)
        try noteTotal(envelope, page)
        try noteSize(envelope, records, page)
        try notePages(envelope, records, page)
        let more = goesOn(envelope, records, page)
        if more, records == 0 {
            throw RunError(
                .sourceIncomplete, "Page \(page) is empty although the server says that more follow.",
                advice: "Run the same command again; if it stays so, the server needs looking after.", isRetryable: true)
        }
        isFinished = !more
        nextPage += 1
    }

    private func requirePlace(_ envelope: PageEnvelope, of page: Int) throws(RunError) {
        if let stated = envelope.page, stated != page {
            throw PagingState.repeated("Page \(page) was asked for, and the server sent page \(stated).")
        }
        if paging == .offset, let stated = envelope.offset, let pageSize {
            let (asked, overflow) = (page - 1).multipliedReportingOverflow(by: pageSize)
            guard overflow || stated != asked else { return }
            throw PagingState.repeated("The records after the first \(asked) were asked for, and the server sent those after the first \(stated).")
        }
    }

    /// One answer that is as long as it may be can't be told from one that was cut; its total may count only what it holds.
    private func requireWhole(_ records: Int) throws(RunError) {
        guard paging == .whole, let pageSize, records == pageSize else { return }
        throw RunError(
            .sourceIncomplete,
            "The server sent \(records) records, as many as were asked for at most; whether there are more is not known.",
            advice: "Set page-size to more than \(pageSize) in the pipeline file, or narrow the list with filters, and run again with --start-over.")
    }

    private mutating func noteTotal(_ envelope: PageEnvelope, _ page: Int) throws(RunError) {
        guard let stated = try PagingState.amount(envelope.totalCount, "records") else { return }
        if let total, total != stated {
            throw PagingState.changed("it stated \(total) records at first and \(stated) with page \(page)")
        }
        total = stated
    }

    /// A server may give fewer records at once than it was asked for, and tell so.
    private mutating func noteSize(_ envelope: PageEnvelope, _ records: Int, _ page: Int) throws(RunError) {
        guard paging != .whole, let limit = envelope.limit.map(Int.init(clamping:)), limit > 0 else { return }
        guard let pageSize else {
            pageSize = limit
            return
        }
        guard sendsLimit, limit < pageSize, let total, total > records else { return }
        throw RunError(
            .sourceIncomplete, "The server gives \(limit) records at once, and \(pageSize) were asked for.",
            advice: "Set page-size to \(limit) in the pipeline file, or for one run with --set, and run again with --start-over.")
    }

    private mutating func notePages(_ envelope: PageEnvelope, _ records: Int, _ page: Int) throws(RunError) {
        let countsRecords = paging == .offset || (paging == .pages && envelope.totalPages == nil && envelope.limit != nil)
        if countsRecords, let total, let pageSize {
            // A first page with all records is the whole, whatever it says of pages.
            totalPages = page == 1 && records >= total ? 1 : max(PagingState.pages(of: total, size: pageSize), 1)
        }
        guard paging == .pages, let stated = try PagingState.amount(envelope.totalPages, "pages") else { return }
        if let totalPages, totalPages != stated {
            throw PagingState.changed("it stated \(totalPages) pages at first and \(stated) with page \(page)")
        }
        totalPages = stated
    }

    private func goesOn(_ envelope: PageEnvelope, _ records: Int, _ page: Int) -> Bool {
        if let totalPages { return page < totalPages }
        if let hasNext = envelope.hasNext { return hasNext }
        // A server that is asked for no more than a page sends a full one where more follow, be the list bare.
        if paging == .offset { return records == pageSize }
        // A bare list is the whole; a page that says nothing goes on until one is not full.
        guard envelope.limit != nil || envelope.page != nil || envelope.totalCount != nil else { return false }
        if let pageSize { return records >= pageSize }
        // Of what size pages are, nobody has said: the one after the last is empty.
        return envelope.page != nil && records > 0 && !(page == 1 && records == total)
    }

    /// Pages that so many records take; no sum that could be too large.
    package static func pages(of records: Int, size: Int) -> Int {
        let (full, rest) = records.quotientAndRemainder(dividingBy: size)
        return rest == 0 ? full : full + 1
    }

    private static func amount(_ stated: Int64?, _ what: String) throws(RunError) -> Int? {
        guard let stated else { return nil }
        guard stated >= 0 else {
            throw RunError(
                .sourceIncomplete, "The server says that it has \(stated) \(what).",
                advice: "Run the same command again; if it stays so, the server needs looking after.", isRetryable: true)
        }
        return Int(clamping: stated)
    }

    private func sameRecords(_ envelope: PageEnvelope, _ page: Int) -> RunError {
        guard paging == .offset, total == nil, envelope.totalCount == nil, let pageSize else {
            return PagingState.repeated("Page \(page) holds the same records as page \(page - 1).")
        }
        return RunError(
            .sourceIncomplete,
            "The server gives \(pageSize) records of the list and no more: asked for those after them, it sent the same again.",
            advice: "Narrow the list with filters so that it holds fewer than \(pageSize) records, and run again with --start-over.")
    }

    private static func repeated(_ what: String) -> RunError {
        RunError(
            .sourceChanged, "\(what) Reading on would count records twice or for ever.",
            advice: "Run again with --start-over; if it stays so, the server's paging is at fault.", isRetryable: true)
    }

    private static func changed(_ how: String) -> RunError {
        RunError(
            .sourceChanged, "The source changed while it was read: \(how). The pages don't belong to one state of it.",
            advice: "Run again with --start-over at a time when nobody enters hours.", isRetryable: true)
    }
}
