internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

/// The kinds of files that people write for runs, as JSON Schemas for editors describe them.
public enum PipelineSchema: String, CaseIterable, Sendable {
    case pipeline
    /// A payroll file that says only what differs from another one.
    case extending
    case datasets
    case imports
    case group
    /// The layout of a payroll program's file.
    case profile

    /// The JSON Schema (draft 2020-12) of such a file, from the same tables as the reader. It ends with a line break;
    /// the same catalog gives the same text.
    ///
    /// An editor sees less than `Pipeline.read`, which knows what belongs together.
    public func text(catalog: Catalog) -> String {
        let keys = PipelineKeys(catalog: catalog)
        let note = "For editors; Gantry itself checks more."
        return switch self {
        case .pipeline:
            JSONSchema(
                id: "pipeline", title: "Gantry pipeline file: payroll",
                description: "What is fetched, what is checked, and which files are written. \(note)",
                keys.top(.payroll), shared: payShapes(keys)
            ).text
        case .extending:
            JSONSchema(
                id: "extending-pipeline", title: "Gantry pipeline file: payroll like that of another file",
                description: "What differs from the file that it extends. \(note)",
                [keys.extending] + keys.top(.payroll), shared: payShapes(keys), isPartial: true
            ).text
        case .datasets:
            JSONSchema(
                id: "datasets-pipeline", title: "Gantry pipeline file: an export of datasets",
                description: "Which records are exported as they are, to which files. \(note)", keys.top(.datasets),
                shared: [("dataset", "A dataset.", names(catalog.datasets.map(\.name)))]
            ).text
        case .imports:
            JSONSchema(
                id: "import-pipeline", title: "Gantry pipeline file: rows or files to send",
                description: "What a sheet's rows become. \(note)", keys.top(.imports),
                rules: [.exactlyOne(["submit", "upload"])],
                shared: [
                    (
                        "submission", "What is sent, one row at a time.",
                        names(catalog.submissions.filter { !$0.isUpload }.map(\.name), of: catalog)
                    ),
                    (
                        "upload", "What is uploaded, one file for each row.",
                        names(catalog.submissions.filter(\.isUpload).map(\.name), of: catalog)
                    ),
                ]
            ).text
        case .group:
            JSONSchema(
                id: "group-pipeline", title: "Gantry pipeline file: a group",
                description: "Pipelines that run one after the other. \(note)", keys.top(.group)
            ).text
        case .profile:
            JSONSchema(
                id: "profile", title: "Gantry profile: the layout of a payroll program's file",
                description: "How pay lines are written for a payroll program. \(note)", ProfileKeys.top,
                rules: [.exactlyOne(["row", "rows"])]
            ).text
        }
    }

    /// One of these names, or any other: a file can describe it.
    ///
    /// - Parameter catalog: names of its systems are all known; no other can be added to them. The default is that they
    ///   can.
    private func names(_ known: [String], of catalog: Catalog? = nil) -> ValueShape {
        let systems = catalog.map { catalog in
            Set(catalog.datasets.map(\.name).compactMap { $0.split(separator: ".").first }).sorted()
        }
        let taken =
            systems.map { "(\($0.joined(separator: "|")))[.]" }
            ?? "(\(known.joined(separator: "|").replacing(".", with: "[.]")))$"
        return .either([.words(known), .line(pattern: "^(?!\(taken))[a-z][a-z0-9-]*[.][a-z0-9][a-z0-9-]*$")])
    }

    private func payShapes(_ keys: PipelineKeys) -> [(name: String, help: String?, shape: ValueShape)] {
        let records = keys.payable
        let joins = records?.joins ?? []
        let joined = joins.flatMap { join in
            (keys.catalog.dataset(named: join.dataset)?.fields ?? []).map { "\(join.name).\($0.name)" }
        }
        return [
            ("off", nil, .words(["off"])),
            (
                "severity",
                "blocker: the entry is on hold. warning: it is paid and listed. info: it is paid and counted. off: the check isn't made.",
                .words(["off"] + Severity.choices.map(\.rawValue))
            ),
            ("dataset", nil, names([records?.name].compactMap(\.self) + joins.map(\.dataset), of: keys.catalog)),
            (
                "field", nil,
                .words(
                    (records?.fields.map(\.name) ?? []) + joined + ["worker.\(Roster.Person.payrollNumberField)"])
            ),
        ]
    }
}
