package import GantryConnectors
package import GantryEngine
package import GantryJSON

/// What pages say about the whole, and whether they can be believed: a plain value, told of each page in order.
package struct PagingState: Equatable {
    package let pageSize: Int
    /// The source's own total, once stated.
    package private(set) var total: Int?
    package private(set) var totalPages: Int?
    /// The next page to consume.
    package private(set) var nextPage: Int
    package private(set) var isFinished = false
    private let paging: DatasetPaging
    private var fingerprint: [UInt8] = []

    /// - Parameters:
    ///   - total: what the source has stated in an earlier attempt.
    ///   - keys: how many keys a keyed dataset is asked for; each is a page of its own.
    package init(_ paging: DatasetPaging = .pages, pageSize: Int, nextPage: Int, total: Int?, keys: Int = 0) {
        self.paging = paging
        self.pageSize = pageSize
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
        if let stated = envelope.page, stated != page {
            throw PagingState.repeated("Page \(page) was asked for, and the server sent page \(stated).")
        }
        if records > 0, new == fingerprint {
            throw PagingState.repeated("Page \(page) holds the same records as page \(page - 1).")
        }
        fingerprint = new
        if let stated = envelope.totalCount.map(Int.init(clamping:)) {
            if let total, total != stated {
                throw PagingState.changed("it stated \(total) records at first and \(stated) with page \(page)")
            }
            total = stated
        }
        // A server may give fewer records at once than it was asked for, and tell so.
        if let limit = envelope.limit.map(Int.init(clamping:)), limit > 0, limit < pageSize, let total, total > records, paging != .whole {
            throw RunError(
                .sourceIncomplete, "The server gives \(limit) records at once, and \(pageSize) were asked for.",
                advice: "Set page-size to \(limit) in the pipeline file, or for one run with --set, and run again with --start-over.")
        }
        if paging == .offset || (paging == .pages && envelope.totalPages == nil && envelope.limit != nil), let total {
            totalPages = max((total + pageSize - 1) / pageSize, 1)
        }
        if paging == .pages, let stated = envelope.totalPages.map(Int.init(clamping:)) {
            if let totalPages, totalPages != stated {
                throw PagingState.changed("it stated \(totalPages) pages at first and \(stated) with page \(page)")
            }
            totalPages = stated
        }
        let more: Bool
        if let totalPages {
            more = page < totalPages
        } else if let hasNext = envelope.hasNext {
            more = hasNext
        } else {
            // A bare list is the whole; a page that says nothing goes on until one is not full.
            more = (envelope.limit != nil || envelope.page != nil || envelope.totalCount != nil) && records >= pageSize
        }
        if more, records == 0 {
            throw RunError(
                .sourceIncomplete, "Page \(page) is empty although the server says that more follow.",
                advice: "Run the same command again; if it stays so, the server needs looking after.", isRetryable: true)
        }
        isFinished = !more
        nextPage += 1
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
