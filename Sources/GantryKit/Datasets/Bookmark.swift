internal import GantryJSON
package import GantryModel

/// Where a published run of a dataset ended, so that the next one can go on from there.
///
/// Memory and size follow the number of records at the very edge and of those still owed.
package struct Bookmark: Equatable, Sendable {
    /// The latest place in the dataset's order: a number, or nanoseconds since 1970.
    package private(set) var position: Int64?
    /// The keys of the records at that place; a record with the same time that comes later is not among them.
    private var edge: Set<[UInt8]> = []
    /// The keys of records that were not exported although they were there: held back, or not usable. They are taken when they
    /// come again, wherever they stand.
    private var owed: Set<[UInt8]> = []

    package init() {}

    /// Whether a run that ended here has dealt with the record.
    ///
    /// - Parameter key: spells the record's key; called only where the place does not tell.
    package func covers(_ place: Int64, key: () -> [UInt8]) -> Bool {
        guard let position, place <= position else { return false }
        if place < position, owed.isEmpty { return true }
        let key = key()
        return !owed.contains(key) && (place < position || edge.contains(key))
    }

    /// The time before which no record is wanted; `nil` when one that is owed may stand there.
    package var startingTime: Instant? {
        owed.isEmpty ? position.map { Instant(nanosecondsSince1970: $0) } : nil
    }

    /// What a run that goes on from here begins its own with: the same edge, and nothing owed but what turns up again.
    var next: Bookmark {
        var next = self
        next.owed = []
        return next
    }

    /// Records have been exported or held, or are repeats of such.
    ///
    /// - Parameters:
    ///   - places: those of the records of a chunk; `nil` for a record that is none of these, or has no place.
    ///   - key: spells the key of the record at an index; called only for those at the edge.
    package mutating func pass(_ places: [Int64?], key: (Int) -> [UInt8]) {
        var latest = Int64.min
        var isAny = false
        for case let place? in places {
            latest = max(latest, place)
            isAny = true
        }
        guard isAny, latest >= position ?? .min else { return }
        if latest != position {
            position = latest
            edge.removeAll(keepingCapacity: true)
        }
        for (index, place) in places.enumerated() where place == latest { edge.insert(key(index)) }
    }

    /// A record is there and is not exported. One without a key can't be told from others.
    package mutating func owe(_ key: [UInt8]) {
        if !key.isEmpty { owed.insert(key) }
    }

    // MARK: Text

    package var text: String {
        func list(_ keys: Set<[UInt8]>) -> JSONTree {
            .array(keys.map { String(decoding: $0, as: UTF8.self) }.sorted().map { .string($0) })
        }
        return JSONTree.object([
            "position": position.map { .string(String($0)) } ?? .null, "edge": list(edge), "owed": list(owed),
        ]).compact
    }

    /// Reads what `text` wrote; `nil` when it is something else.
    package init?(_ text: String) {
        guard let tree = try? JSONTree(Array(text.utf8)), let edge = tree["edge"]?.list, let owed = tree["owed"]?.list else {
            return nil
        }
        position = tree["position"]?.text.flatMap { Int64($0) }
        self.edge = Set(edge.compactMap { $0.text.map { Array($0.utf8) } })
        self.owed = Set(owed.compactMap { $0.text.map { Array($0.utf8) } })
    }
}
