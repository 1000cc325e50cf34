internal import GantryJSON
internal import GantryModel

/// Workers, customers, payroll batches and periods that match computed work entries.
struct GeneratedLists {
    private let employees: Int
    private let random: SplitMix64

    init(_ data: GeneratedData) {
        employees = data.employees
        random = SplitMix64(seed: data.seed)
    }

    func files() -> [SampleFile] {
        [
            SampleFile("customers.json", (0..<12).map(customer)),
            SampleFile("payroll-batches.json", Self.batches.map(batch)),
            SampleFile("payroll-periods.json", (20...24).map(period)),
            SampleFile("workers.json", (0..<employees).map(worker)),
        ]
    }

    /// One in sixty has no rate; one in forty-one has a rate written as a string.
    private func worker(_ index: Int) -> JSONTree {
        let noise = random(position: index, series: 5_001)
        let id = GeneratedWorkEntries.firstEmployeeID + index
        let quarters = 740 + Int(noise % 481)
        let rate = "\(quarters / 4)" + ["", ".25", ".5", ".75"][quarters % 4]
        let employment = ["fuld_tid", "fuld_tid", "fuld_tid", "fuld_tid", "deltid", "timebaseret"]
        let status =
            index % 31 == 12 ? "sygemeldt" : index % 29 == 20 ? "ferie" : index % 53 == 40 ? "inaktiv" : "aktiv"
        let digits = padded(id % 10_000, 4)
        let hired = CivilDate(known: "2024-01-01") + Int(noise >> 20) & 0x1FF
        return [
            "employee_id": .integer(id), "name": .string("\(index % 9 == 4 ? "Kranfører" : "Worker") \(id)"),
            "email": "worker\(id)@example.test",
            "phone": index % 11 == 3 ? .null : "+45 00 00 \(digits.prefix(2)) \(digits.suffix(2))",
            "address": index % 13 == 6 ? nil : "Prøvevej \(index % 180 + 1), 0000 Eksempelby",
            "hourly_rate": index % 60 == 17 ? .null : index % 41 == 8 ? .string(rate) : .number(rate),
            "employment_type": .string(employment[Int((noise >> 12) % 6)]), "role": "arbejder",
            "status": .string(status), "profile_picture_url": index % 3 == 0 ? .null : nil,
            "created_at": "\(hired)T08:15:00.000000Z", "last_active": .null,
        ]
    }

    private func customer(_ index: Int) -> JSONTree {
        let noise = random(position: index, series: 6_001)
        let id = 201 + index
        return [
            "customer_id": .integer(id), "name": .string("Customer \(id) \(index % 3 == 0 ? "A/S" : "ApS")"),
            "contact_email": index % 4 == 1 ? .null : "office\(id)@example.test", "phone": "+45 00 00 0\(id)",
            "address": "Havnegade \(index + 1), 0000 Eksempelby",
            "cvr_nr": index % 5 == 2 ? .null : .string("000" + padded(Int(noise % 100_000), 5)),
            "created_at": "\(CivilDate(known: "2023-01-01") + index * 17)T09:30:00.000000Z", "logo_url": .null,
            "project_count": .integer(Int(noise % 7)),
        ]
    }

    /// Two-week periods of 2026; period 1 starts with ISO week 1.
    private func start(ofPeriod number: Int) -> CivilDate { CivilDate(known: "2025-12-29") + (number - 1) * 14 }

    private static let batches = 15...20

    private func hours(ofBatch number: Int) -> Double {
        Double(4_000 + Int(random(UInt64(number), 7_001) % 900)) + 0.5
    }

    /// The amount of all batches in whole kroner.
    var amountOfBatches: Int { Self.batches.reduce(0) { $0 + Int(hours(ofBatch: $1) * 450) } }

    private func batch(_ number: Int) -> JSONTree {
        let (first, last) = (start(ofPeriod: number), start(ofPeriod: number) + 13)
        let hours = hours(ofBatch: number)
        return [
            "id": .integer(number), "batch_number": .string("2026-" + padded(number, 2)),
            "period_start": "\(first)T00:00:00.000000Z", "period_end": "\(last)T00:00:00.000000Z", "year": 2026,
            "period_number": .integer(number), "total_employees": .integer(employees),
            "total_hours": JSONTree(javaScript: hours), "total_amount": "\(Int(hours * 450)).00",
            "status": number == 20 ? "draft" : number == 19 ? "approved" : "completed", "created_by": 901,
            "created_at": "\(last + 1)T06:00:00.000000Z", "approved_by": number < 20 ? 902 : .null,
            "approved_at": number < 20 ? "\(last + 2)T10:00:00.000000Z" : nil, "notes": .null,
        ]
    }

    private func period(_ number: Int) -> JSONTree {
        let start = start(ofPeriod: number)
        let week = number * 2 - 1
        return [
            "id": .integer(number), "year": 2026, "period_number": .integer(number),
            "start_date": "\(start)T00:00:00.000000Z", "end_date": "\(start + 13)T23:59:59.999000Z",
            "status": number < 21 ? "completed" : number == 21 ? "active" : "upcoming", "week_number": .integer(week),
            "display_name": "Period \(number), weeks \(week) and \(week + 1)",
            "is_current_period": .bool(number == 21),
        ]
    }
}
