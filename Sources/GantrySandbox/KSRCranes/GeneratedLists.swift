/// Workers, customers, payroll batches and periods that fit computed work entries.
struct GeneratedLists {
    private let employees: Int
    private let scatter: Scatter

    init(_ data: GeneratedData) {
        employees = data.employees
        scatter = Scatter(seed: data.seed)
    }

    func files() -> [SampleFile] {
        [
            SampleFile("customers.json", (0..<12).map(customer)),
            SampleFile("payroll-batches.json", Self.batches.map(batch)),
            SampleFile("payroll-periods.json", (20...24).map(period)),
            SampleFile("workers.json", (0..<employees).map(worker)),
        ]
    }

    /// One of sixty has no rate, one of forty-one a rate written as a string.
    private func worker(_ index: Int) -> [UInt8] {
        let noise = scatter(UInt64(index) &+ 1, 5_001)
        let id = GeneratedWorkEntries.firstEmployeeID + index
        let trade = index % 9 == 4 ? "Kranfører" : "Worker"
        let quarters = 740 + Int(noise % 481)
        let rate = "\(quarters / 4)" + ["", ".25", ".5", ".75"][quarters % 4]
        let rateText = index % 60 == 17 ? "null" : index % 41 == 8 ? "\"\(rate)\"" : rate
        let employment = ["fuld_tid", "fuld_tid", "fuld_tid", "fuld_tid", "deltid", "timebaseret"][
            Int((noise >> 12) % 6)]
        let status =
            index % 31 == 12 ? "sygemeldt" : index % 29 == 20 ? "ferie" : index % 53 == 40 ? "inaktiv" : "aktiv"
        let digits = padded(id % 10_000, 4)
        let phone = index % 11 == 3 ? "null" : "\"+45 00 00 \(digits.prefix(2)) \(digits.suffix(2))\""
        let address = index % 13 == 6 ? "" : #","address":"Prøvevej \#(index % 180 + 1), 0000 Eksempelby""#
        let picture = index % 3 == 0 ? #","profile_picture_url":null"# : ""
        return Array(
            (#"{"employee_id":\#(id),"name":"\#(trade) \#(id)","email":"worker\#(id)@example.test","phone":\#(phone)\#(address)"#
                + #","hourly_rate":\#(rateText),"employment_type":"\#(employment)","role":"arbejder","status":"\#(status)"\#(picture)"#
                + #","created_at":"\#(date(2024, Int(noise >> 20) & 0x1FF))T08:15:00.000000Z","last_active":null}"#)
                .utf8)
    }

    private func customer(_ index: Int) -> [UInt8] {
        let noise = scatter(UInt64(index) &+ 1, 6_001)
        let id = 201 + index
        let mail = index % 4 == 1 ? "null" : "\"office\(id)@example.test\""
        let cvr = index % 5 == 2 ? "null" : "\"000\(padded(Int(noise % 100_000), 5))\""
        return Array(
            (#"{"customer_id":\#(id),"name":"Customer \#(id) \#(index % 3 == 0 ? "A/S" : "ApS")","contact_email":\#(mail)"#
                + #","phone":"+45 00 00 0\#(id)","address":"Havnegade \#(index + 1), 0000 Eksempelby","cvr_nr":\#(cvr)"#
                + #","created_at":"\#(date(2023, index * 17))T09:30:00.000000Z","logo_url":null,"project_count":\#(noise % 7)}"#)
                .utf8)
    }

    /// Two-week periods of 2026; period 1 begins with ISO week 1, on 2025-12-29.
    private func start(ofPeriod number: Int) -> CivilDay {
        CivilDay(year: 2025, month: 12, day: 29).adding(days: (number - 1) * 14)
    }

    private static let batches = 15...20

    private func hours(ofBatch number: Int) -> Double {
        Double(4_000 + Int(scatter(UInt64(number), 7_001) % 900)) + 0.5
    }

    /// The amount of all batches in whole kroner.
    var amountOfBatches: Int { Self.batches.reduce(0) { $0 + Int(hours(ofBatch: $1) * 450) } }

    private func batch(_ number: Int) -> [UInt8] {
        let (first, last) = (start(ofPeriod: number), start(ofPeriod: number).adding(days: 13))
        let status = number == 20 ? "draft" : number == 19 ? "approved" : "completed"
        let hours = hours(ofBatch: number)
        let approvedAt = last.adding(days: 2).text
        let approval =
            number < 20
            ? #","approved_by":902,"approved_at":"\#(approvedAt)T10:00:00.000000Z""# : #","approved_by":null"#
        return Array(
            (#"{"id":\#(number),"batch_number":"2026-\#(padded(number, 2))","period_start":"\#(first.text)T00:00:00.000000Z""#
                + #","period_end":"\#(last.text)T00:00:00.000000Z","year":2026,"period_number":\#(number)"#
                + #","total_employees":\#(employees)"#
                + #","total_hours":\#(hours),"total_amount":"\#(Int(hours * 450)).00","status":"\#(status)","created_by":901"#
                + #","created_at":"\#(last.adding(days: 1).text)T06:00:00.000000Z"\#(approval),"notes":null}"#).utf8)
    }

    private func period(_ number: Int) -> [UInt8] {
        let (first, last) = (start(ofPeriod: number), start(ofPeriod: number).adding(days: 13))
        let status = number < 21 ? "completed" : number == 21 ? "active" : "upcoming"
        return Array(
            (#"{"id":\#(number),"year":2026,"period_number":\#(number),"start_date":"\#(first.text)T00:00:00.000000Z""#
                + #","end_date":"\#(last.text)T23:59:59.999000Z","status":"\#(status)","week_number":\#(number * 2 - 1)"#
                + #","display_name":"Period \#(number), weeks \#(number * 2 - 1) and \#(number * 2)""#
                + #","is_current_period":\#(number == 21)}"#)
                .utf8)
    }

    private func date(_ year: Int, _ day: Int) -> String {
        CivilDay(year: year, month: 1, day: 1).adding(days: day).text
    }
}
