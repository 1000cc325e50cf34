public import GantryConnectors
public import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryImports
internal import GantryJSON
public import GantryModel
internal import GantryOutputs
internal import GantryPayroll
public import GantryRuns
public import GantrySignOff

extension Gantry {
    /// Compares everything in an export folder with everything else in it: digests, the schema, every pay line, every
    /// figure.
    ///
    /// - Parameters:
    ///   - sealed: the SHA-256 that the folder's tag manifest must have, in hexadecimal, as `sealedDigest` gives it.
    ///     The default is to take any that agrees with the files.
    ///   - seal: that of the statement that people signed, from paper or from the payroll program. The default is to
    ///     take the statement that lies beside the folder.
    ///   - systems: whose datasets are known. The default is those of this build.
    ///   - progress: receives what is being compared, as one line.
    /// - Throws: when the folder can't be read. A folder that contradicts itself is not an error: it has findings.
    public static func verify(
        folder: String, sealed: String? = nil, seal: Seal? = nil, systems: Systems = .builtIn,
        progress: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> VerificationReport {
        var verification = FolderVerification(
            folder: folder, formats: OutputFormats.all, systems: systems, progress: progress)
        var report = try await verification.run(sealed: sealed)
        SignedFolderVerification(folder: folder, seal: seal).add(to: &report)
        report.withdrawn = try Withdrawal(beside: folder)
        return report
    }

    /// What is wrong with the book of signatures of a run's pipeline, against what the journal keeps of it; `nil` where
    /// nothing is.
    public static func bookProblem(of id: RunID, in workspace: Workspace) async throws -> BookError? {
        guard let journal = try workspace.existingJournal() else { return nil }
        do {
            _ = try await BookKeeper(journal, SignOffPlace(run: id, workspace: workspace))
            return nil
        } catch let error as BookError {
            return error
        }
    }

    /// The same of the books of runs of pay, with what to do, a book in each text.
    package static func bookProblems(of runs: [RunHead], in workspace: Workspace) async throws -> [String] {
        let pay = Dictionary(runs.filter(\.paysPeople).map { ($0.id.pipeline, $0.id) }) { first, _ in first }
        var problems: [String] = []
        for (_, run) in pay.sorted(by: { $0.key < $1.key }) {
            if let problem = try await bookProblem(of: run, in: workspace) { problems.append(problem.words) }
        }
        return problems
    }

    /// The SHA-256 of the tag manifest that a published run had when it was sealed; `nil` if the journal doesn't keep
    /// it.
    /// - Throws: when the workspace has a journal that can't be read.
    public static func sealedDigest(of id: RunID, in workspace: Workspace) async throws -> String? {
        try await workspace.existingJournal()?.bag(of: id)
    }
}

extension FolderVerification {
    mutating func run(sealed: String?) async throws -> VerificationReport {
        show("digests of every file")
        var report = VerificationReport(folder: folder)
        let bag = try BagReader(folder: folder).verify()
        for finding in bag.findings {
            report.add(
                VerificationReport.Finding(
                    path: finding.path, message: finding.explanation, isMissing: finding.kind == .missing))
        }
        if bag.isValid {
            prove("The bag is complete: \(bag.intact.count) files match the SHA-256 in its manifest.")
        }
        if !bag.desktopFiles.isEmpty { prove(Self.harmless(bag.desktopFiles)) }
        if let sealed { try compareSeal(sealed) }
        if try readTotals(isReported: report.findings.contains { $0.path == Self.totalsPath }) {
            try await compareAll(bag)
            report.notCompared = notCompared
            let isExport = ImportSummary.read(document) == nil && document[PartBag.key] == nil
            report.totals = isExport ? TotalsDocument.read(document) : nil
        }
        for finding in findings {
            report.add(VerificationReport.Finding(path: finding.path, message: finding.message))
        }
        report.proven = proven
        return report
    }

    /// What is said of files that a desktop left.
    static func harmless(_ files: [String]) -> String {
        let more = files.count > 3 ? " and \(files.count - 3) more" : ""
        return
            "Harmless: \(files.prefix(3).map { singleLine($0) }.joined(separator: ", "))\(more), made by a desktop, no part of the export."
    }

    private mutating func compareAll(_ bag: BagReport) async throws {
        compareHead(bag)
        if let part = document[PartBag.key] { return try checkPart(part, bag) }
        compareListing(bag)
        if let sent = ImportSummary.read(document) {
            try checkSent(sent.counts)
        } else if document["datasets"]?.list != nil {
            try await checkDatasets(bag)
        } else {
            try await checkPayroll(
                version: programVersion, terms: .archived,
                profile: { try ProfileFileReading.profile($0, named: $1) })
        }
    }

    private mutating func compareSeal(_ sealed: String) throws {
        let name = BagTag.tagManifest
        do {
            let found = try ReadFile.contents(of: name, under: folder).digest.description
            if found == sealed {
                prove("It is what the run sealed: the SHA-256 of \(name) matches the journal.")
            } else {
                find(
                    name,
                    "its SHA-256 is \(found), but the journal has \(sealed) for the published run: something changed since"
                )
            }
        } catch let error as FileError {
            find(name, error.explanation)
        }
    }

    /// - Parameter isReported: whether the bag has already reported the file's problem.
    private mutating func readTotals(isReported: Bool) throws -> Bool {
        let path = Self.totalsPath
        var bytes: [UInt8] = []
        do throws(FileError) {
            let file = try ReadFile.open("\(folder)/\(path)")
            guard file.size <= 16 << 20 else {
                find(path, "it is too large for a totals document")
                return false
            }
            while try file.read(appendingTo: &bytes) > 0 {}
        } catch {
            if !isReported { find(path, error.explanation) }
            return false
        }
        let totals: JSONTree
        do throws(JSONProblem) {
            totals = try JSONTree(bytes)
        } catch {
            find(path, "it is not JSON: \(error)")
            return false
        }
        guard totals["format"]?.text == TotalsFile.format else {
            find(
                path,
                "its format is \(totals["format"]?.text.map { singleLine($0) } ?? "not named"), expected \(TotalsFile.format)"
            )
            return false
        }
        take(totals)
        return true
    }
}
