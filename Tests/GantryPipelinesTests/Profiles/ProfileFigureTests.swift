import Foundation
import GantryModel
import GantryPayroll
import GantryRuns
import Testing

/// Numbers of a layout: where they stand, their signs, and what they add up to.
@Suite("The figures of a profile") struct ProfileFigureTests {
    /// The file of one employee, which is read back.
    private func write(_ yaml: String, hoursOnly: Bool = false, one: Int) throws -> String {
        let profile = try ProfileFileReading.profile(Array(yaml.utf8), named: "own.yaml")
        let batch = try ProfileSample.batch()
        let context = ProfileContext(batch: batch)
        let employee = try ProfileSample.employees(batch, for: hoursOnly ? "hrxml" : "danlon")[one]
        let bytes = try ProfileSample.write(profile, context, [employee])
        let contents = try ProfileFileReader.contents(of: bytes, profile, context, payCodes: ProfileSample.payCodes)
        #expect(contents.lines.count == employee.lines.count)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("puts numbers right in their width and all else left where it doesn't say") func alignment() throws {
        let text = try write(
            """
            profile: own
            title: Own
            numbers: { point: none, pad: "0" }
            row: [{ value: number, width: 6 }, { value: code, width: 6 }, { value: units, width: 6 }, { text: "|" }]
            foot: [[{ value: rows, width: 3 }, { value: sum.units, width: 8 }]]
            """, hoursOnly: true, one: 0)
        #expect(
            text == "1001  1000  001480|\r\n1001  1110  000250|\r\n1001  1200  000500|\r\n  300002230\r\n")
    }

    @Test("adds up what rows show, and no hours and days together") func sums() throws {
        let yaml = """
            profile: own
            title: Own
            between: ";"
            rows:
              - { for: hours, line: [{ value: number }, { value: code }, { value: units }] }
              - { for: days, line: [{ value: number }, { value: code }, { value: units }, { value: amount, empty: "-" }] }
            foot: ["F;{sum.amount}"]
            """
        #expect(try write(yaml, one: 2).hasSuffix("\r\n1003;2000;2.00;-\r\nF;0.00\r\n"))
        func misfits(_ yaml: String, _ payCodes: [PayCode]) throws -> [String] {
            let profile = try ProfileFileReading.profile(Array(yaml.utf8), named: "own.yaml")
            return ProfileFormat(profile, source: []).misfits(payCodes: payCodes).map(\.description)
        }
        let units = yaml.replacing("sum.amount", with: "sum.units")
        let all = ProfileSample.payCodes
        #expect(
            try misfits(units, all) == [
                "sum.units is days and hours, expected pay codes that all count the same, since the file has one sum of their units: take {sum.units} out of the head and foot in a copy of the profile, or pay those codes in another file"
            ])
        #expect(try misfits(units, all.filter { $0.unit == .hours }).isEmpty && misfits(yaml, all).isEmpty)
    }

    @Test("has hours and minutes in rows for all units, where all pay codes of an output count hours")
    func minutesOfAll() throws {
        let profile = try ProfileFileReading.profile(
            Array(
                """
                profile: own
                title: Own
                between: ";"
                row: [{ value: number }, { value: code }, { value: units, as: "hh:mm" }]
                """.utf8), named: "own.yaml")
        let format = ProfileFormat(profile, source: [])
        #expect(format.misfits(payCodes: ProfileSample.payCodes.filter { $0.unit == .hours }).isEmpty)
        #expect(
            format.misfits(payCodes: ProfileSample.payCodes).map(\.description) == [
                "pay code 2000: units is days, expected hours in pay code 2000, since its rows show hours and minutes: pay it in another file, or by rows of its own, with for: days"
            ])
    }

    @Test("refuses an amount of another sign than the units, where one column shows the sign of both")
    func amountSigns() throws {
        let profile = try ProfileFileReading.profile(
            Array(
                """
                profile: own
                title: Own
                between: ";"
                numbers: { sign: none }
                corrections: difference
                row: [{ value: number }, { value: code }, { value: units }, { value: amount }, { text: "-", when: negative }]
                """.utf8), named: "own.yaml")
        let batch = try ProfileSample.batch()
        let old = try ProfileSample.employees(batch)[1].lines[0]
        func misfits(units: Int64, amount: Int128) -> [String] {
            var new = old
            new.units = Hours(nano: old.units.nano + units * 1_000_000_000)
            new.amount = old.amount.map { Money(nano: $0.nano + amount * 1_000_000_000) }
            var writer = ProfileWriter(
                profile, ProfileContext(batch: batch), payCodes: ProfileSample.payCodes, file: "file")
            writer.add([PayrollChange(payrollNumber: "1002", name: nil, old: old, new: new)], of: [new])
            return writer.misfits.first.map(\.description)
        }
        #expect(misfits(units: 1, amount: 1).isEmpty && misfits(units: -1, amount: -1).isEmpty)
        #expect(misfits(units: 0, amount: 1).isEmpty && misfits(units: -1, amount: 0).isEmpty)
        for (units, amount) in [(Int64(-1), Int128(1)), (1, -1), (0, -1)] {
            #expect(
                misfits(units: units, amount: amount) == [
                    "employee 1002, pay code 1000: amount is \(amount).00, expected an amount with the sign of the units, the only one that the row shows. Write corrections: none in a copy of the same name in the workspace's Profiles, and enter the changes by hand. From the next period on, the amount can have a sign of its own there"
                ])
        }
    }

    @Test("takes a minute that rounded hours don't show") func minutes() throws {
        let columns = "{ value: number }, { value: code }, { value: units"
        func profile(_ form: String) throws -> Profile {
            try ProfileFileReading.profile(
                Array(
                    """
                    profile: own
                    title: Own
                    between: ";"
                    corrections: difference
                    rows: [{ for: hours, line: [\(columns)\(form) }] }]
                    """.utf8), named: "own.yaml")
        }
        let own = try profile(", as: \"hh:mm\"")
        #expect(try own.takesDays && !profile("").takesDays)
        let batch = try ProfileSample.batch()
        func employee(_ nano: Int64) throws -> PayrollEmployee {
            var employee = try ProfileSample.employees(batch)[0]
            employee.lines = [try ProfileSample.line("1000", [(5, nano)], in: batch)]
            return employee
        }
        let changes = try PayChanges.between([employee(7_336_000_000)], [employee(7_344_000_000)])
        #expect(changes.count == 1 && changes.allSatisfy { !$0.differs })
        let bytes = try ProfileSample.write(changes: [changes], own, ProfileContext(batch: batch))
        #expect(String(decoding: bytes, as: UTF8.self) == "1001;1000;0:01\r\n")
    }

    @Test(
        "counts an employee's hours in minutes beside rows of days and times, which are none",
        arguments: ["days", "times"])
    func employeeMinutes(unit: String) throws {
        let columns = "{ value: number }, { value: code }"
        let profile = try ProfileFileReading.profile(
            Array(
                """
                profile: own
                title: Own
                between: ";"
                employee: { head: [[{ value: employee.units, as: "hh:mm" }]] }
                rows:
                  - { for: hours, line: [\(columns), { value: units, as: "hh:mm" }] }
                  - { for: \(unit), line: [\(columns), { value: units }] }

                """.utf8), named: "own.yaml")
        #expect(profile.isInMinutes(row: 0) && !profile.isInMinutes(row: 1))
    }
}
