public import GantryModel

/// Something about a record that a person should see.
public struct RecordFinding: Equatable, Sendable {
    /// The rule, as lists of exceptions name it: `leave-days`.
    public let rule: String
    /// A blocker holds the record.
    public let severity: Severity
    /// What was found, as one line.
    public let found: String
    /// What the rule expects.
    public let expected: String

    /// A finding; both texts are shown unchanged.
    public init(rule: String, severity: Severity, found: String, expected: String) {
        self.rule = rule
        self.severity = severity
        self.found = found
        self.expected = expected
    }
}

/// The datasets that the same run fetched earlier.
public protocol EarlierDatasets: Sendable {
    /// Shows every record of a dataset that can be read, chunk by chunk in order; false when the run has not fetched
    /// it.
    func read<R: DatasetRecord>(_ dataset: Dataset<R>, _ body: (UsableRecords<R>) -> Void) async throws -> Bool
}

/// Looks at a record of a chunk.
public typealias RecordCheck<R: Record> = @Sendable (R, Chunk<R>) -> [RecordFinding]

extension CDBL.Leave {
    /// Counts the working days again without the holidays, if the run has fetched those of all years of the leave.
    static func check(_ earlier: any EarlierDatasets) async throws -> RecordCheck<CDBL.Leave>? {
        var holidays: [CivilDate] = []
        var years: Set<Int> = []
        let areFetched = try await earlier.read(CDBL.Holiday.dataset) { page in
            holidays += CDBL.LeaveDays.holidays(page)
            years.formUnion(CDBL.LeaveDays.years(page))
        }
        guard areFetched else { return nil }
        let days = CDBL.LeaveDays(holidays: holidays, years: years)
        return { leave, _ in
            guard let finding = days.finding(leave) else { return [] }
            return [
                RecordFinding(rule: "leave-days", severity: .warning, found: finding.found, expected: finding.expected)
            ]
        }
    }
}

extension AutoDetail.Appointment {
    /// Looks for the service that was booked among the services, where the run has fetched them.
    static func check(_ earlier: any EarlierDatasets) async throws -> RecordCheck<AutoDetail.Appointment>? {
        guard let services = try await AutoDetail.ServiceList(earlier) else { return nil }
        return { appointment, chunk in
            let name = chunk.text(appointment.serviceName)
            switch services.match(name) {
            case .one: return []
            case .none:
                return [
                    RecordFinding(
                        rule: "unknown-service", severity: .warning, found: singleLine(name, limit: 80),
                        expected: "the name of a service")
                ]
            case .several(let count):
                return [
                    RecordFinding(
                        rule: "unknown-service", severity: .warning,
                        found: "\(count) services called \(singleLine(name, limit: 80))",
                        expected: "one service of the name")
                ]
            }
        }
    }
}
