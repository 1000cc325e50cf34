import Foundation
import GantryEngine
import GantryKit
import GantryOutputs
import GantryPayroll
import GantryRuns
import GantryTestSupport
import Testing

/// What a payroll program has is taken back as it was delivered, or not at all.
@Suite("Pay codes that were paid") struct PaidCodesTests {
    private static let paid = [
        PayCode("1000", title: "Hours"), PayCode("5", title: "Allowance", unit: .times),
        PayCode("2000", title: "Vacation", unit: .hours, isAbsence: true),
    ]
    private static let needs = "outputs.own.csv.needs.employer"

    private func moved(
        now: [PayCode] = PaidCodesTests.paid, corrections: Profile.Corrections = .difference,
        _ layouts: [(String, String?, String?)] = []
    ) -> [String] {
        var profile = Profile(name: "own", title: "Own")
        profile.corrections = corrections
        let output = Output(file: "own.csv", format: ProfileFormat(profile, source: []), choices: [:])
        return PaidCodes.moved(
            Self.paid, now: now, layouts: layouts.map { RunIdentity.Difference(key: $0.0, old: $0.1, new: $0.2) },
            outputs: [output])
    }

    @Test("are the same where only rates, titles, other codes and the profile are others") func same() {
        #expect(moved().isEmpty)
        #expect(moved(now: Self.paid + [PayCode("1100", title: "Overtime")]).isEmpty)
        #expect(
            moved([
                ("outputs.own.csv.format", "danlon", "own"), ("outputs.own.csv.finer", "refuse", "round"),
                ("outputs.own.csv.codes.1100", nil, "2"), ("outputs.gone.csv.codes.1000", "1", nil),
            ]).isEmpty)
    }

    @Test("can't be taken back by another code, absence key, column or number of the employer")
    func layouts() {
        for key in ["codes.1000", "codes.2000.absence", "codes.5.column", "needs.employer"] {
            let path = "outputs.own.csv.\(key)"
            #expect(moved([(path, "1", "2")]) == ["\(path): 1 → 2"])
            // What a person enters by hand can be entered anywhere.
            #expect(moved(corrections: .none, [(path, "1", "2")]).isEmpty)
        }
    }

    @Test("are unknown to the program of a new output") func newOutput() {
        #expect(
            moved([
                ("outputs.own.csv.format", nil, "own"), (Self.needs, nil, "1"), ("outputs.own.csv.codes.5", nil, "1"),
            ])
                == ["own.csv is a new output, whose program has nothing of the period"])
    }

    @Test("can't be taken back in another unit, or without the pay code") func units() {
        let hours = [Self.paid[0], PayCode("5", title: "Allowance"), PayCode("2000", title: "Vacation")]
        #expect(
            moved(now: hours) == [
                "pay code 5 was paid in times, and counts hours",
                "pay code 2000 was paid in hours of absence, and counts hours",
            ])
        // Without a file of changes alone, only figures of two units can't be compared.
        #expect(
            moved(now: hours, corrections: .none) == ["pay code 5 was paid in times, and counts hours"])
        #expect(
            moved(now: [Self.paid[0], Self.paid[2]]) == [
                "pay code 5 was paid in times, and pay.codes doesn't have it"
            ])
        #expect(moved(now: [], corrections: .none).isEmpty)
    }

    private static let danlon = """
          - file: danlon.csv
            format: danlon
            needs: { employer: "99999993" }
            codes: { "1000": "1", "1100": "2", "1200": "3" }

        """

    private func pipeline(_ outputs: String) throws -> Pipeline {
        try Pipeline.read(
            Array(
                """
                extends: payroll-monthly
                pipeline: payroll
                outputs:
                \(outputs)
                """.utf8), named: "office.yaml", catalog: Gantry.catalog,
            profiles: ProfileFolders([ShippedPipelines.folder + "/../Profiles"]),
            pipelines: PipelineFolders([ShippedPipelines.folder]))
    }

    /// What pipeline files write otherwise of pay code 1000, and what differs in them.
    private func moved(
        _ now: String, from then: String = PaidCodesTests.danlon
    ) throws -> (
        moved: [String], differences: [String]
    ) {
        let (new, old) = (try pipeline(now), try pipeline(then))
        let layouts = PaidSettings.differences(new.settings, from: old.settings)
        let moved = PaidCodes.moved(
            [Self.paid[0]], now: [Self.paid[0]], layouts: layouts, outputs: new.payroll?.outputs ?? [])
        return (moved, layouts.map(\.description))
    }

    @Test("are looked for in the settings of pipeline files") func settings() throws {
        let same = try moved(Self.danlon)
        #expect(same.moved.isEmpty && same.differences.isEmpty, "\(same)")
        let code = try moved(Self.danlon.replacing("\"1000\": \"1\"", with: "\"1000\": \"5\""))
        #expect(code.moved == ["outputs.danlon.csv.codes.1000: \"1\" → \"5\""] && code.differences == code.moved)
        let employer = try moved(Self.danlon.replacing("99999993", with: "10150817"))
        #expect(employer.moved == ["outputs.danlon.csv.needs.employer: \"99999993\" → \"10150817\""])
        let more = try moved(Self.danlon + "  - { file: prolon.csv, format: prolon }\n")
        #expect(more.moved == ["prolon.csv is a new output, whose program has nothing of the period"])
    }

    @Test("go on in a file that has another name, but not in that of another employer") func renamed() throws {
        let name = Self.danlon.replacing("danlon.csv", with: "pay.csv")
        let renamed = try moved(name)
        #expect(
            renamed.moved.isEmpty && renamed.differences == ["outputs.pay.csv.file: \"danlon.csv\" → \"pay.csv\""],
            "\(renamed)")
        let code = try moved(name.replacing("\"1000\": \"1\"", with: "\"1000\": \"5\""))
        #expect(code.moved == ["outputs.pay.csv.codes.1000: \"1\" → \"5\""])
        let new = ["pay.csv is a new output, whose program has nothing of the period"]
        #expect(try moved(name.replacing("99999993", with: "10150817")).moved == new)
        #expect(try moved(Self.danlon + name).moved == new)
    }
}
