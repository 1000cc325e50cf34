package import GantryConnectors
package import GantryFormats
package import GantryModel

extension CSVColumn {
    /// A column of an output; `nil` if the records have no such field, which reading the pipeline file has ruled out.
    ///
    /// - Parameters:
    ///   - fields: those of the records.
    ///   - keys: names of fields whose numbers can stand for texts.
    ///   - joined: the values of a field of the joined records, in their order.
    package init?(
        _ column: OutputColumn, of fields: [Field<R>], keys: Set<String> = [], dialect: CSVDialect,
        joined: (_ field: String) -> [JoinedValue]
    ) {
        let places = column.decimals ?? .exact
        guard column.field.join == nil else {
            let cells = joined(column.field.name).map { value -> [UInt8] in
                switch value {
                case .text(let text): dialect.cell(text)
                case .integer(let number): Array(String(number).utf8)
                case .money(let amount):
                    Array(decimalText(nano: amount.nano, places, point: dialect.decimalPoint).utf8)
                }
            }
            self.init(heading: column.heading, source: .joined(cells))
            return
        }
        guard let field = fields.first(where: { $0.name == column.field.name }) else { return nil }
        guard keys.contains(field.name), case .integer(_, let slot) = field.access else {
            self.init(heading: column.heading, source: .field(field.access, places))
            return
        }
        self.init(heading: column.heading, source: .key(slot))
    }
}
