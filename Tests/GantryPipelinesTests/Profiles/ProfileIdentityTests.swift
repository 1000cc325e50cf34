import GantryEngine
import GantryPayroll
import Testing

/// What the receiver takes for one employee or one row.
@Suite("Two that a payroll program takes for one") struct ProfileIdentityTests {
    private func misfits(
        _ name: String, _ people: [(number: String, name: String)], codes: [String] = ["1000"],
        change: (inout Profile) -> Void = { _ in }
    ) throws -> [String] {
        let context = try ProfileSample.context(name)
        var profile = try ProfileSample.profile(name)
        change(&profile)
        var writer = ProfileWriter(profile, context, payCodes: ProfileSample.payCodes, file: "file")
        writer.start()
        for (index, person) in people.enumerated() {
            writer.add(
                PayrollEmployee(
                    payrollNumber: person.number, employeeID: Int64(index + 1), name: person.name, entries: 1,
                    entryIDSum: 1,
                    lines: try codes.map {
                        try ProfileSample.line($0, [(5, ProfileSample.hours(740))], in: context.batch)
                    }))
        }
        do { try writer.finish() } catch let error as RunError { #expect(error.code == .doesNotFit) }
        return writer.misfits.first.map(\.description)
    }

    @Test(
        "are payroll numbers of one value, or of other case",
        arguments: [
            ("danlon", "42", "0042"), ("prolon", "42", "0042"), ("lessor4", "42", "0042"), ("lessor4", "A1", "a1"),
            ("paxml", "A1", "a1"), ("hrxml", "A1", "a1"),
        ])
    func numbers(profile: String, one: String, other: String) throws {
        let found = try misfits(profile, [(one, "Worker 1"), ("7", "Worker 7"), (other, "Worker 2")])
        #expect(
            found == [
                "employee \(other): number is \(other), expected a number that no other employee has: the program takes it for that of employee \(one)"
            ])
    }

    @Test("are names that differ in case, blanks or invisible characters, where people are known by names")
    func names() throws {
        for other in ["jens hansen", "Jens  Hansen", "Jens\u{A0}Hansen"] {
            let found = try misfits("iif", [("1001", "Jens Hansen"), ("1002", other)])
            #expect(found.count == 1)
            #expect(
                found.first?.contains(
                    "a name that no other employee has: the program takes it for that of employee 1001") == true)
        }
        #expect(try misfits("iif", [("1001", "Jens Hansen"), ("1002", "Jens Hansson")]).isEmpty)
        // Numbers are no part of that file.
        #expect(try misfits("iif", [("42", "Jens Hansen"), ("0042", "Jens Hansson")]).isEmpty)
    }

    @Test("are not what the program keeps apart") func apart() throws {
        #expect(try misfits("paxml", [("42", "Worker 1"), ("0042", "Worker 2")]).isEmpty)
        #expect(try misfits("danlon", [("42", "Worker 1"), ("420", "Worker 1")]).isEmpty)
    }

    @Test("are invisible characters in what a row shows") func invisible() throws {
        let found = try misfits("iif", [("1001", "Jens\u{AD}Hansen")])
        #expect(found.count == 1 && found.first?.contains("no invisible characters") == true, "\(found)")
    }

    @Test("are two rows of one number and code where nothing says that the program pays both")
    func rows() throws {
        for (word, count) in [
            (Profile.RowsOfOneCode.adds, 0), (.unknown, 1), (.lastWins, 1), (.refused, 1),
        ] {
            let found = try misfits("prolon", [("1001", "Worker 1")], codes: ["1000", "1000"]) {
                $0.rowsOfOneCode = word
            }
            #expect(found.count == count, "\(found)")
            #expect(found.allSatisfy { $0.contains("one row for each number and code") })
        }
        let unknown = try misfits("prolon", [("1001", "Worker 1")], codes: ["1000", "1000"])
        #expect(
            unknown == [
                "employee 1001, pay code 1000: code is 1000, expected one row for each number and code: with two of them no description says what it does. If the vendor confirms that it pays both, write rows-of-one-code: adds in a copy of the same name in the workspace's Profiles"
            ])
        // A day of its own is a row of its own.
        #expect(
            try misfits("multilon", [("1001", "Worker 1")], codes: ["1000", "1110"]) { $0.rowsOfOneCode = .lastWins }
                .isEmpty)
    }
}
