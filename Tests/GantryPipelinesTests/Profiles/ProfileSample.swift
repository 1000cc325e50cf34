import Foundation
import GantryModel
import GantryPayroll
import GantryRuns
import GantryTestSupport
import Testing

/// The month of three workers that the golden files show, and a correction of it.
enum ProfileSample {
    static let folder = ShippedPipelines.folder + "/../Profiles"
    static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden").path

    static let payCodes = [
        PayCode("1000", title: "Normal hours"), PayCode("1110", title: "Overtime, first 3 hours"),
        PayCode("1120", title: "Overtime, from the 4th hour"), PayCode("1200", title: "Weekend"),
        PayCode("2000", title: "Vacation", unit: .days, isAbsence: true),
    ]
    static let names = ["1001": "Kranfører 1001", "1002": "Worker 1002", "1003": "Worker 1003"]

    static func batch(_ period: String = "2026-10", unitsDecimals: Int = 2) throws -> PayrollBatch {
        PayrollBatch(
            system: "ksr-cranes", connection: "ksr", pipeline: "payroll-monthly", period: try PayPeriod(period),
            revision: 1, snapshot: try #require(Instant("2026-11-02T07:30:00Z")), currency: "DKK",
            unitsDecimals: unitsDecimals)
    }

    /// What each profile is given.
    static func context(_ name: String) throws -> ProfileContext {
        let own: [String: [String: String]] = [
            "danlon": ["employer": "99999993"], "datalon-pc": ["employer": "99999993", "term": "51"],
            "multilon": ["firm": "07"], "datev-lodas": ["adviser": "1234567", "client": "12345"],
            "datev-lug": ["adviser": "1234567", "client": "12345"], "paxml": ["company": "555555-5555"],
            "hrxml": ["employer": "99999993"], "sdworx-be": ["employer": "1111111"],
            "iif": ["company": "Sample Cranes", "created": "1027350720"],
            "adp-epi": ["employer": "7AB", "batch": "202610"],
        ]
        let codes: [String: [String: ProfileCode]] = [
            "danlon": ["1000": "1", "1110": "2", "1120": "3", "1200": "4", "2000": "31"],
            "datalon-pc": ["1000": "11", "1110": "12", "1120": "13", "1200": "14", "2000": "31"],
            "adp-epi": [
                "1000": ProfileCode(column: "regular"), "1110": ProfileCode(column: "overtime"), "1120": "O2",
                "1200": "WE",
            ],
            "datev-lug": ["2000": ProfileCode(absence: "U")],
        ]
        return ProfileContext(batch: try batch(), needs: own[name] ?? [:], codes: codes[name] ?? [:])
    }

    /// Layouts without a row for days show the sample without vacation.
    static let hoursOnly: Set<String> = ["hrxml", "sdworx-be", "multilon", "iif", "adp-epi"]

    static func line(
        _ code: String, _ days: [(Int, Int64)], rate: Int128? = nil, in batch: PayrollBatch
    ) throws -> PayrollLine {
        let days = try days.map {
            PayrollDay(
                date: try #require(CivilDate(year: 2026, month: 10, day: $0.0)), hours: Hours(nano: $0.1))
        }
        return try #require(
            batch.line(payCode: code, days: days, rate: rate.map { Money(nano: $0 * 1_000_000) }, entries: days.count))
    }

    /// Hours in billionths.
    static func hours(_ hundredths: Int64) -> Int64 { hundredths * 10_000_000 }

    static func employees(_ batch: PayrollBatch) throws -> [PayrollEmployee] {
        func employee(_ number: Int64, _ lines: [PayrollLine]) -> PayrollEmployee {
            PayrollEmployee(
                payrollNumber: String(number), employeeID: number, name: names[String(number)], entries: lines.count,
                entryIDSum: 1, lines: lines)
        }
        return [
            employee(
                1001,
                [
                    try line("1000", [(5, hours(740)), (6, hours(740))], rate: 188_860, in: batch),
                    try line("1110", [(6, hours(250))], rate: 283_290, in: batch),
                    try line("1200", [(10, hours(500))], in: batch),
                ]),
            employee(
                1002,
                [
                    try line(
                        "1000", [(5, 7_333_333_333), (6, 7_333_333_333), (7, 7_333_333_333)], rate: 236_500, in: batch)
                ]),
            employee(
                1003,
                [
                    try line("1000", [(5, hours(740))], rate: 272_100, in: batch),
                    try line("1110", [(5, hours(300))], rate: 408_150, in: batch),
                    try line("1120", [(5, hours(125))], rate: 544_200, in: batch),
                    try line("2000", [(8, hours(100)), (9, hours(100))], in: batch),
                ]),
        ]
    }

    static func employees(_ batch: PayrollBatch, for profile: String) throws -> [PayrollEmployee] {
        try employees(batch).map { employee in
            var employee = employee
            if hoursOnly.contains(profile) { employee.lines.removeAll { $0.payCode == "2000" } }
            return employee
        }
    }

    /// Late hours of 1001, a corrected day of 1002, fewer hours of overtime and no vacation of 1003.
    static func changes(_ batch: PayrollBatch, for profile: String) throws -> [[PayrollChange]] {
        let old = try employees(batch)
        func change(_ employee: Int, _ line: Int, _ new: PayrollLine?) -> PayrollChange {
            PayrollChange(
                payrollNumber: old[employee].payrollNumber, name: old[employee].name, old: old[employee].lines[line],
                new: new)
        }
        let late = try line("1200", [(10, hours(500)), (11, hours(400))], in: batch)
        let longer = try line(
            "1000", [(5, 7_333_333_333), (6, 7_333_333_333), (7, hours(800))], rate: 236_500, in: batch)
        let shorter = try line("1120", [(5, hours(50))], rate: 544_200, in: batch)
        let all = [
            [change(0, 2, late)], [change(1, 0, longer)], [change(2, 2, shorter), change(2, 3, nil)],
        ]
        return hoursOnly.contains(profile) ? [all[0], all[1], [all[2][0]]] : all
    }

    static func profile(_ name: String) throws -> Profile {
        let path = "\(folder)/\(name).yaml"
        return try ProfileFileReading.profile(
            Array(Data(contentsOf: URL(filePath: path))), named: "\(name).yaml", stem: name)
    }

    static func write(
        _ profile: Profile, _ context: ProfileContext, _ employees: [PayrollEmployee],
        payCodes: [PayCode] = payCodes
    ) throws -> [UInt8] {
        var writer = ProfileWriter(profile, context, payCodes: payCodes, file: "file")
        writer.start()
        for employee in employees { writer.add(employee) }
        try writer.finish()
        return writer.take()
    }

    static func write(
        changes: [[PayrollChange]], _ profile: Profile, _ context: ProfileContext
    ) throws -> [UInt8] {
        var writer = ProfileWriter(profile, context, payCodes: payCodes, file: "file")
        writer.start()
        for change in changes { writer.add(change, of: []) }
        try writer.finish()
        return writer.take()
    }
}
