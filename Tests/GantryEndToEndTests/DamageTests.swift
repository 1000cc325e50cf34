import Glibc
import Testing

/// Files that were changed behind the run's back: made again or refused with a clear message, never used.
@Suite("Damage after a kill") struct DamageTests {
    enum Harm: CaseIterable { case flip, cut, zeroes, remove }

    /// Where the run is killed: while it fetches, while it writes summaries, and right before the bag is renamed into
    /// place.
    enum Moment: CaseIterable { case fetching, sealing, publishing }

    @Test("to any file is made good or refused, and never published", arguments: Moment.allCases) func anyFile(
        moment: Moment
    ) async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let log = try await Faults.calls(of: job)
        let call = try Self.call(moment, log)
        let redone = Counter()
        let refused = Counter()
        let unmended = Counter()
        let trials = Trials(
            what: "damage while \(moment) (killed at call \(call) of \(log.count))", test: "DamageTests")
        await trials.run(0..<334 * Product.trials, leastHits: 300) { number in
            var random = Seeded(trial: number, salt: 20)
            let workspace = try Workspace("damage")
            let cut = try await job.command(workspace.path, environment: Faults.environment(workspace, "kill@\(call)"))
                .run()
            guard cut.wasKilled else { return .late }
            let files = try Tree(workspace.path).files.filter {
                !$0.value.isEmpty && !$0.key.hasSuffix("-shm") && !$0.key.hasSuffix("/lock")
            }.keys.sorted()
            let name = files[number % files.count]
            let harm = Harm.allCases[number / files.count % Harm.allCases.count]
            let what = try Self.harm(workspace.path + "/" + name, harm, &random)
            let ending = try await job.command(workspace.path).run()
            let isJournal = name.hasPrefix("journal.sqlite")
            if exists(workspace.published), let difference = try workspace.exported().difference(from: reference) {
                return .broken("\(name), \(what): exit \(ending.status), published: \(difference)")
            }
            if ending.status == .exited(0) {
                redone.add()
                return exists(workspace.published)
                    ? .held : .broken("\(name), \(what): exit 0 and nothing is published")
            }
            guard ending.code != nil, !ending.err.isEmpty else {
                return .broken("\(name), \(what): it ended: \(ending)")
            }
            let base = String(name.split(separator: "/").last ?? "")
            guard ending.err.contains(base) || (isJournal && ending.err.contains("journal")) else {
                return .broken("\(name), \(what): the message does not name it: \(ending.err)")
            }
            refused.add()
            let again = try await job.command(workspace.path, ["--start-over"]).run()
            if exists(workspace.published), let difference = try workspace.exported().difference(from: reference) {
                return .broken("\(name), \(what): --start-over exit \(again.status), published: \(difference)")
            }
            if again.status == .exited(0) { return .held }
            // A journal that can't be read at all is left to a person; with it out of the way the run begins anew.
            guard isJournal, !again.err.isEmpty else {
                return .broken("\(name), \(what): --start-over ended: \(again)")
            }
            unmended.add()
            for ending in ["", "-wal", "-shm"] where exists(workspace.journal + ending) {
                try remove(workspace.journal + ending)
            }
            if let problem = try await workspace.unfinished(job, reference) {
                return .broken("\(name), \(what), without the journal: \(problem)")
            }
            return .held
        }
        print(
            "   \(moment): \(redone.value) made good, \(refused.value) refused, of these \(unmended.value) needed a new journal"
        )
    }

    private static func call(_ moment: Moment, _ log: FaultLog) throws -> Int {
        let publishing = log.lines.first { $0.call == "rename" && $0.second.hasPrefix("exports/") }
        let sealing = log.lines.first { $0.path.contains("payroll.xml") }
        guard let publishing, let sealing else {
            throw HarnessError("The log has no rename into exports, or no payroll.xml")
        }
        return switch moment {
        case .fetching: sealing.number * 4 / 5
        case .sealing: (sealing.number + publishing.number) / 2
        case .publishing: publishing.number
        }
    }

    private static func harm(_ path: String, _ harm: Harm, _ random: inout Seeded) throws -> String {
        var bytes = try read(path)
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch harm {
        case .flip:
            let bit = UInt8.random(in: 0..<8, using: &random)
            bytes[at] ^= 1 << bit
            try write(bytes, to: path)
            return "bit \(bit) of byte \(at) flipped"
        case .cut:
            try write(Array(bytes[..<at]), to: path)
            return "cut to \(at) of \(bytes.count) bytes"
        case .zeroes:
            let end = min(at + 512, bytes.count)
            for index in at..<end { bytes[index] = 0 }
            try write(bytes, to: path)
            return "bytes \(at) to \(end) zeroed"
        case .remove:
            try remove(path)
            return "removed"
        }
    }

    @Test(
        "that makes the journal somebody else's or another version's is refused, and the file stays as it is",
        arguments: ["newer", "earlier", "foreign", "application", "garbage", "zeroes", "text"])
    func otherJournals(kind: String) async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("journal")
        if ["newer", "earlier"].contains(kind) {
            let cut = try await job.command(workspace.path, environment: Faults.environment(workspace, "kill@260"))
                .run()
            #expect(cut.wasKilled, "\(cut)")
        }
        let make = """
            import os, sqlite3, sys
            path, kind = sys.argv[1:]
            if kind == "garbage": open(path, "wb").write(bytes(range(256)) * 64)
            elif kind == "zeroes": open(path, "wb").write(bytes(8192))
            elif kind == "text": open(path, "w").write("id;hours\\n1;7.5\\n")
            else:
                database = sqlite3.connect(path)
                if kind == "application":
                    database.execute("PRAGMA application_id = 1234")
                    database.execute("CREATE TABLE runs (run TEXT PRIMARY KEY)")
                elif kind == "foreign":
                    database.execute("CREATE TABLE notes (text TEXT)")
                    database.execute("INSERT INTO notes VALUES ('keep me')")
                else: database.execute("PRAGMA user_version = 99" if kind == "newer" else "PRAGMA user_version = 0")
                database.commit()
                database.close()
            """
        try await Command(["python3", "-c", make, workspace.journal, kind]).succeed()
        let before = try read(workspace.journal)
        for more in [[], ["--start-over"]] {
            let ending = try await job.command(workspace.path, more).run()
            #expect(ending.code != nil && ending.code != 0, "\(kind): \(ending)")
            #expect(ending.err.contains("journal.sqlite"), "\(kind): \(ending.err)")
            if kind == "newer" { #expect(ending.err.contains("newer"), "\(ending.err)") }
            if kind == "earlier" {
                #expect(ending.err.contains("gantry adopt FOLDER/exports --workspace FOLDER"), "\(ending.err)")
            }
            #expect(try read(workspace.journal) == before, "\(kind): the file was changed")
            #expect(!exists(workspace.published))
        }
    }

    /// Links and pipes that somebody put where the run makes its files.
    static let planted = [
        "parts/\(Job.run)/bag/data/work-entries.csv", "parts/\(Job.run)/bag/data/work-entries.jsonl.zst",
        "parts/\(Job.run)/bag/data/payroll.xml",
        "parts/\(Job.run)/bag/data/workers.jsonl", "parts/\(Job.run)/bag/data/totals.json",
        "parts/\(Job.run)/bag/bagit.txt",
        "parts/\(Job.run)/bag/manifest-sha256.txt", "parts/\(Job.run)/lock", "parts/\(Job.run)/rejects.csv",
        "journal.sqlite",
        "exports/\(Job.run)", "TEMPORARY",
    ]

    @Test("by planted links and pipes never reaches what they point to", arguments: planted) func plantedNames(
        name: String
    ) async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        for kind in ["link to a file", "link to a folder", "dangling link", "pipe"] {
            let workspace = try Workspace("planted")
            let outside = workspace.folder.file("outside")
            try await Command([
                "sh", "-c", "mkdir -p \"$1/folder\" && echo precious > \"$1/file\" && echo inner > \"$1/folder/inner\"",
                "sh", outside,
            ]).succeed()
            var names = [name]
            if name == "TEMPORARY" {
                // The names of files that are made to be renamed, from an undisturbed run.
                names = Set(
                    try await Faults.calls(of: job).lines.filter {
                        $0.call == "rename" && !$0.second.hasPrefix("exports/")
                    }.map(\.path)
                ).sorted()
                #expect(!names.isEmpty)
            }
            for name in names {
                let path = workspace.path + "/" + name
                let target = [
                    "link to a file": outside + "/file", "link to a folder": outside + "/folder",
                    "dangling link": outside + "/new",
                ][kind]
                try await Command([
                    "sh", "-c",
                    "umask 077; mkdir -p \"$(dirname \"$1\")\" && if [ -n \"$2\" ]; then ln -s \"$2\" \"$1\"; else mkfifo \"$1\"; fi",
                    "sh", path, target ?? "",
                ]).succeed()
            }
            let before = try Tree(outside)
            var patient = job
            patient.timeout = .seconds(20)
            let ending = try await patient.command(workspace.path).run()
            let what = "\(kind) at \(name)"
            #expect(ending.code != nil, "\(what): \(ending)")
            #expect(try Tree(outside) == before, "\(what): what it points to was changed; the run ended: \(ending)")
            if ending.status == .exited(0) {
                if let difference = try workspace.exported().difference(from: reference) {
                    Issue.record("\(what): \(difference)")
                }
            } else {
                #expect(
                    names.contains { ending.err.contains($0.split(separator: "/").last ?? "") },
                    "\(what): the message does not name it: \(ending)")
            }
        }
    }
}
