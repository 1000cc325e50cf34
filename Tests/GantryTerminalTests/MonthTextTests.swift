import GantryEngine
import GantryRuns
import GantryTerminal
import Testing

@Suite("The command that comes next in a month") struct MonthTextTests {
    @Test("ends a delivery at the place where it was begun, by a person where people sign") func finishing() {
        let run = RunID(pipeline: "pay", period: "2026-09", revision: 1)
        func command(_ need: PayStanding.Need, to: String?) -> String? {
            MonthText.command(need, of: run, pipeline: "pay", by: "clerk", to: to, place: [])?.shellText
        }
        #expect(command(.finishing(to: "bank", isSigned: false), to: nil) == "gantry deliver pay/2026-09/r1 --to bank")
        #expect(
            command(.finishing(to: "/mnt/pay", isSigned: true), to: "other")
                == "gantry deliver pay/2026-09/r1 --to /mnt/pay --by clerk")
        #expect(
            command(.finishing(to: nil, isSigned: false), to: "other") == "gantry deliver pay/2026-09/r1 --to other")
    }

    @Test("makes a correction again whose base isn't what was delivered last, with a reason where people sign")
    func remaking() {
        let run = RunID(pipeline: "pay", period: "2026-09", revision: 3)
        func command(isSigned: Bool, usesNewSettings: Bool = false) -> String? {
            MonthText.command(
                .remaking(isSigned: isSigned, usesNewSettings: usesNewSettings), of: run, pipeline: "pay",
                by: "clerk", to: nil, place: [])?.shellText
        }
        #expect(command(isSigned: false) == "gantry run pay --period 2026-09 --revision next")
        #expect(command(isSigned: true) == "gantry run pay --period 2026-09 --revision next --because TEXT")
        #expect(
            command(isSigned: false, usesNewSettings: true)
                == "gantry run pay --period 2026-09 --revision next --settings now")
    }

    @Test("writes files again where values didn't fit, those of a correction by a new revision") func mending() {
        let run = RunID(pipeline: "pay", period: "2026-09", revision: 2)
        func command(isCorrection: Bool, isSigned: Bool, usesNewSettings: Bool = false) -> String? {
            MonthText.command(
                PayStanding(
                    delivered: nil,
                    corrects: isCorrection ? RunID(pipeline: "pay", period: "2026-09", revision: 1) : nil,
                    usesNewSettings: usesNewSettings, baseDelivered: "was delivered", open: 1, misfits: 1,
                    waits: isSigned ? ExportResult.WaitingSignatures(count: 2, people: []) : nil
                ).need, of: run, pipeline: "pay", by: "clerk", to: nil, place: [])?.shellText
        }
        #expect(command(isCorrection: false, isSigned: true) == "gantry run pay --from pay/2026-09/r2")
        #expect(
            command(isCorrection: true, isSigned: true)
                == "gantry run pay --period 2026-09 --revision next --because TEXT")
        #expect(command(isCorrection: true, isSigned: false) == "gantry run pay --period 2026-09 --revision next")
        #expect(
            command(isCorrection: true, isSigned: true, usesNewSettings: true)
                == "gantry run pay --period 2026-09 --revision next --settings now --because TEXT")
        // What can be decided comes first.
        #expect(PayStanding(delivered: nil, open: 3, misfits: 1).need == .decisions(2))
    }

    @Test("is told of what was typed and wasn't, as of files that never arrived") func failed() {
        #expect(SignOffReport.failed("pay/2026-09/r2", wasTyped: true).contains("counts as not typed"))
        #expect(SignOffReport.failed("pay/2026-09/r2", wasTyped: false).contains("It can be delivered again"))
    }

    @Test("are both answers where nobody knows whether pay was delivered") func answers() {
        let run = RunID(pipeline: "pay", period: "2026-09", revision: 2)
        let first = RunID(pipeline: "pay", period: "2026-09", revision: 1)
        func commands(_ doubt: PayDoubt) -> [String?] {
            let need = PayStanding.Need.answer(doubt, isSigned: true)
            let place = ["--workspace", "w"]
            return [
                MonthText.command(need, of: run, pipeline: "pay", by: "clerk", to: "bank", place: place),
                MonthText.otherwise(need, of: run, pipeline: "pay", by: "clerk", to: "bank", place: place),
            ].map { $0?.shellText }
        }
        let never = "gantry adopt w/2026-09 --never-delivered --workspace w"
        #expect(
            commands(PayDoubt(about: first, folder: "w/2026-09", explanation: "")) == [
                "gantry deliver pay/2026-09/r1 --to bank --was-taken --because TEXT --by clerk --workspace w", never,
            ])
        #expect(
            commands(PayDoubt(about: first, isTyped: true, folder: "w/2026-09", explanation: "")) == [
                "gantry deliver pay/2026-09/r1 --typed --was-taken --because TEXT --by clerk --workspace w", never,
            ])
        #expect(
            commands(PayDoubt(about: nil, folder: "w/2026-09", explanation: "")) == [
                never,
                "gantry deliver pay/2026-09/r2 --to bank --was-taken --because TEXT --by clerk --workspace w",
            ])
        #expect(
            commands(PayDoubt(about: first, at: "other", folder: "w/2026-09", explanation: "")) == [
                "gantry deliver pay/2026-09/r1 --to other --was-taken --because TEXT --by clerk --workspace w",
                "gantry deliver pay/2026-09/r1 --to other --never-delivered --workspace w",
            ])
    }

    @Test(
        "is reviewed beside another month, and where days lie between the two, these are named",
        arguments: [
            ("2026-08", " That isn't the period just before: 2026-09-01 to 2026-09-30 are between the two."),
            ("2026-09", ""),
            ("2026-09-01..2026-09-29", " That isn't the period just before: 2026-09-30 is between the two."),
        ]) func between(base: String, words: String)
    {
        let run = RunID(pipeline: "pay", period: "2026-10", revision: 1)
        #expect(ReviewText.between(RunID(pipeline: "pay", period: base, revision: 2), run) == words)
    }
}
