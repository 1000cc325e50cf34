internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryPayroll
internal import GantrySignOff

/// What was delivered of a period, as the newest book beside its export folders says.
struct DeliveredChain {
    /// Revisions that were delivered and didn't fail, in their order, and who typed them where no file carries them.
    let revisions: [(revision: Int, typedBy: String?)]
    /// The known amounts of the newest, which is whole: `12374.91 DKK`; `nil` where none is known.
    let amount: String?
    private let word: String

    /// - Parameters:
    ///   - run: A delivered run.
    ///   - history: That of its own book.
    ///   - parent: The folder that holds the export folders of the period.
    init?(of run: RunID, _ history: SignOffHistory, statement own: Statement, in parent: String) {
        var newest = history
        // A later revision lies beside this one with a longer book.
        let later = (try? Folders.list(parent, limit: 100_000))?.compactMap { entry -> String? in
            let name = entry.path.prefix { $0 != "/" }
            return name.hasSuffix(".signed") ? String(name) : nil
        }
        for name in Set(later ?? []).sorted() {
            guard let bytes = try? ReadFile.ifExists("\(parent)/\(name)/\(SignedFolder.book)"),
                let other = try? SignOffHistory(Book(reading: bytes)),
                other.book.text.hasPrefix(newest.book.text)
            else { continue }
            newest = other
        }
        let delivered = newest.signedRevisions(of: run).filter { $0.state.phase >= .delivered }
        guard delivered.contains(where: { $0.run == run }), let last = delivered.last else { return nil }
        revisions = delivered.map { known in
            let line = known.state.delivered
            return (known.run.revision, line?.action == .typed ? line?.person.name : nil)
        }
        word = own.period.isCalendarMonth ? "month" : "period"
        if last.run == run {
            amount = own.amount
        } else {
            let path = "\(parent)/r\(last.run.revision).signed/r\(last.run.revision).statement"
            guard let bytes = try? ReadFile.ifExists(path), let statement = try? Statement(reading: bytes),
                statement.digest == last.state.statement
            else { return nil }
            amount = statement.amount
        }
    }

    /// `r1 + r2 = the month as it stands: 12 374.91 DKK.`
    var sentence: String {
        let sum = revisions.map { "r\($0)\($1.map { " (typed, says \($0))" } ?? "")" }.joined(separator: " + ")
        return "\(sum) = the \(word) as it stands" + (amount.map { ": \(DeliveredChain.grouped($0))." } ?? ".")
    }

    /// Thousands apart, as reports show amounts.
    private static func grouped(_ amount: String) -> String {
        let whole = amount.prefix { $0.isNumber || $0 == "-" }
        var text = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index) % 3 == 0, text.last != "-" { text.append(" ") }
            text.append(digit)
        }
        return text + amount.dropFirst(whole.count)
    }
}
