internal import GantryEngine
public import GantryJSON
public import GantryKit
internal import GantryModel
internal import GantryRuns

/// What was delivered, for people.
public enum DeliveryReport {
    /// One place: how many files, and the first of them.
    public static func lines(_ result: DeliveryResult, style: TextStyle) -> [String] {
        let run = style.bold(result.run.description)
        let place = result.to == result.address ? "" : " (\(singleLine(result.to)))"
        let count = NumberText.count(result.receipts.count, one: "file", many: "files")
        let before = result.receipts.count - result.new
        var lines = [
            result.new == 0
                ? style.green("\(run): nothing to do; all \(count) were delivered before.")
                : style.green("\(run): \(count) delivered.")
                    + (before > 0 ? " \(NumberText.count(before)) of them had been delivered before." : ""),
            "  To  \(singleLine(result.address, limit: 4_000))\(place)",
        ]
        guard result.new > 0 else { return lines }
        for receipt in result.receipts.prefix(shown) {
            let name = result.into.isEmpty ? receipt.path : String(receipt.path.dropFirst(result.into.count + 1))
            lines.append("  \(singleLine(name))  \(NumberText.count(receipt.bytes, one: "byte", many: "bytes"))")
            lines.append("    \(receipt.digest)")
        }
        if result.receipts.count > shown {
            lines.append("  and \(NumberText.count(result.receipts.count - shown)) more")
        }
        return lines
    }

    private static let shown = 10

    /// Of a run: each place in one or two lines; nothing where nothing was delivered.
    static func facts(_ receipts: [DeliveryReceipt]) -> [(String, String?)] {
        var places: [String] = []
        for receipt in receipts where !places.contains(receipt.to) { places.append(receipt.to) }
        return places.flatMap { place -> [(String, String?)] in
            let all = receipts.filter { $0.to == place }
            let done = all.filter(\.isDelivered)
            // Under one name, a place can have had two addresses.
            let (names, there) = (Set(all.map(\.name)).count, Set(done.map(\.name)).count)
            let since = done.map(\.time).max().map { ", \(NumberText.minute($0))" } ?? ""
            let count =
                there == names
                ? NumberText.count(names, one: "file", many: "files")
                : "\(NumberText.count(there)) of \(NumberText.count(names, one: "file", many: "files"))"
            var facts: [(String, String?)] = [("Delivered", "\(count) to \(singleLine(place, limit: 1_000))\(since)")]
            if let problem = all.lazy.compactMap(\.problem).first {
                facts.append(("", singleLine(problem, limit: 1_000)))
            }
            return facts
        }
    }
}

extension ResultValues {
    /// What was delivered to one place.
    public static func delivery(_ result: DeliveryResult) -> JSONTree {
        JSONTree.object([
            "run": .string(result.run.description), "to": .string(result.to), "address": .string(result.address),
            "new": JSONTree(result.new), "files": receipts(result.receipts),
        ])
    }

    /// Receipts of files, each with its place.
    static func receipts(_ receipts: [DeliveryReceipt]) -> JSONTree {
        .array(
            receipts.map {
                JSONTree.object([
                    "to": .string($0.to), "path": .string($0.path), "bytes": JSONTree($0.bytes),
                    "sha256": .string("\($0.digest)"), "isDelivered": .bool($0.isDelivered),
                    "address": JSONTree($0.isDelivered ? $0.address : nil), "time": JSONTree($0.time),
                    "problem": JSONTree($0.problem),
                ])
            })
    }
}
