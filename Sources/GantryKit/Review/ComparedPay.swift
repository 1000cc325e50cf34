package import GantryEngine
internal import GantryFiles
internal import GantryFormats
package import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryPipelines

/// The pay lines of a published run, with what it holds.
struct ComparedPay: Sendable {
    let run: RunID
    let pay: PublishedPay
    /// Where its records come from, by its totals; `nil` for an export that doesn't say.
    let source: RunSource?
    /// Ids of held entries.
    let held: Set<String>
    /// Payroll numbers of employees with lines, in the order of payroll files.
    let numbers: [String]
    let numberSet: Set<String>

    /// - Throws: `RunError.unusableRun` when the run isn't published, has no pay lines, or a file that is read changed.
    init(_ run: RunID, in workspace: Workspace) async throws {
        let folder = try await Gantry.publishedFolder(of: run, in: workspace)
        self.run = run
        let files = try ComparedPay.provenFiles(of: run, folder)
        pay = try await PublishedPay(exported: folder)
        source = RunSource(totals: pay.totals)
        let exceptions = files.first { $0["format"]?.text == ExceptionsFormat.name }
        held =
            try exceptions.flatMap { tree in
                try tree["file"]?.text.map {
                    Set(
                        try VerifiedExceptions(
                            "data/\($0)", under: folder,
                            dialect: CSVDialect.named(tree["dialect"]?.text ?? "") ?? .machine, layout: .payroll
                        ).held.keys)
                }
            } ?? []
        numbers = pay.employees.filter { !$0.lines.isEmpty }.map(\.payrollNumber)
        numberSet = Set(numbers)
    }

    /// The entries of files in the totals, after the digests of those that are read here were compared.
    private static func provenFiles(of run: RunID, _ folder: String) throws -> [JSONTree] {
        func prove(_ paths: [String]) throws {
            guard let finding = try BagReader(folder: folder).verify(only: paths).findings.first else { return }
            throw RunError.changedBag(of: run, finding)
        }
        try prove([TotalsFile.path])
        let files = try JSONTree(ReadFile.bytes(of: "\(folder)/\(TotalsFile.path)"))["files"]?.list ?? []
        func paths(_ formats: [String]) -> [String] {
            files.filter { $0["format"]?.text.map(formats.contains) ?? false }
                .compactMap { $0["file"]?.text.map { "data/\($0)" } }
        }
        let xml = paths(["payroll-xml"])
        let lines =
            xml.isEmpty
            ? paths([
                "archive", FileEntry.employees, FileEntry.leave, FileEntry.pipeline,
                FileEntry.decisions, FileEntry.payPeriods,
            ]) : xml
        try prove(lines + paths([ExceptionsFormat.name, FileEntry.joinedWorkers]))
        return files
    }
}

extension RunError {
    /// What refuses an export whose files aren't those that were published.
    static func changedBag(of run: RunID, _ finding: BagFinding) -> RunError {
        RunError(
            .unusableRun, "\(run) changed after it was published: \(finding.path): \(finding.explanation)",
            advice: "\(.verify(run: run.description)) lists all differences. Restore the folder from a copy.")
    }
}

extension RunSource {
    /// As `totals.json` states it; `nil` where it doesn't.
    package init?(totals: JSONTree) {
        guard let system = totals["system"]?.text, let address = totals["source"]?["address"]?.text else { return nil }
        self.init(system: system, address: address, account: totals["source"]?["account"]?.text)
        contract = totals["source"]?["contract"]?.text.flatMap(Contract.init(rawValue:))
    }
}
