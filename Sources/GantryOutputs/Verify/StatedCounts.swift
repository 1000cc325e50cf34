package import GantryEngine
package import GantryJSON

extension BatchCounts {
    /// The counts that `totals.json` states, of the export or of one of its datasets; what is missing counts as 0.
    package init(stated tree: JSONTree) {
        self.init()
        let counts = tree["counts"]
        fetched = counts?["fetched"]?.count ?? 0
        exported = counts?["exported"]?.count ?? 0
        held = counts?["held"]?.count ?? 0
        repeats = counts?["repeated"]?.count ?? 0
        excluded = counts?["excluded"]?.count ?? 0
        rejected = counts?["rejected"]?.count ?? 0
    }
}
