public import GantryEngine
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

extension PipelineFile {
    /// Everything of the file that can change the exported bytes, in a fixed order.
    ///
    /// Two files with the same settings give the same export from the same records. Comments, the pipeline's title,
    /// parameters, the reject budget and the checkpoint settings are no part of it. The page size is: no byte depends
    /// on it, but a run that is resumed goes on at a page number.
    public var settings: [RunIdentity.Setting] {
        var settings = [RunIdentity.Setting("identity", "1")]
        func add(_ key: String, _ value: String) { settings.append(RunIdentity.Setting(key, value)) }
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
        for (index, output) in outputs.enumerated() { settings += output.settings(at: "outputs[\(index)]") }
        return settings
    }
}

extension Output {
    /// What decides its bytes.
    func settings(at path: String) -> [RunIdentity.Setting] {
        var settings: [RunIdentity.Setting] = []
        func add(_ key: String, _ value: String) { settings.append(RunIdentity.Setting("\(path).\(key)", value)) }
        add("file", literal(file))
        add("format", formatName)
        for (key, word) in words { add(key, word) }
        if let list { add("list", literal(list)) }
        for (index, column) in columns.enumerated() {
            add("columns[\(index)].field", literal("\(column.field)"))
            add("columns[\(index)].heading", literal(column.heading))
            switch column.decimals {
            case .exact?: add("columns[\(index)].decimals", "exact")
            case .fixed(let digits)?: add("columns[\(index)].decimals", "\(digits)")
            case nil: break
            }
        }
        return settings
    }
}
