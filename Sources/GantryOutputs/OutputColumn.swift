package import GantryJSON
public import GantryModel

/// One column of a file of records.
public struct OutputColumn: Sendable, Equatable {
    /// The field that the column shows.
    public var field: FieldReference
    /// `heading`. The default is the field's name.
    public var heading: String
    /// `decimals` of hours and money, `nil` for other fields. The default is `exact`.
    public var decimals: DecimalPlaces?

    /// A column of these parts; `decimals` must be `nil` unless the field has hours or money.
    public init(field: FieldReference, heading: String, decimals: DecimalPlaces?) {
        self.field = field
        self.heading = heading
        self.decimals = decimals
    }
}

extension OutputColumn {
    /// The column in `totals.json`.
    package var tree: JSONTree {
        var members = [
            JSONTree.Member("heading", .string(heading)), JSONTree.Member("field", .string(field.description)),
        ]
        switch decimals {
        case .exact: members.append(JSONTree.Member("decimals", .string("exact")))
        case .fixed(let digits): members.append(JSONTree.Member("decimals", .integer(digits)))
        case nil: break
        }
        return .object(members)
    }

    /// Reads what `tree` wrote; `nil` when it is something else.
    package init?(_ tree: JSONTree) {
        guard let heading = tree["heading"]?.text, let field = tree["field"]?.text else { return nil }
        let parts = field.split(separator: ".", maxSplits: 1).map(String.init)
        guard let name = parts.last else { return nil }
        switch tree["decimals"] {
        case nil: decimals = nil
        case .string("exact"): decimals = .exact
        case .number(let text):
            guard let digits = Int(text), (0...9).contains(digits) else { return nil }
            decimals = .fixed(digits)
        default: return nil
        }
        self.field = FieldReference(join: parts.count == 2 ? parts[0] : nil, name: name)
        self.heading = heading
    }

    /// The columns that an entry of `files` in `totals.json` states; `nil` if it states none, or one that can't be
    /// read.
    package static func all(of file: JSONTree) -> [OutputColumn]? {
        guard let list = file["columns"]?.list else { return nil }
        let columns = list.compactMap { OutputColumn($0) }
        return columns.count == list.count ? columns : nil
    }
}
