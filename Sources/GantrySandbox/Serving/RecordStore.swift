internal import GantryJSON

/// The initial records of a sandbox and what was written since: new records, and fields of old ones. In memory only.
struct RecordStore: Sendable {
    private let initial: RecordSet
    /// Whether new records come first.
    private let newestFirst: Bool
    /// The position of an initial record, by id.
    private let initialPosition: @Sendable (String) -> Int?
    private var added: [[UInt8]] = []
    private var addedPlaces: [String: Int] = [:]
    private var edits: [Int: [(key: String, value: [UInt8])]] = [:]

    init(_ initial: RecordSet, newestFirst: Bool = false, position: @escaping @Sendable (String) -> Int?) {
        self.initial = initial
        self.newestFirst = newestFirst
        initialPosition = position
    }

    /// All records as they are now. After the first write a filter looks at every record.
    var records: RecordSet {
        guard !added.isEmpty || !edits.isEmpty else { return initial }
        let (store, count) = (self, initial.count + added.count)
        return RecordSet(
            count: count, period: count, append: { store.append($0, to: &$1) }, field: { store.field($0, $1) })
    }

    /// How many records were added.
    var addedCount: Int { added.count }

    func has(_ id: String) -> Bool { addedPlaces[id] != nil || initialPosition(id) != nil }

    /// A record by id as it is now.
    ///
    /// - Parameter detail: The initial record in full, where the list shows only a part of it.
    func record(_ id: String, detail: ((String) -> [UInt8]?)? = nil) -> [UInt8]? {
        if let place = addedPlaces[id] { return added[place] }
        guard let position = initialPosition(id) else { return nil }
        return edited(detail?(id) ?? initial.record(position), position)
    }

    mutating func add(_ record: [UInt8], id: String) {
        addedPlaces[id] = added.count
        added.append(record)
    }

    /// Sets a field of a record; an unknown id changes nothing.
    mutating func set(_ key: String, to value: JSONTree, of id: String) {
        if let place = addedPlaces[id] {
            added[place] = added[place].setting(key, to: value.bytes)
        } else if let position = initialPosition(id) {
            edits[position, default: []].removeAll { $0.key == key }
            edits[position, default: []].append((key, value.bytes))
        }
    }

    private enum Place {
        case initial(Int)
        case added(Int)
    }

    private func place(_ position: Int) -> Place {
        if newestFirst {
            return position < added.count ? .added(added.count - 1 - position) : .initial(position - added.count)
        }
        return position < initial.count ? .initial(position) : .added(position - initial.count)
    }

    private func append(_ position: Int, to bytes: inout [UInt8]) {
        switch place(position) {
        case .added(let place): bytes += added[place]
        case .initial(let position):
            if edits[position] == nil {
                initial.append(position, &bytes)
            } else {
                bytes += edited(initial.record(position), position)
            }
        }
    }

    private func field(_ name: String, _ position: Int) -> String? {
        switch place(position) {
        case .added(let place): return added[place].text(name)
        case .initial(let position):
            guard let edit = edits[position]?.first(where: { $0.key == name }) else {
                return initial.field(name, position)
            }
            return JSONBytes.plainText(edit.value[...])
        }
    }

    private func edited(_ record: [UInt8], _ position: Int) -> [UInt8] {
        edits[position, default: []].reduce(record) { $0.setting($1.key, to: $1.value) }
    }
}
