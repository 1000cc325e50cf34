internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel

extension PagingState {
    /// Nothing is asked for behind an answer that is a list of its own, so it must be whole by its own words.
    ///
    /// An answer with as many records as the limit allows looks the same as one that was cut; its total may count only
    /// its own records.
    func requireOnly(_ envelope: PageEnvelope, _ count: Int) throws(RunError) {
        guard !isOneAnAnswer else { return }
        if paging == .whole, let pageSize, count == pageSize {
            throw RunError(
                .sourceIncomplete,
                "The server sent \(counted(count, "record")), the most that \(count == 1 ? "was" : "were") requested, so there may be more.",
                advice:
                    "Set page-size to more than \(pageSize) in the pipeline file, or narrow the list with filters, and run again with \(.startOver)."
            )
        }
        let total = try PagingState.amount(envelope.totalCount, "records")
        let least = try PagingState.amount(envelope.leastCount, "records")
        let pages = try PagingState.amount(envelope.totalPages, "pages")
        try requireTotal(nextPage, total, least)
        let stated: String
        if let total, total != count {
            stated = counted(total, "record")
        } else if let least, least > count {
            stated = "at least \(counted(least, "record"))"
        } else if let pages, pages > 1 {
            stated = counted(pages, "page")
        } else if envelope.hasNext == true || envelope.next != nil {
            stated = "that more follow"
        } else {
            return
        }
        let place = paging == .keyed ? " \(nextPage) of \(totalPages ?? nextPage)" : ""
        throw RunError(
            .sourceIncomplete,
            "Answer\(place) has \(counted(count, "record")), but the server reports \(stated). All records are expected in this one answer, so the others would be lost.",
            advice:
                "Run the same command again. If it happens again, the server must send the whole list at once, or be asked for its pages.",
            isRetryable: true)
    }

    /// - Parameters:
    ///   - total: the total that was stated so far.
    ///   - least: how many there are at least, as was stated so far.
    func requireTotal(_ page: Int, _ total: Int?, _ least: Int?) throws(RunError) {
        guard proof.needsTotal && total == nil || needsLeast && least == nil else { return }
        throw RunError(
            .sourceIncomplete,
            proof.needsTotal
                ? "Page \(page) doesn't say how many records the list has, so nothing would show that all have come."
                : "Page \(page) doesn't say how many records the list has at least.",
            advice: "Check where the description says that the total is, under total.")
    }
}
