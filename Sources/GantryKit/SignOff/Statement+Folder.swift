internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

extension Statement {
    /// The pipeline file in an export folder, as the run was made with.
    private static let settingsPath = "data/pipeline.yaml"

    /// The statement about an export folder, whose files must have been verified.
    ///
    /// - Parameters:
    ///   - decisions: The bytes of the file with the decisions about the period; `nil` where there is none.
    ///   - previous: The statement signed before.
    /// - Throws: `RunError` when the folder is no payroll export, `FileError`.
    init(_ export: ExportFolder, decisions: [UInt8]?, previous: ContentDigest?) throws {
        let (folder, totals) = (export.path, export.totals)
        guard let run = totals["run"]?.text.flatMap({ RunID($0) }),
            let period = totals["period"]?["name"]?.text.flatMap({ try? PayPeriod($0) }),
            let snapshot = totals["snapshot"]?.text.flatMap({ Instant($0) }), totals["pay_codes"]?.list != nil
        else {
            throw RunError(
                .unusableRun, "\(folder) is not the export of a payroll period, and only those are signed.")
        }
        let source = [totals["system"], totals["connection"], totals["source"]?["address"]].map { $0?.text ?? "none" }
        self.init(
            run: run, kind: totals["kind"]?.text.flatMap(Kind.init) ?? .full, source: source, period: period,
            snapshot: snapshot, bag: try ReadFile.contents(of: BagTag.tagManifest, under: folder).digest)
        if kind == .correction {
            guard let run = totals["base"]?["run"]?.text.flatMap({ RunID($0) }),
                let digest = totals["base"]?["statement"]?.text.flatMap({ ContentDigest(hex: $0) })
            else { throw RunError(.unusableRun, "\(folder) doesn't say what it corrects.") }
            base = Base(
                run: run, statement: digest, usesNewSettings: totals["base"]?["new_settings"] == .bool(true))
        }
        settings = try ReadFile.ifExists("\(folder)/\(Statement.settingsPath)").map {
            ContentHasher.digest(of: $0.span)
        }
        ratesAsOf = totals[PayFigures.ratesAsOfKey]?.text.flatMap { Instant($0) }
        roles = (totals["roles"]?.members ?? []).compactMap { role in role.value.text.map { "\(role.key) \($0)" } }
        lowered = (totals["lowered_checks"]?.list ?? []).compactMap { check in
            check["check"]?.text.flatMap { name in check["severity"]?.text.map { "\(name) \($0)" } }
        }
        self.decisions = decisions.map { ContentHasher.digest(of: $0.span) }
        decisionCount = decisions?.count { $0 == 0x0A } ?? 0
        self.previous = previous
        take(TotalsDocument.read(totals))
        waived = (totals["exceptions"]?.list ?? []).filter { $0["severity"]?.text == Severity.waived.rawValue }
            .reduce(0) { $0 + ($1["count"]?.count ?? 0) }
        files = try Statement.delivered(totals).map { name in
            let content = try ReadFile.contents(of: "data/\(name)", under: folder)
            return File(name: name, bytes: content.length, digest: content.digest)
        }
    }

    private mutating func take(_ totals: ExportTotals) {
        counts = totals.counts
        unproven = totals.unproven
        employees = totals.employees
        units = totals.payCodes.map { Units(code: $0.code, units: $0.units.description) }
        amount = totals.amount.map { "\($0) \(totals.currency ?? Statement.none)" }
        withoutRate = totals.linesWithoutRate + totals.linesMissingRate
        heldHours = totals.heldHours.description
        heldDays = ((totals.leave?.held ?? .zero) + (totals.holidays?.held ?? .zero)).description
    }

    private static let none = "none"

    /// The names of the files that a payroll program imports: those in a layout of its own, or else in Gantry's.
    static func delivered(_ totals: JSONTree) -> [String] {
        let pay = Set(OutputFormats.all.filter { $0.content == .pay }.map(\.name))
        func names(_ isWanted: (String) -> Bool) -> [String] {
            (totals["files"]?.list ?? []).compactMap { file in
                file["format"]?.text.map(isWanted) == true ? file["file"]?.text : nil
            }
        }
        let own = names { $0 == FileEntry.profile }
        // The files in Gantry's own formats are whole: imported again they would pay twice.
        if totals["kind"]?.text == Kind.correction.rawValue { return own }
        return own.isEmpty ? names { pay.contains($0) } : own
    }
}
