internal import GantryConnectors
internal import GantryYAML

extension SystemReader {
    /// What shows that all pages have come: the total, or without one a second reading, unless the file says why
    /// nothing. Pages that say where the next one is have no borders to check, so they are read twice with a total too,
    /// unless the server says that the list stayed the same.
    ///
    /// - Parameter paging: the group that says how a page is asked for.
    mutating func proof(_ section: Section, paging: Section, total: Total?) -> ListProof {
        let canMove = !paging.has("offset") && !paging.has("page") && !section.has("state")
        if case .least? = total {
            guard !paging.has("offset"), !paging.has("page") else {
                refuseProof(section, "The pages themselves show whether all have come.")
                return .answers
            }
            let endsEmpty = paging.has("after")
            return unneeded(section, endsEmpty: endsEmpty)
                ?? (canMove ? .secondReading(endsEmpty: endsEmpty) : .answers)
        }
        guard case Total.none? = total else {
            refuseProof(section, "The total shows whether all pages have come.")
            if paging.has("ends") {
                document.report(
                    .conflict, at: paging.place(of: "ends"), "The total says where the list ends.", expected: "no ends")
            }
            return canMove ? .totalReadTwice : .total
        }
        if paging.has("states-pages") { return .answers }
        let isNumbered = ["offset", "page", "after"].contains { paging.has($0) }
        let end = document.choice(paging, "ends", what: "end", among: ["empty", "short"])
        if paging.has("ends"), !isNumbered {
            document.report(
                .conflict, at: paging.place(of: "ends"), "The answers say themselves whether a page follows.",
                expected: "no ends")
        }
        let endsEmpty = isNumbered && end != "short"
        return unneeded(section, endsEmpty: endsEmpty) ?? .secondReading(endsEmpty: endsEmpty)
    }

    /// No proof, where the file says why none is needed; `nil` where it doesn't.
    private mutating func unneeded(_ section: Section, endsEmpty: Bool) -> ListProof? {
        guard let group = document.section(section, "proof", keys: ["none"]) else { return nil }
        let expected = "why nothing needs to show that all records came"
        return document.required(group, "none", expected: expected).map { _ in .none(endsEmpty: endsEmpty) }
    }

    /// Reports a field by which no page can be asked for.
    mutating func requireAfter(
        _ section: Section, among fields: [DescribedField]?, key: String?, proof: ListProof?
    ) {
        guard let after, let fields,
            let field = field(
                after, of: section, among: fields, kinds: [.integer, .text, .time], types: "integer, text or time")
        else { return }
        if !field.isRequired {
            document.report(
                .conflict, at: after.place,
                "The field \(field.name) isn't required, so the last record of a page could be without it.",
                expected: "required: true at the field \(field.name)")
        } else if let key, key != field.name, let proof, !proof.needsTotal, !proof.isNone {
            document.report(
                .conflict, at: after.place,
                "Records can have the same \(field.name): where a page ends among them, the others would be left out.",
                expected: "after: \(key), a total, or under proof why nothing needs to show that all records came")
        }
    }

    /// Reports `proof` where it has no place.
    mutating func refuseProof(_ section: Section, _ why: String) {
        guard section.has("proof") else { return }
        document.report(.conflict, at: section.place(of: "proof"), why, expected: "no proof")
    }
}
