import GantryEngine
import GantryModel
import GantryPayroll
import Testing

/// Days of leave as rows with a first and a last day, and under the key of their kind.
@Suite("Absence in a layout") struct ProfileAbsenceTests {
    /// Monday 26 October 2026 and Sunday 25 lie between the days of some trials.
    private static let calendar = PayCalendar(
        holidays: Set([CivilDate(year: 2026, month: 10, day: 27)].compactMap(\.self)))

    private struct Row: Equatable, CustomStringConvertible {
        let first: Int
        let last: Int
        let units: String
        var description: String { "\(first)-\(last): \(units)" }
    }

    /// The weekdays of employee 1003; `nil` for those of the office.
    private var workdays: Workdays?

    private func context(_ name: String) throws -> ProfileContext {
        var context = try ProfileSample.context(name)
        context.calendar = Self.calendar
        context.workdays["1003"] = workdays
        return context
    }

    private func vacation(_ days: [(Int, Int64)]) throws -> PayrollLine? {
        days.isEmpty ? nil : try ProfileSample.line("2000", days, in: ProfileSample.batch())
    }

    private func full(_ days: Int...) -> [(Int, Int64)] { days.map { ($0, ProfileSample.hours(100)) } }

    /// First day, last day and units of the rows of lessor4.
    private func rows(_ bytes: [UInt8], of code: String = "2000") -> [Row] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").compactMap { line in
            let line = Array(line)
            guard line.count == 208, String(line[85..<97]).trimmingBlanks == code else { return nil }
            return Row(
                first: Int(String(line[103..<105])) ?? 0, last: Int(String(line[111..<113])) ?? 0,
                units: String(line[200..<208]).trimmingBlanks)
        }
    }

    private func written(_ days: [(Int, Int64)]) throws -> [Row] {
        let (context, profile) = (try context("lessor4"), try ProfileSample.profile("lessor4"))
        let employee = PayrollEmployee(
            payrollNumber: "1003", employeeID: 1003, name: nil, entries: 0, entryIDSum: 0,
            lines: [try vacation(days)].compactMap(\.self))
        let bytes = try ProfileSample.write(profile, context, [employee])
        let contents = try ProfileFileReader.contents(of: bytes, profile, context)
        #expect(contents.items["2000"]?.units == days.reduce(0) { $0 + Int128($1.1) })
        return rows(bytes)
    }

    private func corrected(_ old: [(Int, Int64)], _ new: [(Int, Int64)]) throws -> [Row] {
        let change = PayrollChange(
            payrollNumber: "1003", name: nil, old: try vacation(old), new: try vacation(new))
        return rows(
            try ProfileSample.write(changes: [[change]], ProfileSample.profile("lessor4"), context("lessor4")))
    }

    @Test("is a row for each stretch; weekends and holidays break none, a workday does") func stretches() throws {
        #expect(
            try written(full(12, 13, 29, 30))
                == [Row(first: 12, last: 13, units: "2,00"), Row(first: 29, last: 30, units: "2,00")])
        // Friday and Monday, and Monday and Wednesday around a holiday.
        #expect(try written(full(9, 12)) == [Row(first: 9, last: 12, units: "2,00")])
        #expect(try written(full(26, 28)) == [Row(first: 26, last: 28, units: "2,00")])
        // Thursday and Monday: the Friday between them was worked.
        #expect(
            try written(full(8, 12))
                == [Row(first: 8, last: 8, units: "1,00"), Row(first: 12, last: 12, units: "1,00")])
        #expect(
            try written([(8, ProfileSample.hours(50)), (9, ProfileSample.hours(100))])
                == [Row(first: 8, last: 9, units: "1,50")])
    }

    @Test("goes on over the days on which the employee doesn't work, and no others") func ownWorkdays() throws {
        var own = self
        own.workdays = Workdays("mon-wed")
        // Wednesday and the next Monday.
        #expect(try own.written(full(14, 19)) == [Row(first: 14, last: 19, units: "2,00")])
        #expect(try own.corrected(full(14, 19), []) == [Row(first: 14, last: 19, units: "-2,00")])
        #expect(try written(full(14, 19)).count == 2)
        // Monday and Wednesday around a holiday; Monday and Wednesday around a day of work.
        #expect(try own.written(full(26, 28)) == [Row(first: 26, last: 28, units: "2,00")])
        #expect(try own.written(full(12, 14)).count == 2)
        // Who works on Saturdays has a stretch that ends before one.
        own.workdays = Workdays("mon-sat")
        #expect(try own.written(full(9, 12)).count == 2)
        #expect(try own.written(full(10, 12)) == [Row(first: 10, last: 12, units: "2,00")])
    }

    @Test("shows in a correction the days that go or come, never those that stay") func corrections() throws {
        #expect(try corrected(full(12, 13, 29, 30), full(12, 13)) == [Row(first: 29, last: 30, units: "-2,00")])
        #expect(try corrected(full(12, 13), full(12, 13, 14)) == [Row(first: 14, last: 14, units: "1,00")])
        #expect(
            try corrected(full(12, 13, 14, 15, 16), full(14))
                == [Row(first: 12, last: 13, units: "-2,00"), Row(first: 15, last: 16, units: "-2,00")])
        #expect(
            try corrected(full(12, 13), full(13, 14))
                == [Row(first: 12, last: 12, units: "-1,00"), Row(first: 14, last: 14, units: "1,00")])
        #expect(
            try corrected([(12, ProfileSample.hours(50))], full(12)) == [Row(first: 12, last: 12, units: "0,50")])
        #expect(try corrected(full(12), []) == [Row(first: 12, last: 12, units: "-1,00")])
        #expect(try corrected(full(12), full(12)) == [])
    }

    @Test("has rows of the same kind where it is holidays that are paid in days, and is proven by them") func holidays()
        throws
    {
        let (context, profile) = (try context("lessor4"), try ProfileSample.profile("lessor4"))
        let codes = [PayCode("1300", title: "Public holiday", unit: .days)]
        // The 27th is a holiday of the calendar; workdays lie between the 14th and the 26th.
        let line = try ProfileSample.line("1300", full(14, 26, 28), in: context.batch)
        var writer = ProfileWriter(profile, context, payCodes: codes, file: "file")
        writer.start()
        writer.add(
            PayrollEmployee(
                payrollNumber: "1003", employeeID: 1003, name: nil, entries: 0, entryIDSum: 0, lines: [line]))
        try writer.finish()
        let bytes = writer.take()
        #expect(
            rows(bytes, of: "1300")
                == [Row(first: 14, last: 14, units: "1,00"), Row(first: 26, last: 28, units: "2,00")])
        let found = try #require(try ProfileFileReader.contents(of: bytes, profile, context).items["1300"])
        let expected = try #require(writer.expected["1300"])
        #expect(found.units == expected.units && found.stretches == expected.stretches && found.stretches != 0)
    }

    @Test("is proven with its days: another day in the file is noticed") func damage() throws {
        let (context, profile) = (try context("lessor4"), try ProfileSample.profile("lessor4"))
        let employees = try ProfileSample.employees(context.batch, for: "lessor4")
        let bytes = try ProfileSample.write(profile, context, employees)
        let whole = try ProfileFileReader.contents(of: bytes, profile, context)
        let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
        for (old, new) in [
            ("2026100820261009", "2026100720261009"), ("2026100820261009", "2026100820261010"),
            ("2026100820261009", "2026100920261008"), ("2026100820261009", "2025100820251009"),
        ] {
            #expect(text.contains(old))
            let damaged = Array(text.replacing(old, with: new).utf8)
            #expect((try? ProfileFileReader.contents(of: damaged, profile, context)) != whole, "\(new)")
        }
    }

    @Test("is written with the key of its kind, and a key of another kind isn't read back") func keys() throws {
        var context = try context("datev-lug")
        context.codes = ["2000": ProfileCode(absence: "U"), "2100": ProfileCode("210", absence: "K")]
        let profile = try ProfileSample.profile("datev-lug")
        let payCodes =
            ProfileSample.payCodes + [
                PayCode("2100", title: "Sickness", unit: .hours, isAbsence: true)
            ]
        let lines = [
            try ProfileSample.line("1000", [(5, ProfileSample.hours(740))], in: context.batch),
            try ProfileSample.line("2000", full(8), in: context.batch),
            try ProfileSample.line("2100", [(19, ProfileSample.hours(740))], in: context.batch),
        ]
        let employee = PayrollEmployee(
            payrollNumber: "1002", employeeID: 1002, name: nil, entries: 1, entryIDSum: 1, lines: lines)
        let bytes = try ProfileSample.write(profile, context, [employee], payCodes: payCodes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text
                == "1234567;12345;10/2026\r\n1002;05/10/2026;;1000;7,40;;;;;;\r\n1002;08/10/2026;U;2000;;1,00;;;;;\r\n"
                + "1002;19/10/2026;K;210;7,40;;;;;;\r\n")
        _ = try ProfileFileReader.contents(of: bytes, profile, context)
        for (old, new) in [
            (";U;2000", ";K;2000"), (";U;2000", ";;2000"), (";K;210;", ";U;210;"), (";;1000", ";U;1000"),
        ] {
            #expect(throws: ProfileReadingError.self, "\(new)") {
                try ProfileFileReader.contents(of: Array(text.replacing(old, with: new).utf8), profile, context)
            }
        }
    }

    @Test("doesn't fit without its key, or in a layout whose description doesn't tell how it is written")
    func refused() throws {
        func misfits(_ name: String, _ payCode: PayCode, _ codes: [String: ProfileCode]) throws -> [String] {
            var context = try context(name)
            context.codes = codes
            let line = try ProfileSample.line(payCode.code, full(8), in: context.batch)
            var writer = ProfileWriter(
                try ProfileSample.profile(name), context, payCodes: [payCode], file: "file")
            writer.start()
            writer.add(
                PayrollEmployee(
                    payrollNumber: "1003", employeeID: 1003, name: nil, entries: 0, entryIDSum: 0, lines: [line]))
            #expect(throws: RunError.self) { try writer.finish() }
            return writer.misfits.first.map(\.description)
        }
        let sickDays = PayCode("2100", title: "Sickness", unit: .days, isAbsence: true)
        let sickHours = PayCode("2100", title: "Sickness", unit: .hours, isAbsence: true)
        #expect(
            try misfits("datev-lug", sickDays, ["2000": ProfileCode(absence: "U")]) == [
                "employee 1003, pay code 2100: absence is nothing, expected the absence key of the pay code, in codes of the output"
            ])
        #expect(
            try misfits("lessor4", sickHours, [:]) == [
                "employee 1003, pay code 2100: unit is hours of absence, expected hours or days: the layout has no row for hours of absence"
            ])
    }
}

extension String {
    fileprivate var trimmingBlanks: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
