import Foundation
import GantryEngine
import GantryFiles
import GantryJournal
import GantryKit
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

/// A workspace with runs whose folders hold only what retention looks at.
struct KeptRuns {
    /// Where runs come from.
    static let source = RunSource(system: "cdbl-lms", address: "https://lms.example", account: "office")

    let folder: TemporaryFolder
    let workspace: Workspace
    let journal: any WorkspaceJournal

    init() throws {
        folder = try TemporaryFolder()
        workspace = Workspace(path: folder.path + "/workspace")
        try workspace.create()
        journal = try workspace.openJournal()
    }

    /// Those of the same workspace, after another was put into its place.
    init(again other: KeptRuns) throws {
        folder = other.folder
        workspace = other.workspace
        journal = try workspace.openJournal()
    }

    /// Enters a run as published, with a folder.
    @discardableResult
    func publish(
        _ name: String, kind: RunIdentity.Kind = .datasets, base: RunIdentity.Base? = nil, part: String? = nil,
        daysLater: Int64 = 0, from source: RunSource = KeptRuns.source, settings: [RunIdentity.Setting] = [],
        documents: [String: String] = [:]
    ) async throws -> RunID {
        let run = try #require(RunID(name))
        let manifest = "manifest of \(name)\n"
        try folder.write(manifest, to: "workspace/exports/\(name)/tagmanifest-sha256.txt")
        try folder.write("records of \(name)\n", to: "workspace/exports/\(name)/data/records.csv")
        try await journal.adopt(
            record(run, kind, base, part, .complete, daysLater, source, settings),
            bag: ContentHasher.digest(of: Array(manifest.utf8).span).description, documents: documents)
        return run
    }

    /// Enters a run that was begun long ago, with what it has fetched.
    func begin(_ name: String) async throws -> RunID {
        let run = try #require(RunID(name))
        try folder.write("half\n", to: "workspace/parts/\(name)/bag/data/records.csv")
        try await journal.begin(record(run, .datasets, nil, nil, .fetch, 0, KeptRuns.source), documents: [:])
        return run
    }

    private func record(
        _ run: RunID, _ kind: RunIdentity.Kind, _ base: RunIdentity.Base?, _ part: String?,
        _ phase: GantryEngine.Phase, _ daysLater: Int64, _ source: RunSource, _ settings: [RunIdentity.Setting] = []
    ) -> RunRecord {
        var identity = RunIdentity(kind, settings: settings)
        identity.source = source
        identity.base = base
        identity.part = part
        let time = Instant(secondsSince1970: 1_790_000_000 + daysLater * 86_400)
        return RunRecord(
            id: run, identity: identity, snapshot: time, corrects: nil, startedAt: time, phase: phase,
            finishedAt: phase == .complete ? time : nil)
    }

    /// Delivers a file of a run to a folder beside the workspace, as far as nobody stops it.
    func deliver(_ run: RunID) async throws {
        let place = folder.path + "/place/\(run)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let content = try ReadFile.contents(of: "data/records.csv", under: workspace.folder(of: run))
        let file = DeliveredFile(
            path: "records.csv", from: "data/records.csv", under: workspace.folder(of: run), bytes: content.length,
            digest: content.digest, token: "1a2b")
        _ = try await DeliveryRun(run, to: "place", place: FolderPlace(place), ledger: journal).perform([file])
    }

    /// Changes the journal behind its back.
    func spoil(_ sql: String) throws {
        try SQLiteConnection(path: workspace.journalPath).execute(script: sql)
    }

    func prune(_ policy: KeepPolicy = KeepPolicy(last: 1)) async throws -> PruneReport {
        try await Upkeep.prune(policy, in: workspace, isDryRun: false)
    }

    /// Every path below the folder of the test, without the workspace's journal and locks.
    func paths(_ name: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/" + name).sorted()
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: workspace.path + "/" + path) }

    /// An empty folder for those that are gone.
    func makeExports() throws {
        try FileManager.default.createDirectory(
            atPath: workspace.path + "/exports", withIntermediateDirectories: false)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: workspace.path + "/" + path) }
}

/// The explanation of the error that `body` throws; empty when it throws none.
func refusal(of body: () async throws -> Void) async -> String {
    do {
        try await body()
        return ""
    } catch {
        return (error as? any ExplainedError)?.explanation ?? "\(error)"
    }
}
