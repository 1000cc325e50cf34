internal import GantryEngine
internal import GantryJSON

extension PagingState {
    /// A number that an envelope states.
    static func amount(_ stated: Int64?, _ what: String) throws(RunError) -> Int? {
        guard let stated else { return nil }
        guard stated >= 0 else {
            throw RunError(
                .sourceIncomplete, "The server says that it has \(stated) \(what).",
                advice: "Run the same command again; if it stays so, the server needs looking after.", isRetryable: true
            )
        }
        return Int(clamping: stated)
    }

    /// A page past the stated end holds records.
    func morePastEnd(_ envelope: PageEnvelope, _ page: Int, _ sum: Int) -> RunError {
        if let total, let stated = envelope.totalCount.map(Int.init(clamping:)), stated != total, stated >= sum {
            return PagingState.changed("it stated \(total) records at first and \(stated) with page \(page)")
        }
        return contradicted(page, sum)
    }

    /// More records came than there are by the server's own words.
    func contradicted(_ page: Int, _ sum: Int) -> RunError {
        let stated = total.map { "a total of \($0) records" } ?? totalPages.map { "\($0) pages" } ?? "no more pages"
        return RunError(
            .sourceIncomplete,
            "The server states \(stated), and with page \(page) there are \(sum) records and maybe more. What it states may count a page "
                + "instead of the list, so that nobody can tell whether the list is complete.",
            advice:
                "Narrow the list with filters so that it fits on one page, and run again with --start-over, or have the server corrected."
        )
    }

    func sameRecords(_ envelope: PageEnvelope, _ page: Int) -> RunError {
        guard total == nil, totalPages == nil, envelope.page == nil, let pageSize else {
            return PagingState.repeated("Page \(page) holds the same records as page \(page - 1).")
        }
        return RunError(
            .sourceIncomplete,
            "The server gives \(pageSize) records of the list and no more: asked for those after them, it sent the same again.",
            advice:
                "Narrow the list with filters so that it holds fewer than \(pageSize) records, and run again with --start-over."
        )
    }

    static func repeated(_ what: String) -> RunError {
        RunError(
            .sourceChanged, "\(what) Reading on would count records twice or for ever.",
            advice: "Run again with --start-over; if it stays so, the server's paging is at fault.", isRetryable: true)
    }

    static func changed(_ how: String) -> RunError {
        RunError(
            .sourceChanged, "The source changed while it was read: \(how). The pages don't belong to one state of it.",
            advice: "Run again with --start-over at a time when nobody enters hours.", isRetryable: true)
    }
}
