import GantryAccounts
import GantryEngine
import GantryJSON
import GantryModel
import GantryRuns
import GantryTerminal
import Testing

@Suite("Progress")
struct ProgressTests {
    private let run = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)

    private func fetched(_ page: Int, _ records: Int, of total: Int?) -> ExportEvent {
        .run(.fetched(page: page, records: records, of: total, counts: BatchCounts()))
    }

    private func fetching(upTo last: Int = 10) -> ProgressState {
        var state = ProgressState()
        _ = state.note(.begins(run, continues: false), at: .zero)
        _ = state.note(.joined(dataset: "ksr.workers", records: 60), at: .seconds(1))
        for page in 1...last { _ = state.note(fetched(page, page * 1_000, of: 50_500), at: .seconds(1 + page)) }
        return state
    }

    @Test("The line shows stage, pages, records, share, rate, time left and the age of the checkpoint")
    func wholeLine() {
        var state = fetching()
        _ = state.note(.run(.checkpoint(records: 10_000)), at: .seconds(11))
        #expect(
            state.terminalLine(width: 200, at: .seconds(13))
                == "Fetching  page 10 of 51  10 000 of 50 500 records  19 %  833/s  49 s left  checkpoint 2 s ago")
    }

    @Test("The first failed attempt of a request is shown at once, and one a minute after that")
    func firstFailure() {
        var state = ProgressState()
        func urgent(_ attempt: Int, at second: Int) -> [Bool] {
            let event = ExportEvent.connection(
                .retrying(what: "GET /x", attempt: attempt, wait: .seconds(1), reason: "the name x was not found"))
            return state.note(event, at: .seconds(second)).map { $0.isUrgent && $0.isLasting }
        }
        #expect(urgent(2, at: 0) == [false])
        #expect(urgent(1, at: 0) == [true])
        #expect(urgent(1, at: 30) == [false])
        #expect(urgent(2, at: 70) == [false])
        #expect(urgent(1, at: 70) == [true])
    }

    @Test("Where room is short, rate, share, pages, checkpoint and time left go in this order, and the rest is cut")
    func narrowLine() {
        let state = fetching()
        func line(_ width: Int) -> String { state.terminalLine(width: width, at: .seconds(11)) }
        #expect(line(90) == "Fetching  page 10 of 51  10 000 of 50 500 records  19 %  41 s left  no checkpoint yet")
        #expect(line(80) == "Fetching  page 10 of 51  10 000 of 50 500 records  41 s left  no checkpoint yet")
        #expect(line(65) == "Fetching  10 000 of 50 500 records  41 s left  no checkpoint yet")
        #expect(line(60) == "Fetching  10 000 of 50 500 records  41 s left")
        #expect(line(40) == "Fetching  10 000 of 50 500 records")
        #expect(line(12) == "Fetching  1…")
    }

    @Test("A rate that limits is told once and shown on the line")
    func limited() {
        var state = fetching()
        let told = state.note(.connection(.limited(RequestRate("5/s"), isHalved: false)), at: .seconds(11))
        #expect(told.map(\.text) == ["Requests are limited to 5/s."])
        #expect(state.terminalLine(width: 120, at: .seconds(11)).contains("41 s left  limited to 5/s  no checkpoint"))
        #expect(state.note(.connection(.limited(RequestRate("5/s"), isHalved: false)), at: .seconds(11)).isEmpty)
        let halved = state.note(.connection(.limited(RequestRate("150/min"), isHalved: true)), at: .seconds(11))
        #expect(halved.map(\.text) == ["The server refuses so many requests; they are limited to 150/min for now."])
        #expect(state.note(.connection(.limited(nil, isHalved: false)), at: .seconds(11)).isEmpty)
        #expect(!state.plainLine(at: .seconds(11)).contains("limited"))
    }

    @Test("A decision about rows without a clear answer is told with the rows that it meets")
    func decided() {
        var state = fetching()
        var rows = FirstOnes<DecidedRow>()
        rows.append(DecidedRow(row: 3, target: "1001, contracts"))
        rows.append(DecidedRow(row: 4, file: 2, target: ""))
        let again = state.note(.decided(isSentAgain: true, rows), at: .seconds(11))
        #expect(again.map(\.text) == ["Sent again, as you decided: row 3 (1001, contracts) and row 4.2."])
        for row in 5...24 { rows.append(DecidedRow(row: row, target: "")) }
        let done = state.note(.decided(isSentAgain: false, rows), at: .seconds(11))
        #expect(done.first?.text.hasPrefix("Counted as done, as you decided: row 3 (1001, contracts), row 4") == true)
        #expect(done.first?.text.hasSuffix(", row 22 and 2 more.") == true)
    }

    @Test(
        "A run remembers whether it is of a sheet, the share is that of the bytes beside it, and a reason ends in a full stop"
    )
    func sheets() {
        var state = ProgressState()
        _ = state.note(.begins(run, continues: false, isOfSheet: true), at: .zero)
        #expect(state.isOfSheet)
        var counts = LedgerCounts()
        (counts.rows, counts.planned, counts.done) = (4, 3, 1)
        _ = state.note(.sending(counts, SentBytes(sent: 900_000, total: 1_000_000)), at: .seconds(1))
        #expect(state.terminalLine(width: 200, at: .seconds(1)).contains("900.0 kB of 1.0 MB  90 %"))
        let notices = state.note(.connection(.socketless(reason: "localhost opened no WebSocket")), at: .seconds(1))
        #expect(
            notices.map(\.text) == [
                "No WebSocket for now: localhost opened no WebSocket. Messages are sent as HTTP requests."
            ])
        _ = state.note(.begins(run, continues: false), at: .seconds(2))
        #expect(!state.isOfSheet)
    }

    @Test("A delivery shows files and bytes of all, rate and time left, for each place anew") func delivering() {
        var state = ProgressState()
        var progress = DeliveryProgress(to: "bank", files: 3, bytes: 600_000_000)
        #expect(
            state.note(.delivering(run, progress), at: .zero).map(\.text) == [
                "Delivering 3 files of payroll-monthly/2026-10/r1, 600.0 MB, to bank."
            ])
        (progress.files, progress.bytes) = (1, 200_000_000)
        #expect(state.note(.delivering(run, progress), at: .seconds(2)).isEmpty)
        func line(_ width: Int) -> String { state.terminalLine(width: width, at: .seconds(2)) }
        #expect(line(80) == "Delivering  1 of 3 files  200.0 MB of 600.0 MB  33 %  100.0 MB/s  4 s left")
        #expect(line(60) == "Delivering  1 of 3 files  200.0 MB of 600.0 MB  4 s left")
        _ = state.note(
            .connection(.retrying(what: "sftp://x/a", attempt: 1, wait: .seconds(4), reason: "no route")),
            at: .seconds(2))
        #expect(line(80).hasSuffix("no route, attempt 2"))
        let other = DeliveryProgress(to: "archive", files: 3, bytes: 600_000_000)
        #expect(state.note(.delivering(run, other), at: .seconds(3)).count == 1)
        #expect(state.bytesPerSecond(at: .seconds(3)) == nil)
    }

    @Test("A total that the server doesn't state is unknown, and so is the time left")
    func unknownTotal() {
        var state = ProgressState()
        _ = state.note(fetched(1, 1_000, of: nil), at: .seconds(1))
        _ = state.note(fetched(2, 2_000, of: nil), at: .seconds(2))
        #expect(
            state.plainLine(at: .seconds(2))
                == "Fetching, page 2 of unknown, 2 000 of unknown records, 1 000/s, time left unknown, no checkpoint yet."
        )
    }

    @Test("What was fetched before a stop doesn't count for the rate")
    func continued() {
        var state = ProgressState()
        _ = state.note(.begins(run, continues: true), at: .zero)
        let notices = state.note(.run(.continued(records: 90_000, phase: .fetch)), at: .zero)
        #expect(notices.map(\.text) == ["Resuming after 90 000 records."])
        _ = state.note(.run(.replaying(records: 90_000, of: 90_000)), at: .seconds(1))
        _ = state.note(fetched(91, 91_000, of: 100_000), at: .seconds(2))
        _ = state.note(fetched(92, 92_000, of: 100_000), at: .seconds(3))
        #expect(state.recordsPerSecond(at: .seconds(3)) == 1_000)
        #expect(state.pages == 100)
        #expect(state.terminalLine(width: 120, at: .seconds(3)).hasSuffix("8 s left  no new checkpoint yet"))
        #expect(state.timeLeft(at: .seconds(3)) == .seconds(8))
    }

    @Test("A total as large as can be stated breaks nothing, and another dataset begins with pages of its own")
    func hugeTotal() {
        var state = ProgressState()
        _ = state.note(fetched(1, 1, of: .max), at: .seconds(1))
        _ = state.note(fetched(3, 2, of: .max), at: .seconds(2))
        #expect(state.pages == .max)
        #expect(state.terminalLine(width: 200, at: .seconds(2)).contains("2 of "))
        for total in [0, -1, .min] {
            _ = state.note(fetched(4, 3, of: total), at: .seconds(3))
            #expect(state.pages == 4)
        }
        for event in [
            ExportEvent.dataset(name: "ksr.customers", number: 2, of: 2), .beginsAnew(run, reason: "It changed."),
        ] {
            _ = state.note(fetched(5, 10_000, of: 10_000), at: .seconds(4))
            _ = state.note(event, at: .seconds(5))
            _ = state.note(fetched(1, 10, of: 100), at: .seconds(6))
            #expect(state.pages == 10)
            _ = state.note(.dataset(name: "ksr.workers", number: 1, of: 2), at: .seconds(7))
        }
    }

    @Test("The rate forgets what lies more than some seconds back and falls while nothing comes")
    func rate() {
        var state = fetching(upTo: 1)
        for second in 3...40 { _ = state.note(fetched(second, 1_000 + second * 10, of: 50_500), at: .seconds(second)) }
        #expect(state.recordsPerSecond(at: .seconds(40)) == 10)
        #expect((state.recordsPerSecond(at: .seconds(80)) ?? -1) < 10)
    }

    @Test("A wait is shown with its reason until it is over or something comes")
    func waiting() {
        var state = fetching()
        let notices = state.note(
            .connection(
                .retrying(what: "GET /work-entries", attempt: 1, wait: .seconds(5), reason: "status 503\u{1B}[2J")),
            at: .seconds(11))
        #expect(notices.map(\.text) == ["GET /work-entries: status 503\\u{1b}[2J. Attempt 2 in 5.0 s."])
        #expect(
            state.terminalLine(width: 200, at: .seconds(12))
                == "Fetching  waiting 4 s  page 10 of 51  10 000 of 50 500 records  19 %  no checkpoint yet  status 503\\u{1b}[2J, attempt 2"
        )
        #expect(
            state.terminalLine(width: 60, at: .seconds(12))
                == "Fetching  waiting 4 s  10 000 of 50 500 records  status 503…")
        #expect(state.waiting(at: .seconds(16)) == nil)
        _ = state.note(fetched(11, 11_000, of: 50_500), at: .seconds(13))
        #expect(state.waiting(at: .seconds(13)) == nil)
    }

    @Test("A wait before anything is counted is told in one sentence")
    func waitingToSignIn() {
        var state = ProgressState()
        _ = state.note(.connection(.signingIn), at: .seconds(1))
        let reason = "connection refused by 127.0.0.1:18999"
        _ = state.note(
            .connection(
                .retrying(
                    what: "POST http://127.0.0.1:18999/api/app-login", attempt: 5, wait: .seconds(5), reason: reason)),
            at: .seconds(15))
        let line = "Signing in: connection refused by 127.0.0.1:18999. Attempt 6 in 3 s (16 s so far)."
        #expect(state.terminalLine(width: 100, at: .seconds(17)) == line)
        #expect(state.plainLine(at: .seconds(17)) == line)
        _ = state.note(.connection(.paused(.seconds(5), status: 429)), at: .seconds(15))
        #expect(
            state.plainLine(at: .seconds(17))
                == "Signing in: the server asked for a pause (status 429). Attempt 6 in 3 s (16 s so far).")
        #expect(!state.plainLine(at: .seconds(20)).contains("Attempt"))
    }

    @Test("A pause that the server asks for is told once, with the retry that it is about")
    func pausing() {
        var state = fetching()
        let retry = ExportEvent.connection(
            .retrying(
                what: "GET /work-entries", attempt: 1, wait: .seconds(60), reason: "status 429"))
        #expect(state.note(retry, at: .seconds(11)).count == 1)
        #expect(state.note(.connection(.paused(.seconds(60), status: 429)), at: .seconds(11)).isEmpty)
        #expect(state.terminalLine(width: 200, at: .seconds(12)).contains("waiting 59 s"))
    }

    @Test("A source that changed is told, and the counting begins again")
    func beginsAnew() {
        var state = fetching()
        let id = RunID(pipeline: "p", period: "2026-10", revision: 1)
        let notices = state.note(.beginsAnew(id, reason: "The source changed."), at: .seconds(11))
        #expect(
            notices.map(\.text) == [
                "The source changed.", "Discarding what was fetched and starting over at the first page.",
            ])
        #expect(notices.allSatisfy(\.isLasting) && state.records == 0 && state.total == nil)
    }

    @Test("A run that continues from none since the list is another one says so")
    func exportsAll() {
        var state = ProgressState()
        let event = ExportEvent.exportsAll(since: RunID(pipeline: "p", period: "2026-10", revision: 1))
        let notices = state.note(event, at: .seconds(1))
        #expect(
            notices.map(\.text) == [
                "The system file describes another list than p/2026-10/r1 read, so all records are exported again."
            ])
        #expect(notices.count == 1 && notices.allSatisfy(\.isLasting))
        let line = EventLine.of(event, state, at: .seconds(1), time: Instant(secondsSince1970: 0))
        #expect(line?["since"] == .string("p/2026-10/r1"))
    }

    @Test("Every stage says what the one before has done")
    func stages() {
        var state = fetching()
        #expect(
            state.note(.run(.lateVerdicts), at: .seconds(12)).map(\.text) == [
                "Fetched and checked 10 000 records in 10 pages, 11 s.",
                "Later entries put earlier ones on hold, so the files are being rewritten.",
            ])
        #expect(state.note(.run(.rewriting(records: 5_000, of: 10_000)), at: .seconds(12)).isEmpty)
        #expect(state.note(.run(.rewriting(records: 10_000, of: 10_000)), at: .seconds(14)).isEmpty)
        #expect(
            state.note(.run(.sealing), at: .seconds(14)).map(\.text)
                == ["Rewrote 10 000 records, 2.0 s.", "Adding totals and verifying every file."])
        #expect(state.terminalLine(width: 80, at: .seconds(17)) == "Verifying files  3 s")
        #expect(
            state.note(.run(.publishing), at: .seconds(18)).map(\.text) == [
                "Verified every file, 4.0 s.", "Publishing.",
            ])
    }

    @Test("A line is never wider than the terminal", arguments: 1...120)
    func width(_ width: Int) {
        var state = fetching()
        #expect(displayWidth(state.terminalLine(width: width, at: .seconds(12))) <= width)
        _ = state.note(.connection(.paused(.seconds(60), status: 429)), at: .seconds(12))
        #expect(displayWidth(state.terminalLine(width: width, at: .seconds(12))) <= width)
    }
}
