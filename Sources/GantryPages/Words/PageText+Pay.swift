package import GantryModel

extension PageText {
    /// What a kind of hours is called: `normalHours` → `Normal hours`.
    package func quantity(_ name: String) -> String {
        switch name {
        case "normalHours": self("Normal hours", "Normaltimer")
        case "overtimeHours": self("Overtime", "Overtimer")
        case "weekendHours": self("Weekend", "Weekend")
        default: name
        }
    }

    /// What a field of an entry, a leave or an employee is called: `hourly_rate` → `Hourly rate`.
    package func field(_ name: String) -> String {
        switch name {
        case "hours": self("Hours", "Timer")
        case "hourly_rate": self("Hourly rate", "Timeløn")
        case "employeeId": self("Employee", "Medarbejder")
        case "workDate": self("Day", "Dag")
        case "projectId": self("Project", "Projekt")
        case "holidays": self("Public holidays", "Helligdage")
        case "leave": self("Leave", "Fravær")
        case "name": self("Name", "Navn")
        default: quantity(name)
        }
    }

    /// What such a field holds: hours and rates as numbers of the page, days as dates.
    package func value(_ text: String, of field: String) -> String {
        switch field {
        case _ where text.isEmpty: "–"
        case _ where text == "held": self("on hold", "tilbageholdt")
        case "workDate": CivilDate(text).map(date) ?? text
        case "hours", "hourly_rate",
            _ where field.hasSuffix("Hours"):
            StatedNumber.nano(text).map(exact) ?? text
        default: text
        }
    }

    /// A sentence with the names of fields as they are called.
    func withFieldNames(_ sentence: String) -> String {
        let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let isName = word.contains("_") || word.contains { $0.isUppercase }
            let shown = isName ? field(String(word)) : String(word)
            return shown == word ? shown : shown.lowercased()
        }
        return words.joined(separator: " ")
    }

    /// An employee by number and name, or only by number.
    package func person(_ number: String?, _ name: String?, isNamed: Bool) -> HTML {
        let shown: HTML? = number.map { "<span class=\"num\">\($0)</span>" }
        guard isNamed, let name, !name.isEmpty else { return shown ?? "–" }
        return "\(shown)\(shown == nil ? "" : " ")\(name)"
    }

    /// An amount, and its currency where one is known.
    package func amount(_ money: Money?, _ currency: String?) -> String {
        guard let money else { return self("unknown", "ukendt") }
        return currency.map { "\(self.money(money)) \($0)" } ?? self.money(money)
    }

    package func heading(_ title: String, _ currency: String?) -> String { currency.map { "\(title) \($0)" } ?? title }
}
