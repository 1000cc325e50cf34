import GantryAccounts
import GantryEngine
import GantryJSON
import GantryKit
import GantryModel
import GantryRuns
import GantryTerminal
import Testing

@Suite("Events for programs")
struct EventTests {
    private let time = Instant(nanosecondsSince1970: 1_793_000_000_123_000_000)

    @Test("JSON is written on one line, and nothing in it drives a terminal")
    func text() {
        let value = JSONTree.object([
            "a": "q\"\\\n\r\t\u{1B}\u{7F}\u{9B}\u{202E}\u{E0001}Æ😀", "r\r": "\u{1}\\n",
            "b": .array([1, true, .null, "x"]),
            "c": JSONTree(HoursSum(nano: 7_333_333_333)),
            "d": JSONTree(nil as Money?),
        ])
        #expect(
            value.line
                == #"{"a":"q\"\\\n\u000d\t\u001b\u007f\u009b\u202e\udb40\udc01Æ😀","r\u000d":"\u0001\\n","b":[1,true,null,"x"],"c":"7.333333333","d":null}"#
        )
    }

    @Test("Events begin with their name and time")
    func events() {
        let run = RunID(pipeline: "p", period: "2026-10", revision: 1)
        func line(_ event: ExportEvent, _ state: ProgressState = ProgressState(), at now: Duration = .zero) -> String? {
            EventLine.of(event, state, at: now, time: time)?.line
        }
        let head = #","time":"\#(time.wholeSeconds)""#
        #expect(
            line(.begins(run, continues: false))
                == #"{"event":"begins"\#(head),"format":1,"version":"\#(Gantry.version)","run":"p/2026-10/r1","continues":false,"sheet":null}"#
        )
        #expect(line(.run(.checkpoint(records: 5))) == #"{"event":"checkpoint"\#(head),"run":null,"records":5}"#)
        #expect(
            line(.connection(.paused(.milliseconds(1_500), status: 429)))
                == #"{"event":"paused"\#(head),"run":null,"waitMilliseconds":1500,"status":429}"#)
        #expect(line(.run(.sealing)) == #"{"event":"stage"\#(head),"run":null,"stage":"sealing"}"#)
        var state = ProgressState()
        _ = state.note(.begins(run, continues: false), at: .zero)
        let event = ExportEvent.run(.fetched(page: 2, records: 2_000, of: nil, counts: BatchCounts()))
        _ = state.note(event, at: .seconds(1))
        #expect(
            line(event, state, at: .seconds(1))
                == #"{"event":"progress"\#(head),"run":"p/2026-10/r1","stage":"fetching","page":2,"pages":null,"records":2000,"total":null,"#
                + #""recordsPerSecond":2000,"secondsLeft":null,"#
                + #""counts":{"fetched":0,"exported":0,"held":0,"repeated":0,"rejected":0,"excluded":0}}"#)
    }

    @Test("The last line carries the exit code with either a result or an error")
    func finished() {
        let good = EventLine.finished(.complete, result: .object(["run": "x"]), error: nil, time: time).line
        #expect(good.hasSuffix(#""exitCode":0,"exitName":"complete","result":{"run":"x"},"error":null}"#))
        let report = ErrorReport(
            RunError(.stopped, "Stopped.", isRetryable: true), command: ShellCommand(["gantry", "run"]))
        let bad = EventLine.finished(report.status, result: .null, error: report, time: time).line
        #expect(
            bad.hasSuffix(
                #""exitCode":75,"exitName":"can-continue","result":null,"error":{"code":"run.stopped","explanation":"Stopped.","#
                    + #""advice":null,"isRetryable":true,"nextCommand":"gantry run"}}"#))
    }

    @Test("Progress is told four times a second at most, but the beginning and the end of a stage always are")
    func throttle() {
        var throttle = EventThrottle()
        func fetched(_ records: Int) -> ExportEvent {
            .run(.fetched(page: 1, records: records, of: 100, counts: BatchCounts()))
        }
        func sent(_ rows: Int) -> ExportEvent {
            var counts = LedgerCounts()
            (counts.rows, counts.planned, counts.done) = (2, 2 - rows, rows)
            return .sending(counts, SentBytes(sent: rows, total: 2))
        }
        let allowed = [
            throttle.allows(fetched(1), at: .zero), throttle.allows(fetched(2), at: .milliseconds(100)),
            throttle.allows(.run(.checkpoint(records: 2)), at: .milliseconds(100)),
            throttle.allows(fetched(3), at: .milliseconds(260)), throttle.allows(fetched(100), at: .milliseconds(270)),
            throttle.allows(.checked(rows: 1), at: .milliseconds(280)),
            throttle.allows(.checked(rows: 2), at: .milliseconds(290)),
            throttle.allows(sent(0), at: .milliseconds(300)), throttle.allows(sent(1), at: .milliseconds(310)),
            throttle.allows(sent(2), at: .milliseconds(320)),
        ]
        #expect(allowed == [true, false, true, true, true, true, false, true, false, true])
    }

    @Test("The totals carry decimals as texts")
    func totals() {
        var totals = ExportTotals()
        totals.hours = [.init(name: "normalHours", exported: HoursSum(nano: 7_500_000_000), held: .zero)]
        totals.payCodes = [.init(code: "1000", title: "Normal", units: HoursSum(8), amount: nil, lines: 1)]
        let line = ResultValues.totals(totals).line
        #expect(line.contains(#""hours":[{"name":"normalHours","exported":"7.50","held":"0.00"}]"#))
        #expect(line.contains(#"{"code":"1000","title":"Normal","units":"8.00","amount":null,"lines":1,"rate":null}"#))
    }
}
