internal import GantryModel

/// The shape of the records in a list field of a described record.
struct DescribedElements: NestedShape {
    typealias Child = DescribedRecord<32>

    let shape: RecordShape<Child>
    private let owner: Owner?

    /// The field that names the record round the list.
    private enum Owner: Sendable {
        case text(FieldSlot<Child, TextSlice>)
        case number(FieldSlot<Child, Int64>)
    }

    init(_ fields: [DescribedField], ownerIsNumber: Bool) {
        let room = DescribedFields<32>(fields, key: "", ownerIsNumber: ownerIsNumber)
        var shape = RecordShape(blank: room.blank, fields: room.fields, sensitiveKeys: [])
        shape.emptyIsNone = true
        self.shape = shape
        let place = fields.firstIndex { $0.kind == .owner }
        owner = place.flatMap { place in
            switch room.fields[place].access {
            case .text(let slot): .text(slot)
            case .integer(_, let slot): .number(slot)
            default: nil
            }
        }
    }

    /// The list of such elements in a record.
    func list<let rooms: Int>(in type: DescribedRecord<rooms>.Type) -> NestedList<DescribedRecord<rooms>> {
        NestedList(of: self) { [owner] record, element in
            switch owner {
            case .text(let slot): slot.store(record.text, in: &element)
            case .number(let slot): slot.store(record.number, in: &element)
            case nil: break
            }
        }
    }
}

extension DescribedField {
    /// Whether a record in a list has room for such fields.
    public static func canBeElements(_ fields: [DescribedField]) -> Bool {
        DescribedFields<32>.needed(for: fields, areElements: true) <= 32
    }
}
