package import GantryEngine
package import GantryJSON

extension BatchCounts {
    /// The counts that `totals.json` states, of the export or of one of its datasets; what is missing counts as 0.
    package init(stated tree: JSONTree) {
        self.init()
        for (name, path) in Self.named { self[keyPath: path] = tree["counts"]?[name]?.count ?? 0 }
    }

    /// The counts as bag-info.txt names them.
    package var figures: [(String, Int)] {
        Self.named.map { ("Records-\($0.name.prefix(1).uppercased())\($0.name.dropFirst())", self[keyPath: $0.path]) }
    }

    /// The counts as `totals.json` and results state them.
    package var tree: JSONTree {
        .object(Self.named.map { JSONTree.Member($0.name, .integer(self[keyPath: $0.path])) })
    }
}
