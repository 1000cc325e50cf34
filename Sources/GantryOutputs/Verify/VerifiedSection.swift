package import GantryEngine
package import GantryJSON

/// One part of `totals.json` with counts and files of its own: a whole payroll export, or a dataset.
package struct VerifiedSection {
    /// Of its figures: empty, or `datasets[2].`.
    package let prefix: String
    package let tree: JSONTree
    package let counts: BatchCounts
    /// How its exceptions are laid out.
    package let layout: ExceptionLayout
    /// Rows of its files of records, with the path of one.
    package var exported: (rows: Int, path: String)?
    /// Records of its archives, with the path of one.
    package var archived: (rows: Int, path: String)?
    package var rejected: (rows: Int, path: String)?
    package var exceptions: VerifiedExceptions?

    package init(prefix: String, _ tree: JSONTree, _ layout: ExceptionLayout) {
        self.prefix = prefix
        self.tree = tree
        self.layout = layout
        counts = BatchCounts(stated: tree)
    }

    package var files: [(figure: String, tree: JSONTree)] {
        (tree["files"]?.list ?? []).enumerated().map { ("\(prefix)files[\($0)]", $1) }
    }
}
