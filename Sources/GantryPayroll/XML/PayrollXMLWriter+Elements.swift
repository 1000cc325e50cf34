internal import GantryFormats
internal import GantryModel

extension PayrollXMLWriter {
    /// A document up to the start of its employees.
    static func opened(_ batch: PayrollBatch, _ payCodes: [PayCode]) throws(XMLError) -> XMLStreamWriter {
        var xml = try XMLStreamWriter(name: "payroll.xml")
        try xml.start("payroll")
        try xml.attribute("xmlns", PayrollXMLSchema.namespace)
        try write(batch, to: &xml)
        try xml.start("payCodes")
        for payCode in payCodes {
            try xml.start("payCode")
            try xml.attribute("code", payCode.code)
            try xml.attribute("title", payCode.title)
            if payCode.unit != .hours { try xml.attribute("unit", payCode.unit.rawValue) }
            try xml.end()
        }
        try xml.end()
        try xml.start("employees")
        try xml.closeStartTag()
        return xml
    }

    static func write(_ batch: PayrollBatch, to xml: inout XMLStreamWriter) throws(XMLError) {
        try xml.start("batch")
        try xml.attribute("system", batch.system)
        try xml.attribute("connection", batch.connection)
        try xml.attribute("pipeline", batch.pipeline)
        try xml.attribute("period", batch.period.name)
        try xml.attribute("first", ascii: 10) { batch.period.first.write(to: &$0) }
        try xml.attribute("last", ascii: 10) { batch.period.last.write(to: &$0) }
        try xml.attribute("revision", batch.revision)
        if let corrects = batch.corrects { try xml.attribute("corrects", corrects) }
        try xml.attribute("snapshot", ascii: 30) { batch.snapshot.write(to: &$0) }
        if let currency = batch.currency { try xml.attribute("currency", currency) }
        try xml.attribute("rounding", batch.rounding.rawValue)
        try xml.attribute("unitsDecimals", batch.unitsDecimals)
        if batch.hasTextKeys { try xml.attribute("employeeIds", PayrollXMLSchema.textKeys) }
        try xml.end()
    }

    static func write(_ employee: PayrollEmployee, unitsDecimals: Int, to xml: inout XMLStreamWriter) throws(XMLError) {
        try xml.start("employee")
        try xml.attribute("payrollNumber", employee.payrollNumber)
        if employee.employeeID.isTextKey {
            try xml.attribute("employeeId", employee.employeeID.keyText)
        } else {
            try xml.attribute("employeeId", ascii: 20) { appendInteger(employee.employeeID, to: &$0) }
        }
        if let name = employee.name { try xml.attribute("name", name) }
        try xml.attribute("entries", employee.entries)
        try xml.attribute("entryIdSum", "\(employee.entryIDSum)")
        for line in employee.lines {
            try xml.start("line")
            try xml.attribute("payCode", line.payCode)
            if let project = line.project { try xml.attribute("project", project) }
            try xml.attribute("units", nano: line.units.nano, .fixed(unitsDecimals))
            if let rate = line.rate { try xml.attribute("rate", nano: rate.nano, .exact) }
            if let amount = line.amount { try xml.attribute("amount", nano: amount.nano, amountPlaces) }
            try xml.attribute("entries", line.entries)
            for day in line.days {
                try xml.start("day")
                try xml.attribute("date", ascii: 10) { day.date.write(to: &$0) }
                try xml.attribute("hours", nano: day.hours.nano, .exact)
                try xml.end()
            }
            try xml.end()
        }
        try xml.end()
    }

    static func write(_ totals: PayrollTotals, unitsDecimals: Int, to xml: inout XMLStreamWriter) throws(XMLError) {
        try xml.start("totals")
        try xml.attribute("employees", totals.employees)
        try xml.attribute("entries", totals.entries)
        try xml.attribute("lines", totals.lines)
        try xml.attribute("linesWithoutRate", totals.linesWithoutRate)
        if let amount = totals.amountNano { try xml.attribute("amount", nano: amount, amountPlaces) }
        try xml.attribute("payrollNumberSum", "\(totals.payrollNumberSum)")
        try xml.attribute("payrollNumbersNotNumeric", totals.payrollNumbersNotNumeric)
        try xml.attribute("entryIdSum", "\(totals.entryIDSum)")
        for code in totals.codes {
            try xml.start("payCode")
            try xml.attribute("code", code.code)
            try xml.attribute("lines", code.lines)
            try xml.attribute("entries", code.entries)
            try xml.attribute("units", nano: code.unitsNano, .fixed(unitsDecimals))
            try xml.attribute("hours", nano: code.hoursNano, .exact)
            if let amount = code.amountNano { try xml.attribute("amount", nano: amount, amountPlaces) }
            try xml.end()
        }
        try xml.end()
    }

    private static var amountPlaces: DecimalPlaces { .fixed(PayrollBatch.amountDecimals) }
}

extension XMLStreamWriter {
    fileprivate mutating func attribute(_ name: StaticString, _ value: Int) throws(XMLError) {
        try attribute(name, ascii: 20) { appendInteger(Int64(value), to: &$0) }
    }

    fileprivate mutating func attribute(_ name: StaticString, nano: Int64, _ places: DecimalPlaces) throws(XMLError) {
        try attribute(name, ascii: 24) { appendDecimal(nano: nano, places, point: 0x2E, to: &$0) }
    }

    fileprivate mutating func attribute(_ name: StaticString, nano: Int128, _ places: DecimalPlaces) throws(XMLError) {
        try attribute(name, ascii: 52) { appendDecimal(nano: nano, places, point: 0x2E, to: &$0) }
    }
}
