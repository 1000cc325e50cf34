package import GantryEngine
internal import GantryJSON
package import GantryModel
internal import GantryOutputs

/// A cause for which a correction differs from the export it corrects: a row of `entry-changes.csv`, or one for each
/// pay line that it changes.
package struct EntryChange: Equatable, Sendable {
    /// The rules by which a correction differs; each cause is a finding.
    package enum Rule: String, Sendable, CaseIterable {
        /// A setting of pay is another one than then, and the one of today is used.
        case settingsChanged = "settings-changed"
        /// The office's list, or the source, has other words about an employee.
        case employeeDiffers = "employee-differs"
        /// The source has another rate than then.
        case rateChanged = "rate-changed"
        /// The source has a rate, and then it had none that could be used.
        case rateNew = "rate-new"
        /// Approved leave came, went or changed, or other holidays are held.
        case leaveChanged = "leave-changed"
        /// The entry was not exported then, and is now.
        case late
        /// It was exported then with another value.
        case changedAfterSigning = "changed-after-signing"
        /// It was exported then, and is not now.
        case vanished
        /// Pay lines differ, and none of the others explains it.
        case lineDiffers = "line-differs"
    }

    /// Which of the two values is paid.
    package enum Paid: String, Sendable {
        case old, new
    }

    package var rule: Rule
    /// `nil` for what isn't about an entry.
    package var entry: Int64?
    /// The number of a request of leave.
    package var leave: Int64?
    /// `nil` for a setting, which is about everybody.
    package var employee: Int64?
    /// The day of the entry, or the first day of the leave in the period.
    package var date: CivilDate?
    /// The field, column or setting by its name in files; `hours` for all hours of an entry.
    package var field: String
    /// Empty where there was none.
    package var old: String
    /// Empty where there is none now.
    package var new: String
    package var paid = Paid.new
    /// What it changes of each pay line that it touches.
    package var effects: [LineEffect] = []

    /// The field of all hours of an entry.
    package static let hours = "hours"
    /// The field of holidays that are held or not.
    static let holidays = "holidays"
    /// In place of the hours of an entry that is or was kept out by a check or a decision.
    package static let held = "held"
    private static let numbers: Set<String> = [
        hours, "normalHours", "overtimeHours", "weekendHours", PayRate.hourly.rawValue,
    ]
    /// Whether the values are numbers with decimals.
    var hasNumbers: Bool { EntryChange.numbers.contains(field) }

    package init(
        _ rule: Rule, entry: Int64? = nil, employee: Int64?, date: CivilDate? = nil, field: String, old: String,
        new: String
    ) {
        self.rule = rule
        self.entry = entry
        self.employee = employee
        self.date = date
        self.field = field
        self.old = old
        self.new = new
    }

    package var action: PayrollChange.Action {
        switch rule {
        case .late, .rateNew: .add
        case .vanished: .void
        case .leaveChanged where old.isEmpty: .add
        case .leaveChanged where new.isEmpty: .void
        default: .change
        }
    }

    /// What a person sees.
    package var found: String {
        func known(_ text: String) -> String { text.isEmpty ? "none" : text }
        switch rule {
        case .late: return "\(new) hours, \(old == EntryChange.held ? "held before" : "not paid before")"
        case .vanished: return "\(old) hours, \(new == EntryChange.held ? "held now" : "paid before")"
        case .rateChanged where paid == .old: return "\(new) at the source"
        case .employeeDiffers where paid == .old: return "\(field) \(known(new)) now"
        case .leaveChanged where field == EntryChange.holidays:
            return "\(field) \(known(old)) → \(known(new))"
        case .leaveChanged: return "\(known(old)) → \(known(new))"
        case .lineDiffers: return "another pay line, and no cause above explains it"
        case .changedAfterSigning, .rateChanged, .rateNew, .employeeDiffers, .settingsChanged:
            return "\(field) \(known(old)) → \(known(new))"
        }
    }

    package var expected: String {
        switch rule {
        case .late: "an entry that was paid before"
        case .vanished: "an entry that is still paid"
        case .rateChanged where paid == .old, .employeeDiffers where paid == .old:
            "\(old.isEmpty ? "none" : old), as signed; that is paid"
        case .rateNew: "a rate that was signed"
        case .leaveChanged: "the leave that was paid before"
        case .lineDiffers: "the line that was paid before"
        case .changedAfterSigning, .rateChanged, .employeeDiffers, .settingsChanged: "what was signed"
        }
    }

    /// The hours of an entry that came or went; `nil` for anything else.
    package var entryHours: Hours? {
        let text = rule == .late ? new : rule == .vanished ? old : ""
        return JSONTree.string(text).nano.flatMap { Int64(exactly: $0) }.map(Hours.init(nano:))
    }

    /// The decision that keeps the entry out once the files are written again. None for one that is gone: that a hold
    /// takes back what was paid is for a person to accept.
    package func hold(_ decided: Decisions) -> Decision? {
        guard rule != .vanished, let entry, let employee else { return nil }
        return decided.hold(ofEntry: entry, employee: employee)
    }

    /// The sum of the known amounts by which it changes lines; `nil` where none is known.
    package var amount: Money? { Money.sum(effects.map(\.amount)) }

    /// Of the cause and of all that it changes: with other effects it is another finding, and so is what happens again
    /// after it was delivered.
    ///
    /// - Parameter base: what the correction differs from.
    package func findingID(against base: RunID) -> String {
        FindingID.make(
            rule: rule.rawValue, entry: entry ?? leave, employee: employee, date: date,
            found: ([found] + effects.map(\.text)).joined(separator: "\n"), values: base.description)
    }
}
