import Foundation
import GantryEngine
import GantryFiles
import GantryJSON
import GantryKit
import GantryModel
import GantryRuns
import Testing

@Suite("The status") struct StatusTests {
    private let now = Instant(secondsSince1970: 1_796_000_000)

    private func run(
        _ name: String, _ phase: Phase, hoursAgo: Int64, from address: String = "https://a",
        kind: RunIdentity.Kind = .datasets
    ) throws -> RunRecord {
        var identity = RunIdentity(kind, settings: [])
        identity.source = RunSource(system: "s", address: address, account: nil)
        let time = now.adding(nanoseconds: -hoursAgo * 3_600_000_000_000)
        return RunRecord(
            id: try #require(RunID(name)), identity: identity, snapshot: time, corrects: nil, startedAt: time,
            phase: phase, finishedAt: phase == .complete ? time : nil)
    }

    private func board(
        _ runs: [RunRecord], running: [RunRecord] = [], scheduled: [String: NextStart] = [:], maxAge: Duration? = nil,
        missed: [RunID: [String]] = [:], pay: [RunID: PayStanding] = [:], payable: [RunRecord] = [],
        unreadable: [(pipeline: String, explanation: String)] = []
    ) -> StatusBoard {
        let holder = LockHolder(pid: 7, host: nil, since: nil, command: nil)
        return StatusBoard(
            runs: runs.map(\.head), holders: Dictionary(uniqueKeysWithValues: running.map { ($0.id, holder) }),
            progress: [:], pay: pay, payable: payable.map(\.head), missed: missed, unreadable: unreadable,
            connection: { $0.source?.address ?? "" }, scheduled: scheduled, maxAge: maxAge, now: now)
    }

    @Test("has a line for each pipeline and connection, with what is wrong with it") func lines() throws {
        let open = try run("b/2026-11/r1", .fetch, hoursAgo: 1)
        let runs = [
            open, try run("a/2026-11/r1", .complete, hoursAgo: 30), try run("a/2026-10/r1", .complete, hoursAgo: 700),
            try run("a/2026-11/r1", .complete, hoursAgo: 2, from: "https://b"),
            try run("b/2026-10/r1", .complete, hoursAgo: 50),
        ]
        let found = board(runs)
        #expect(found.lines.map { "\($0.pipeline) \($0.connection)" } == ["a https://a", "a https://b", "b https://a"])
        #expect(found.lines.map(\.problem) == [nil, nil, .unfinished])
        #expect(!found.isGood)
        let working = board(runs, running: [open])
        #expect(working.isGood && working.lines[2].running?.run == open.id)
        #expect(working.lines[2].published?.id.period == "2026-10")
        let old = board(runs, running: [open], maxAge: .seconds(26 * 3_600))
        #expect(old.lines.map(\.problem) == [.old(.seconds(30 * 3_600)), nil, .old(.seconds(50 * 3_600))])
    }

    @Test("isn't good where a pipeline file of the office can't be read") func unreadable() throws {
        let runs = [try run("a/2026-11/r1", .complete, hoursAgo: 30)]
        let found = board(runs, unreadable: [("payroll", "payroll.yaml has a mistake on line 2: unknown key.")])
        #expect(found.lines.map(\.problem) == [nil] && !found.isGood && board(runs).isGood)
        #expect(found.unreadable.map(\.pipeline) == ["payroll"])
    }

    @Test("can't say how old the newest is where a clock was ahead") func ahead() throws {
        let runs = [
            try run("a/2026-12/r1", .complete, hoursAgo: -50), try run("a/2026-11/r1", .complete, hoursAgo: 300),
        ]
        #expect(board(runs).lines.map(\.problem) == [.ahead(.seconds(50 * 3_600))])
        #expect(board(runs, maxAge: .seconds(26 * 3_600)).lines.map(\.problem) == [.ahead(.seconds(50 * 3_600))])
        #expect(board([try run("a/2026-12/r1", .complete, hoursAgo: -1)]).isGood)
    }

    @Test("shows the newest revision of a period, although the clock of the machine that made the former was ahead")
    func clocks() throws {
        let first = try run("a/2026-10/r1", .complete, hoursAgo: 1, kind: .payroll)
        let second = try run("a/2026-10/r2", .complete, hoursAgo: 3, kind: .payroll)
        let line = board([first, second, try run("a/2026-09/r3", .complete, hoursAgo: 9, kind: .payroll)]).lines[0]
        #expect(line.last?.id == second.id && line.published?.id == second.id && line.correctedBy == nil)
    }

    @Test("names earlier periods whose pay isn't at all places yet, and no others") func lacking() throws {
        let runs = [
            try run("a/2026-10/r1", .complete, hoursAgo: 1, kind: .payroll),
            try run("a/2026-09/r1", .complete, hoursAgo: 700, kind: .payroll),
            try run("a/2026-08/r1", .complete, hoursAgo: 1_400, kind: .payroll),
        ]
        let whole = PayStanding(delivered: "was delivered to d1 and d2")
        let half = PayStanding(delivered: "was delivered to d1, and not to d2 yet", unfinished: ["d2"])
        let found = board(runs, pay: [runs[0].id: whole, runs[1].id: half, runs[2].id: whole])
        #expect(found.lines[0].lacking.map(\.run) == [runs[1].id] && found.lines[0].pay == whole)
    }

    @Test("names other periods whose pay waits for somebody, also where only theirs is asked for") func waiting() throws
    {
        let last = try run("a/2026-10/r1", .complete, hoursAgo: 1, kind: .payroll)
        let open = try run("a/2026-09/r2", .complete, hoursAgo: 700, kind: .payroll)
        let paid = try run("a/2026-08/r1", .complete, hoursAgo: 1_400, kind: .payroll)
        let pay = [
            last.id: PayStanding(delivered: nil, open: 1), open.id: PayStanding(delivered: nil, open: 2),
            paid.id: PayStanding(delivered: "was delivered to d1"),
        ]
        let found = board([last], pay: pay, payable: [last, open, paid])
        #expect(found.lines[0].lacking.map(\.run) == [open.id] && found.lines[0].published?.id == last.id)
        // What is meant to stay here waits for nobody.
        #expect(board([last, open], pay: pay).lines[0].lacking.isEmpty)
    }

    @Test("names an interrupted run that a newer published one hides") func hidden() throws {
        let stuck = try run("a/2026-10/r1", .fetch, hoursAgo: 20)
        let found = board([try run("a/2026-11/r1", .complete, hoursAgo: 1), stuck])
        #expect(found.lines.map(\.problem) == [.unfinished] && found.lines[0].stuck?.id == stuck.id)
        #expect(found.lines[0].last?.id.period == "2026-11")
    }

    @Test("names each run that stopped, the newest first") func stopped() throws {
        let runs = [try run("a/2026-09/r1", .fetch, hoursAgo: 20), try run("a/2026-08/r1", .fetch, hoursAgo: 1)]
        #expect(board(runs).lines.map { $0.stopped.map(\.id.period) } == [["2026-08", "2026-09"]])
        #expect(board(runs, running: [runs[1]]).lines.map { $0.stopped.map(\.id.period) } == [["2026-09"]])
    }

    @Test("shows no period as it stood on one day in place of one that is to be paid") func openPeriod() throws {
        let whole = try run("a/2026-10/r1", .complete, hoursAgo: 300, kind: .payroll)
        let early = try run("a/2026-11@2026-11-20/r1", .complete, hoursAgo: 1, kind: .payroll)
        #expect(board([whole, early]).lines[0].published?.id == whole.id)
        #expect(board([early]).lines[0].published?.id == early.id)
        // That it was made is what a schedule is asked for.
        #expect(board([whole, early], maxAge: .seconds(26 * 3_600)).lines[0].problem == nil)
        let day = try run("b/2026@2026-11-20/r1", .complete, hoursAgo: 1)
        #expect(board([try run("b/2026/r1", .complete, hoursAgo: 9), day]).lines[0].published?.id == day.id)
    }

    @Test("asks the age of pipelines that run by themselves, not of sheets") func asked() throws {
        let runs = [
            try run("a/2026-11/r1", .complete, hoursAgo: 30), try run("b/2026-11/r1", .complete, hoursAgo: 30),
            try run("c/2026-11/r1", .complete, hoursAgo: 30, kind: .sheet),
        ]
        let old = StatusBoard.Problem.old(.seconds(30 * 3_600))
        #expect(board(runs, maxAge: .seconds(3_600)).lines.map(\.problem) == [old, old, nil])
        #expect(
            board(runs, scheduled: ["b": .at(now)], maxAge: .seconds(3_600)).lines.map(\.problem) == [nil, old, nil])
    }

    @Test("names the periods without a run that the newest run found, until a newer one finds none") func missed()
        throws
    {
        let found = try run("a/2026-11-25/r1", .complete, hoursAgo: 30)
        let newer = try run("a/2026-11-26/r1", .complete, hoursAgo: 6)
        let periods = [found.id: ["2026-11-23", "2026-11-24"]]
        let problem = StatusBoard.Problem.missed(["2026-11-23", "2026-11-24"])
        #expect(board([found], missed: periods).lines.map(\.problem) == [problem])
        #expect(!board([found], missed: periods).isGood && board([found, newer], missed: periods).isGood)
        #expect(board([found], scheduled: ["b": .at(now)], missed: periods).lines.map(\.problem) == [nil, nil])
        let open = try run("a/2026-11-22/r1", .fetch, hoursAgo: 80)
        #expect(board([found, open], missed: periods).lines.map(\.problem) == [.unfinished])
    }

    @Test("shows a schedule that never ran") func scheduled() {
        let found = board([], scheduled: ["a": .at(now)])
        #expect(found.lines.map(\.pipeline) == ["a"] && found.lines[0].next == .at(now) && found.isGood)
        #expect(board([], scheduled: ["a": .stopped], maxAge: .seconds(1)).lines.map(\.problem) == [.never])
    }

    @Test("reads the progress that the working process published, and none of another") func progress() throws {
        let path = FileManager.default.temporaryDirectory.path + "/gantry-progress-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = ProgressFolder(Workspace(path: path))
        let id = try #require(RunID("a/2026@2026-11-21/r1"))
        #expect(folder.read(id, by: 7) == nil)
        var progress = RunProgress(run: id, pid: 7, time: now, stage: "fetching", records: 10)
        (progress.total, progress.recordsPerSecond, progress.secondsLeft) = (100, 5, 18)
        folder.write(progress)
        #expect(folder.read(id, by: 7) == progress)
        #expect(folder.read(id, by: 8) == nil)
        folder.remove(id)
        #expect(folder.read(id, by: 7) == nil)
    }

    @Test("takes the next start from the service manager's list") func timers() throws {
        var timers = TimerList()
        timers.add(
            try JSONTree(
                Array(
                    #"[{"next":1796000000000000,"left":1,"last":0,"unit":"gantry-a.timer","activates":"gantry-a.service"},{"next":null,"unit":"gantry-b.timer"},{"next":5,"unit":"x.service"}]"#
                        .utf8)))
        #expect(timers.next(of: "gantry-a") == .at(now) && timers.next(of: "gantry-b") == .stopped)
        // A manager that doesn't answer may have started it.
        timers.isPartial = true
        #expect(timers.next(of: "gantry-a") == .at(now) && timers.next(of: "gantry-b") == .unknown)
        let starts = [NextStart.stopped, .unknown, .at(now)]
        #expect(starts.reduce(.stopped) { $1.earlier(than: $0) } == .at(now))
        #expect(NextStart.stopped.earlier(than: .unknown) == .unknown)
    }
}
