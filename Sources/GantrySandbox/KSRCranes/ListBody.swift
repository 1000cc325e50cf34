internal import GantryJSON

/// The answer of a list, bare or in an envelope.
struct ListBody {
    /// The records at the time of the request.
    let records: @Sendable () -> RecordSet
    let key: String
    /// The fields that the query can filter by.
    let filters: [String]
    let options: KSRCranesOptions

    func answer(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let wanted = filters.compactMap { name in request.query[name].map { (field: name, value: $0) } }
        let records = records()
        let selection = records.selection(of: wanted)
        if options.listStyle == .bare { return BackendAnswer(body: records.list(selection, for: request)) }
        guard let page = QueryNumber.read(request.query["page"], standard: 1),
            let asked = QueryNumber.read(request.query["limit"], standard: max(1, selection.count))
        else { throw .error(400, "page and limit must be 1 or more") }
        let size = min(asked, options.listLimit ?? .max)
        let start = min((page - 1) * size, selection.count)
        let list = records.list(selection, start..<min(start + size, selection.count), for: request)
        return .list(
            key, list,
            with: [
                "total": .integer(selection.count + request.alteration.totalShift), "page": .integer(page),
                "limit": .integer(size),
            ])
    }
}
