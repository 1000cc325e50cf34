internal import GantryAccounts
internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryRuns
internal import Glibc

/// Looks at the folder that runs work in. It writes nothing but a file that it removes again.
struct WorkspaceCheck {
    let workspace: Workspace
    private(set) var findings: [CheckFinding] = []

    /// Room for a run of some size and its journal; below that somebody should look.
    private static let fewBytes: Int64 = 1_000_000_000
    /// Room that even a small run needs.
    private static let noBytes: Int64 = 50_000_000

    init(_ workspace: Workspace) { self.workspace = workspace }

    mutating func run() async {
        let isThere = permissions()
        space(isThere ? workspace.path : parent)
        do { try workspace.requireLocal() } catch { return fail(.locks, error) }
        guard isThere else { return }
        await journal()
    }

    private var parent: String {
        let names = workspace.path.split(separator: "/").dropLast()
        let path = (workspace.path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
        return path.isEmpty ? "." : path
    }

    private mutating func fail(_ subject: CheckFinding.Subject, _ error: any Error) {
        findings.append(CheckFinding(subject, error))
    }

    /// Whether the folder is there and can be used.
    private mutating func permissions() -> Bool {
        do throws(FileError) {
            try Folders.checkIsWritable(workspace.path)
            findings.append(CheckFinding(.permissions, is: .good, "only you can write to it"))
            return true
        } catch {
            guard error.code == .missing else {
                fail(.permissions, error)
                return false
            }
            findings.append(CheckFinding(.permissions, is: .good, "not there yet; the first run makes it"))
            return false
        }
    }

    private mutating func space(_ path: String) {
        let free: Int64
        do throws(FileError) {
            free = try LocalDisk.freeBytes(at: path)
        } catch {
            return findings.append(CheckFinding(.space, is: .skipped, "unknown: \(error.explanation)"))
        }
        let text = "\(free / 1_000_000_000) GB free"
        if free < Self.noBytes {
            findings.append(CheckFinding(.space, LittleSpace(bytes: free)))
        } else if free < Self.fewBytes {
            findings.append(
                CheckFinding(
                    .space, is: .warning, "\(free / 1_000_000) MB free",
                    advice: "Make room before the next run: archives and unfinished files need it."))
        } else {
            findings.append(CheckFinding(.space, is: .good, text))
        }
    }

    private mutating func journal() async {
        let runs: [RunHead]
        let journal: any WorkspaceJournal
        do {
            guard let found = try workspace.existingJournal() else {
                return findings.append(CheckFinding(.journal, is: .good, "not there yet; the first run makes it"))
            }
            journal = found
            runs = try await journal.heads(.unfinished).runs
            let damaged = try await journal.damagedRuns().count
            let all = try await journal.runCounts().all - damaged
            let server = try await journal.serverFacts().map { "; \($0)" } ?? ""
            let words = "\(all) \(all == 1 ? "run" : "runs"), \(runs.count) unfinished\(server)"
            findings.append(
                damaged == 0
                    ? CheckFinding(.journal, is: .good, words)
                    : CheckFinding(
                        .journal, is: .warning, "\(words), \(damaged) damaged", advice: "\(.listRuns) names them."))
        } catch {
            return fail(.journal, error)
        }
        do {
            let working = try await workspace.holders(of: runs, journal).sorted {
                $0.key.description < $1.key.description
            }.map {
                "\($1.pid.map { "process \($0)" } ?? "a process") works on \($0)"
            }
            findings.append(
                CheckFinding(.locks, is: .good, working.isEmpty ? "nobody is working" : working.joined(separator: ", "))
            )
        } catch {
            fail(.locks, error)
        }
    }
}

/// There is too little room for any run.
private struct LittleSpace: ExplainedError {
    let bytes: Int64

    var explanation: String { "only \(bytes / 1_000_000) MB are free." }
    var advice: Advice? { "Make room on the disk, then check again." }
    var isRetryable: Bool { true }
}
