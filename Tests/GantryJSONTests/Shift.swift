import GantryJSON
import GantryModel

/// A record with one field of every kind.
struct Shift: DeclaredRecord {
    var id: Int64 = 0
    var count: Int64?
    var hours = Hours.zero
    var rounded: UInt8 = 0
    var hoursAreExact: Bool { rounded == 0 }
    var price: Money?
    var day: CivilDate?
    var at: Instant?
    var note: TextSlice?
    var state: Int?

    static let states = ["OPEN", "DONE"]

    static let fields: [Field<Shift>] = [
        Field("id", \.id, in: 1...Int64.max, help: ""),
        Field("count", \.count, in: -100...100, help: ""),
        Field("hours", \.hours, countingRounded: \.rounded, help: ""),
        Field("price", \.price, help: ""),
        Field("day", \.day, help: ""),
        Field("at", \.at, help: ""),
        Field("note", \.note, help: ""),
        Field("state", \.state, oneOf: states, help: ""),
    ]
}

/// A decoded page with its envelope.
struct Page {
    var chunk: Chunk<Shift>
    var envelope = PageEnvelope()

    var notes: [String?] { chunk.records.map { $0.note.map(chunk.text) } }
    /// What the record at `index` was sent as.
    func source(_ index: Int) -> String { String(decoding: chunk.bytes[chunk.ranges[index]], as: UTF8.self) }
}

let listKeys = ["data", "entries"]

func decodePage(_ bytes: [UInt8]) throws(JSONProblem) -> Page {
    let decoder = PageDecoder(Shift.self)
    return try decodePage(bytes, with: decoder)
}

func decodePage(_ bytes: [UInt8], with decoder: PageDecoder<Shift>) throws(JSONProblem) -> Page {
    var page = Page(chunk: Chunk(bytes: bytes))
    page.envelope = try decoder.decodePage(&page.chunk, listKeys: listKeys)
    return page
}

func decodePage(_ text: String) throws(JSONProblem) -> Page { try decodePage(Array(text.utf8)) }

func decodeLines(_ text: String) throws(JSONProblem) -> Page {
    let decoder = PageDecoder(Shift.self)
    var page = Page(chunk: Chunk(bytes: Array(text.utf8)))
    try decoder.decodeLines(&page.chunk)
    return page
}

/// A page with one good record before and one after a record with these members besides `id` and `hours`.
func pageAround(_ members: String) -> String {
    #"[{"id":1,"hours":1},{"id":2,"hours":2,\#(members)},{"id":3,"hours":3}]"#
}

/// The middle record of such a page, which must not be a reject.
func decoded(_ members: String) throws -> (record: Shift, page: Page) {
    let page = try decodePage(pageAround(members))
    guard page.chunk.rejects.isEmpty, page.chunk.count == 3 else { throw UnexpectedReject(rejects: page.chunk.rejects) }
    return (page.chunk.records[1], page)
}

struct UnexpectedReject: Error { let rejects: [Reject] }
