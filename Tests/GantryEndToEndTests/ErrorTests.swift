import Glibc
import Testing

/// File calls that fail, lie or run out of room: a clear end, nothing wrong published, and the same command converges.
@Suite("A run whose file calls fail") struct ErrorTests {
    static let errors = ["EIO", "ENOSPC", "EACCES", "EDQUOT", "EROFS"]

    @Test("fails clearly and converges, whichever call fails once") func once() async throws {
        try await fail(everAfter: false)
    }

    @Test("fails clearly and converges, from whichever call on all fail") func forEver() async throws {
        try await fail(everAfter: true)
    }

    /// Every call meets one of the errors; with `GANTRY_TRIALS` 2 to 5 it meets two to all of them.
    private func fail(everAfter: Bool) async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let count = try await Faults.calls(of: job).count
        let laps = min(Product.trials, Self.errors.count)
        let points = 0..<count * laps
        let harmless = Counter()
        let trials = Trials(
            what:
                "errors\(everAfter ? " for ever" : "") at file calls (\(count) calls x \(laps) of \(Self.errors.count) errors)",
            test: "ErrorTests")
        await trials.run(points, leastHits: points.count * 8 / 10) { number in
            let error = Self.errors[(number + number / count) % Self.errors.count]
            let at = number % count + 1
            let workspace = try Workspace("error")
            let fault = "error:\(error)@\(at)\(everAfter ? "+" : "")"
            let ending = try await job.command(workspace.path, environment: Faults.environment(workspace, fault)).run()
            guard let line = try FaultLog(workspace.log).first("injected") else { return .late }
            let what = "\(fault) (\(line.call) \(line.path))"
            guard ending.code != nil else { return .broken("\(what): it ended: \(ending)") }
            if ending.status == .exited(0) {
                harmless.add()
            } else if let complaint = Self.unclear(ending, line) {
                return .broken("\(what): \(complaint)")
            }
            if ending.err.count > 20_000 {
                return .broken("\(what): it wrote \(ending.err.count) characters of errors")
            }
            if let problem = try await workspace.broken(reference) { return .broken("\(what): \(problem)") }
            if ending.status == .exited(0), !exists(workspace.published) {
                return .broken("\(what): exit 0 and nothing is published")
            }
            if let problem = try await workspace.unfinished(job, reference) { return .broken("\(what): \(problem)") }
            return .held
        }
        print("   harmless (exit 0 and the right bytes): \(harmless.value)")
    }

    /// What the message of a failed run lacks, or nil.
    private static func unclear(_ ending: Ending, _ line: FaultLog.Line) -> String? {
        let names = [line.path, line.second].compactMap { $0.split(separator: "/").last.map(String.init) }
        let wanted = names + (names.contains { $0.hasPrefix("journal.sqlite") } ? ["journal"] : [])
        if ending.err.isEmpty { return "it ended without a word: \(ending)" }
        // A folder that holds the file is as good where a step is about all of it.
        let folders = line.path.split(separator: "/").dropLast().map(String.init)
        if !(wanted + folders).contains(where: { ending.err.contains($0) }) {
            return "the message names neither \(wanted) nor its folder: \(ending)"
        }
        return nil
    }

    @Test("never syncs again what failed to sync, nor renames it") func failedSync() async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let count = try await Faults.calls(of: job).count(["fsync", "fdatasync"])
        let trials = Trials(what: "one failed sync (\(count) syncs)", test: "ErrorTests")
        await trials.run(1...count, leastHits: count * 8 / 10) { number in
            let workspace = try Workspace("sync")
            let ending = try await job.command(
                workspace.path, environment: Faults.environment(workspace, "fsync-error@\(number)")
            ).run()
            let log = try FaultLog(workspace.log)
            guard let line = log.first("injected") else { return .late }
            let what = "\(line.call) \(line.path)"
            for later in log.lines
            where later.number > line.number && later.path == line.path && !line.path.hasPrefix("journal.sqlite") {
                // Side by side the other files' writers sync the same folder, each through a descriptor of its own.
                // There it counts that the run ends and claims nothing, which is asked below.
                if !line.notes.contains("folder"), ["fsync", "fdatasync"].contains(later.call) {
                    return .broken("\(what) is synced again")
                }
                if later.call == "rename" { return .broken("\(what) is renamed") }
            }
            // SQLite ignores a failed sync of its folder by design; and what is synced in the log may fail to be moved
            // into the journal itself, since the log then stays. Before it moves the log into the journal, SQLite syncs
            // the log once more. Nothing was written to it since the sync of the last commit, so a failure there has
            // nothing to lose; a failed sync of a commit is never harmless.
            let earlier = log.lines.filter { $0.number < line.number && $0.path == line.path }
            let written = earlier.last { $0.call.hasPrefix("pwrite") }?.number ?? 0
            let synced = earlier.last { ["fsync", "fdatasync"].contains($0.call) && $0.result == 0 }?.number ?? 0
            let isSecondSync = line.path == "journal.sqlite-wal" && synced > written
            let isHarmless =
                line.notes.contains("folder") && line.path == "." || line.path == "journal.sqlite" || isSecondSync
            if ending.status == .exited(0), !isHarmless { return .broken("\(what) failed and the run ended with 0") }
            if let problem = try await workspace.broken(reference) { return .broken("\(what): \(problem)") }
            if let problem = try await workspace.unfinished(job, reference) { return .broken("\(what): \(problem)") }
            return .held
        }
    }

    @Test("writes on when a call takes only half") func shortWrites() async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let count = try await Faults.calls(of: job).count(["write", "pwrite", "writev", "pwritev"])
        let step = max(8 / Product.trials, 1)
        let trials = Trials(what: "one short write (\(count) writes)", test: "ErrorTests")
        await trials.run(stride(from: 2, through: count, by: step), leastHits: count / step * 8 / 10) { number in
            let workspace = try Workspace("short")
            let ending = try await job.command(
                workspace.path, environment: Faults.environment(workspace, "short@\(number)")
            ).run()
            guard let line = try FaultLog(workspace.log).first("short") else { return .late }
            guard ending.status == .exited(0) else { return .broken("\(line.path): it ended: \(ending)") }
            if let difference = try workspace.exported().difference(from: reference) {
                return .broken("\(line.path): \(difference)")
            }
            return .held
        }
    }

    @Test("never ends well with other bytes when a write lies", arguments: ["lie", "hole"]) func lies(
        fault: String
    ) async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let count = try await Faults.calls(of: job).count(["write", "pwrite", "writev", "pwritev"])
        let step = max(6 / Product.trials, 1)
        let found = Counter()
        let harmless = Counter()
        let anew = Counter()
        let refused = Counter()
        let trials = Trials(what: "\(fault) at a write (\(count) writes)", test: "ErrorTests")
        await trials.run(stride(from: 1, through: count, by: step), leastHits: count / step * 8 / 10) { number in
            let workspace = try Workspace(fault)
            let ending = try await job.command(
                workspace.path, environment: Faults.environment(workspace, "\(fault)@\(number)")
            ).run()
            guard let line = try FaultLog(workspace.log).first(fault == "lie" ? "lied" : "hole") else { return .late }
            let what = "\(fault)@\(number) (\(line.path), \(line.bytes) bytes)"
            if exists(workspace.published), let difference = try workspace.exported().difference(from: reference) {
                return .broken("\(what): exit \(ending.status), published: \(difference)")
            }
            if ending.status == .exited(0) {
                guard exists(workspace.published) else { return .broken("\(what): exit 0 and nothing is published") }
                harmless.add()
                return .held
            }
            // A file system that lies about the size of SQLite's shared index ends the program by SIGBUS: a crash like
            // any other.
            let isCrash = ending.status == .killed(by: SIGBUS) && line.path.hasSuffix("-shm")
            if !isCrash, ending.err.isEmpty || ending.code == nil { return .broken("\(what): it ended: \(ending)") }
            found.add()
            // What a lying disk keeps is damaged; a run that goes on finds that too, or begins anew when told to.
            for more in [[], ["--start-over"]] {
                let again = try await job.command(workspace.path, more).run()
                if exists(workspace.published), let difference = try workspace.exported().difference(from: reference) {
                    return .broken("\(what): then exit \(again.status), published: \(difference)")
                }
                if again.status == .exited(0) { return .held }
                if again.err.isEmpty { return .broken("\(what): then it ended: \(again)") }
                (more.isEmpty ? anew : refused).add()
            }
            return .held
        }
        print(
            "   \(fault): \(harmless.value) harmless, \(found.value) found at once; of these \(anew.value) needed --start-over, \(refused.value) a new journal"
        )
    }
}
