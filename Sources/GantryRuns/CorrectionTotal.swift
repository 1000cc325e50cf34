public import GantryEngine
package import GantryJSON
public import GantryModel
internal import GantryOutputs

extension ExportTotals {
    /// What a correction changes.
    public struct CorrectionTotal: Equatable, Sendable {
        /// The delivered run that it corrects.
        public let base: RunID
        /// Whether it was made with the settings and rates of its day, not with those that were signed.
        public let usesNewSettings: Bool
        /// Pay lines that differ.
        public let rows: Int
        /// The sum of the differences of known amounts; `nil` where none is known.
        public let amount: Money?
        /// Rows whose difference of units × rate is not the difference of amounts.
        public let multipliedOtherwise: Int
        /// The files with the changes, and how many rows each has.
        public let files: [(name: String, rows: Int)]
        /// Outputs whose layout takes no corrections: somebody types the changes.
        public let byHand: [String]
        /// Files that it was published without, because a value doesn't fit their layout.
        public let missing: [String]
        /// Whether no file carries the changes, nor will once it is written, so that somebody types them.
        public var isTyped: Bool { files.isEmpty && missing.isEmpty }

        /// Whether all values are equal.
        public static func == (a: CorrectionTotal, b: CorrectionTotal) -> Bool {
            a.base == b.base && a.usesNewSettings == b.usesNewSettings && a.rows == b.rows && a.amount == b.amount
                && a.multipliedOtherwise == b.multipliedOtherwise && a.byHand == b.byHand && a.missing == b.missing
                && a.files.elementsEqual(b.files) { $0 == $1 }
        }

        /// `nil` for the totals of a whole period.
        package init?(_ tree: JSONTree) {
            guard tree["kind"]?.text == "correction", let run = tree["base"]?["run"]?.text.flatMap({ RunID($0) }) else {
                return nil
            }
            base = run
            usesNewSettings = tree["base"]?["new_settings"] == .bool(true)
            rows = tree["changes"]?["rows"]?.count ?? 0
            amount = tree["changes"]?["amount"]?.nano.map(Money.init(nano:))
            multipliedOtherwise = tree["changes"]?["multiplied_otherwise"]?.count ?? 0
            byHand = (tree["changes"]?["by_hand"]?.list ?? []).compactMap(\.text)
            missing = (tree["files"]?.list ?? []).flatMap { $0["left_out"]?.list ?? [] }.compactMap { $0["file"]?.text }
            files = (tree["files"]?.list ?? []).compactMap { file in
                guard file[FileEntry.content]?.text == FileEntry.changesOnly, let name = file["file"]?.text else {
                    return nil
                }
                return (name, file["rows"]?.count ?? 0)
            }
        }
    }
}
