package import GantryModel
internal import GantryRuns

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
