internal import GantryModel

extension Field {
    /// The same field in a record that holds this one at `path`.
    func lifted<Outer>(_ path: any WritableKeyPath<Outer, R> & Sendable) -> Field<Outer> {
        Field<Outer>(
            name, at: self.path, or: otherNames, required: isRequired, help: help, access.lifted(path),
            spelling: spelling,
            unit: unit)
    }
}

extension FieldAccess {
    fileprivate func lifted<Outer>(_ path: any WritableKeyPath<Outer, R> & Sendable) -> FieldAccess<Outer> {
        switch self {
        case .integer(let range, let slot): .integer(range, slot.lifted(path))
        case .decimal(let range, let slot): .decimal(range, slot.lifted(path))
        case .hours(let slot, let rounded): .hours(slot.lifted(path), rounded: rounded?.lifted(path))
        case .money(let slot): .money(slot.lifted(path))
        case .date(let slot, let offset, let time):
            .date(slot.lifted(path), utcOffset: offset, time: time?.lifted(path))
        case .instant(let slot): .instant(slot.lifted(path))
        case .flag(let slot): .flag(slot.lifted(path))
        case .text(let slot): .text(slot.lifted(path))
        case .link(let slot, let whole): .link(slot.lifted(path), whole: whole?.lifted(path))
        case .choice(let names, let slot, let codes): .choice(names, slot.lifted(path), codes: codes)
        case .list(let list): .list(list.lifted { $0[keyPath: path] })
        }
    }
}
