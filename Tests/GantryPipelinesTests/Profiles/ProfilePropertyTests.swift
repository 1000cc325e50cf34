import Foundation
import GantryModel
import GantryPayroll
import Testing

/// Generated profiles and pay lines: what is written is read back, whatever the layout.
@Suite("A generated profile") struct ProfilePropertyTests {
    /// `GANTRY_SEED` repeats a failure.
    static let seed = UInt64(ProcessInfo.processInfo.environment["GANTRY_SEED"] ?? "") ?? 20_261_102
    static let trials = 400

    @Test("reads back what it wrote, keeps its encoding, and has lines of one length where columns have widths")
    func roundTrip() throws {
        var written = 0
        for trial in 0..<Self.trials {
            let note = Comment("trial \(trial) of GANTRY_SEED=\(Self.seed)")
            var random = SeededGenerator(seed: Self.seed &+ UInt64(trial) &* 7_919)
            let profile = profile(&random)
            let batch = try ProfileSample.batch()
            let employees = try employees(&random, batch)
            let codes = [
                "20": ProfileCode(absence: "U"), "30": ProfileCode(absence: "K", column: profile.columns.first),
            ]
            let context = ProfileContext(batch: batch, needs: ["firm": "F1"], codes: codes)
            let payCodes = ["10", "20", "30"].map { PayCode($0, title: "Title \($0)", isAbsence: $0 != "10") }
            var writer = ProfileWriter(profile, context, payCodes: payCodes, file: "file")
            writer.start()
            for employee in employees { writer.add(employee) }
            do { try writer.finish() } catch {
                // What is refused always names a column and a value.
                #expect(writer.misfits.first.allSatisfy { !$0.column.isEmpty && !$0.expected.isEmpty }, note)
                continue
            }
            written += 1
            let bytes = writer.take()
            if profile.encoding == .ascii { #expect(bytes.allSatisfy { $0 < 0x80 }, note) }
            if profile.encoding == .utf8 { #expect(String(validating: bytes, as: UTF8.self) != nil, note) }
            let contents: ProfileContents
            do { contents = try ProfileFileReader.contents(of: bytes, profile, context) } catch {
                Issue.record(
                    "\(note): \(error) of \(String(decoding: bytes, as: UTF8.self).debugDescription): \(profile)")
                return
            }
            #expect(contents.rows == writer.rowCount, note)
            var expected: [ProfileContents.Key: Int128] = [:]
            var amounts: [ProfileContents.Key: Int128] = [:]
            for employee in employees {
                for line in employee.lines {
                    let key = ProfileContents.Key(
                        person: employee.payrollNumber,
                        item: !profile.columns.isEmpty && line.payCode == "30" ? "column own" : line.payCode)
                    let minutes = profile.rows[0].lines[0].columns.contains { $0.form != nil }
                    let exact = line.days.reduce(Int128(0)) { $0 + Int128($1.hours.nano) }
                    let units =
                        minutes
                        ? (exact * 60 + 500_000_000) / 1_000_000_000 * 1_000_000_000 : Int128(line.units.nano)
                    if units != 0 { expected[key] = units }
                    if let amount = line.amount?.nano, amount != 0 { amounts[key] = amount }
                }
            }
            #expect(contents.lines.mapValues(\.units).filter { $0.value != 0 } == expected, note)
            for (code, sum) in writer.expected {
                let item = !profile.columns.isEmpty && code == "30" ? "column own" : code
                #expect(contents.items[item]?.stretches ?? 0 == sum.stretches, note)
            }
            if profile.shows(.amount), !profile.rows[0].lines[0].columns.contains(where: { $0.form != nil }) {
                #expect(contents.lines.compactMapValues(\.amount).filter { $0.value != 0 } == amounts, note)
            }
            if profile.rows[0].fixedLength != nil, (profile.head + profile.foot + profile.employeeHead).isEmpty {
                let mark = profile.encoding == .utf8WithMark ? 3 : 0
                let lines = bytes.dropFirst(mark).split(separator: 0x0A).map { line in
                    String(decoding: line.filter { $0 != 0x0D }, as: UTF8.self).unicodeScalars.count
                }
                #expect(Set(lines).count <= 1, note)
            }
        }
        #expect(written > Self.trials / 4, "only \(written) of \(Self.trials) fitted")
    }

    @Test("notices any bit that is flipped in what proves a line") func damage() throws {
        let context = try ProfileSample.context("danlon")
        let profile = try ProfileSample.profile("danlon")
        let written = try ProfileSample.write(profile, context, ProfileSample.employees(context.batch))
        let whole = try ProfileFileReader.contents(of: written, profile, context)
        for index in written.indices {
            var damaged = written
            damaged[index] ^= 1 << UInt8(index % 8)
            let contents = try? ProfileFileReader.contents(of: damaged, profile, context)
            guard contents == whole else { continue }
            // A rate is no part of the proof; everything else is.
            let line = damaged[..<index].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            #expect(damaged[line..<index].count(where: { $0 == 0x3B }) == 4, "byte \(index)")
        }
    }

    @Test("matches simple patterns as the general matcher does") func patterns() throws {
        var random = SeededGenerator(seed: Self.seed)
        let simple = [
            "[0-9]+", "[0-9]{1,5}", "[1-9][0-9]{0,4}", "[0-9]{8}", "24|25|34|35|41|51", "[A-Z0-9]{1,2}", "K?", "[0-9]*",
            "[A-Za-z]{2}[0-9]{3}", "a,b", "[A-C]+[0-9]+", "-?[0-9]{1,8}", "(a|b)c", "a|b|",
            "-?([0-9]|1[0-9]|2[0-3]),[0-9]{2}|-?24,00", "[0-9]-[0-9]{2}",
        ]
        let general = [
            ".{1,6}", "[0-9]+[0-9]", "(a|b)+c", "((a|b)c)", "\\d+", "[^0-9]", "A{2,}", "[0-9]+?", "a?b?c?",
        ]
        for text in simple { #expect(ProfilePattern(text).isSimple, "\(text)") }
        for text in general { #expect(!ProfilePattern(text).isSimple, "\(text)") }
        let letters = Array("0123459AKBCZabc,-x é")
        for text in simple + general {
            let pattern = ProfilePattern(text)
            let regex = try Regex(text)
            for _ in 0..<300 {
                let length = Int.random(in: 0...6, using: &random)
                let value = String((0..<length).compactMap { _ in letters.randomElement(using: &random) })
                #expect(pattern.matches(value) == (try regex.wholeMatch(in: value) != nil), "\(text) and \(value)")
            }
            for value in ["24", "51", "241", "7", "07", "99999993", "AB123", "A1", "a,b", ""] {
                #expect(pattern.matches(value) == (try regex.wholeMatch(in: value) != nil), "\(text) and \(value)")
            }
        }
    }

    // MARK: Generating

    private func profile(_ random: inout SeededGenerator) -> Profile {
        var profile = Profile(name: "made", title: "Made")
        profile.needs = [Profile.Need("firm", title: "Firm")]
        profile.rowsOfOneCode = .adds
        profile.encoding = [.utf8, .windows1252, .latin1, .ascii, .utf8WithMark].randomElement(using: &random) ?? .utf8
        profile.lineEnd = Bool.random(using: &random) ? .crlf : .lf
        profile.endsLastLine = Bool.random(using: &random)
        profile.each = [.line, .day, .stretch].randomElement(using: &random) ?? .line
        let shape = Int.random(in: 0..<3, using: &random)
        profile.quotes = shape == 0 ? [.never, .whenNeeded, .all].randomElement(using: &random) ?? .never : .never
        if shape == 0 { profile.between = [";", ",", "|", "\t"].randomElement(using: &random) }
        if shape == 2 { profile.escape = .xml }
        var numbers = ProfileNumber()
        numbers.point = [.point, .comma, ProfileNumber.Point.none].randomElement(using: &random)
        if profile.between == ",", profile.quotes == .never, numbers.point == .comma { numbers.point = .point }
        let inMinutes = Int.random(in: 0..<4, using: &random) == 0
        numbers.sign = (inMinutes ? [.lead] : [.lead, .trail, .alwaysLead, .alwaysTrail]).randomElement(using: &random)
        numbers.align = Bool.random(using: &random) ? .left : .right
        if numbers.align == .right, Bool.random(using: &random) { numbers.pad = "0" }
        profile.numbers = numbers
        func column(_ value: ProfileValue, width: Int) -> ProfileColumn {
            var column = ProfileColumn(.value(value))
            if shape == 1 {
                column.width = width
                if value == .number, Bool.random(using: &random) {
                    column.align = .right
                    column.pad = "0"
                }
            }
            return column
        }
        var units = column(.units, width: Int.random(in: 5...12, using: &random))
        if inMinutes { units.form = .hoursAndMinutes } else { units.decimals = Int.random(in: 1...4, using: &random) }
        var columns = [
            column(.number, width: Int.random(in: 3...8, using: &random)), column(.code, width: 3), units,
        ]
        if shape != 2, !inMinutes { columns.append(column(.amount, width: 14)) }
        if Bool.random(using: &random) { columns.append(column(.name, width: 30)) }
        if Bool.random(using: &random) { columns.append(column(.date, width: 10)) }
        if Bool.random(using: &random) { columns.append(column(.need("firm"), width: 3)) }
        if Bool.random(using: &random) {
            var text = ProfileColumn(.text([.literal("K")]))
            if shape == 1 { text.width = 2 }
            columns.append(text)
        }
        if Bool.random(using: &random) { columns.append(column(.absence, width: 4)) }
        if profile.each == .stretch {
            columns += [column(.lineFirst, width: 10), column(.lineLast, width: 10)]
        }
        columns.shuffle(using: &random)
        // The row of a column shows no code.
        var own = columns
        for index in own.indices where own[index].value == .code {
            own[index] = ProfileColumn(.text([.literal("own")]))
            if shape == 1 { own[index].width = 3 }
        }
        if shape == 2 { profile.numbers.decimals = 2 }
        func row(_ columns: [ProfileColumn], in name: String?) -> Profile.Row {
            guard shape == 2 else { return Profile.Row(for: .hours, column: name, [ProfileLine(columns)]) }
            var pieces: [ProfileColumn.Piece] = [.literal("<row")]
            for column in columns {
                guard let value = column.value else {
                    // What tells the row of a column from the others.
                    if column == ProfileColumn(.text([.literal("own")])) { pieces.append(.literal(" own=\"1\"")) }
                    continue
                }
                pieces += [.literal(" \(value.spelling)=\""), .value(value), .literal("\"")]
            }
            return Profile.Row(for: .hours, column: name, [ProfileLine(text: pieces + [.literal("/>")])])
        }
        profile.rows = (Bool.random(using: &random) ? [row(own, in: "own")] : []) + [row(columns, in: nil)]
        if Bool.random(using: &random) {
            profile.head = [ProfileLine(text: [.literal("H "), .value(.sumUnits), .literal(" in "), .value(.rows)])]
            if inMinutes { profile.head = [ProfileLine(text: [.literal("H "), .value(.rows)])] }
        }
        if Bool.random(using: &random) {
            profile.foot = [ProfileLine(text: [.literal("T "), .value(.rows), .literal(" "), .value(.need("firm"))])]
        }
        if Bool.random(using: &random) {
            profile.employeeHead = [ProfileLine(text: [.literal("E "), .value(.number)])]
            if Bool.random(using: &random) {
                profile.employeeFoot = [ProfileLine(text: [.literal("e "), .value(.employeeRows)])]
            }
        }
        return profile
    }

    private func employees(_ random: inout SeededGenerator, _ batch: PayrollBatch) throws -> [PayrollEmployee] {
        let names = ["Ann", "Søren Krøll", "B; \"C\"", "Łukasz", "D & <E>", "F|G", "7"]
        return try (0..<Int.random(in: 0...6, using: &random)).map { index in
            let lines = try ["10", "20", "30"].filter { _ in Bool.random(using: &random) }.map { code in
                let days = (1...Int.random(in: 1...5, using: &random)).map { day -> (Int, Int64) in
                    (
                        day * 3,
                        Int64.random(in: 0...12_000_000_000, using: &random)
                            / (Bool.random(using: &random) ? 10_000_000 : 1)
                    )
                }
                let scaled = days.map { ($0.0, $0.1 < 2_000 ? $0.1 * 10_000_000 : $0.1) }
                return try ProfileSample.line(
                    code, scaled,
                    rate: Bool.random(using: &random) ? Int128(Int.random(in: 1...400_000, using: &random)) : nil,
                    in: batch)
            }
            return PayrollEmployee(
                payrollNumber: String(100 * (index + 1) + Int.random(in: 0..<90, using: &random)),
                employeeID: Int64(index),
                name: names.randomElement(using: &random), entries: 1, entryIDSum: 1, lines: lines)
        }
    }
}
