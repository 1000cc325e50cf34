package import GantryModel
package import GantryRuns

/// What the report of a run of pay shows. Every figure was published in a file of the run.
package struct PayReport: Sendable {
    package let facts: RunFacts
    /// The days that it pays.
    package let period: PayPeriod
    /// Its `totals.json`.
    package let totals: ExportTotals
    /// How amounts were rounded, as `totals.json` says it.
    package var rounding = ""
    /// So many decimals the units of pay lines have, as `totals.json` says it.
    package var unitsDecimals = 2
    /// How far it is on its way to being paid.
    package var standing = Standing()
    /// What the period before paid; `nil` where it is compared with none.
    package var before: Before?
    /// The hours of each day of the period, in order; empty where no file has them.
    package var days: [Day] = []
    /// The paid hours of each day: of every employee, or of those to look at where there are many, the first of them;
    /// `nil` where no file has them.
    package var dailyHours: [DailyHours]?
    /// What employees have otherwise than in the period before, in the order of payroll numbers.
    package var changes: [Change] = []
    /// The lines that a correction changes, in the order of its file; empty for a whole period.
    package var changedLines: [ChangedLine] = []
    /// The employees with their lines, in the order of payroll numbers; `nil` where no file of the run lists them as
    /// CSV.
    package var employees: [Employee]?
    /// What the lines of each project add up to; empty where lines aren't split by projects.
    package var projects: [Project] = []
    /// In the order of a review: the most severe first, of equal ones the most money first.
    package var findings: [Finding] = []

    package init(_ facts: RunFacts, period: PayPeriod, totals: ExportTotals) {
        self.facts = facts
        self.period = period
        self.totals = totals
    }

    /// How far a run is on its way to being paid.
    package struct Standing: Sendable {
        /// By whom it was prepared and approved; `nil` where it wasn't.
        package var prepared: Signer?
        package var approved: Signer?
        /// The seal of what they signed; `nil` before.
        package var seal: String?
        /// How it was delivered: `was delivered to /mnt/payroll on 2026-11-04`; `nil` where it wasn't.
        package var delivered: String?
        /// Whether the delivery was begun and isn't known to have ended.
        package var isUnfinished = false
        /// The later revisions of its period that were delivered, and how: `was delivered to /mnt/payroll on
        /// 2026-11-09`.
        package var later: [(revision: Int, delivered: String)] = []

        package init() {}
    }

    /// Who signed, and when.
    package struct Signer: Sendable {
        package let name: String
        package let time: Instant
        /// Whether a key proves it, and not a declaration alone.
        package let hasKey: Bool

        package init(name: String, time: Instant, hasKey: Bool) {
            self.name = name
            self.time = time
            self.hasKey = hasKey
        }
    }

    /// What the period before paid, as its own files say, and the differences that `totals.json` of this one has.
    package struct Before: Sendable {
        package let period: PayPeriod
        package var employees = 0
        package var new = 0
        package var gone = 0
        package var hours: Movement
        package var amount: Movement
        /// The days from Monday to Friday by which the list of employees scales what was before; `nil` where it
        /// doesn't.
        package var scaled: (from: Int, to: Int)?
        /// By pay code.
        package var units: [String: Movement] = [:]

        package init(period: PayPeriod, hours: Movement, amount: Movement) {
            self.period = period
            self.hours = hours
            self.amount = amount
        }
    }

    /// A sum before, in billionths, and what is otherwise now; `nil` where it isn't known.
    package struct Movement: Sendable {
        package let before: Int128?
        package let difference: Int128?

        package init(before: Int128?, difference: Int128?) {
            self.before = before
            self.difference = difference
        }
    }

    /// The hours of a day, by the kinds of `ExportTotals.hours`.
    package struct Day: Sendable {
        package let day: CivilDate
        package let hours: [ExportTotals.QuantityTotal]

        package init(day: CivilDate, hours: [ExportTotals.QuantityTotal]) {
            self.day = day
            self.hours = hours
        }
    }

    /// Above so many employees only those with a finding or a big change are shown day by day, and at most so many.
    package static let mostDaily = 200

    /// The numbers of those with a finding or a big change, the most severe first.
    package var odd: [String] {
        var seen: Set<String> = []
        let found = findings.filter { $0.state != .noted }.compactMap(\.employee)
        return (found + changes.filter { $0.flag != nil }.map(\.number)).filter { seen.insert($0).inserted }
    }

    /// The paid hours of an employee, in billionths, for each day of the period that has some.
    package struct DailyHours: Sendable {
        package let number: String
        package let name: String
        package var days: [CivilDate: Int128] = [:]

        package init(number: String, name: String) {
            self.number = number
            self.name = name
        }
    }

    /// What an employee has otherwise than before; hours in billionths.
    package struct Change: Sendable {
        package let number: String
        package let name: String
        package let before: Int128?
        package let now: Int128?
        package let difference: Int128
        /// `new`, `gone`, `back` or `big`; `nil` for none.
        package let flag: String?

        package init(
            number: String, name: String, before: Int128?, now: Int128?, difference: Int128, flag: String?
        ) {
            self.number = number
            self.name = name
            self.before = before
            self.now = now
            self.difference = difference
            self.flag = flag
        }
    }

    /// A pay line that a correction changes; units and the difference of amounts in billionths.
    package struct ChangedLine: Sendable {
        package let number: String
        package let name: String?
        package let code: String
        /// `nil` where lines aren't split by projects.
        package let project: String?
        package let units: (old: Int128, new: Int128)
        /// `nil` where neither line has an amount.
        package let amount: Int128?

        package init(
            number: String, name: String?, code: String, project: String?, units: (old: Int128, new: Int128),
            amount: Int128?
        ) {
            self.number = number
            self.name = name
            self.code = code
            self.project = project
            self.units = units
            self.amount = amount
        }
    }

    /// An employee with the units and the amounts of lines, in billionths.
    package struct Employee: Sendable {
        package let number: String
        package let name: String
        /// Each line of the employee: its pay code, its units, its amount where one is known.
        package var lines: [(code: String, units: Int128, amount: Int128?)] = []

        package init(number: String, name: String) {
            self.number = number
            self.name = name
        }
    }

    /// A project with the hours and the amount of its lines, in billionths.
    package struct Project: Sendable {
        /// `nil` for lines without a project.
        package let name: String?
        package let lines: Int
        package let hours: Int128
        package let amount: Int128?

        package init(name: String?, lines: Int, hours: Int128, amount: Int128?) {
            self.name = name
            self.lines = lines
            self.hours = hours
            self.amount = amount
        }
    }

    /// Something that a person should see.
    package struct Finding: Sendable {
        package let id: String
        package let rule: String
        /// The payroll number or, where it isn't known, the number at the source; `nil` where it is about nobody.
        package let employee: String?
        package let name: String?
        package let day: CivilDate?
        package let found: String
        package let hours: Hours?
        /// What these hours cost at the plain rate: a size, not pay.
        package let amount: Money?
        package let state: State
        /// Who decided and why, in a sentence; `nil` where nobody did.
        package let decision: Decision?

        package enum State: Sendable { case open, held, paid, accepted, noted }

        package struct Decision: Sendable {
            package let by: String
            package let because: String

            package init(by: String, because: String) {
                self.by = by
                self.because = because
            }
        }

        package init(
            id: String, rule: String, employee: String?, name: String?, day: CivilDate?,
            found: String, hours: Hours?, amount: Money?, state: State, decision: Decision?
        ) {
            self.id = id
            self.rule = rule
            self.employee = employee
            self.name = name
            self.day = day
            self.found = found
            self.hours = hours
            self.amount = amount
            self.state = state
            self.decision = decision
        }
    }
}
