internal import GantryFiles

/// Which rows belong together: those that have a key in common, and those that belong together with one row.
struct RowGroups {
    /// By the hash of the key. Two keys with one hash only keep more rows together.
    private var places: [UInt64: Int] = [:]
    private var parents: [Int] = []
    private var smallest: [UInt64] = []
    private var rows: [Int] = []

    /// How many rows there are.
    var count: Int { rows.count }
    /// How many sets of rows have nothing to do with each other.
    var groups: Int { parents.indices.count { parents[$0] == $0 } }

    /// Adds the next row, which has at least one key.
    mutating func add(_ keys: [String]) {
        var first: Int?
        for key in keys {
            let hash = RowGroups.hash(key)
            let place = places[hash] ?? parents.count
            if place == parents.count {
                places[hash] = place
                parents.append(place)
                smallest.append(hash)
            }
            if let first { join(first, place) } else { first = place }
        }
        if let first { rows.append(first) }
    }

    /// The part of each row: the smallest hash of all that belongs together decides, so that the order of the rows
    /// doesn't.
    mutating func parts(of count: Int) -> [Int] {
        var parts: [Int] = []
        parts.reserveCapacity(rows.count)
        for row in rows { parts.append(Int(smallest[root(row)] % UInt64(count))) }
        return parts
    }

    private mutating func join(_ first: Int, _ second: Int) {
        let (one, other) = (root(first), root(second))
        guard one != other else { return }
        parents[other] = one
        smallest[one] = min(smallest[one], smallest[other])
    }

    private mutating func root(_ place: Int) -> Int {
        var place = place
        while parents[place] != place {
            parents[place] = parents[parents[place]]
            place = parents[place]
        }
        return place
    }

    private static func hash(_ key: String) -> UInt64 {
        let bytes = Array(key.utf8)
        return ContentHasher.digest(of: bytes.span).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
