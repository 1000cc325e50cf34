internal import Yams

extension SourceNode {
    /// The tree as YAML, without comments, its keys in their order. Reading it gives the same tree again.
    package var yaml: String {
        // A tree that was read has nothing that can't be written.
        (try? Yams.serialize(node: node, allowUnicode: true)) ?? ""
    }

    private var node: Node {
        switch content {
        case .nothing, .refused: Node("", Tag(.null), .plain)
        case .text(let text, let isPlain): Node(text, Tag(.str), isPlain ? .plain : .doubleQuoted)
        case .list(let items): Node(items.map(\.node), Tag(.seq))
        case .group(let entries): Node(entries.map { (Node($0.key, Tag(.str)), $0.value.node) }, Tag(.map))
        }
    }
}
