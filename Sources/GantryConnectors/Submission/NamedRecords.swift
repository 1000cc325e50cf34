internal import GantryModel

/// People whom a cell can name: by id, e-mail address or full name.
struct NamedRecords: Sendable {
    struct Record: Sendable, Equatable {
        let id: String
        let name: String
        let email: String

        /// Whether the text is what no other has: the id or the e-mail address.
        func isNamedAlone(by text: String) -> Bool {
            [id, email].map(TextIdentity.text.folded).contains(TextIdentity.text.folded(text))
        }
    }

    private var records: [Record] = []
    private var byID: [String: [Int]] = [:]
    private var byEmail: [String: [Int]] = [:]
    private var byName: [String: [Int]] = [:]

    mutating func add(id: String, name: String, email: String) {
        let place = records.count
        records.append(Record(id: id, name: name, email: email))
        byID[TextIdentity.text.folded(id), default: []].append(place)
        if !email.isEmpty { byEmail[TextIdentity.text.folded(email), default: []].append(place) }
        byName[TextIdentity.text.folded(name), default: []].append(place)
    }

    /// Those with this id, or else with this e-mail address or name; capitals and blanks do not matter, unless they tell
    /// one id from another.
    func find(_ text: String) -> [Record] {
        let typed = text
        let text = TextIdentity.text.folded(text)
        if let places = byID[text] {
            let found = places.map { records[$0] }
            let same = found.filter { $0.id.utf8.elementsEqual(typed.utf8) }
            return same.isEmpty ? found : Array(same.suffix(1))
        }
        return Set((byEmail[text] ?? []) + (byName[text] ?? [])).sorted().map { records[$0] }
    }

    /// The only one that a text means, unless the text is its id.
    ///
    /// - Parameter kind: what one of them is called.
    func reference(_ text: String, _ kind: String) -> RowReference? {
        let found = find(text)
        guard found.count == 1, let only = found.first,
            TextIdentity.text.folded(only.id) != TextIdentity.text.folded(text)
        else { return nil }
        return RowReference(text, "\(kind) \(only.id), \(only.name)")
    }

    /// Those whose name or e-mail address holds the text, for a message.
    func like(_ text: String) -> [Record] {
        let text = TextIdentity.text.folded(text)
        return Array(
            records.lazy.filter {
                TextIdentity.text.folded($0.name).contains(text) || TextIdentity.text.folded($0.email).contains(text)
            }
            .prefix(NamedRecords.most + 1))
    }

    private static let most = 5

    static func listed(_ records: [Record]) -> String {
        records.prefix(most).map { singleLine($0.id, limit: 60) }.joined(separator: ", ")
            + (records.count > most ? " and more" : "")
    }
}
