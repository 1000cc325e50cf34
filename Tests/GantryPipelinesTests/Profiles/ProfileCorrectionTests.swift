import Foundation
import GantryEngine
import GantryOutputs
import GantryPayroll
import GantryRuns
import GantryTestSupport
import Testing

/// Rows that say Change or Void, beside rows that show the same.
@Suite("A correction that says what an importer shall do") struct ProfileCorrectionTests {
    private static let refusal =
        "expected a row that differs from all others of the employee in more than figures: the program can't tell "
        + "which one is meant. Write corrections: none in a copy of the same name in the workspace's Profiles, and enter the changes by hand"

    private func line(
        _ project: String?, _ days: [(Int, Int64)], code: String = "1000", rate: Int128? = nil
    ) throws -> PayrollLine {
        var line = try ProfileSample.line(
            code, days.map { ($0.0, ProfileSample.hours($0.1 * 100)) }, rate: rate, in: ProfileSample.batch())
        line.project = project
        return line
    }

    private func employee(_ lines: [PayrollLine]) -> PayrollEmployee {
        PayrollEmployee(
            payrollNumber: "1001", employeeID: 1001, name: nil, entries: lines.count, entryIDSum: 1, lines: lines)
    }

    /// What doesn't fit, and the actions in the file.
    private func corrected(
        _ old: [PayrollLine], _ new: [PayrollLine], codes: [String: ProfileCode] = [:],
        change: (inout Profile) -> Void = { _ in }
    ) throws -> (misfits: [String], actions: [String]) {
        var context = try ProfileSample.context("hrxml")
        context.codes = codes
        var profile = try ProfileSample.profile("hrxml")
        change(&profile)
        var writer = ProfileWriter(profile, context, payCodes: ProfileSample.payCodes, file: "file")
        writer.start()
        writer.add(PayChanges.between([employee(old)], [employee(new)]), of: new)
        do { try writer.finish() } catch let error as RunError { #expect(error.code == .doesNotFit) }
        let text = String(decoding: writer.take(), as: UTF8.self)
        let actions = text.components(separatedBy: "actionCode=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        return (writer.misfits.first.map(\.description), actions)
    }

    @Test("doesn't fit where another project stands on the same day, whichever changes or goes") func standing() throws
    {
        let (one, two) = (try line("1", [(5, 4)]), try line("2", [(5, 4), (6, 2)]))
        let less = try corrected([one, two], [one, line("2", [(5, 3), (6, 2)])])
        #expect(
            less.misfits == ["employee 1001, pay code 1000: action is Change on 2026-10-05, \(Self.refusal)"])
        let gone = try corrected([one, two], [two])
        #expect(gone.misfits == ["employee 1001, pay code 1000: action is Void on 2026-10-05, \(Self.refusal)"])
        let both = try corrected([one, two], [])
        #expect(both.misfits.count == 2, "\(both)")
        // Nothing else is on the 6th.
        let other = try corrected([one, two], [one, line("2", [(5, 4), (6, 1)])])
        #expect(other.misfits.isEmpty && other.actions == ["Change"], "\(other)")
    }

    @Test("doesn't fit where the other row is in the correction itself") func inItself() throws {
        let moved = try corrected([line("1", [(5, 4)])], [line("2", [(5, 4)])])
        #expect(moved.misfits == ["employee 1001, pay code 1000: action is Void on 2026-10-05, \(Self.refusal)"])
    }

    @Test("doesn't fit where another pay code has the same code on the same day") func codes() throws {
        let (hours, overtime) = (try line(nil, [(5, 7)]), try line(nil, [(5, 2)], code: "1110"))
        let less = [hours, try line(nil, [(5, 1)], code: "1110")]
        #expect(try corrected([hours, overtime], less).misfits.isEmpty)
        let alike = try corrected([hours, overtime], less, codes: ["1000": "H", "1110": "h"])
        #expect(alike.misfits.count == 1 && alike.misfits.allSatisfy { $0.hasSuffix(Self.refusal) }, "\(alike)")
    }

    @Test("doesn't fit where rows of days don't show which day they are") func days() throws {
        let (old, new) = (try line(nil, [(5, 4), (6, 4)]), try line(nil, [(5, 4), (6, 3)]))
        let blind = try corrected([old], [new]) { profile in
            profile.rows = [row([.code])]
        }
        #expect(blind.misfits.count == 1, "\(blind)")
    }

    @Test("fits where rows show the project, where a row only comes, and where one line takes the place of itself")
    func clear() throws {
        let (one, two) = (try line("1", [(5, 4)]), try line("2", [(5, 4)]))
        let shown = try corrected([one, two], [one, line("2", [(5, 3)])]) { profile in
            profile.rows = [row([.code, .date, .project])]
        }
        #expect(shown.misfits.isEmpty && shown.actions == ["Change"], "\(shown)")
        let more = try corrected([one], [one, two])
        #expect(more.misfits.isEmpty && more.actions == ["Add"], "\(more)")
        let dearer = try corrected([line(nil, [(5, 4)], rate: 100_000)], [line(nil, [(5, 4)], rate: 110_000)]) {
            $0.rows = [row([.code, .date, .rate])]
        }
        #expect(dearer.misfits.isEmpty && dearer.actions == ["Void", "Add"], "\(dearer)")
    }

    /// The misfits of a raise of a line that was delivered, and of more hours beside it, in a shipped layout.
    private func raised(_ name: String, change: (inout Profile) -> Void = { _ in }) throws -> [String] {
        var profile = try ProfileSample.profile(name)
        change(&profile)
        let old = [try line(nil, [(5, 4)], rate: 100_000), try line(nil, [(6, 1)], code: "1110", rate: 150_000)]
        let new = [try line(nil, [(5, 4)], rate: 110_000), try line(nil, [(6, 2)], code: "1110", rate: 150_000)]
        var writer = ProfileWriter(
            profile, try ProfileSample.context(name), payCodes: ProfileSample.payCodes, file: "file")
        writer.start()
        writer.add(PayChanges.between([employee(old)], [employee(new)]), of: new)
        do { try writer.finish() } catch let error as RunError { #expect(error.code == .doesNotFit) }
        return writer.misfits.first.map(\.description)
    }

    @Test(
        "doesn't fit with another rate where nothing says that the program adds rows of one code",
        arguments: [("danlon", "1"), ("prolon", "1000"), ("visma-lonn", "1000"), ("lessor4", "1000")])
    func raise(profile: String, code: String) throws {
        #expect(
            try raised(profile) == [
                "employee 1001, pay code 1000: code is \(code), expected one row for each number and code: with two of them no description says what it does. If the vendor confirms that it pays both, write rows-of-one-code: adds in a copy of the same name in the workspace's Profiles. Or write corrections: none in a copy of the same name in the workspace's Profiles, and enter the changes by hand"
            ])
        #expect(try raised(profile) { $0.rowsOfOneCode = .adds }.isEmpty)
        let wins = try raised(profile) { $0.rowsOfOneCode = .lastWins }
        #expect(wins.count == 1 && wins[0].contains("it pays the last one alone. Write corrections: none"), "\(wins)")
    }

    @Test(
        "fits with another rate where rows show neither rates nor amounts",
        arguments: ["paxml", "hrxml", "datalon-pc", "datev-lodas", "datev-lug", "multilon", "adp-epi"])
    func hiddenRate(profile: String) throws {
        for word in [Profile.RowsOfOneCode.adds, .unknown] {
            #expect(try raised(profile) { $0.rowsOfOneCode = word }.isEmpty)
        }
    }

    @Test("holds the units alone where a rate comes late that rows don't show", arguments: ["difference", "action"])
    func lateRate(corrections: String) throws {
        let isAction = corrections == "action"
        let profile = try ProfileFileReading.profile(
            Array(
                """
                profile: own
                title: Own
                between: ";"
                corrections: \(corrections)
                row: [{ value: number }, { value: code }, { value: units }\(isAction ? ", { value: action }" : "")]
                """.utf8), named: "own.yaml")
        func rows(_ hours: Int64) throws -> String {
            let old = try line(nil, [(5, 4)])
            let new = try line(nil, [(5, hours)], rate: 110_000)
            var writer = ProfileWriter(
                profile, ProfileContext(batch: try ProfileSample.batch()), payCodes: ProfileSample.payCodes,
                file: "file")
            writer.start()
            writer.add(PayChanges.between([employee([old])], [employee([new])]), of: [new])
            try writer.finish()
            return String(decoding: writer.take(), as: UTF8.self)
        }
        #expect(try rows(4).isEmpty)
        let more = try rows(6)
        #expect(more == (isAction ? "1001;1000;6.00;Change\r\n" : "1001;1000;2.00\r\n"))
    }

    @Test("doesn't fit where rows show no day, or a part of it, by which they were apart")
    func shownDays() throws {
        func misfits(_ date: String, _ days: [(Int, Int64)]) throws -> [String] {
            let profile = try ProfileFileReading.profile(
                Array(
                    """
                    profile: own
                    title: Own
                    between: ";"
                    each: day
                    rows-of-one-code: last-wins
                    row: [{ value: number }, { value: code }, { value: units }\(date)]
                    """.utf8), named: "own.yaml")
            let context = ProfileContext(batch: try ProfileSample.batch())
            var writer = ProfileWriter(profile, context, payCodes: ProfileSample.payCodes, file: "file")
            writer.start()
            writer.add(employee([try line(nil, days)]))
            do { try writer.finish() } catch let error as RunError { #expect(error.code == .doesNotFit) }
            return writer.misfits.first.map(\.description)
        }
        for hidden in ["", ", { value: date, date: MM/YYYY }", ", { value: line.first }"] {
            let found = try misfits(hidden, [(5, 4), (6, 4), (7, 4)])
            #expect(found.count == 1 && found[0].contains("one row for each number and code"), "\(hidden): \(found)")
            #expect(try misfits(hidden, [(5, 4)]).isEmpty)
        }
        for shown in [", { value: date }", ", { value: date, date: DD }, { value: date, date: MM }"] {
            #expect(try misfits(shown, [(5, 4), (6, 4), (7, 4)]).isEmpty)
        }
    }

    @Test("is left out of an export for a row that stays as it was") func leftOut() throws {
        let format = ProfileFormat(
            try ProfileSample.profile("hrxml"), source: Array("profile: hrxml\n".utf8), needs: ["employer": "99999993"])
        let calculation = PayCalculation(nil, batch: try ProfileSample.batch())
        let (one, two) = (try line("1", [(5, 4)]), try line("2", [(5, 4)]))
        let less = try line("2", [(5, 3)])
        for (stays, isLeftOut) in [([one], true), ([], false)] {
            let folder = try TemporaryFolder()
            var file: any PayFile = try format.start(
                Output(file: "cards.xml", format: format, choices: [:]), in: folder.path, calculation: calculation,
                changes: PayChanges.between([employee(stays + [two])], [employee(stays + [less])]))
            try file.add(employee(stays + [less]))
            let marks = try file.finish(PayrollTotals(payCodes: []))
            #expect((file.leftOut != nil) == isLeftOut && marks.contains { $0.name == "cards-1001.xml" } != isLeftOut)
        }
    }

    /// A row with these values, the units and the action.
    private func row(_ values: [ProfileValue]) -> Profile.Row {
        var pieces: [ProfileColumn.Piece] = [.literal("<row units=\""), .value(.units)]
        for value in values { pieces += [.literal("\" \(value.spelling)=\""), .value(value)] }
        pieces += [.literal("\" actionCode=\""), .value(.action), .literal("\"/>")]
        return Profile.Row(for: .hours, [ProfileLine(text: pieces)])
    }
}
