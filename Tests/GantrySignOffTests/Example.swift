import GantryEngine
import GantryFiles
import GantryModel
import GantrySignOff

/// The statement of an example month, and people who sign it.
enum Example {
    static let run = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
    static let clerk = Person(id: "clerk", name: "Payroll Clerk", account: "clerk")
    static let manager = Person(id: "manager", name: "Payroll Manager", key: key)
    static let time = Instant(secondsSince1970: 1_793_600_000)

    static let key = try? SSHPublicKey(MadeNow.example.key)

    static func digest(_ number: Int) -> ContentDigest {
        ContentHasher.digest(of: Array("\(number)".utf8).span)
    }

    static var statement: Statement {
        func digest(_ last: String) -> ContentDigest? {
            ContentDigest(hex: String(repeating: "0", count: 64 - last.count) + last)
        }
        guard let period = try? PayPeriod("2026-10"), let bag = digest("1") else { preconditionFailure("No period") }
        var statement = Statement(
            run: run, kind: .full, source: ["ksr-cranes", "ksr", "https://ksrcranes.dk"], period: period,
            snapshot: Instant(secondsSince1970: 1_793_599_204), bag: bag)
        statement.settings = digest("2")
        statement.decisionCount = 2
        statement.decisions = digest("3")
        statement.counts.fetched = 8
        statement.counts.exported = 7
        statement.counts.held = 1
        statement.employees = 3
        statement.units = [("1000", "44.20"), ("1110", "5.50"), ("1120", "1.25"), ("1200", "5.00"), ("2000", "2.00")]
            .map {
                Statement.Units(code: $0.0, units: $0.1)
            }
        statement.amount = "12624.60 DKK"
        statement.withoutRate = 2
        statement.heldHours = "4.00"
        if let file = digest("916e8cb22491f6002a3435394b91f6f3e54585af0cc699d26380c9ee445537c0") {
            statement.files = [Statement.File(name: "danlon.csv", bytes: 251, digest: file)]
        }
        return statement
    }

    static let text = """
        gantry\u{20}sign-off 1
        run: payroll-monthly/2026-10/r1
        kind: full
        source: ksr-cranes ksr https://ksrcranes.dk
        period: 2026-10 2026-10-01 2026-10-31
        snapshot: 2026-11-02T06:00:04Z
        bag: 0000000000000000000000000000000000000000000000000000000000000001
        settings: 0000000000000000000000000000000000000000000000000000000000000002
        decisions: 2 0000000000000000000000000000000000000000000000000000000000000003
        counts: fetched 8 exported 7 held 1 repeated 0 rejected 0
        employees: 3
        units: 1000 44.20
        units: 1110 5.50
        units: 1120 1.25
        units: 1200 5.00
        units: 2000 2.00
        amount: 12624.60 DKK
        without-rate: 2
        held-hours: 4.00
        held-days: 0.00
        waived: 0
        file: danlon.csv 251 916e8cb22491f6002a3435394b91f6f3e54585af0cc699d26380c9ee445537c0
        previous: none
        preparation: 1

        """

    /// A book in which months are prepared, approved, delivered and sometimes taken back.
    static func book(months: Int) throws -> Book {
        var history = SignOffHistory()
        func add(
            _ action: BookLine.Action, _ run: RunID, _ person: Person, _ complete: (inout BookLine) -> Void = { _ in }
        )
            throws
        {
            let lines = history.book.lines
            var line = BookLine(
                number: lines.count + 1, previous: lines.last?.digest,
                time: time.adding(nanoseconds: Int64(lines.count) * 60_000_000_000), action: action, run: run,
                statement: digest(Int(run.period.suffix(2)) ?? 0),
                person: BookLine.Signer(id: person.id, name: person.name),
                proof: action == .signed ? .key("SHA256:abc") : .declared)
            complete(&line)
            try history.add(line)
        }
        for month in 1...months {
            let run = RunID(pipeline: "payroll-monthly", period: "2026-\(month < 10 ? "0" : "")\(month)", revision: 1)
            try add(.prepared, run, clerk)
            if month % 3 == 0 {
                try add(.withdrawn, run, manager) { $0.because = "Hours of the crane \"Ørsted\" are wrong" }
                try add(.prepared, run, clerk)
            }
            try add(.signed, run, manager)
            try add(.delivered, run, clerk) {
                $0.to = "/mnt/payroll"
                $0.files = [Statement.File(name: "payroll.csv", bytes: 10, digest: digest(month))]
            }
            if month % 2 == 0 { try add(.failed, run, clerk) { $0.because = "The importer was down" } }
        }
        return history.book
    }
}
