internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// Writes the pay files from the aggregates: payroll.csv, payroll.xml and its schema.
enum PayrollFiles {
    /// - Returns: the files' marks, the totals of the lines as printed, and the lines without an amount; every file
    ///   gets the same lines.
    static func write(
        _ plan: PayrollPlan, _ summary: PayrollSummary, _ roster: Roster, folder: String
    ) throws -> (marks: [PartMark], totals: PayrollTotals, unpriced: UnpricedLines) {
        var totals = PayrollTotals(payCodes: plan.payCodes)
        var unpriced = UnpricedLines(pricedCodes: (plan.file.pay?.codes ?? []).filter { $0.rate != nil }.map(\.code))
        guard let pay = plan.file.pay else { return ([], totals, unpriced) }
        var tables: [(part: Part, table: CSVTable)] = []
        var xml: PayrollXMLWriter?
        var xmlPart: Part?
        for output in plan.file.outputs {
            switch output.format {
            case .payrollCSV(let dialect):
                var part = Part(folder: folder, name: output.file)
                try part.open(at: nil)
                var table = CSVTable(dialect: dialect.csv)
                table.appendHeader(["payroll_number", "name", "pay_code", "units", "rate", "amount"])
                tables.append((part, table))
            case .payrollXML:
                var part = Part(folder: folder, name: output.file)
                try part.open(at: nil)
                xmlPart = part
                xml = try PayrollXMLWriter(plan.batch, payCodes: plan.payCodes)
            default: break
            }
        }
        for employee in summary.employees {
            let person = try plan.employee(employee, summary, roster)
            totals.add(person)
            unpriced.add(person)
            try xml?.add(person)
            if let pending = xml?.pendingBytes, pending > 1 << 20 { try drain(&xml, into: &xmlPart) }
            for index in tables.indices {
                for line in person.lines {
                    tables[index].table.append([
                        .text(person.payrollNumber), person.name.map { .text($0) } ?? .empty, .text(line.payCode),
                        .decimal(Int128(line.units.nano), .fixed(pay.unitsDecimals)),
                        line.rate.map { .decimal($0.nano, .exact) } ?? .empty,
                        line.amount.map { .decimal($0.nano, .fixed(PayrollBatch.amountDecimals)) } ?? .empty,
                    ])
                    tables[index].part.rows += 1
                }
                if tables[index].table.bytes.count > 1 << 20 {
                    let bytes = tables[index].table.take()
                    try tables[index].part.append(bytes.span)
                }
            }
        }
        var marks: [PartMark] = []
        for index in tables.indices {
            let bytes = tables[index].table.take()
            try tables[index].part.append(bytes.span)
            marks.append(try tables[index].part.mark())
            try tables[index].part.close()
        }
        try xml?.finish(expecting: totals)
        try drain(&xml, into: &xmlPart)
        if var part = xmlPart {
            part.rows = totals.employees
            marks.append(try part.mark())
            try part.close()
            marks.append(try schema(plan, besides: part.name, folder: folder))
        }
        return (marks, totals, unpriced)
    }

    private static func drain(_ xml: inout PayrollXMLWriter?, into part: inout Part?) throws {
        try xml?.drain { (bytes: Span<UInt8>) throws in try part?.append(bytes) }
    }

    private static func schema(_ plan: PayrollPlan, besides name: String, folder: String) throws -> PartMark {
        let base = name.hasSuffix(".xml") ? String(name.dropLast(4)) : name
        let bytes = PayrollXMLSchema.document(unitsDecimals: plan.batch.unitsDecimals)
        try Publishing.writeDurably(bytes.span, to: "\(folder)/\(base).xsd")
        return PartMark(
            name: "\(base).xsd", length: Int64(bytes.count), sha256: ContentHasher.digest(of: bytes.span).description)
    }
}
