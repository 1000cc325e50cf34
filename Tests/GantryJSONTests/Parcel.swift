import GantryJSON
import GantryModel

/// A record with the kinds of field that a `Shift` hasn't: a list, objects, a link, a flag and a decimal.
struct Parcel: DeclaredRecord {
    var id = TextSlice(start: 0, count: 0, isDecoded: false)
    var isOpen: Bool?
    var weight: Decimal9?
    var page: TextSlice?
    var wholePage: TextSlice?
    var senderID: Int64?
    var senderCity: TextSlice?

    static let sensitiveKeys = ["secret", "passwordHash"]

    static let fields: [Field<Parcel>] = [
        Field("id", \.id, help: ""),
        Field("open", or: ["is_open"], \.isOpen, help: ""),
        Field("weight", or: ["weight_kg", "measures.weight"], \.weight, in: Decimal9(0)...Decimal9(100), help: ""),
        Field("page", link: \.page, whole: \.wholePage, help: ""),
        Field("sender.id", required: true, help: "", .integer(1...99, FieldSlot(\.senderID))),
        Field("sender.home.city", \.senderCity, help: ""),
        Field("steps", help: "", .list(of: Step.self) { parcel, step in step.parcelID = parcel.id }),
        Field("notes", help: "", .list(of: Note.self) { parcel, note in note.parcelID = parcel.id }),
    ]

    /// Decoded by the general decoder.
    struct Step: DeclaredRecord {
        var parcelID = TextSlice(start: 0, count: 0, isDecoded: false)
        var number: Int64 = 0
        var place: TextSlice?

        static let fields: [Field<Step>] = [
            Field("parcelId", help: "", .text(FieldSlot(\.parcelID))),
            Field("number", \.number, in: 1...9, help: ""),
            Field("place", \.place, help: ""),
        ]
    }

    /// Decoded by its own decoder.
    struct Note: DeclaredRecord {
        var parcelID = TextSlice(start: 0, count: 0, isDecoded: false)
        var text: TextSlice?
        var photo: TextSlice?

        static let fields: [Field<Note>] = [
            Field("text", \.text, help: ""),
            Field("photo", link: \.photo, help: ""),
        ]
    }
}

extension Chunk<Parcel> {
    var steps: Nested<Parcel.Step> { nested.first as? Nested<Parcel.Step> ?? Nested(Parcel.Step.fields) }
    var notes: Nested<Parcel.Note> { nested.last as? Nested<Parcel.Note> ?? Nested(Parcel.Note.fields) }

    /// A record as it is landed.
    func landed(_ index: Int) -> String {
        var out: [UInt8] = []
        var start = ranges[index].lowerBound
        for cut in redactions where cut.lowerBound >= start && cut.lowerBound < ranges[index].upperBound {
            out += bytes[start..<cut.lowerBound]
            start = cut.upperBound
        }
        return String(decoding: out + bytes[start..<ranges[index].upperBound], as: UTF8.self)
    }
}

func parcels(_ text: String, _ shape: PageShape = .list(["data"])) throws(JSONProblem) -> Chunk<Parcel> {
    let decoder = PageDecoder(Parcel.self)
    var chunk = Chunk<Parcel>(bytes: Array(text.utf8))
    _ = try decoder.decodePage(&chunk, shape: shape)
    return chunk
}

/// A parcel with these members besides its required ones.
func parcel(_ members: String) throws(JSONProblem) -> Chunk<Parcel> {
    try parcels(#"[{"id":"p1","sender":{"id":1},\#(members)}]"#)
}
