import Foundation
import GantryEngine
import GantryModel
import GantryPayroll
import Testing

/// What doesn't fit is named with employee, code, column and value, and nothing is written.
@Suite("A value that doesn't fit a layout") struct ProfileMisfitTests {
    private func misfits(
        _ name: String, employee: (inout PayrollEmployee) -> Void = { _ in }, batch: PayrollBatch? = nil,
        context change: (inout ProfileContext) -> Void = { _ in }
    ) throws -> [String] {
        var context = try ProfileSample.context(name)
        if let batch { context.batch = batch }
        change(&context)
        var employees = try ProfileSample.employees(context.batch, for: name)
        employee(&employees[0])
        var writer = ProfileWriter(
            try ProfileSample.profile(name), context, payCodes: ProfileSample.payCodes, file: "file.txt")
        writer.start()
        for employee in employees { writer.add(employee) }
        let error = #expect(throws: RunError.self) { try writer.finish() }
        #expect(error?.code == .doesNotFit && error?.explanation.contains("file.txt") == true)
        #expect(error?.details == writer.misfits.first.map(\.description))
        return writer.misfits.first.map(\.description)
    }

    @Test("is a rate that is finer than the layout") func finer() throws {
        let found = try misfits("danlon") { $0.lines[1].rate = Money(nano: 283_125_000_000) }
        #expect(found == ["employee 1001, pay code 1110: rate is 283.125, expected at most 2 decimals"])
    }

    @Test("can be a rate that is rounded on request, and is counted") func rounded() throws {
        var context = try ProfileSample.context("danlon")
        context.roundsRates = true
        var employees = try ProfileSample.employees(context.batch)
        employees[0].lines[1].rate = Money(nano: 283_125_000_000)
        let profile = try ProfileSample.profile("danlon")
        var writer = ProfileWriter(profile, context, payCodes: ProfileSample.payCodes, file: "file")
        writer.start()
        for employee in employees { writer.add(employee) }
        try writer.finish()
        #expect(writer.roundedRates == 1)
        #expect(String(decoding: writer.take(), as: UTF8.self).contains(";250;28313;70823"))
    }

    @Test("is a number, a code or a name with too many or wrong characters") func texts() throws {
        #expect(
            try misfits("prolon", employee: { $0.payrollNumber = "100001" }).first
                == "employee 100001, pay code 1000: number is 100001, expected the pattern [0-9]{1,5}")
        #expect(
            try misfits("danlon", context: { $0.codes["1110"] = "100" })
                == [
                    "employee 1001, pay code 1110: code is 100, expected the pattern [0-9]{1,2}",
                    "employee 1003, pay code 1110: code is 100, expected the pattern [0-9]{1,2}",
                ])
        #expect(
            try misfits("iif", employee: { $0.name = "Ла Пас" }).first?.contains(
                "name is Ла Пас, expected characters of windows-1252, which has no \"Л\"") == true)
        #expect(try misfits("iif", employee: { $0.name = "A\tB" }).first?.contains("no control characters") == true)
        #expect(try misfits("iif", employee: { $0.name = nil }).first?.contains("name is nothing") == true)
        #expect(
            try misfits("iif", employee: { $0.name = "Worker 1002" }).first?.contains(
                "a name that no other employee has") == true)
        #expect(
            try misfits("lessor4", employee: { $0.payrollNumber = "1234567890123" }).first?.contains(
                "at most 12 characters") == true)
        #expect(
            try misfits("sdworx-be", employee: { $0.payrollNumber = "0071" }).first?.contains(
                "doesn't begin with \"0\"") == true)
    }

    @Test("is units that are too many for their column, or below zero where no sign is shown") func units() throws {
        let long = Hours(nano: 100_000_000_000)
        let found = try misfits("sdworx-be") { employee in
            employee.lines[0].units = long
            employee.lines[0].days[0].hours = long
            employee.lines[0].days.removeLast()
        }
        #expect(found == ["employee 1001, pay code 1000: units is 10000, expected at most 4 characters"])
        let negative = try misfits("sdworx-be") { employee in
            employee.lines[0].units = Hours(-1)
            employee.lines[0].days = [PayrollDay(date: employee.lines[0].days[0].date, hours: Hours(-1))]
        }
        #expect(negative.first?.contains("the column shows no sign") == true, "\(negative)")
    }

    @Test("is a code under which DataLøn takes amounts", arguments: ["6", "06", "37", "73"]) func amountCodes(
        code: String
    ) throws {
        let found = try misfits("datalon-pc", context: { $0.codes["1110"] = ProfileCode(code) })
        #expect(
            found.count == 2 && found.allSatisfy { $0.contains("code is \(code), expected the pattern") }, "\(found)")
        let others = (0...99).filter { ![6, 37, 73].contains($0) }.flatMap { ["\($0)", $0 < 10 ? "0\($0)" : "\($0)"] }
        let column = try #require(
            try ProfileSample.profile("datalon-pc").rows[0].lines[0].columns.first { $0.value == .code })
        let pattern = ProfilePattern(try #require(column.pattern))
        #expect(others.allSatisfy { pattern.matches($0) })
    }

    @Test("is a unit that the layout has no row for") func noRow() throws {
        var context = try ProfileSample.context("multilon")
        context.needs["firm"] = "07"
        let profile = try ProfileSample.profile("multilon")
        var writer = ProfileWriter(profile, context, payCodes: ProfileSample.payCodes, file: "file")
        writer.start()
        for employee in try ProfileSample.employees(context.batch) { writer.add(employee) }
        #expect(throws: RunError.self) { try writer.finish() }
        #expect(
            writer.misfits.first.map(\.description)
                == [
                    "employee 1003, pay code 2000: unit is days, expected hours: the layout has no row for days"
                ])
    }

    @Test("is a period that the layout doesn't cover, and a need that has no room") func run() throws {
        let weeks = try ProfileSample.batch("2026-W41-W42")
        #expect(try misfits("datev-lodas", batch: weeks).contains { $0.contains("a calendar month") })
        #expect(
            try misfits("multilon", context: { $0.needs["firm"] = "007" }).contains {
                $0 == "firm is 007, expected at most 2 characters"
            })
    }

    @Test("is counted beyond the first twenty") func many() throws {
        var misfits = Misfits()
        for number in 0..<50 {
            misfits.add(Misfit(employee: "\(number)", column: "units", value: "1", expected: "2"))
        }
        #expect(misfits.first.count == 20 && misfits.count == 50)
        #expect(misfits.error(file: "f", profile: "p").details.last == "… and 30 more")
    }

    @Test("is for the source or the pipeline file to mend, unless it says itself what to do") func advice() {
        func advice(_ says: [Bool]) -> String {
            var misfits = Misfits()
            for says in says {
                misfits.add(Misfit(column: "code", value: "1", expected: "2", saysWhatToDo: says))
            }
            return misfits.error(file: "f", profile: "p").advice?.text(spelling: { "\($0)" }) ?? ""
        }
        let atSource = "Correct the values at the source"
        #expect(advice([false]).contains(atSource) && advice([true, false]).contains(atSource))
        #expect(!advice([true]).contains(atSource) && advice([true]).contains("Do what is said there"))
    }

    @Test("is no company number with a wrong check digit") func checks() {
        #expect(NumberCheck.cvr.accepts("99999993") && !NumberCheck.cvr.accepts("99999994"))
        #expect(!NumberCheck.cvr.accepts("9999999") && !NumberCheck.cvr.accepts("9999999x"))
        #expect(NumberCheck.orgnrSE.accepts("555555-5555") && NumberCheck.orgnrSE.accepts("5555555555"))
        #expect(!NumberCheck.orgnrSE.accepts("555555-5556") && !NumberCheck.orgnrSE.accepts("55555-55555"))
    }
}
