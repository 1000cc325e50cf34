/// What a correction says of the pay lines that differ, by employee and code: units and amounts in hundredths.
enum ExplainedLines {
    /// What the causes add up to.
    /// - Parameter data: the folder with the files.
    static func causes(_ data: String) throws -> [String: [Int]] {
        try sums("\(data)/entry-changes.csv", ["units", "amount"])
    }

    /// The differences of the lines.
    static func differences(_ data: String) throws -> [String: [Int]] {
        try sums("\(data)/changes.csv", ["difference", "amount_difference"])
    }

    /// The rows of the list of causes by heading.
    static func rows(_ path: String) throws -> [[String: String]] {
        let rows = try SheetText.rows(text(of: path), delimiter: ";")
        guard let header = rows.first else { throw HarnessError("\(path) is empty") }
        return rows.dropFirst().map { Dictionary(zip(header, $0)) { $1 } }
    }

    private static func sums(_ path: String, _ figures: [String]) throws -> [String: [Int]] {
        var sums: [String: [Int]] = [:]
        for row in try rows(path) {
            guard let units = row[figures[0]], !units.isEmpty else { continue }
            let key = "\(row["payroll_number"] ?? "") \(row["pay_code"] ?? "")"
            let sum = sums[key] ?? [0, 0]
            sums[key] = [0, 1].map { sum[$0] + hundredths(row[figures[$0]] ?? "") }
        }
        return sums.filter { $0.value != [0, 0] }
    }

    /// `-0,6` is -60.
    private static func hundredths(_ text: String) -> Int {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let decimals = ((parts.count > 1 ? String(parts[1]) : "") + "00").prefix(2)
        return Int((parts.first ?? "0") + decimals) ?? 0
    }
}
