import GantryJSON
import GantryModel

/// A record with the kinds of field that a `Shift` hasn't: a list, objects, a link, a flag and a decimal.
struct Parcel: Record {
    var id = TextSlice(start: 0, count: 0, isDecoded: false)
    var isOpen: Bool?
    var weight: Decimal9?
    var page: TextSlice?
    var wholePage: TextSlice?
    var senderID: Int64?
    var senderCity: TextSlice?

    static let withheldKeys = ["secret", "passwordHash"]

    static let fields: [Field<Parcel>] = [
        Field("id", required: true, help: "", .text(get: { $0.id }, set: { $0.id = $1 })),
        Field("open", or: ["is_open"], help: "", .flag(get: { $0.isOpen }, set: { $0.isOpen = $1 })),
        Field(
            "weight", or: ["weight_kg", "measures.weight"], help: "",
            .decimal(range: Decimal9(0)...Decimal9(100), get: { $0.weight }, set: { $0.weight = $1 })),
        Field(
            "page", help: "",
            .link(
                get: { $0.page },
                set: { parcel, page, whole in
                    parcel.page = page
                    parcel.wholePage = whole
                })),
        Field(
            "sender.id", required: true, help: "",
            .integer(range: 1...99, get: { $0.senderID }, set: { $0.senderID = $1 })),
        Field("sender.home.city", help: "", .text(get: { $0.senderCity }, set: { $0.senderCity = $1 })),
        Field("steps", help: "", .list(of: Step.self) { parcel, step in step.parcelID = parcel.id }),
        Field("notes", help: "", .list(of: Note.self) { parcel, note in note.parcelID = parcel.id }),
    ]

    /// Decoded by the general decoder.
    struct Step: Record {
        var parcelID = TextSlice(start: 0, count: 0, isDecoded: false)
        var number: Int64 = 0
        var place: TextSlice?

        static let fields: [Field<Step>] = [
            Field("parcelId", help: "", .text(get: { $0.parcelID }, set: { $0.parcelID = $1 })),
            Field(
                "number", required: true, help: "", .integer(range: 1...9, get: { $0.number }, set: { $0.number = $1 })),
            Field("place", help: "", .text(get: { $0.place }, set: { $0.place = $1 })),
        ]
    }

    /// Decoded by its own decoder.
    struct Note: NestedRecord {
        var parcelID = TextSlice(start: 0, count: 0, isDecoded: false)
        var text: TextSlice?
        var photo: TextSlice?

        static let fields: [Field<Note>] = [
            Field("text", help: "", .text(get: { $0.text }, set: { $0.text = $1 })),
            Field("photo", help: "", .link(get: { $0.photo }, set: { note, photo, _ in note.photo = photo })),
        ]
        static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Note.self, withholding: keys)
        }
    }
}

extension Chunk<Parcel> {
    var steps: Nested<Parcel.Step> { nested.first as? Nested<Parcel.Step> ?? Nested() }
    var notes: Nested<Parcel.Note> { nested.last as? Nested<Parcel.Note> ?? Nested() }

    /// A record as it is landed.
    func landed(_ index: Int) -> String {
        var out: [UInt8] = []
        var start = ranges[index].lowerBound
        for cut in cuts where cut.lowerBound >= start && cut.lowerBound < ranges[index].upperBound {
            out += bytes[start..<cut.lowerBound]
            start = cut.upperBound
        }
        return String(decoding: out + bytes[start..<ranges[index].upperBound], as: UTF8.self)
    }
}

func parcels(_ text: String, _ shape: PageShape = .list(["data"])) throws(JSONProblem) -> Chunk<Parcel> {
    var decoder = RecordDecoder<Parcel>()
    var chunk = Chunk<Parcel>(bytes: Array(text.utf8))
    _ = try decoder.decodePage(&chunk, shape: shape)
    return chunk
}

/// A parcel with these members besides its required ones.
func parcel(_ members: String) throws(JSONProblem) -> Chunk<Parcel> {
    try parcels(#"[{"id":"p1","sender":{"id":1},\#(members)}]"#)
}
