internal import GantryModel
internal import GantryPayroll
package import GantryRuns

extension Catalog {
    /// Datasets and checks as the documented contract of KSR Cranes has them.
    package static let documented = Catalog(
        datasets: [
            DatasetDescriptor(
                name: "ksr.work-entries", title: "Work entries",
                fields: fields([
                    ("id", .integer, true), ("employeeId", .integer, true), ("workDate", .date, true),
                    ("normalHours", .hours, true), ("overtimeHours", .hours, true), ("weekendHours", .hours, true),
                    ("projectId", .integer, false), ("taskId", .integer, false), ("notes", .text, false),
                    ("status", .choice(["DRAFT", "SUBMITTED", "APPROVED", "REJECTED"]), true),
                    ("submittedAt", .instant, false), ("approvedAt", .instant, false), ("approvedBy", .integer, false),
                ]),
                joins: [JoinDescriptor(name: "worker", dataset: "ksr.workers", field: "employeeId", key: "employee_id")]
            ),
            DatasetDescriptor(
                name: "ksr.workers", title: "Workers",
                fields: fields([
                    ("employee_id", .integer, true), ("name", .text, true), ("email", .text, false),
                    ("phone", .text, false),
                    ("address", .text, false), ("hourly_rate", .money, false), ("employment_type", .text, false),
                    ("status", .text, false), ("profile_picture_url", .text, false), ("created_at", .instant, false),
                ])),
        ],
        checks: [
            CheckDescriptor(name: "not-approved", help: "The entry is not approved.", hasThresholds: false),
            CheckDescriptor(
                name: "outside-period", help: "The work date is outside the period.", hasThresholds: false),
            CheckDescriptor(name: "conflicting-id", help: "Two different entries have one id.", hasThresholds: false),
            CheckDescriptor(name: "negative-hours", help: "Hours are below zero.", hasThresholds: false),
            CheckDescriptor(
                name: "zero-hours", help: "All hours are zero.", hasThresholds: false, standard: .severity(.info)),
            CheckDescriptor(
                name: "hours-per-day", help: "Hours of a person and day.", hasThresholds: true,
                standard: .thresholds([
                    CheckThreshold(severity: .warning, above: Hours(13)),
                    CheckThreshold(severity: .blocker, above: Hours(24)),
                ])),
            CheckDescriptor(name: "unknown-worker", help: "There is no such worker.", hasThresholds: false),
            CheckDescriptor(
                name: "no-rate", help: "The worker has no rate.", hasThresholds: false, standard: .severity(.warning)),
            CheckDescriptor(name: "unusable-rate", help: "The worker's rate can't be one.", hasThresholds: false),
            CheckDescriptor(
                name: "finer-than-kept", help: "Hours had more than nine decimals.", hasThresholds: false,
                standard: .severity(.info)),
            CheckDescriptor(
                name: "self-approved", help: "Who did the work approved it.", hasThresholds: false,
                standard: .severity(.warning)),
            CheckDescriptor(
                name: "approval-incomplete", help: "Who approved it when is missing.", hasThresholds: false,
                standard: .severity(.warning)),
            CheckDescriptor(
                name: "wrong-day-kind", help: "Hours on the wrong kind of day.", hasThresholds: false,
                standard: .severity(.warning)),
            CheckDescriptor(
                name: "leave-days", help: "Other days of leave.", hasThresholds: false, standard: .severity(.warning)),
            CheckDescriptor(
                name: "period-differs", help: "Another pay period.", hasThresholds: false, standard: .off),
            CheckDescriptor(
                name: "work-on-leave", help: "Hours on leave.", hasThresholds: false, standard: .severity(.warning)),
            CheckDescriptor(
                name: "part-time", help: "Leave in hours of part-time workers.", hasThresholds: false),
            CheckDescriptor(
                name: "looks-double", help: "The same work twice.", hasThresholds: false,
                standard: .severity(.warning)),
            CheckDescriptor(
                name: "week-hours", help: "Many hours in a week.", hasThresholds: false, standard: .severity(.info)),
        ])

    private static func fields(_ list: [(String, ValueKind, Bool)]) -> [FieldDescription] {
        list.map { FieldDescription(name: $0.0, kind: $0.1, isRequired: $0.2, help: "") }
    }
}
