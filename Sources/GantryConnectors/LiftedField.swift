internal import GantryModel

extension Field {
    /// The same field in a record that holds this one at `path`.
    func lifted<Outer>(_ path: any WritableKeyPath<Outer, R> & Sendable) -> Field<Outer> {
        Field<Outer>(name, or: otherNames, required: isRequired, help: help, access.lifted(path))
    }
}

extension FieldAccess {
    fileprivate func lifted<Outer>(_ path: any WritableKeyPath<Outer, R> & Sendable) -> FieldAccess<Outer> {
        switch self {
        case .integer(let range, let get, let set):
            .integer(range: range, get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1) })
        case .decimal(let range, let get, let set):
            .decimal(range: range, get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1) })
        case .hours(let get, let set): .hours(get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1, $2) })
        case .money(let get, let set): .money(get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1) })
        case .date(let east, let get, let set):
            .date(hoursEast: east, get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1) })
        case .instant(let get, let set): .instant(get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1) })
        case .flag(let get, let set): .flag(get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1) })
        case .text(let get, let set): .text(get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1) })
        case .link(let get, let set): .link(get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1, $2) })
        case .choice(let names, let get, let set):
            .choice(names, get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1) })
        case .list(let list): .list(list.lifted { $0[keyPath: path] })
        }
    }
}
