internal import GantryKit
internal import GantryModel
internal import GantryOutputs
public import GantryRuns

/// What `verify` found, for people.
public enum VerificationText {
    /// What was proven, then what differs, each on a line with its file.
    public static func lines(_ report: VerificationReport, style: TextStyle) -> [String] {
        let proven = report.proven.map { "  \(style.green("ok")) \(singleLine($0, limit: 1_000))" }
        let findings = report.findings.map { finding in
            let place = finding.path.isEmpty ? "" : singleLine(finding.path, limit: 1_000) + ": "
            guard !finding.isMissing else {
                return "  \(style.red("missing")) \(singleLine(finding.path, limit: 1_000))"
            }
            return "  \(style.red("differs")) \(place)\(singleLine(finding.message, limit: 1_000))"
        }
        let open = report.isValid ? report.notCompared.map { "  \(singleLine($0, limit: 2_000))" } : []
        let folder = singleLine(report.folder, limit: 4_000)
        let end =
            report.isValid
            ? style.green("\(folder) is complete and consistent.")
            : style.red(
                "\(NumberText.count(report.findings.count, one: "difference", many: "differences")) in \(folder).")
        return joined([
            proven, findings, report.isValid ? (report.totals.map { TotalsReport.lines($0, style: style) } ?? []) : [],
            open.isEmpty
                ? []
                : ["Not compared, because nothing else in the folder states it; only the digests cover it:"] + open,
            [end] + (report.withdrawn.map { [style.red(RunMarkText.sentence($0))] } ?? []),
        ])
    }
}

/// A valid pipeline file, for people.
public enum PipelineText {
    /// The file's name and a table of what it declares.
    public static func lines(_ file: Pipeline, path: String, style: TextStyle) -> [String] {
        let head = style.green("\(singleLine(path, limit: 4_000)) is valid.")
        let connection = file.connection ?? ""
        var table: TextTable
        var what = "\(style.bold(file.name)), \(singleLine(file.title)): "
        switch file.work {
        case .stages:
            if let payroll = file.payroll {
                table = TextTable([.left("File"), .left("Format")])
                for output in payroll.outputs { table.add([output.file, output.formatName]) }
                let checks = payroll.checks.count { $0.isMade && $0.groups.isEmpty }
                what +=
                    "\(payroll.records.dataset) of the connection \(connection), "
                    + NumberText.count(checks, one: "check", many: "checks")
            } else {
                table = TextTable([.left("Dataset"), .left("File"), .left("Format")])
                for dataset in file.datasets {
                    for output in dataset.outputs { table.add([dataset.name, output.file, output.formatName]) }
                }
                what +=
                    NumberText.count(file.datasets.count, one: "dataset", many: "datasets")
                    + " of the connection \(connection)"
            }
        case .imports(let work):
            table = TextTable([.left("Field"), .left("Column of the sheet")])
            for field in Gantry.catalog.submissions.first(where: { $0.name == work.kind })?.fields ?? [] {
                table.add([field.name, work.sheet.columns.first { $0.field == field.name }?.heading ?? field.name])
            }
            what += "sends \(work.kind) over the connection \(connection)"
        case .group(let members):
            table = TextTable([.left("Pipeline")])
            for member in members { table.add([member]) }
            what += NumberText.count(members.count, one: "pipeline", many: "pipelines")
        }
        return joined([[head, "  " + what], table.lines(style: style)])
    }
}
