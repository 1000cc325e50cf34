internal import GantryJSON
package import GantryModel

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
    /// The keys of records that were exported without a place in the order, or with one in the future, so that no place
    /// tells that they were.
    private var undated: Set<[UInt8]> = []
    /// At most this many are kept. If a server has more records without a position, there is no order to continue from,
    /// and those past the limit are exported again by each run.
    private static let undatedLimit = 100_000

    package init() {}

    /// Whether a run that ended here has processed the record.
    ///
    /// - Parameter key: spells the record's key; called only if the position isn't enough.
    package func covers(_ place: Int64, in group: String = "", key: () -> [UInt8]) -> Bool {
        guard let edge = edges[Array(group.utf8)], place <= edge.position else { return false }
        if place < edge.position, owed.isEmpty { return true }
        let key = key()
        return !owed.contains(key) && (place < edge.position || edge.keys.contains(key))
    }

    /// Whether an earlier run exported the record, which has no place in the order.
    ///
    /// - Parameter key: spells the record's key; called only if there are such records.
    package func coversUndated(key: () -> [UInt8]) -> Bool { !undated.isEmpty && undated.contains(key()) }

    /// A record without a position counts as exported. Records without a key can't be distinguished.
    package mutating func passUndated(_ key: [UInt8]) {
        if !key.isEmpty, undated.count < Bookmark.undatedLimit { undated.insert(key) }
    }

    /// The place before which no record of a list is needed; `nil` if an owed record may be older.
    package var start: Int64? { owed.isEmpty ? edges[[]]?.position : nil }

    /// The bookmark without edges that are later than the time: they come from records with a wrong time, and would
    /// keep every later record from being exported.
    package func before(_ time: Instant) -> Bookmark {
        var bookmark = self
        bookmark.edges = edges.filter { $0.value.position <= time.nanosecondsSince1970 }
        return bookmark
    }

    /// The bookmark that a run which continues from here starts with: the same edges, and nothing owed but what comes
    /// again.
    var next: Bookmark {
        var next = self
        next.owed = []
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
        return JSONTree.object(["groups": .array(groups), "owed": list(owed), "undated": list(undated)]).compact
    }

    /// Reads what `text` wrote; `nil` when it is something else.
    package init?(_ text: String) {
        guard let tree = try? JSONTree(Array(text.utf8)), let groups = tree["groups"]?.list,
            let owed = tree["owed"]?.list
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
        // Bookmarks of earlier versions have none.
        undated = keys(tree["undated"]?.list ?? [])
    }
}
