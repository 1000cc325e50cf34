internal import GantryEngine
internal import GantryModel

/// The fields of a record type, by their names.
struct RoleFields<Source: DatasetRecord> {
    private let shape: RecordShape<Source>
    private let dataset: String

    init(_ shape: RecordShape<Source>, _ dataset: String) {
        self.shape = shape
        self.dataset = dataset
    }

    func named(_ name: String, _ expected: String) throws -> Field<Source> {
        guard let field = shape.fields.first(where: { $0.name == name }) else { throw wrong(name, expected) }
        return field
    }

    func wrong(_ name: String, _ expected: String) -> RunError {
        RunError(
            .unsupported, "The dataset \(dataset) has no field \(name) with \(expected).",
            advice: "Name another field at the role in the pipeline file.")
    }

    func integer(_ name: String) throws -> @Sendable (Source, Chunk<Source>) -> Int64? {
        guard case .integer(_, let slot) = try named(name, "a whole number").access else {
            throw wrong(name, "a whole number")
        }
        return { record, _ in slot.value(in: record) }
    }

    /// A key: a whole number, or a text.
    func key(_ name: String) throws -> RoleKey<Source> {
        let expected = "a whole number or text"
        switch try named(name, expected).access {
        case .integer(_, let slot): return .number { record, _ in slot.value(in: record) }
        case .text(let slot): return .text { record, rows in slot.value(in: record).map { rows.text($0) } }
        default: throw wrong(name, expected)
        }
    }

    /// A day, and the time that the server sent for it where that is no midnight in UTC.
    func date(
        _ name: String
    ) throws -> (
        day: @Sendable (Source, Chunk<Source>) -> CivilDate?, time: @Sendable (Source, Chunk<Source>) -> Instant?
    ) {
        guard case .date(let slot, _, let time) = try named(name, "a day").access else { throw wrong(name, "a day") }
        return ({ record, _ in slot.value(in: record) }, { record, _ in time?.value(in: record) })
    }

    func instant(_ name: String) throws -> @Sendable (Source, Chunk<Source>) -> Instant? {
        guard case .instant(let slot) = try named(name, "a time").access else { throw wrong(name, "a time") }
        return { record, _ in slot.value(in: record) }
    }

    func money(_ name: String) throws -> @Sendable (Source) -> Money? {
        guard case .money(let slot) = try named(name, "money").access else { throw wrong(name, "money") }
        return { record in slot.value(in: record) }
    }

    /// A word: a text, one of a list, or a number or flag as it is spelled.
    func text(_ name: String) throws -> @Sendable (Source, Chunk<Source>) -> String? {
        let access = try named(name, "a text").access
        return { record, rows in access.text(of: record) { rows.text($0) } }
    }
}

/// Where a record has a key: its own, or that of what it refers to.
enum RoleKey<Source: DatasetRecord>: Sendable {
    case number(@Sendable (Source, Chunk<Source>) -> Int64?)
    case text(@Sendable (Source, Chunk<Source>) -> String?)

    /// What keys that are texts have to be.
    static var expectation: String {
        "a text of 1 to \(TextKeys.longest) bytes without invisible characters, or blanks at its ends"
    }
}
