internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension FolderVerification {
    /// Proves that the hours of the days of the period, and those on hold on other days, are the hours of the period.
    ///
    /// - Parameter isDecided: whether each day was compared with the archive. Nothing else of a folder says what
    ///   belongs to a day.
    mutating func checkDays(isDecided: Bool) {
        // An export can be of a build that doesn't state them.
        guard let days = document[PayFigures.daysKey]?.list else { return }
        if !isDecided { leaveOpen("\(Self.totalsPath): which hours are on which day") }
        guard let period = RunID(document["run"]?.text ?? "").flatMap({ try? PayPeriod($0.period) }) else { return }
        if days.count != period.days {
            find(Self.totalsPath, "\(PayFigures.daysKey) has \(days.count) elements, expected \(period.days)")
        }
        for (index, day) in days.enumerated() where index < period.days {
            compare(
                "\(PayFigures.daysKey)[\(index)].day", with: .string("\(period.first + index)"), origin: "the period")
            for kind in 0..<(day[PayFigures.hoursKey]?.list?.count ?? 0) {
                markStated("\(PayFigures.daysKey)[\(index)].\(PayFigures.hoursKey)[\(kind)]")
            }
        }
        let elsewhere = document[PayFigures.heldElsewhereKey]?.list ?? []
        for kind in elsewhere.indices { markStated("\(PayFigures.heldElsewhereKey)[\(kind)]") }
        let lists = days.map { $0[PayFigures.hoursKey]?.list ?? [] } + [elsewhere]
        var differs = days.count != period.days
        for kind in document[PayFigures.hoursKey]?.list ?? [] {
            let name = kind["name"]?.text ?? ""
            for key in ["exported", "held"] {
                let sum = lists.joined().filter { $0["name"]?.text == name }.reduce(HoursSum.zero) {
                    $0 + HoursSum(nano: $1[key]?.nano ?? 0)
                }
                guard kind[key]?.text != sum.description else { continue }
                differs = true
                find(
                    Self.totalsPath,
                    "the days have \(sum) hours of \(singleLine(name)) \(key), expected \(singleLine(kind[key]?.text ?? "none")) as in \(PayFigures.hoursKey)"
                )
            }
        }
        if !differs {
            prove("\(Self.totalsPath): the hours of its \(counted(days.count, "day")) add up to those of the period.")
        }
    }

    /// Counts hours of a kind as compared: they add up to what is.
    private mutating func markStated(_ path: String) {
        for key in ["name", "exported", "held"] { markCompared("\(path).\(key)") }
    }
}
