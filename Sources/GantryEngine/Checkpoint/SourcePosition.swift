internal import GantryModel

/// The position of a source between two pages: all that is needed to continue from there.
public struct SourcePosition: Codable, Equatable, Sendable {
    /// The next page, from 1, in pages of `pageSize` records.
    public var page = 1
    /// The requested number of records for each page.
    public var pageSize: Int
    /// The page size to return to, while smaller pages are read because a page was too large; else `nil`.
    public var usualPageSize: Int?
    /// The source's own total, once it has stated one.
    public var statedTotal: Int?
    /// At least so many records are in the list, where the source says that alone.
    public var statedLeast: Int?
    /// Records of the pages so far.
    public var records = 0
    /// Stands for the key of the last record so far; `nil` where there is none, or it isn't known.
    public var lastKey: Int64?
    /// Whether the list ended without anything that shows that it is whole; `nil` as false.
    public var isUnproven: Bool?
    /// Where the next page is, as the answers of a list whose pages lead to each other say it; `nil` for the first
    /// page, and for other lists.
    public var next: String?
    /// What the server called the state of the list; `nil` where it doesn't.
    public var listState: String?
    /// An earlier page that none may be again; `nil` before the first.
    public var landmark: PageLandmark?
    /// Whether the values rise behind which pages go on, or fall; `nil` where that isn't known, and for other lists.
    public var rises: Bool?
    /// Whether it is known that no page follows.
    public var isAtEnd = false

    /// The position before page 1, with no records read.
    public init(pageSize: Int, statedTotal: Int? = nil) {
        self.pageSize = pageSize
        self.statedTotal = statedTotal
    }

    /// Whether the list came in one answer that has as many records as it says there are, so that it can't have moved
    /// while it was read.
    public var isWholeInOne: Bool { page == 2 && statedTotal == records }

    /// - Throws: `RunError.sourceIncomplete` when the records so far aren't as many as the source states.
    public func requireAll() throws(RunError) {
        let stated: String
        if let statedTotal, statedTotal != records {
            stated = counted(statedTotal, "record")
        } else if let statedLeast, records < statedLeast {
            stated = "at least \(counted(statedLeast, "record"))"
        } else {
            return
        }
        throw RunError(
            .sourceIncomplete, "The source reported \(stated) but sent \(records).",
            advice: "Run again with \(.startOver) to fetch the batch again.", isRetryable: true)
    }
}

/// A page that was read, by which pages that lead in a circle are noticed: one of them is this page again.
public struct PageLandmark: Codable, Equatable, Sendable {
    /// Its number.
    public let page: Int
    /// Stands for where it says that the next page is; `nil` where it doesn't.
    public let next: UInt64?
    /// Stands for its first and last record; `nil` where it has none.
    public let records: UInt64?

    /// A page with these marks.
    public init(page: Int, next: UInt64?, records: UInt64?) {
        self.page = page
        self.next = next
        self.records = records
    }
}

extension Checkpoint {
    /// The position of the source. Setting it keeps a total that was stated before, and the number of landed records.
    public var source: SourcePosition {
        get {
            var position = SourcePosition(pageSize: pageSize, statedTotal: statedTotal)
            position.statedLeast = statedLeast
            position.page = nextPage
            position.usualPageSize = usualPageSize
            position.records = records
            position.lastKey = lastKey
            position.isUnproven = isUnproven
            position.next = nextAddress
            position.listState = listState
            position.landmark = landmark
            position.rises = rises
            position.isAtEnd = isSourceAtEnd ?? false
            return position
        }
        set {
            nextPage = newValue.page
            pageSize = newValue.pageSize
            usualPageSize = newValue.usualPageSize
            statedTotal = newValue.statedTotal ?? statedTotal
            statedLeast = newValue.statedLeast ?? statedLeast
            lastKey = newValue.lastKey
            isUnproven = newValue.isUnproven
            nextAddress = newValue.next
            listState = newValue.listState
            landmark = newValue.landmark
            rises = newValue.rises
            isSourceAtEnd = newValue.isAtEnd
        }
    }
}
