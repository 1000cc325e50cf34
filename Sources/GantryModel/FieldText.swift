extension FieldAccess {
    /// The value in its one spelling, for a message, a preview or a comparison; `nil` if it is absent and for a list.
    ///
    /// Decimals are exact, a choice is its spelling on the wire.
    public func text(of record: R, text: (TextSlice) -> String) -> String? {
        switch self {
        case .integer(_, let slot): slot.value(in: record).map { String($0) }
        case .decimal(_, let slot): slot.value(in: record)?.description
        case .hours(let slot, _): slot.value(in: record)?.description
        case .money(let slot): slot.value(in: record)?.description
        case .date(let slot, _, _): slot.value(in: record)?.description
        case .instant(let slot): slot.value(in: record)?.description
        case .flag(let slot): slot.value(in: record).map { $0 ? "true" : "false" }
        case .text(let slot), .link(let slot, _): slot.value(in: record).map(text)
        case .choice(let names, let slot, _): slot.value(in: record).map { names[$0] }
        case .list: nil
        }
    }
}

extension Chunk {
    /// The value of a field of the record at `index`; see `FieldAccess.text(of:text:)`.
    public func text(_ field: Field<R>, of index: Int) -> String? {
        field.access.text(of: records[index]) { text($0) }
    }

    /// Every one of `fields` of a record with its nested records in one spelling: two records are equal if these are,
    /// however the server spelled them.
    public func canonicalText(of index: Int, _ fields: [Field<R>]) -> [UInt8] {
        var out = ""
        var list = 0
        for field in fields {
            out += field.name + "="
            if field.access.nestedList != nil {
                out += "\n"
                if list < nested.count {
                    nested[list].appendCanonicalText(nested[list].rows(of: index), to: &out) { text($0) }
                }
                list += 1
            } else {
                // Marked, so that an empty text isn't an absent one.
                out += text(field, of: index).map { "\"" + $0 + "\"\n" } ?? "\n"
            }
        }
        return Array(out.utf8)
    }
}

extension Chunk where R: DeclaredRecord {
    /// Every field of a record with its nested records in one spelling; see `canonicalText(of:_:)`.
    public func canonicalText(of index: Int) -> [UInt8] { canonicalText(of: index, R.fields) }
}
