public import GantryKit
internal import GantryModel

/// What `verify` found, for people.
public enum VerificationText {
    public static func lines(_ report: VerificationReport, style: TextStyle) -> [String] {
        let proven = report.proven.map { "  \(style.green("ok")) \(singleLine($0, limit: 1_000))" }
        let findings = report.findings.map { finding in
            let place = finding.path.isEmpty ? "" : singleLine(finding.path, limit: 1_000) + ": "
            return "  \(style.red("differs")) \(place)\(singleLine(finding.message, limit: 1_000))"
        }
        let folder = singleLine(report.folder, limit: 4_000)
        let end = report.isValid
            ? "\(style.green("Proven")): \(folder) is whole, and its files agree."
            : "\(style.red("Not proven")): \(Figures.count(report.findings.count, "difference", "differences")) in \(folder)."
        return joined([proven, findings, report.isValid ? (report.totals.map { TotalsReport.lines($0, style: style) } ?? []) : [], [end]])
    }
}

/// A pipeline file that was found right, for people.
public enum PipelineText {
    public static func lines(_ file: PipelineFile, path: String, style: TextStyle) -> [String] {
        var table = TextTable([.left("File"), .left("Format")])
        for output in file.outputs { table.add([output.file, output.format.name]) }
        let checks = file.checks.filter { $0.rule != .off }.count
        return joined([
            [
                "\(style.green("Right")): \(singleLine(path, limit: 4_000))",
                "  \(style.bold(file.name)), \(singleLine(file.title)): \(file.records.dataset) of the connection \(file.connection), "
                    + Figures.count(checks, "check", "checks"),
            ],
            table.lines(style: style),
        ])
    }
}
