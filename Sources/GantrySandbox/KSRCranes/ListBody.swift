/// The answer of a list, bare or in an envelope.
struct ListBody {
  let records: StoredRecords
  let key: String
  let style: SandboxConfiguration.ListStyle
  let limit: Int?
  let fields: RecordFields

  func answer(_ request: BackendRequest) -> BackendAnswer {
    var bytes: [UInt8] = []
    switch style {
    case .bare:
      bytes.append("[")
      append(0..<records.count, request.alteration, to: &bytes)
      bytes.append("]")
    case .envelope:
      guard let page = Self.number(request.query["page"], usual: 1),
        let asked = Self.number(request.query["limit"], usual: max(1, records.count))
      else { return .error(400, "page and limit must be 1 or more") }
      let size = min(asked, limit ?? .max)
      let start = min((page - 1) * size, records.count)
      bytes.append(#"{"\#(key)":["#)
      append(start..<min(start + size, records.count), request.alteration, to: &bytes)
      bytes.append(#"],"total":\#(records.count + request.alteration.totalShift),"page":\#(page),"limit":\#(size)}"#)
    }
    return BackendAnswer(body: bytes)
  }

  private func append(_ positions: Range<Int>, _ alteration: AnswerAlteration, to bytes: inout [UInt8]) {
    bytes.appendRecords(count: positions.count, alteration: alteration, fields: fields) { index, bytes in
      records.append(positions.lowerBound + index, to: &bytes)
    }
  }

  private static func number(_ text: String?, usual: Int) -> Int? {
    guard let text else { return usual }
    guard let number = Int(text), number >= 1, number <= 1_000_000_000 else { return nil }
    return number
  }
}
