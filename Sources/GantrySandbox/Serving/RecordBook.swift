/// Records that the sandbox began with, and what was written since: new ones, and fields of old ones. In memory only.
struct RecordBook: Sendable {
    private let base: RecordSet
    /// Whether new records stand in front.
    private let newestFirst: Bool
    /// The position of a record that was there from the start, by id.
    private let basePosition: @Sendable (String) -> Int?
    private var added: [[UInt8]] = []
    private var addedPlaces: [String: Int] = [:]
    private var edits: [Int: [(key: String, value: [UInt8])]] = [:]

    init(_ base: RecordSet, newestFirst: Bool = false, position: @escaping @Sendable (String) -> Int?) {
        self.base = base
        self.newestFirst = newestFirst
        basePosition = position
    }

    /// All records as they are now. While something is written, a filter looks at every one of them.
    var records: RecordSet {
        guard !added.isEmpty || !edits.isEmpty else { return base }
        let (book, count) = (self, base.count + added.count)
        return RecordSet(
            count: count, period: count, append: { book.append($0, to: &$1) }, field: { book.field($0, $1) })
    }

    /// How many records were added.
    var addedCount: Int { added.count }

    func has(_ id: String) -> Bool { addedPlaces[id] != nil || basePosition(id) != nil }

    /// A record by id as it is now.
    ///
    /// - Parameter detail: The record as it began, where that holds more than the list shows.
    func record(_ id: String, detail: ((String) -> [UInt8]?)? = nil) -> [UInt8]? {
        if let place = addedPlaces[id] { return added[place] }
        guard let position = basePosition(id) else { return nil }
        guard let detail, let whole = detail(id) else { return baseRecord(position) }
        return edited(whole, position)
    }

    mutating func add(_ record: [UInt8], id: String) {
        addedPlaces[id] = added.count
        added.append(record)
    }

    /// Sets a field of a record to a JSON text; an unknown id changes nothing.
    mutating func set(_ key: String, to value: [UInt8], of id: String) {
        if let place = addedPlaces[id] {
            added[place] = added[place].setting(key, to: value)
        } else if let position = basePosition(id) {
            if let place = edits[position]?.firstIndex(where: { $0.key == key }) {
                edits[position]?[place].value = value
            } else {
                edits[position, default: []].append((key, value))
            }
        }
    }

    private enum Place {
        case base(Int)
        case added(Int)
    }

    private func place(_ position: Int) -> Place {
        if newestFirst {
            return position < added.count ? .added(added.count - 1 - position) : .base(position - added.count)
        }
        return position < base.count ? .base(position) : .added(position - base.count)
    }

    private func append(_ position: Int, to bytes: inout [UInt8]) {
        switch place(position) {
        case .added(let place): bytes += added[place]
        case .base(let position):
            if edits[position] == nil { base.append(position, &bytes) } else { bytes += baseRecord(position) }
        }
    }

    private func field(_ name: String, _ position: Int) -> String? {
        switch place(position) {
        case .added(let place): return added[place].text(name)
        case .base(let position):
            guard let edit = edits[position]?.first(where: { $0.key == name }) else {
                return base.field(name, position)
            }
            return JSONBytes.plainText(edit.value[...])
        }
    }

    private func baseRecord(_ position: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        base.append(position, &bytes)
        return edited(bytes, position)
    }

    private func edited(_ record: [UInt8], _ position: Int) -> [UInt8] {
        edits[position, default: []].reduce(record) { $0.setting($1.key, to: $1.value) }
    }
}
