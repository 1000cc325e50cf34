package import GantryModel

/// What people read in a workbook instead of the names that files for programs have: one table for every language.
package enum SheetWords {
    /// The word for a name, such as `pay_code` or `not-approved`; the name itself where the table doesn't have it.
    package static func word(_ name: String, _ language: Language) -> String {
        guard let words = table[name] else { return name }
        return language == .danish ? words.danish : words.english
    }

    /// A number of things: `1 employee`, `2 employees`.
    package static func counted(_ count: Int, _ name: String, in language: Language) -> String {
        "\(count) \(word(count == 1 ? name + ".one" : name, language))"
    }

    /// The words for some names, each by its name.
    package static func words(_ names: [String], _ language: Language) -> [String: String] {
        Dictionary(names.map { ($0, word($0, language)) }) { first, _ in first }
    }

    /// The names of rules, severities and decisions: what cells of the list of exceptions hold.
    package static let cells = severities.keys.sorted() + decisions.keys.sorted() + rules.keys.sorted()

    /// The names that have words.
    package static var names: [String] { table.keys.sorted() }

    package typealias Words = (english: String, danish: String)

    private static let table: [String: Words] =
        [titles, headings, severities, decisions, rules].reduce(into: [:]) { all, part in
            all.merge(part) { first, _ in first }
        }

    private static let titles: [String: Words] = [
        "sheet.summary": ("Summary", "Oversigt"),
        "sheet.pay": ("Pay", "Løn"),
        "sheet.entries": ("Entries", "Registreringer"),
        "sheet.exceptions": ("Exceptions", "Afvigelser"),
        "total": ("Total", "I alt"),
        "employees": ("employees", "medarbejdere"),
        "employees.one": ("employee", "medarbejder"),
        "unpriced": ("lines without an amount", "linjer uden beløb"),
        "unpriced.one": ("line without an amount", "linje uden beløb"),
        "on-hold": ("On hold", "Tilbageholdt"),
        "on-hold.note": ("hours of entries that aren't paid; see", "timer, som ikke udbetales; se"),
        "pay-code": ("Pay code", "Lønart"),
        "employee": ("Employee", "Medarbejder"),
        "lines": ("Lines", "Linjer"),
    ]

    private static let headings: [String: Words] = [
        "payroll_number": ("Employee", "Medarbejdernr."),
        "name": ("Name", "Navn"),
        "pay_code": ("Pay code", "Lønart"),
        "project": ("Project", "Projekt"),
        "units": ("Units", "Antal"),
        "rate": ("Rate", "Sats"),
        "amount": ("Amount", "Beløb"),
        "severity": ("Severity", "Alvor"),
        "rule": ("Rule", "Regel"),
        "entry_id": ("Entry", "Registrering"),
        "employee_id": ("Employee", "Medarbejder"),
        "work_date": ("Day", "Dag"),
        "found": ("Found", "Fundet"),
        "expected": ("Expected", "Forventet"),
        "id": ("Id", "Id"),
        "hours": ("Hours", "Timer"),
        "approved_by": ("Approved by", "Godkendt af"),
        "decision": ("Decision", "Afgørelse"),
        "decided_by": ("Decided by", "Afgjort af"),
        "because": ("Because", "Begrundelse"),
    ]

    private static let severities: [String: Words] = [
        "critical": ("Critical", "Kritisk"),
        "blocker": ("Blocker", "Spærret"),
        "waived": ("Waived", "Frigivet"),
        "warning": ("Warning", "Advarsel"),
        "info": ("Note", "Bemærkning"),
    ]

    private static let decisions: [String: Words] = [
        "accept": ("Accepted", "Accepteret"),
        "again": ("Paid again", "Betales igen"),
        "hold": ("Held", "Tilbageholdes"),
        "waive": ("Paid all the same", "Udbetales alligevel"),
    ]

    private static let rules: [String: Words] = [
        "approval-incomplete": ("Approval incomplete", "Ufuldstændig godkendelse"),
        "batch-hours": ("Batch has other hours", "Lønkørslen har andre timer"),
        "batch-missing": ("Batch is gone", "Lønkørslen findes ikke mere"),
        "batch-step": ("Batch isn't as far", "Lønkørslen er ikke så langt"),
        "batch-workers": ("Batch has other workers", "Lønkørslen har andre medarbejdere"),
        "big-change": ("Pay changed much", "Stor ændring i lønnen"),
        "changed-after-signing": ("Changed after signing", "Ændret efter underskrift"),
        "conflicting-id": ("Two entries, one number", "To registreringer med samme nummer"),
        "does-not-fit": ("Doesn't fit the payroll file", "Passer ikke i lønfilen"),
        "employee-differs": ("Employee changed after signing", "Medarbejder ændret efter underskrift"),
        "finer-than-kept": ("Hours rounded", "Timer afrundet"),
        "future-time": ("Made in the future", "Oprettet i fremtiden"),
        "held-by-decision": ("Held by decision", "Tilbageholdt efter afgørelse"),
        "held-elsewhere": ("Held in another period", "Tilbageholdt i en anden periode"),
        "holiday-not-paid": ("Public holiday not paid", "Helligdag udbetales ikke"),
        "hours-per-day": ("Many hours on a day", "Mange timer på en dag"),
        "late": ("Approved late", "Godkendt for sent"),
        "leave-changed": ("Leave changed after signing", "Fravær ændret efter underskrift"),
        "leave-days": ("Leave counted differently", "Fraværsdage talt forskelligt"),
        "leave-overlap": ("Two leaves on a day", "To fravær på samme dag"),
        "leave-unclear": ("Unclear leave", "Uklart fravær"),
        "left-out-record": ("Left out, such as removed", "Udeladt, fx slettet"),
        "line-differs": ("Pay line changed", "Lønlinje ændret"),
        "looks-double": ("Looks like a double", "Ligner en dublet"),
        "missing-photo": ("Photo missing", "Foto mangler"),
        "negative-hours": ("Hours below zero", "Timer under nul"),
        "new-worker": ("New employee", "Ny medarbejder"),
        "no-pay-group": ("In no pay group", "Uden løngruppe"),
        "no-payroll-number": ("No payroll number", "Uden lønnummer"),
        "no-rate": ("No rate", "Uden sats"),
        "nobody-home": ("Expected, but has no hours", "Ventet, men uden timer"),
        "not-approved": ("Not approved", "Ikke godkendt"),
        "outside-period": ("Outside the period", "Uden for perioden"),
        "paid-before": ("Paid before", "Allerede udbetalt"),
        "part-time": ("Part-time without a norm", "Deltid uden norm"),
        "payroll-number-changed": ("Payroll number changed", "Lønnummer ændret"),
        "payroll-number-reused": ("Payroll number of another", "En andens lønnummer"),
        "period-differs": ("Other pay period", "Anden lønperiode"),
        "period-paid": ("Period paid before", "Perioden er allerede udbetalt"),
        "rate-changed": ("Rate changed", "Sats ændret"),
        "rate-new": ("Rate added after signing", "Sats tilføjet efter underskrift"),
        "rejected-record": ("Unreadable record", "Ulæselig registrering"),
        "repeated-record": ("Sent twice by the server", "Sendt to gange af serveren"),
        "self-approved": ("Approved by the worker", "Godkendt af medarbejderen selv"),
        "sent-to-payroll": ("Handed to payroll before", "Sendt til løn tidligere"),
        "settings-changed": ("Settings changed", "Indstillinger ændret"),
        "unclear-day": ("Unclear day", "Uklar dag"),
        "unknown-kind": ("Unknown kind of hours", "Ukendt timeart"),
        "unknown-name": ("Unknown name", "Ukendt navn"),
        "unclear-times": ("Unclear times", "Uklare klokkeslæt"),
        "unknown-service": ("Unknown service", "Ukendt ydelse"),
        "unknown-worker": ("Unknown employee", "Ukendt medarbejder"),
        "unprintable-name": ("Name can't be printed", "Navn kan ikke udskrives"),
        "unproven-list": ("List that may lack records", "Liste, der kan mangle poster"),
        "unusable-rate": ("Unusable rate", "Ubrugelig sats"),
        "vanished": ("Gone from the server", "Forsvundet fra serveren"),
        "week-hours": ("Many hours in a week", "Mange timer på en uge"),
        "work-on-leave": ("Hours on a day of leave", "Timer på en fraværsdag"),
        "wrong-day-kind": ("Hours of another kind of day", "Timer for en anden slags dag"),
        "zero-hours": ("No hours", "Ingen timer"),
    ]
}
