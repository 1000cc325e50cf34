extension SourceNode {
    /// The same tree without what only people read: `help` and `title` where they are keys of the format. A name that
    /// the file gives, such as that of a field, stays.
    ///
    /// - Parameter shape: what the tree can hold.
    package func withoutWords(_ shape: ValueShape) -> SourceNode {
        var node = self
        switch (shape, content) {
        case (.group(let keys, _), .group(let entries)):
            node.content = .group(
                entries.compactMap { entry in
                    guard let key = keys.first(where: { $0.name == entry.key }) else { return entry }
                    guard !["help", "title"].contains(key.name) else { return nil }
                    return entry.withoutWords(key.shape)
                })
        case (.map(let shape, _, _), .group(let entries)):
            node.content = .group(entries.map { $0.withoutWords(shape) })
        case (.list(let shape, _, _, _), .list(let items)):
            node.content = .list(items.map { $0.withoutWords(shape) })
        case (.either(let shapes), _): return shapes.reduce(self) { $0.withoutWords($1) }
        default: break
        }
        return node
    }
}

extension SourceNode.Entry {
    fileprivate func withoutWords(_ shape: ValueShape) -> SourceNode.Entry {
        SourceNode.Entry(key: key, keyPlace: keyPlace, value: value.withoutWords(shape))
    }
}
