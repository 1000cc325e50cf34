internal import GantryConnectors
public import GantryEngine
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryYAML

extension Pipeline {
    /// Everything of the file that can change what a run publishes or sends, in a fixed order.
    ///
    /// Two files with the same settings give the same export from the same records. Comments, the pipeline's title,
    /// parameters, the reject budget and the checkpoint settings are not included. The page size is: no byte depends on
    /// it, but a run that is resumed continues at a page number.
    public var settings: [RunIdentity.Setting] {
        var list = SettingList()
        list.add("identity", "1")
        list.add("pipeline", literal(name))
        if let connection { list.add("connection", literal(connection)) }
        switch work {
        case .stages(let stages):
            for (index, stage) in stages.enumerated() {
                switch stage {
                case .payroll(let payroll): payroll.add(to: &list)
                case .dataset(let dataset): dataset.add(to: &list, at: "datasets[\(index)]")
                }
            }
        case .imports(let work): work.add(to: &list)
        case .group: break
        }
        return list.settings
    }
}

extension RunIdentity.Setting {
    /// The text that its value spells, or else the value: `danlon.csv` for `"danlon.csv"`.
    package var unquoted: String { text(ofLiteral: value) ?? value }
}

/// Collects settings.
private struct SettingList {
    var settings: [RunIdentity.Setting] = []

    mutating func add(_ key: String, _ value: String?) {
        if let value { settings.append(RunIdentity.Setting(key, value)) }
    }

    /// What decides the bytes of outputs.
    mutating func add(_ outputs: [Output], at path: String) {
        for (index, output) in outputs.enumerated() {
            let path = "\(path)[\(index)]"
            add("\(path).file", literal(output.file))
            add("\(path).format", output.formatName)
            for (key, word) in output.words { add("\(path).\(key)", word) }
            for (key, value) in output.format.settings { add("\(path).\(key)", literal(value)) }
            add("\(path).list", output.list.map { literal($0) })
            for (index, column) in output.columns.enumerated() {
                let path = "\(path).columns[\(index)]"
                add("\(path).field", literal("\(column.field)"))
                add("\(path).heading", literal(column.heading))
                switch column.decimals {
                case .exact?: add("\(path).decimals", "exact")
                case .fixed(let digits)?: add("\(path).decimals", "\(digits)")
                case nil: break
                }
            }
        }
    }
}

extension Pipeline.Payroll {
    fileprivate func add(to list: inout SettingList) {
        list.add("records.dataset", literal(records.dataset))
        list.add("records.page-size", "\(records.pageSize)")
        list.add("records.date-field", literal(records.dateField))
        for (name, value) in records.roles?.settings ?? [] { list.add("records.roles.\(name)", literal(value)) }
        if let join {
            list.add("join.dataset", literal(join.dataset))
            list.add("join.by", literal(join.by))
            for (name, value) in join.roles?.settings ?? [] { list.add("join.roles.\(name)", literal(value)) }
        }
        for check in checks {
            let key =
                "checks.\(check.name)" + (check.groups.isEmpty ? "" : ".for[\(check.groups.joined(separator: ", "))]")
            switch check.rule {
            case .off: list.add(key, "off")
            case .severity(let severity): list.add(key, severity.rawValue)
            case .thresholds(let thresholds):
                for threshold in thresholds { list.add("\(key).\(threshold.severity.rawValue)", "\(threshold.above)") }
            }
            list.add("\(key).because", check.because.map { literal($0) })
        }
        if let pay { pay.add(to: &list) }
        list.add(outputs, at: "outputs")
    }
}

extension PaySettings {
    fileprivate func add(to list: inout SettingList) {
        list.add("pay.payroll-number", employees == nil ? literal("\(payrollNumber)") : nil)
        list.add("pay.employees", employees.map { literal($0) })
        if salaried != .none { list.add("pay.salaried", salaried.rawValue) }
        if let calendar {
            list.add("pay.calendar.weekend", calendar.weekend.map(\.rawValue).sorted().joined(separator: ", "))
            list.add("pay.calendar.holidays", literal(calendar.holidays.text))
            list.add("pay.calendar.also", calendar.also.map { literal($0) })
        }
        if isByProject { list.add("pay.by", PaySettings.project) }
        list.add("pay.name", name.map { literal("\($0)") })
        list.add("pay.currency", literal(currency))
        list.add("pay.units-decimals", "\(unitsDecimals)")
        list.add("pay.amount-decimals", "\(amountDecimals)")
        list.add("pay.rounding", rounding.rawValue)
        for (index, code) in codes.enumerated() { code.add(to: &list, at: "pay.codes[\(index)]") }
        let notPaid =
            self.notPaid.map { literal("\($0)") } + notPaidLeave.map { literal("leave.\($0)") }
            + notPaidGroups.map {
                "\(literal($0.field)) for [\($0.groups.map { literal($0) }.joined(separator: ", "))]"
            }
        if !notPaid.isEmpty { list.add("pay.not-paid", notPaid.sorted().joined(separator: ", ")) }
    }
}

extension PaySettings.Code {
    fileprivate func add(to list: inout SettingList, at path: String) {
        list.add("\(path).code", literal(code))
        list.add("\(path).title", literal(title))
        if !groups.isEmpty { list.add("\(path).for", groups.map { literal($0) }.joined(separator: ", ")) }
        switch pays {
        case .hours(let hours):
            list.add("\(path).hours", literal("\(hours.quantity.field)"))
            if hours.ofDay != .all { list.add("\(path).of-day", hours.ofDay.text) }
            if hours.ofWeek != .all { list.add("\(path).of-week", hours.ofWeek.text) }
            if hours.days.count < DayKind.allCases.count {
                list.add("\(path).on", hours.days.map(\.rawValue).sorted().joined(separator: ", "))
            }
        case .leave(let leave):
            list.add("\(path).leave", literal(leave.type))
            list.add("\(path).hours-a-day", leave.hoursADay.map { "\($0)" })
        case .holidays(let hoursADay):
            list.add("\(path).holidays", PayBasis.onWorkdays)
            list.add("\(path).hours-a-day", hoursADay.map { "\($0)" })
        case .daysWith(let hours): list.add("\(path).days-with", "\(hours)")
        }
        switch price {
        case .rate(let rate, let factor)?:
            list.add("\(path).rate", literal("\(rate.field)"))
            list.add("\(path).rate-factor", decimalText(nano: Int128(factor), .exact))
        case .fixed(let money)?: list.add("\(path).fixed-rate", "\(money)")
        case nil: break
        }
    }
}

extension Pipeline.Dataset {
    fileprivate func add(to list: inout SettingList, at path: String) {
        list.add("\(path).dataset", literal(name))
        list.add("\(path).page-size", "\(pageSize)")
        for filter in filters { list.add("\(path).filters.\(filter.name)", literal(filter.value)) }
        if isWithinPeriod { list.add("\(path).within", "period") }
        if isSinceLastRun {
            list.add("\(path).since", "last-run")
            list.add("\(path).narrowed-by", "\(filters.count)")
        }
        switch forEach {
        case .datasets(let names)? where names.count == 1: list.add("\(path).for-each", literal(names[0]))
        case .datasets(let names)?:
            for (number, name) in names.enumerated() {
                list.add("\(path).for-each[\(number)]", literal(name))
            }
        case .field(let field, let name)?:
            list.add("\(path).for-each.dataset", literal(name))
            list.add("\(path).for-each.field", literal(field))
        case .file(let file)?: list.add("\(path).for-each.file", literal(file))
        case nil: break
        }
        list.add(outputs, at: "\(path).outputs")
    }
}

extension Pipeline.Import {
    fileprivate func add(to list: inout SettingList) {
        list.add("kind", literal(kind))
        for column in sheet.columns { list.add("sheet.columns.\(column.field)", literal(column.heading)) }
        for (number, heading) in sheet.ignored.enumerated() { list.add("sheet.ignore[\(number)]", literal(heading)) }
        list.add("sheet.dates", sheet.dates?.rawValue)
        list.add("sheet.dates-of-country", sheet.datesOfCountry?.rawValue)
        for (field, words) in sheet.values.sorted(by: { $0.key < $1.key }) {
            for (word, value) in words.sorted(by: { $0.key < $1.key }) {
                list.add("sheet.values.\(field).\(literal(word))", literal(value))
            }
        }
        for change in sheet.changes {
            list.add("sheet.changes.\(change.row).\(literal(change.heading))", literal(change.value))
        }
        list.add("sheet.tab", sheet.tab.map { literal($0) })
        list.add("sheet.header-row", sheet.headerRow.map(String.init))
        list.add("sheet.fill-down", sheet.filledDown.isEmpty ? nil : sheet.filledDown.joined(separator: " "))
        list.add("sheet.decimal-comma", sheet.hasDecimalComma.map { "\($0)" })
        list.add("sheet.encoding", sheet.encoding)
        list.add("sheet.delimiter", sheet.delimiter)
        list.add("sheet.decimal", sheet.decimal)
        list.add("sheet.export", sheet.export.map { literal($0) })
        list.add("files.pattern", files.pattern.map { literal($0) })
        list.add("files.privacy", files.privacy)
        list.add("files.convert", files.convertsPhotos ? nil : "false")
    }
}
