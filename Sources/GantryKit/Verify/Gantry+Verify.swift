public import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryJournal
internal import GantryModel

extension Gantry {
    /// Compares everything in an export folder with everything else in it: digests, the schema, every pay line, every
    /// figure.
    ///
    /// - Parameters:
    ///   - sealed: the SHA-256 that the folder's tag manifest must have, in hexadecimal, as `sealedDigest` gives it.
    ///     The default is to take any that agrees with the files.
    ///   - progress: told what is being compared, as one line.
    /// - Throws: when the folder can't be read. A folder that contradicts itself is no error: it has findings.
    public static func verify(
        folder: String, sealed: String? = nil, progress: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> VerificationReport {
        var verification = FolderVerification(folder: folder, sealed: sealed, progress: progress)
        return try await verification.run()
    }

    /// The SHA-256 of the tag manifest that a published run had when it was sealed; `nil` where the journal doesn't
    /// keep it.
    /// - Throws: when the workspace has a journal that can't be read.
    public static func sealedDigest(of id: RunID, in workspace: Workspace) async throws -> String? {
        try await existingJournal(workspace)?.document(named: SQLiteJournal.bagName, of: id)
    }
}

/// One pass over an export folder.
struct FolderVerification {
    let folder: String
    private let sealed: String?
    private let progress: @Sendable (String) -> Void
    private(set) var report: VerificationReport
    private(set) var document = JSONTree.null
    private var figures = StatedFigures()
    /// What can't be compared with anything, besides figures.
    private var notCompared: [String] = []

    static let totalsPath = "data/\(PayrollPlan.totalsName)"

    init(folder: String, sealed: String? = nil, progress: @escaping @Sendable (String) -> Void) {
        self.folder = folder
        self.sealed = sealed
        self.progress = progress
        report = VerificationReport(folder: folder)
    }

    mutating func run() async throws -> VerificationReport {
        progress("digests of every file")
        let bag = try BagReader(folder: folder).verify()
        for finding in bag.findings {
            report.add(
                VerificationReport.Finding(
                    path: finding.path, message: finding.explanation, isMissing: finding.kind == .missing))
        }
        if bag.isValid {
            report.proven.append("The bag is whole: \(bag.intact.count) files have the SHA-256 of its manifest.")
        }
        try compareSeal()
        guard try readTotals() else { return report }
        compareHead(bag)
        compareListing(bag)
        if let sent = ImportSummary.read(document) {
            try checkSent(sent.counts)
        } else if document["datasets"]?.list != nil {
            try await checkDatasets(bag)
        } else {
            try await checkPayroll()
        }
        if !figures.notCompared.isEmpty {
            notCompared.insert("\(Self.totalsPath): \(figures.notCompared.joined(separator: ", "))", at: 0)
        }
        report.notCompared = notCompared
        report.totals = ImportSummary.read(document) == nil ? TotalsDocument.read(document) : nil
        return report
    }

    mutating func prove(_ sentence: String) { report.proven.append(sentence) }

    mutating func find(_ path: String, _ message: String) {
        report.add(VerificationReport.Finding(path: path, message: message))
    }

    mutating func leaveOpen(_ what: String) { notCompared.append(what) }

    func show(_ path: String) { progress(path) }

    /// Compares a figure of `totals.json` with what something else says.
    /// - Parameters:
    ///   - origin: what says so.
    ///   - settles: whether that is evidence for the figure, and not only another statement of it. The default is true.
    mutating func compare(_ path: String, _ value: JSONTree, _ origin: String, settles: Bool = true) {
        if settles { figures.markCompared(path) }
        guard let stated = figures[path] else {
            return find(
                Self.totalsPath, "it does not state \(path), which is \(singleLine(value.figureText)) by \(origin)")
        }
        guard stated != value else { return }
        find(
            Self.totalsPath,
            "\(path) is \(singleLine(stated.figureText)), expected \(singleLine(value.figureText)) by \(origin)")
    }

    /// Counts a figure as compared: it decides how something is read that was compared.
    mutating func settle(_ path: String) { figures.markCompared(path) }

    func states(_ path: String) -> Bool { figures[path] != nil }

    private mutating func compareSeal() throws {
        guard let sealed else { return }
        let name = BagTag.tagManifest
        do {
            let found = try ReadFile.contents(of: name, under: folder).digest.description
            if found == sealed {
                prove("It is what the run sealed: the journal keeps the SHA-256 of \(name).")
            } else {
                find(
                    name,
                    "its SHA-256 is \(found), and the journal keeps \(sealed) of the run that was published: something was changed since"
                )
            }
        } catch let error as FileError {
            find(name, error.explanation)
        }
    }

    private mutating func readTotals() throws -> Bool {
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
            // The bag has said so of a file that is not there.
            if report.findings.allSatisfy({ $0.path != path }) { find(path, error.explanation) }
            return false
        }
        do throws(JSONProblem) {
            document = try JSONTree(bytes)
        } catch {
            find(path, "it is no JSON: \(error)")
            return false
        }
        guard document["format"]?.text == TotalsDocument.format else {
            find(
                path,
                "its format is \(document["format"]?.text.map { singleLine($0) } ?? "not named"), expected \(TotalsDocument.format)"
            )
            return false
        }
        figures = StatedFigures(document)
        settle("format")
        return true
    }
}
