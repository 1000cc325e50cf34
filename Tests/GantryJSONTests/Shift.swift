import GantryJSON
import GantryModel

/// A record with one field of every kind.
struct Shift: Record {
    var id: Int64 = 0
    var count: Int64?
    var hours = Hours.zero
    var hoursAreExact = true
    var price: Money?
    var day: CivilDate?
    var at: Instant?
    var note: TextSlice?
    var state: Int?

    static let states = ["OPEN", "DONE"]

    static let fields: [Field<Shift>] = [
        Field("id", required: true, help: "", .integer(range: 1...Int64.max, get: { $0.id }, set: { $0.id = $1 })),
        Field("count", help: "", .integer(range: -100...100, get: { $0.count }, set: { $0.count = $1 })),
        Field(
            "hours", required: true, help: "",
            .hours(
                get: { $0.hours },
                set: {
                    $0.hours = $1
                    $0.hoursAreExact = $2
                })),
        Field("price", help: "", .money(get: { $0.price }, set: { $0.price = $1 })),
        Field("day", help: "", .date(get: { $0.day }, set: { $0.day = $1 })),
        Field("at", help: "", .instant(get: { $0.at }, set: { $0.at = $1 })),
        Field("note", help: "", .text(get: { $0.note }, set: { $0.note = $1 })),
        Field("state", help: "", .choice(states, get: { $0.state }, set: { $0.state = $1 })),
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
    var decoder = RecordDecoder<Shift>()
    return try decodePage(bytes, with: &decoder)
}

func decodePage(_ bytes: [UInt8], with decoder: inout RecordDecoder<Shift>) throws(JSONProblem) -> Page {
    var page = Page(chunk: Chunk(bytes: bytes))
    page.envelope = try decoder.decodePage(&page.chunk, listKeys: listKeys)
    return page
}

func decodePage(_ text: String) throws(JSONProblem) -> Page { try decodePage(Array(text.utf8)) }

func decodeLines(_ text: String) throws(JSONProblem) -> Page {
    var decoder = RecordDecoder<Shift>()
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

/// A small generator with a seed, so that a failure can be repeated (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
