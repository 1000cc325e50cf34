/// One address of a back end: what it is called in faults and logs, and how it answers.
///
/// A back end is a list of these. Tokens, faults, delays and the log are the same for all and live outside.
struct Endpoint: Sendable {
  var name: String
  var method: Method
  var path: String
  var needsToken: Bool
  /// Whether records come in pages, named by the query's `page`.
  var isPaged: Bool
  var fields: RecordFields
  var answer: @Sendable (BackendRequest) -> BackendAnswer

  enum Method: Sendable { case get, post }
}

/// A request as an endpoint sees it, with the changes that ordered faults want from its answer.
struct BackendRequest: Sendable {
  var query: [String: String]
  var body: [UInt8]
  var alteration = AnswerAlteration()
}

/// A status and a JSON body.
struct BackendAnswer: Sendable {
  var status = 200
  var body: [UInt8]

  static func error(_ status: Int, _ message: String) -> BackendAnswer {
    var body = Array(#"{"error":"#.utf8)
    body.append(jsonString(message))
    body.append("}")
    return BackendAnswer(status: status, body: body)
  }
}

/// A JSON string literal.
func jsonString(_ text: String) -> String {
  var literal = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": literal += "\\\""
    case "\\": literal += "\\\\"
    case "\u{0}"..<" ":
      let digits = String(scalar.value, radix: 16)
      literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: literal.unicodeScalars.append(scalar)
    }
  }
  return literal + "\""
}

extension [UInt8] {
  /// Appends `count` records with commas between them, spoiling those that faults name.
  mutating func appendRecords(
    count: Int, alteration: AnswerAlteration, fields: RecordFields, record: (Int, inout [UInt8]) -> Void
  ) {
    for index in 0..<count {
      if index > 0 { append(UInt8(ascii: ",")) }
      if alteration.defects.isEmpty {
        record(index, &self)
        continue
      }
      var single: [UInt8] = []
      record(index, &single)
      for (place, defect) in alteration.defects where place == index { single = defect.applied(to: single, fields: fields) }
      append(contentsOf: single)
    }
  }
}
