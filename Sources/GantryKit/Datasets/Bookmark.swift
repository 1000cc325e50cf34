internal import GantryJSON

/// Where a published run of a dataset ended, so that the next one can continue from there.
///
/// Records that are requested key by key are kept apart by key: the first run that requests a new key takes all its
/// records. Memory and size follow the number of these groups, of records at their very edges, and of those still owed.
package struct Bookmark: Equatable, Sendable {
    /// Where one group ended.
    private struct Edge: Equatable, Sendable {
        /// The latest place in the dataset's order: a number, or nanoseconds since 1970.
        var position: Int64
        /// The keys of the records at that place; a record with the same time that comes later is not among them.
        var keys: Set<[UInt8]>
    }

    /// By the bytes of the group, which can be equal as texts; all records of a list are in the group "".
    private var edges: [[UInt8]: Edge] = [:]
    /// The keys of records that the server had but that were not exported: held or unusable. They are exported when
    /// they come again, wherever they are in the list.
    private var owed: Set<[UInt8]> = []
    /// The places of unusable records of which no key could be read. What is there when one comes again may be it.
    private var owedPlaces: Set<Int64> = []
    /// The records that were exported while no edge tells it, by key: those without a place in the order, and those
    /// whose place was later than the start of the run. A record that has changed since has another place.
    private var apart: [[UInt8]: Place] = [:]
    /// At most this many are kept. If a server has more records without a position, there is no order to continue from,
    /// and those past the limit are exported again by each run.
    private static let apartLimit = 100_000

    /// Where a record was in the order when it was exported; `nil` for one that had no place.
    private struct Place: Equatable, Sendable { var position: Int64? }

    package init() {}

    /// Whether a run that ended here has processed the record as it is now.
    ///
    /// - Parameters:
    ///   - place: its place in the order; `nil` for a record without one.
    ///   - key: spells the record's key; called only if the position isn't enough.
    package func covers(_ place: Int64?, in group: String = "", key: () -> [UInt8]) -> Bool {
        var isBehind = false
        var isAtEdge = false
        if let place, let edge = edges[Array(group.utf8)] {
            isBehind = place < edge.position
            isAtEdge = place == edge.position
        }
        if let place, !owedPlaces.isEmpty, owedPlaces.contains(place) { return false }
        guard isAtEdge || !apart.isEmpty || isBehind && !owed.isEmpty else { return isBehind }
        let key = key()
        if owed.contains(key) { return false }
        if let known = apart[key] { return known.position == place }
        return isBehind || isAtEdge && edges[Array(group.utf8)]?.keys.contains(key) == true
    }

    /// A record counts as exported in this place, although no edge tells it. Records without a key can't be
    /// distinguished.
    package mutating func passApart(_ key: [UInt8], at place: Int64?) {
        guard !key.isEmpty, apart[key] != nil || apart.count < Bookmark.apartLimit else { return }
        apart[key] = Place(position: place)
    }

    /// From now on the edges tell whether the record was exported.
    ///
    /// - Parameter key: spells the record's key; called only if records are kept apart.
    /// - Returns: Whether it was kept apart.
    package mutating func rejoin(_ key: () -> [UInt8]) -> Bool {
        !apart.isEmpty && apart.removeValue(forKey: key()) != nil
    }

    /// The place before which no record of a list is needed; `nil` if an owed record may be older.
    package var start: Int64? {
        guard owed.isEmpty, let edge = edges[[]]?.position else { return nil }
        return min(edge, owedPlaces.min() ?? edge)
    }

    /// The latest place of all groups; `nil` if no record had one.
    package var latest: Int64? { edges.values.map(\.position).max() }

    /// The bookmark that a run which continues from here starts with: the same edges, and nothing owed but what comes
    /// again.
    var next: Bookmark {
        var next = self
        next.owed = []
        next.owedPlaces = []
        return next
    }

    /// Records have been exported or held, or are repeats of such.
    ///
    /// - Parameters:
    ///   - places: the positions of the records of a chunk; `nil` for a record of another group, or without a position.
    ///   - key: spells the key of the record at an index; called only for those at the edge.
    package mutating func pass(_ places: [Int64?], key: (Int) -> [UInt8]) {
        var latest = Int64.min
        var isAny = false
        for case let place? in places {
            latest = max(latest, place)
            isAny = true
        }
        guard isAny else { return }
        for (index, place) in places.enumerated() where place == latest { pass(latest, in: "") { key(index) } }
    }

    /// A record has been exported or held, or is a repeat of such.
    package mutating func pass(_ place: Int64, in group: String, key: () -> [UInt8]) {
        let group = Array(group.utf8)
        guard let edge = edges[group], place <= edge.position else {
            edges[group] = Edge(position: place, keys: [key()])
            return
        }
        if place == edge.position { edges[group]?.keys.insert(key()) }
    }

    /// A record exists and is not exported. Records without a key can't be distinguished.
    package mutating func owe(_ key: [UInt8]) {
        if !key.isEmpty { owed.insert(key) }
    }

    /// A record without a readable key exists in this place and is not exported.
    package mutating func owe(at place: Int64) { owedPlaces.insert(place) }

    // MARK: Text

    package var text: String {
        func list(_ keys: Set<[UInt8]>) -> JSONTree {
            .array(
                keys.sorted { $0.lexicographicallyPrecedes($1) }.map { .string(String(decoding: $0, as: UTF8.self)) })
        }
        let groups = edges.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { group, edge -> JSONTree in
            .object([
                "group": .string(String(decoding: group, as: UTF8.self)), "position": .string(String(edge.position)),
                "keys": list(edge.keys),
            ])
        }
        let apart = apart.map { (key: String(decoding: $0.key, as: UTF8.self), place: $0.value) }
            .sorted { $0.key < $1.key }
            .map { key, place -> JSONTree in
                .object(["key": .string(key), "position": place.position.map { .string(String($0)) } ?? .null])
            }
        let places = owedPlaces.sorted().map { JSONTree.string(String($0)) }
        return JSONTree.object([
            "groups": .array(groups), "owed": list(owed), "owed-places": .array(places), "apart": .array(apart),
        ]).compact
    }

    /// Reads what `text` wrote; `nil` when it is something else.
    package init?(_ text: String) {
        guard let tree = try? JSONTree(Array(text.utf8)), let groups = tree["groups"]?.list,
            let owed = tree["owed"]?.list, let places = tree["owed-places"]?.list, let apart = tree["apart"]?.list
        else {
            return nil
        }
        func keys(_ list: [JSONTree]) -> Set<[UInt8]> { Set(list.compactMap { $0.text.map { Array($0.utf8) } }) }
        for item in groups {
            guard let group = item["group"]?.text, let position = item["position"]?.text.flatMap({ Int64($0) }),
                let list = item["keys"]?.list
            else { return nil }
            edges[Array(group.utf8)] = Edge(position: position, keys: keys(list))
        }
        self.owed = keys(owed)
        owedPlaces = Set(places.compactMap { $0.text.flatMap { Int64($0) } })
        for item in apart {
            guard let key = item["key"]?.text else { return nil }
            let position = item["position"]?.text
            self.apart[Array(key.utf8)] = Place(position: position.flatMap { Int64($0) })
        }
    }
}
