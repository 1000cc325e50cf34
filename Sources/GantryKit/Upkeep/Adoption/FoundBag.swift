internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns
internal import GantrySignOff

/// An export folder as the source of a run's entry in the journal. It is verified, and everything here stands in it.
struct FoundBag {
    /// Why a folder can't be entered.
    struct Refusal: Error {
        let why: String
        /// Whether it is a list of rows that were sent.
        var isOfSheet = false
        /// Whether it can be entered if somebody asks for that.
        var isForgotten = false
    }

    let folder: String
    let id: RunID
    let record: RunRecord
    /// SHA-256 of the tag manifest.
    let bag: String
    /// What the journal keeps besides.
    var documents: [String: String] = [:]
    /// Whether people signed it, as what lies beside it says.
    let isSigned: Bool
    /// Whether it is pay, which may have been delivered unless the book says that it was.
    let isPay: Bool
    /// What that means, in words.
    let doubt: String
    /// What the journal would know and the folder doesn't say.
    var unknown = ["when it began and ended; its snapshot stands for both"]

    /// - Parameter profiles: where the layouts are that outputs can name.
    /// - Throws: `Refusal`, errors of files.
    init(_ folder: String, in workspace: Workspace, profiles: ProfileFolders?) async throws {
        self.folder = folder
        let report = try await Gantry.verify(folder: folder, systems: Systems(in: workspace))
        if let finding = report.findings.first {
            let place = finding.path.isEmpty ? "" : "\(finding.path): "
            throw Refusal(why: "it isn't what was published: \(place)\(finding.message)")
        }
        let totals = try JSONTree(ReadFile.bytes(of: "\(folder)/\(TotalsFile.path)"))
        guard let id = totals["run"]?.text.flatMap({ RunID($0) }),
            let snapshot = totals["snapshot"]?.text.flatMap({ Instant($0) })
        else { throw Refusal(why: "its totals.json names no run, or no time") }
        self.id = id
        guard try FoundBag.isSame(folder, workspace.folder(of: id)) else {
            throw Refusal(why: "it is \(id); copy it with what lies beside it to \(workspace.folder(of: id)) first")
        }
        guard totals["sent"]?.text == nil else {
            throw Refusal(
                why: "it sent rows, and which server took which row is in the lost journal alone", isOfSheet: true)
        }
        guard let source = RunSource(totals: totals) else { throw Refusal(why: "it doesn't say where it comes from") }
        let paysPeople = totals["pay_codes"]?.list != nil
        var identity = RunIdentity(paysPeople ? .payroll : .datasets, settings: [RunIdentity.unknownSettings])
        identity.source = source
        identity.period = totals["period"]?["name"]?.text
        let pipeline = FoundBag.pipeline(folder, profiles: profiles, systems: Systems(in: workspace))
        let period = identity.period.flatMap { try? PayPeriod($0) }
        if paysPeople, let period, let settings = pipeline?.naming(filesOf: period).settings {
            identity.settings = settings
        } else {
            unknown.append("its settings, so a run of the same period needs a new revision")
        }
        if !paysPeople { unknown.append("where a next run goes on: one that takes only new records takes all") }
        record = RunRecord(
            id: id, identity: identity, snapshot: snapshot,
            corrects: totals["corrects"]?.int(in: 1...RunID.mostRevisions), startedAt: snapshot,
            phase: .complete, finishedAt: snapshot)
        bag = try ReadFile.contents(of: BagTag.tagManifest, under: folder).digest.description
        isSigned = report.signOff?.last != nil
        isPay = paysPeople
        doubt =
            isSigned
            ? "whether it was delivered and paid since what lies beside it was written, so it can't be delivered until you say that it never was"
            : pipeline?.signOff == nil
                ? "whether it was delivered and paid, so it can't be delivered until you say that it never was"
                : "whether it was signed and paid, since \(id).signed isn't beside it, so it can't be signed until you say that it never was"
        try keepDocuments(totals, report)
    }

    private mutating func keepDocuments(_ totals: JSONTree, _ report: VerificationReport) throws {
        let content = try BagReader(folder: folder).verify()
        documents[RunBag.resultName] =
            JSONTree.object(["totals": totals, "files": FoundBag.listed(content.intact)])
            .compact
        documents[RunBag.reasonName] = content.information.first { $0.label == RunBag.reasonLabel }?.value
        if let run = totals["base"]?["run"]?.text.flatMap({ RunID($0) }),
            let statement = totals["base"]?["statement"]?.text.flatMap({ ContentDigest(hex: $0) })
        {
            documents[Correction.documentName] =
                Statement.Base(
                    run: run, statement: statement, usesNewSettings: totals["base"]?["new_settings"] == .bool(true)
                ).text
        }
        guard let mark = report.withdrawn else { return }
        guard mark.run == id, mark.bag == bag else {
            throw Refusal(
                why: "the mark beside it is about another folder than this one; move it away to where that is")
        }
        documents[Withdrawal.documentName] = mark.text
    }

    /// The pipeline file in the folder; `nil` where there is none, or this version reads it otherwise.
    private static func pipeline(_ folder: String, profiles: ProfileFolders?, systems: Systems) -> Pipeline? {
        let path = "\(folder)/data/pipeline.yaml"
        guard let bytes = try? ReadFile.bytes(of: path) else { return nil }
        return try? Pipeline.read(bytes, named: path, catalog: Catalog(of: systems), profiles: profiles)
    }

    /// The files for the journal, and one line for all that were downloaded to a folder.
    private static func listed(_ files: [BagFile]) -> JSONTree {
        var lines: [(path: String, bytes: Int, rows: Int, sha256: String)] = []
        var folders: [Substring: Int] = [:]
        for file in files {
            let name = file.path.dropFirst("data/".count)
            guard let slash = name.firstIndex(of: "/") else {
                lines.append((file.path, file.length, 0, file.digest.description))
                continue
            }
            if let line = folders[name[...slash]] {
                lines[line].bytes += file.length
                lines[line].rows += 1
            } else {
                folders[name[...slash]] = lines.count
                lines.append(("data/\(name[...slash])", file.length, 1, ""))
            }
        }
        return .array(
            lines.map {
                .object([
                    "path": .string($0.path), "bytes": .integer($0.bytes), "rows": .integer($0.rows),
                    "sha256": .string($0.sha256),
                ])
            })
    }

    /// Whether two paths are one folder.
    private static func isSame(_ one: String, _ other: String) throws -> Bool {
        guard RunDirectories.isFolder(other) else { return false }
        return try Folders.resolved(one) == Folders.resolved(other)
    }

    /// Whether a path is an export folder itself.
    static func isOne(_ path: String) throws -> Bool { try ReadFile.exists("\(path)/bagit.txt") }

    /// The export folders at or below a path.
    static func folders(at path: String) throws -> [String] {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if try isOne(path) { return [path] }
        return try Folders.list(path).filter { $0.kind == .file && $0.path.hasSuffix("/bagit.txt") }
            .map { "\(path)/\($0.path.dropLast("/bagit.txt".count))" }
    }
}
