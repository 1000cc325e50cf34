internal import GantryConnectors
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel

extension PageEnvelope {
    /// What the headers of an answer say about the list.
    mutating func note(
        _ headers: HTTPHeaders, known: AnswerHeaders, of request: ReadRequest, from connection: APIConnection
    ) async throws {
        switch known.next {
        case .header(let name)?: next = headers[name].flatMap { $0.isEmpty ? nil : $0 }
        case .link?: next = headers.linkToNext
        case nil: break
        }
        if case .query(let name) = connection.carrier { next = next.map { TokenCarrier.without(name, $0) } }
        if let name = known.state { state = headers[name] }
        if let count = request.count {
            let asked = ReadRequest(path: count.path, query: count.query.map { ($0.name, $0.value) })
            let answer = try await connection.readSuccess(asked)
            // An answer that isn't JSON says no total, which the list then lacks.
            var place = try? JSONTree(answer)
            for key in count.place { place = place?[key] }
            switch place {
            case .number(let text)?, .string(let text)?: totalCount = plainDigits(text).flatMap { Int64($0) }
            default: break
            }
        }
        guard let name = known.total else { return }
        // Of a list that is read page by page the first page is enough: the records that come are counted.
        let isFirst = request.address == nil
        let text = known.asksForTotal ? isFirst ? try await connection.header(name, of: request) : nil : headers[name]
        if let total = text.flatMap(plainDigits) { totalCount = Int64(total) }
    }
}

extension HTTPHeaders {
    /// The address of the relation `next` in `Link`; `nil` if it has none.
    var linkToNext: String? { values("link").lazy.compactMap(addressOfNext).first }
}

/// The address of the relation `next` in a value of `Link` (RFC 8288); `nil` if it has none.
private func addressOfNext(_ value: String) -> String? {
    var rest = Substring(value)
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
        let address = rest[rest.index(after: open)..<close]
        rest = rest[rest.index(after: close)...]
        let parameters = rest.prefix { $0 != "<" }
        for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            let parts = parameter.split(separator: "=", maxSplits: 1).map {
                $0.trimmingPrefix { $0 == " " }.filter { $0 != "\"" && $0 != " " }
            }
            if parts.count == 2, parts[0].lowercased() == "rel", parts[1].lowercased() == "next" {
                return String(address)
            }
        }
    }
    return nil
}
