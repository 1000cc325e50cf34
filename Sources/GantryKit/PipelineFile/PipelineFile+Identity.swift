internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

extension PipelineFile {
    /// Everything of the file that can change the exported bytes: one `key: value` per line, in a fixed order, each
    /// line ended by a line feed.
    ///
    /// Two files with one identity give the same export from the same records. Comments, the pipeline's title,
    /// parameters, the reject budget and the checkpoint settings are no part of it. The page size is: no byte depends
    /// on it, but a run that is continued goes on at a page number.
    public var identity: String {
        var lines = ["identity: 1"]
        func add(_ key: String, _ value: String) { lines.append("\(key): \(value)") }
        add("pipeline", literal(name))
        add("connection", literal(connection))
        add("records.dataset", literal(records.dataset))
        add("records.page-size", "\(records.pageSize)")
        add("records.date-field", literal(records.dateField))
        if let join {
            add("join.dataset", literal(join.dataset))
            add("join.by", literal(join.by))
        }
        for check in checks {
            switch check.rule {
            case .off: add("checks.\(check.name)", "off")
            case .severity(let severity): add("checks.\(check.name)", severity.rawValue)
            case .thresholds(let thresholds):
                for threshold in thresholds {
                    add("checks.\(check.name).\(threshold.severity.rawValue)", "\(threshold.above)")
                }
            }
        }
        if let pay {
            add("pay.payroll-number", literal("\(pay.payrollNumber)"))
            if let name = pay.name { add("pay.name", literal("\(name)")) }
            add("pay.currency", literal(pay.currency))
            add("pay.units-decimals", "\(pay.unitsDecimals)")
            add("pay.amount-decimals", "\(pay.amountDecimals)")
            add("pay.rounding", pay.rounding.rawValue)
            for (index, code) in pay.codes.enumerated() {
                let path = "pay.codes[\(index)]"
                add("\(path).code", literal(code.code))
                add("\(path).title", literal(code.title))
                add("\(path).hours", literal("\(code.hours.field)"))
                if let rate = code.rate { add("\(path).rate", literal("\(rate.field)")) }
                if let factor = code.rateFactorNano {
                    add("\(path).rate-factor", decimalText(nano: Int128(factor), .exact))
                }
            }
            if !pay.notPaid.isEmpty {
                add("pay.not-paid", pay.notPaid.map { literal("\($0)") }.sorted().joined(separator: ", "))
            }
        }
        for (index, output) in outputs.enumerated() { lines += output.identity(at: "outputs[\(index)]") }
        return lines.map { $0 + "\n" }.joined()
    }

    /// What differs between two identities, one line for each key, in the order of the newer one:
    /// `outputs[0].columns[3].heading: "hours" → "normal_hours"`. A key that only one of them has stands against
    /// `nothing`.
    public static func differences(old: String, new: String) -> [String] {
        let before = keyed(old)
        let after = keyed(new)
        let oldValues = Dictionary(before, uniquingKeysWith: { first, _ in first })
        let newValues = Dictionary(after, uniquingKeysWith: { first, _ in first })
        var out: [String] = []
        for (key, value) in after where oldValues[key] != value {
            out.append("\(key): \(oldValues[key] ?? "nothing") → \(value)")
        }
        for (key, value) in before where newValues[key] == nil {
            out.append("\(key): \(value) → nothing")
        }
        return out
    }

    private static func keyed(_ identity: String) -> [(String, String)] {
        identity.split(separator: "\n").map { line in
            guard let colon = line.firstRange(of: ": ") else { return (String(line), "") }
            return (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
        }
    }
}

extension Output {
    /// What decides its bytes, one `key: value` each.
    func identity(at path: String) -> [String] {
        var lines = ["\(path).file: \(literal(file))", "\(path).format: \(formatName)"]
        for (key, word) in words { lines.append("\(path).\(key): \(word)") }
        if let list { lines.append("\(path).list: \(literal(list))") }
        for (index, column) in columns.enumerated() {
            let path = "\(path).columns[\(index)]"
            lines.append("\(path).field: \(literal("\(column.field)"))")
            lines.append("\(path).heading: \(literal(column.heading))")
            switch column.decimals {
            case .exact?: lines.append("\(path).decimals: exact")
            case .fixed(let digits)?: lines.append("\(path).decimals: \(digits)")
            case nil: break
            }
        }
        return lines
    }
}
