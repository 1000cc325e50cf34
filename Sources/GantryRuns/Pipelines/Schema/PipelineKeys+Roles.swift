internal import GantryConnectors
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
    private static func field(_ name: String, required: Bool = false, _ help: String) -> DocumentKey {
        DocumentKey(name, .line(), required: required, help: help)
    }

    private static let words = ValueShape.list(.text, isUnique: true)
    /// What a word can say of an entry; any other is a draft.
    static let statuses = [WorkEntry.Status.approved, .submitted, .rejected]

    static let entryRoles =
        [
            field("employee", required: true, "The field with the key of the worker, a whole number or text."),
            field("date", required: true, "The field with the day of the work."),
            DocumentKey(
                "hours", .group(hoursRole), required: true,
                help:
                    "The fields with the hours: amount, or start and end, or one for each kind. A record has one kind, or a field for each."
            ),
            DocumentKey(
                "status", .group(statusRole),
                help: "What says that an entry may be paid. Without it not-approved needs a reason to be lowered."),
        ]
        + EntryRoles.Other.allCases.map { field($0.rawValue, help($0)) }

    private static func help(_ role: EntryRoles.Other) -> String {
        switch role {
        case .project: "The field with the key of the project, a whole number or text."
        case .task: "The field with the key of the task, a whole number or text."
        case .note: "The field with what the worker wrote."
        case .submitted: "The field with the time at which the entry was handed in."
        case .approvedAt: "The field with the time of the approval."
        case .approvedBy: "The field with the key of the person who approved it, a whole number or text."
        }
    }

    static let hoursRole =
        [
            field("amount", "The field with the number of hours."),
            field("start", "The field with the time at which the work began."),
            field("end", "The field with the time at which it ended."),
            field("pause", "The field with the minutes between them that are not worked."),
            field("kind", "The field with a word for the kind of the hours. Without one they are normalHours."),
            DocumentKey("kinds", .group(kinds), help: "The words of each kind. An entry with another word is held."),
        ] + PayQuantity.allCases.map { field($0.rawValue, "The field with these hours, where each kind has one.") }

    static let kinds = PayQuantity.allCases.map {
        DocumentKey($0.rawValue, words, help: "The words for these hours.")
    }

    static let statusRole =
        [field("field", required: true, "The field with the word.")]
        + statuses.map {
            DocumentKey(
                $0.name.lowercased(), words, required: $0 == .approved,
                help: "The words that mean \($0.name.lowercased()). Any other is a draft.")
        }

    static let workerRoles = [
        field("id", required: true, "The field with the key to which entries refer, a whole number or text."),
        DocumentKey(
            "name", .either([.line(), .list(.line())]), required: true,
            help: "The field with the name, or those that make it up: [firstname, lastname]."),
        field("rate", "The field with what an hour at the normal rate pays."),
        field("payroll-number", "The field with the number by which payroll knows the worker."),
        field("currency", "The field with the currency of the rate: a rate in another than pay.currency is not used."),
    ]
}
