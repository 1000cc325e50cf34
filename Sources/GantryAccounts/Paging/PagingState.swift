package import GantryConnectors
package import GantryEngine
package import GantryJSON
internal import GantryModel

/// What pages say about the whole list, and whether that is consistent. A plain value that receives each page in order.
package struct PagingState: Equatable {
    /// Records of a full page: the limit that requests send, or fewer if the server's limit is lower. If requests send
    /// none, the limit that the server states; `nil` until then.
    package private(set) var pageSize: Int?
    /// The source's own total, once stated.
    package private(set) var total: Int?
    package private(set) var totalPages: Int?
    /// The next page to consume.
    package private(set) var nextPage: Int
    /// Records of the pages so far.
    package private(set) var records: Int
    package private(set) var isFinished = false
    /// Whether the pages so far are all that the server says it has, and the next is requested only to make sure: a
    /// total may count only its page.
    package private(set) var isPastEnd = false
    /// Whether the first page may be all or a part that the server cut without saying so, and the next one is requested
    /// to find out: its total, if it states one, may count only its page.
    package private(set) var isLookingOn = false
    /// Whether the total holds unless that page has records: a server may not know pages past the end.
    package var isDoubtingTotal: Bool { isLookingOn && total != nil }
    /// Whether the list ended without anything that shows that it is whole.
    package private(set) var isUnproven: Bool
    /// Where the next page is, if the last one says it.
    package private(set) var next: String?
    private var listState: String?
    /// A page that none may be again: moved to each page whose number is a power of two (Brent), so that any circle
    /// gets back to it.
    private var landmark: PageLandmark?
    /// Whether the values rise behind which pages go on, or fall; see ``PageOrder``.
    private var rises: Bool?
    /// What shows that the list is whole.
    let proof: ListProof
    /// Whether the server must say how many records there are at least.
    let needsLeast: Bool
    /// At least so many records are in the list, once stated.
    private var least: Int?
    let paging: DatasetPaging
    /// Whether an answer holds one record, beside which a number is no count.
    let isOneAnAnswer: Bool
    private let sendsLimit: Bool
    private let most: Int
    /// What page requests ask for.
    private var sizes: PageSizes
    private var fingerprint: [UInt8] = []

    /// - Parameters:
    ///   - sendsLimit: whether requests name the page size as their limit. The default is true.
    ///   - position: where an earlier attempt stood.
    ///   - keys: how many keys a keyed dataset is asked for; each is a page of its own.
    ///   - most: how many records the whole list may have. The default is any number.
    ///   - proof: what shows that the list is whole. The default is whatever its answers say.
    ///   - needsLeast: whether the server must say how many there are at least. The default is false.
    ///   - isOneAnAnswer: whether an answer holds one record. The default is false.
    package init(
        _ paging: DatasetPaging = .pages, at position: SourcePosition, sendsLimit: Bool = true, keys: Int = 0,
        most: Int = .max, proof: ListProof = .answers, needsLeast: Bool = false,
        isOneAnAnswer: Bool = false
    ) {
        self.isOneAnAnswer = isOneAnAnswer
        self.proof = proof
        self.needsLeast = needsLeast
        least = position.statedLeast
        self.most = most
        self.paging = paging
        pageSize = sendsLimit ? position.pageSize : nil
        self.sendsLimit = sendsLimit
        sizes = PageSizes(position.pageSize, usual: position.usualPageSize)
        nextPage = position.page
        records = position.records
        total = position.statedTotal
        isUnproven = position.isUnproven ?? false
        next = position.next
        listState = position.listState
        landmark = position.landmark
        rises = position.rises
        switch paging {
        case .whole: totalPages = 1
        case .keyed: totalPages = keys
        case .linked: break
        case .pages, .offset: isPastEnd = records > 0 && total == records
        }
        isFinished = position.isAtEnd || (totalPages.map { nextPage > $0 } ?? false)
    }

    /// Where to continue.
    package var position: SourcePosition {
        var position = SourcePosition(pageSize: sizes.current, statedTotal: total)
        position.statedLeast = least
        position.page = nextPage
        position.usualPageSize = sizes.current < sizes.usual ? sizes.usual : nil
        position.records = records
        position.isAtEnd = isFinished
        position.isUnproven = isUnproven || isFinished && proof.isNone ? true : nil
        position.next = next
        position.listState = listState
        position.landmark = landmark
        position.rises = rises
        return position
    }

    /// How many records the request for a page names as its limit.
    package var requestedSize: Int { sizes.current }

    /// How far pages may be asked for: past the next one only when it is known that they exist.
    package var lastKnownPage: Int { max(totalPages ?? nextPage, nextPage) }

    /// A page has arrived.
    /// - Parameters:
    ///   - records: how many records it holds.
    ///   - fingerprint: its first and last record as sent; two pages in a row with the same are one page sent twice.
    package mutating func received(
        _ envelope: PageEnvelope, records count: Int, fingerprint new: [UInt8]
    ) throws(RunError) {
        var page = nextPage
        if paging == .keyed || paging == .whole { try requireOnly(envelope, count) }
        if paging == .keyed {
            nextPage += 1
            isFinished = nextPage > totalPages ?? 0
            return
        }
        if let stated = try PagingState.amount(envelope.leastCount, "records") { least = max(least ?? 0, stated) }
        if isPastEnd || isLookingOn, count == 0 || isRepeat(envelope, new: new, page: page) {
            if count > 0, isPastEnd, isUnproven { throw sameRecords(envelope, page) }
            isFinished = true
            isUnproven = count > 0 && (isUnproven || total == nil && totalPages == nil)
            return
        }
        let (sum, overflow) = records.addingReportingOverflow(count)
        if isPastEnd || isDoubtingTotal { throw morePastEnd(envelope, page: page, sum: sum) }
        isLookingOn = false
        try requirePlace(envelope, of: page)
        if count > 0, new == fingerprint { throw sameRecords(envelope, page) }
        fingerprint = new
        try noteTotal(envelope, page)
        try noteState(envelope, page)
        try noteLandmark(envelope, page)
        if let order = envelope.order { rises = try order.continued(behind: next, rises, page: page) }
        if paging != .whole, overflow || (total.map { sum > $0 } ?? false) { throw contradicted(page, sum) }
        try noteSize(envelope, count: count, page: page)
        try requireTotal(page, total, least)
        page = nextPage
        try notePages(envelope, count: count, page: page)
        try requireFew(sum)
        let more = continues(envelope, count: count, page: page)
        if more, count == 0 {
            throw RunError(
                .sourceIncomplete, "Page \(page) is empty, but the server reports that more records follow.",
                advice: "Run the same command again. If it happens again, the server needs fixing.", isRetryable: true
            )
        }
        let isSilent =
            (total == nil || envelope.mayCountPage) && envelope.totalPages == nil && envelope.hasNext == nil
        let isCounted = paging == .pages || paging == .offset
        // A server that ignores the limit may have sent all that there is; the next page shows it.
        let ignoresLimit = isSilent && page == 1 && more && sendsLimit && count > sizes.current && isCounted
        if !ignoresLimit { try requireSize(count, page, more: more) }
        records = sum
        nextPage += 1
        next = envelope.next
        if ignoresLimit { return lookOn(count) }
        // A total that a file describes may count the page that a server cut.
        if !more, isSilent || proof.needsTotal, sendsLimit, page == 1, count > 0, count < sizes.current, isCounted {
            isUnproven = isSilent && total != nil
            return lookOn(count)
        }
        isPastEnd = !more && isFull(envelope, count)
        isFinished = !more && !isPastEnd
        // Of a total that may count this page, the next one shows whether it does.
        isUnproven = page == 1 && isSilent && (envelope.mayCountPage || isFinished && count > 0)
        returnToLargerPages()
    }

    /// The page that was requested to make sure is missing: a server may answer like this past the last page.
    package mutating func receivedNone() {
        isFinished = true
        isUnproven = isUnproven || total == nil && totalPages == nil
    }

    /// Nothing says how long the list is, or only a total that may count the page, so the first page may be all that
    /// the server gives at once: goes on in pages of what came.
    private mutating func lookOn(_ count: Int) {
        isLookingOn = true
        pageSize = count
        sizes = PageSizes(count)
        nextPage = 2
    }

    /// The server gives no more than so many records at once, and counts what is before a page by them.
    mutating func goOn(inPagesOf size: Int, behind short: ShortPage?) {
        pageSize = size
        sizes = PageSizes(size)
        nextPage = (short?.start ?? 0) / size + 2
    }

    // MARK: Pages that are too large

    /// The next page is too large to be taken: asks for a part of it from now on.
    /// - Returns: false if it can't be divided.
    package mutating func divide() -> Bool {
        guard sendsLimit, paging == .pages || paging == .offset else { return false }
        // A server with a lower limit counts its pages by that.
        if let pageSize, pageSize < sizes.current { sizes = PageSizes(pageSize) }
        guard let factor = sizes.divide() else { return false }
        nextPage = (nextPage - 1) * factor + 1
        noteNewSize()
        return true
    }

    /// Whether the next page is one record, which can be passed over.
    /// - Parameter answersHoldOneRecord: whether the answer for a key is one record; of a list more would be lost.
    package func canPassOver(answersHoldOneRecord: Bool) -> Bool {
        if paging == .keyed { return answersHoldOneRecord }
        return sendsLimit && (paging == .pages || paging == .offset) && sizes.current == 1
    }

    /// A record that is too large to be fetched was skipped.
    package mutating func passedOver() {
        nextPage += 1
        if paging == .keyed {
            isFinished = nextPage > totalPages ?? 0
            return
        }
        records += 1
        isPastEnd = total == records
        returnToLargerPages()
    }

    private mutating func returnToLargerPages() {
        guard let factor = sizes.grow(at: nextPage - 1) else { return }
        nextPage = (nextPage - 1) / factor + 1
        noteNewSize()
    }

    private mutating func noteNewSize() {
        pageSize = sizes.current
        totalPages = nil
    }

    // MARK: What a page states

    /// Whether a page past the stated end is the last one again, as some servers answer.
    private func isRepeat(_ envelope: PageEnvelope, new: [UInt8], page: Int) -> Bool {
        if new == fingerprint { return true }
        if let stated = envelope.page, stated < page { return true }
        guard paging == .offset, let stated = envelope.offset else { return false }
        return stated < offset(of: page) ?? 0
    }

    /// Records before a page; `nil` for more than there can be.
    private func offset(of page: Int) -> Int? {
        let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: sizes.current)
        return overflow ? nil : offset
    }

    private func requirePlace(_ envelope: PageEnvelope, of page: Int) throws(RunError) {
        if let stated = envelope.page, stated != page {
            throw PagingState.repeated("The server sent page \(stated) when asked for page \(page).")
        }
        if paging == .offset, let stated = envelope.offset, let asked = offset(of: page), stated != asked {
            throw PagingState.repeated(
                "The server sent the records after the first \(stated) when asked for those after the first \(asked)."
            )
        }
    }

    /// Each page but the last has a record, so that more pages than records are too many as well.
    private func requireFew(_ sum: Int) throws(RunError) {
        let stated = max(total ?? 0, least ?? 0, totalPages ?? 0, sum)
        guard stated > most else { return }
        throw RunError(
            .sourceIncomplete,
            "The server reports a list of \(stated) pages or records, and at most \(most) records of it are read.",
            advice: "Ask whoever runs the server: a list of people or of their leave isn't that long.")
    }

    /// A list that changes while it is read is noticed, and one whose pages lead in a circle.
    private mutating func noteState(_ envelope: PageEnvelope, _ page: Int) throws(RunError) {
        if paging == .linked, let next, envelope.next == next {
            throw PagingState.repeated("Page \(page) says that it is the next page itself.")
        }
        guard let stated = envelope.state else { return }
        if let listState, listState != stated { throw PagingState.changed("it was in another state on page \(page)") }
        listState = stated
    }

    private mutating func noteLandmark(_ envelope: PageEnvelope, _ page: Int) throws(RunError) {
        let here = PageLandmark(page, next: envelope.next, fingerprint: fingerprint)
        try landmark?.requireOther(than: here, isCounted: total != nil || totalPages != nil)
        if landmark == nil || page & (page - 1) == 0 { landmark = here }
    }

    private mutating func noteTotal(_ envelope: PageEnvelope, _ page: Int) throws(RunError) {
        guard let stated = try PagingState.amount(envelope.totalCount, "records") else { return }
        if let total, total != stated {
            throw PagingState.changed("it reported \(counted(total, "record")) at first and \(stated) on page \(page)")
        }
        total = stated
    }

    /// A server may send fewer records than requested, with or without stating its limit.
    private mutating func noteSize(_ envelope: PageEnvelope, count: Int, page: Int) throws(RunError) {
        guard paging != .whole, paging != .linked else { return }
        let limit = envelope.limit.map(Int.init(clamping:)).flatMap { $0 > 0 ? min($0, StatedNumber.mostCount) : nil }
        guard let asked = pageSize else {
            pageSize = limit
            return
        }
        guard sendsLimit else { return }
        let isShort =
            count > 0 && count < asked && ((total.map { $0 > records + count } ?? false) || envelope.hasNext == true)
        // A page that is short although it was requested with its limit holds all remaining records; a first one that
        // is shorter than the limit that the server names shows the true one.
        let shown = isShort && page == 1 ? count : nil
        guard let size = shown ?? limit ?? (isShort ? count : nil), size < asked,
            isShort || (page == 1 && count >= size)
        else {
            return
        }
        // The offset of the next page is a multiple of the size, so a smaller one must divide what has been read.
        guard paging == .pages || records % size == 0 else {
            throw PagingState.changed("its pages had \(counted(asked, "record")) at first and \(size) on page \(page)")
        }
        pageSize = size
        // If the server doesn't state its limit, a short page may also be one from which records were removed.
        sizes = PageSizes(paging == .offset || limit != nil ? size : sizes.current)
        if paging == .offset { nextPage = records / size + 1 }
    }

    private mutating func notePages(_ envelope: PageEnvelope, count: Int, page: Int) throws(RunError) {
        let countsRecords =
            paging == .offset || (paging == .pages && envelope.totalPages == nil && envelope.limit != nil)
        if countsRecords, let total, let pageSize {
            // A first page with all records is the complete list, whatever it says about pages.
            totalPages = page == 1 && count >= total ? 1 : max(PagingState.pages(of: total, size: pageSize), 1)
        }
        guard paging == .pages, let stated = try PagingState.amount(envelope.totalPages, "pages") else { return }
        if let totalPages, totalPages != stated {
            throw PagingState.changed(
                "it reported \(counted(totalPages, "page")) at first and \(stated) on page \(page)")
        }
        totalPages = stated
    }

    private func continues(_ envelope: PageEnvelope, count: Int, page: Int) -> Bool {
        if let totalPages { return page < totalPages }
        if let hasNext = envelope.hasNext { return hasNext }
        if paging == .linked { return envelope.next != nil }
        if proof.endsEmpty { return count > 0 }
        // A server that is asked for no more than a page sends a full one where more follow, be the list bare.
        if paging == .offset { return count == pageSize }
        guard envelope.limit != nil || envelope.page != nil || envelope.totalCount != nil else {
            // A bare list is complete, unless it is exactly as long as requested.
            return paging == .pages && sendsLimit && count == pageSize
        }
        if let total, records + count >= total { return false }
        if let pageSize { return count >= pageSize }
        // The size of a page is unknown, so only an empty page is the end.
        return envelope.page != nil && count > 0
    }

    /// Whether more records may follow a page that is the last one according to the server.
    private func isFull(_ envelope: PageEnvelope, _ count: Int) -> Bool {
        guard paging == .pages || paging == .offset, count > 0 else { return false }
        if let pageSize { return count == pageSize }
        return envelope.page != nil
    }

    /// A page in the middle must have exactly the requested number of records: more would come again with the next
    /// page, fewer would leave a gap.
    private func requireSize(_ count: Int, _ page: Int, more: Bool) throws(RunError) {
        guard sendsLimit, paging == .pages || paging == .offset, let pageSize else { return }
        if count > sizes.current, more || page > 1 {
            throw RunError(
                .sourceIncomplete,
                "Page \(page) has \(counted(count, "record")), but \(sizes.current) \(sizes.current == 1 ? "was" : "were") requested.",
                advice:
                    "The server must not send more records than requested; otherwise its pages can't be told apart."
            )
        }
        // Where only an empty page is the end, a server may take records out of a page after it was cut.
        if paging == .offset, more, count < pageSize, !proof.endsEmpty {
            throw RunError(
                .sourceIncomplete,
                "Page \(page) has \(counted(count, "record")) instead of \(pageSize), although more follow. The records between it and the next page "
                    + "would be lost.",
                advice: "Run the same command again. If it happens again, the server needs fixing.", isRetryable: true
            )
        }
    }
}
