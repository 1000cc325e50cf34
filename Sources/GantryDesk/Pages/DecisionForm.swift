internal import GantryFiles
package import GantryKit
package import GantryModel
package import GantryPages

/// The form by which a person decides about findings.
package struct DecisionForm {
    package var ids: [String] = []
    package var verb = ""
    package var by = ""
    package var because = ""
    /// The digest of the findings that were shown.
    package var seen = ""
    /// The groups of which all findings are shown.
    package var shownWhole: Set<String> = []

    /// A value that can't be used.
    package struct Problem {
        /// The id of the field.
        package let field: String
        package let text: String
    }

    package init() {}

    package init(_ form: FormFields) {
        ids = form.all("id")
        verb = form["verb"] ?? ""
        by = form["by"] ?? ""
        because = DecisionForm.trimmed(form["because"] ?? "")
        seen = form["seen"] ?? ""
        shownWhole = Set(form.all("whole"))
    }

    /// What is decided; `nil` for a word that is no decision.
    package var decision: DecisionVerb? {
        switch verb {
        case "accept": .accept
        case "hold": .hold
        case "waive": .waive
        case "withdraw": .withdraw
        default: nil
        }
    }

    /// What has to be mended before anything is recorded.
    package func problems(_ t: PageText) -> [Problem] {
        var problems: [Problem] = []
        if ids.isEmpty {
            problems.append(
                Problem(field: "open", text: t("Tick at least one finding", "Sæt kryds ved mindst ét fund")))
        }
        if decision == nil {
            problems.append(Problem(field: "verb", text: t("Choose a decision", "Vælg en afgørelse")))
        }
        if by.isEmpty { problems.append(Problem(field: "by", text: t("Say who decides", "Sig, hvem der afgør det"))) }
        if because.unicodeScalars.count < 10 {
            problems.append(
                Problem(
                    field: "why",
                    text: t("The reason needs at least ten characters", "Begrundelsen skal have mindst ti tegn")))
        }
        return problems
    }

    /// Which decisions can be made about a finding, as the form names them.
    static func possible(_ finding: ReviewReport.Finding) -> [String] {
        let hold = finding.canBeHeld || finding.severity == .critical && finding.entry != nil ? ["hold"] : []
        return switch finding.severity {
        case .warning: ["accept", "withdraw"] + hold
        case .blocker, .critical: hold + ["withdraw"] + (finding.canBeWaived ? ["waive"] : [])
        case .waived: hold + ["waive", "withdraw"]
        case .info: ["withdraw"]
        }
    }

    /// Why what is chosen can't be decided about what is ticked, each with whom and which day it is about.
    func refusals(_ findings: [ReviewReport.Finding], _ t: PageText) -> [Problem] {
        findings.filter { ids.contains($0.id) && !Self.possible($0).contains(verb) }.map { finding in
            let why =
                switch (verb, finding.severity) {
                case ("accept", .blocker), ("accept", .critical):
                    finding.canBeWaived
                        ? t(
                            "accepting changes nothing, since a rule keeps it on hold. Choose Keep on hold or Pay anyway.",
                            "at godtage ændrer intet, da en regel holder det tilbage. Vælg Hold tilbage eller Udbetal alligevel."
                        )
                        : t(
                            "accepting changes nothing, since a rule keeps it on hold. Choose Keep on hold, or have it corrected at the source and run again.",
                            "at godtage ændrer intet, da en regel holder det tilbage. Vælg Hold tilbage, eller få det rettet i kilden og kør igen."
                        )
                case ("waive", .warning):
                    t("it is paid already. Choose Accept.", "det udbetales allerede. Vælg Godtag.")
                case ("waive", .blocker), ("waive", .critical):
                    t(
                        "it can't be paid as it is. Choose Keep on hold, or have it corrected at the source and run again.",
                        "det kan ikke udbetales, som det er. Vælg Hold tilbage, eller få det rettet i kilden og kør igen."
                    )
                default: t("there is nothing to decide about it.", "der er intet at afgøre om det.")
                }
            return Problem(field: "verb", text: "\(Self.name(finding, t)): \(why)")
        }
    }

    /// Whom and which day a finding is about.
    static func name(_ finding: ReviewReport.Finding, _ t: PageText) -> String {
        [finding.name ?? finding.employee?.keyText, finding.date.map(t.day), t.word(finding.rule)].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// The findings as a form carries them: if they are others when it comes, nothing is recorded.
    package static func digest(_ report: ReviewReport) -> String {
        var lines = "\(report.run)\n"
        for finding in report.findings.sorted(by: { $0.id < $1.id }) {
            let decisions = finding.waivers.isEmpty ? [finding.decision].compactMap(\.self) : finding.waivers
            let decided = decisions.map { "\($0.verb) \($0.by) \($0.because)" }.joined(separator: "; ")
            lines += "\(finding.id) \(finding.state.rawValue) \(decided)\n"
        }
        return hexadecimal(SHA256Hasher.digest(of: Array(lines.utf8)).prefix(16))
    }

    static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        return String(start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)])
    }
}
