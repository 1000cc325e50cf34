/// The answer of a list, bare or in an envelope.
struct ListBody {
    /// The records as they are when the list is asked for.
    let records: @Sendable () -> RecordSet
    let key: String
    /// The fields that the query can ask for.
    let filters: [String]
    let style: SandboxConfiguration.ListStyle
    let limit: Int?
    let fields: RecordFields

    func answer(_ request: BackendRequest) -> BackendAnswer {
        let wanted = filters.compactMap { name in request.query[name].map { (field: name, value: $0) } }
        let records = records()
        let selection = records.selection(of: wanted)
        var bytes: [UInt8] = []
        switch style {
        case .bare:
            bytes.append("[")
            records.append(0..<selection.count, of: selection, request.alteration, fields, to: &bytes)
            bytes.append("]")
        case .envelope:
            guard let page = Self.number(request.query["page"], usual: 1),
                let asked = Self.number(request.query["limit"], usual: max(1, selection.count))
            else { return .error(400, "page and limit must be 1 or more") }
            let size = min(asked, limit ?? .max)
            let start = min((page - 1) * size, selection.count)
            bytes.append(#"{"\#(key)":["#)
            records.append(
                start..<min(start + size, selection.count), of: selection, request.alteration, fields, to: &bytes)
            bytes.append(
                #"],"total":\#(selection.count + request.alteration.totalShift),"page":\#(page),"limit":\#(size)}"#)
        }
        return BackendAnswer(body: bytes)
    }

    private static func number(_ text: String?, usual: Int) -> Int? {
        guard let text else { return usual }
        guard let number = Int(text), number >= 1, number <= 1_000_000_000 else { return nil }
        return number
    }
}
