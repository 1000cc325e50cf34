package import GantryModel

/// The workers of a run by number: who they are and what an hour pays. Kept in memory; as large as the staff.
package struct Roster: Sendable {
    /// One worker, with only what payroll joins.
    package struct Person: Equatable, Sendable {
        package let id: Int64
        package let name: String
        /// Unknown if the source has none; never made up.
        package let hourlyRate: Money?
        /// What the source sent as the rate, where that is not a number that can be read.
        package let unreadableRate: String?
        /// What the source has as the rate now, where a correction pays the signed one and that is another; else `nil`.
        package let newRate: String?
        /// The name that the source has now, where a correction uses the signed one and that is another; else `nil`.
        package let newName: String?
        /// The payroll number that the source has now, where a correction uses the signed one and that is another, or
        /// uses none, since somebody else was paid under it; else `nil`.
        package var newNumber: String?
        /// The rate of the period before, where that was another one; `none` where there was none that could be used.
        package var rateBefore: String?
        /// Further fields that the pipeline file shows, as text by their names.
        package var others: [String: String]

        package init(
            id: Int64, name: String, hourlyRate: Money?, unreadableRate: String? = nil, newRate: String? = nil,
            newName: String? = nil, others: [String: String] = [:]
        ) {
            self.newRate = newRate
            self.newName = newName
            self.id = id
            self.name = name
            self.hourlyRate = hourlyRate
            self.unreadableRate = unreadableRate
            self.others = others
        }

        /// The rate, if it can be used.
        package var usableRate: Money? {
            guard unreadableRate == nil, let hourlyRate, hourlyRate > .zero, hourlyRate <= Roster.largestRate else {
                return nil
            }
            return hourlyRate
        }

        /// The field of `others` that says how somebody is employed. It is fetched where it decides what is paid.
        package static let employmentField = "employment_type"

        /// How the worker is employed, in the word of the source; `nil` where it doesn't say or wasn't asked.
        package var employment: String? { others[Person.employmentField] }

        /// The field of `others` with the number by which payroll knows the worker, where the source has one.
        package static let payrollNumberField = "payroll_number"

        /// Whether the source says that the worker works part time.
        package var isPartTime: Bool { employment == "deltid" }

        /// The rate for people; `none` where there is none that can be used.
        package var rateText: String { usableRate.map { "\($0)" } ?? "none" }

        /// Whether the payroll file can hold the name: at most 1,000 characters, and none that XML 1.0 forbids: control
        /// characters, U+FFFE, U+FFFF (XML 1.0, section 2.2).
        package var isNamePrintable: Bool {
            name.unicodeScalars.count <= 1_000
                && name.unicodeScalars.allSatisfy { scalar in
                    switch scalar.value {
                    case 0x09, 0x0A, 0x0D: true
                    case 0..<0x20, 0xFFFE, 0xFFFF: false
                    default: true
                    }
                }
        }
    }

    /// What a worker's hour pays, as far as that can be used.
    package enum Rate: Equatable, Sendable {
        case known(Money)
        /// The source has none, or 0, by which KSR Cranes means none.
        case none(found: String)
        /// Negative, larger than `Roster.largestRate`, or no number.
        case unusable(found: String)
    }

    /// The largest rate that is accepted, in any currency. With a factor of 100 and as many hours as can be summed, the
    /// amount still fits every payroll file.
    package static let largestRate = Money(nano: 1_000_000_000_000_000)

    /// In order of their numbers.
    package let people: [Person]
    private let indexOf: [Int64: Int32]

    /// Two records of one number count once when they say the same.
    /// Two different records of one worker are listed in `ambiguous`, and the number is then unknown.
    package init(_ list: [Person]) {
        var byID: [Int64: Person] = [:]
        var different: Set<Int64> = []
        for person in list {
            if let known = byID[person.id], known != person { different.insert(person.id) }
            byID[person.id] = person
        }
        for id in different { byID[id] = nil }
        people = byID.values.sorted { $0.id < $1.id }
        ambiguous = different.sorted()
        var index: [Int64: Int32] = [:]
        for (position, person) in people.enumerated() { index[person.id] = Int32(truncatingIfNeeded: position) }
        indexOf = index
    }

    /// Numbers under which the source has two different workers.
    package let ambiguous: [Int64]

    /// The index in `people` of the worker with this number, -1 if there is none.
    package func index(of id: Int64) -> Int32 { indexOf[id] ?? -1 }

    /// What an hour of the worker pays. `place` is the one that `index(of:)` gave.
    package func rate(_ rate: PayRate, ofPersonAt place: Int32) -> Rate {
        guard place >= 0 else { return .none(found: "no worker") }
        let person = people[Int(place)]
        switch rate {
        case .hourly:
            let name = PayRate.hourly.rawValue
            if let text = person.unreadableRate { return .unusable(found: "\(name) \(text)") }
            guard let money = person.hourlyRate else { return .none(found: "no \(name)") }
            if money == .zero { return .none(found: "\(name) \(money)") }
            return money > .zero && money <= Roster.largestRate ? .known(money) : .unusable(found: "\(name) \(money)")
        }
    }
}
