internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension FolderVerification {
    /// Compares what a run pays otherwise than the period before with its pay lines. What was paid before is in another
    /// export, which the totals name with the digest of its tag manifest.
    ///
    /// - Parameter files: all of the export, of which the one by employee is compared with this one.
    mutating func checkVariance(
        _ file: JSONTree, at figure: String, known: PayLines?, beside files: [(figure: String, tree: JSONTree)]
    ) {
        guard let name = file["file"]?.text else { return }
        let path = "data/\(name)"
        do {
            let rows = try VarianceTable.read("\(folder)/\(path)", try dialect(file))
            compareRows(rows.count, StatedFile(tree: file, figure: figure, path: path))
            guard let base = try VarianceBase.stated(ExportFolder(folder, totals: document))?.base else {
                return find(Self.totalsPath, "\(figure) doesn't say which run \(path) compares with")
            }
            leaveOpen("\(path): what was paid before, in \(base.run), whose tagmanifest-sha256.txt is \(base.bag)")
            checkBefore(base, rows: rows, at: path)
            for (figure, file) in files where file["format"]?.text == FileEntry.employeeVariance {
                checkEmployeeVariance(file, at: figure, base: base, rows: rows, origin: path)
            }
            guard let known else { return }
            let codes = (document["pay_codes"]?.list ?? []).compactMap { $0["code"]?.text }
            var paid: [String: [String: PaidSum]] = [:]
            for (key, line) in known.lines {
                paid[key.employee, default: [:]][key.code, default: .zero] +=
                    PaidSum(units: line.units, amount: line.amount)
            }
            let ids = Dictionary(rows.filter { $0.now != nil }.map { ($0.number, $0.employee) }) { first, _ in first }
            let now = paid.compactMap { number, sums in
                (known.employees[number]?.id ?? ids[number]).map { id in
                    VarianceTable.Now(
                        employee: id, number: number, name: known.employees[number]?.name,
                        sums: codes.compactMap { code in sums[code].map { (code, $0) } })
                }
            }
            let expected = VarianceTable.rows(base, now)
            for (row, wanted) in zip(rows, expected) {
                let isSame =
                    (row.employee, row.number, row.numberBefore, row.code)
                    == (wanted.employee, wanted.number, wanted.numberBefore, wanted.code)
                    && row.now?.units == wanted.now?.units
                    && ((row.name, row.now?.amount, row.flag) == (wanted.name, wanted.now?.amount, wanted.flag)
                        || !known.hasWorkers)
                guard !isSame else { continue }
                find(
                    path,
                    "employee \(singleLine(wanted.number)), pay code \(singleLine(wanted.code)): now or the flag differs from \(known.origin)"
                )
                return
            }
            guard rows.count == expected.count else {
                return find(
                    path, "it has \(counted(rows.count, "row")), expected \(expected.count) from \(known.origin)")
            }
            prove("\(path): what is paid now matches \(known.origin).")
        } catch {
            find(path, (error as? any ExplainedError)?.explanation ?? "\(error)")
        }
    }

    /// Compares the sums by employee with the rows that they are made of.
    private mutating func checkEmployeeVariance(
        _ file: JSONTree, at figure: String, base: VarianceBase, rows: [VarianceTable.Row], origin: String
    ) {
        guard let name = file["file"]?.text else { return }
        let path = "data/\(name)"
        guard let paid = base.paid else {
            return find(Self.totalsPath, "it doesn't have \(BasePay.key), which says what pay codes of \(path) count")
        }
        do {
            let found = try EmployeeVarianceTable.read("\(folder)/\(path)", try dialect(file))
            compareRows(found.count, StatedFile(tree: file, figure: figure, path: path))
            let now = Dictionary(PayCode.all(in: document).map { ($0.code, $0.unit) }) { first, _ in first }
            let expected = EmployeeVarianceTable.rows(rows, EmployeeVarianceTable.Units(paid, now: now))
            guard found.count == expected.count else {
                return find(path, "it has \(counted(found.count, "row")), expected \(expected.count) from \(origin)")
            }
            if let wanted = zip(found, expected).first(where: { $0 != $1 })?.1 {
                return find(path, "employee \(singleLine(wanted.number)): the row differs from those of \(origin)")
            }
            prove(
                "\(path): \(found.count == 1 ? "its only row is the sum" : "all \(found.count) rows are the sums") of \(origin)."
            )
        } catch {
            find(path, (error as? any ExplainedError)?.explanation ?? "\(error)")
        }
    }

    /// Compares what the totals say of the period before with the list of variances. Where that is scaled, what was
    /// paid then is nowhere else in the folder.
    private mutating func checkBefore(_ base: VarianceBase, rows: [VarianceTable.Row], at path: String) {
        let period = RunID(document["run"]?.text ?? "").flatMap { try? PayPeriod($0.period) }
        // An export can be of a build that doesn't state it.
        guard let paid = base.paid, let period else { return }
        var known = base
        let then = RunID(base.run).flatMap { try? PayPeriod($0.period) }
        let isScaled = then?.workdays != period.workdays
        known.paid =
            isScaled
            ? BasePay(employees: BasePay.employees(rows), codes: paid.codes)
            : BasePay(rows, codes: paid.codes)
        guard let expected = PayComparison(known, rows, codes: PayCode.all(in: document), in: period)?.tree else {
            return
        }
        let key = BasePay.key
        compareTree(
            expected, with: document[key], at: key, origin: path, without: isScaled ? ["units", "amount"] : [])
        guard isScaled else { return }
        compare("\(key).amount", with: expected["amount"] ?? .null, origin: "\(key).pay_codes")
        leaveOpen("\(Self.totalsPath): what \(base.run) paid of each pay code, which \(path) has scaled")
        for code in 0..<(expected["pay_codes"]?.list?.count ?? 0) {
            for figure in ["units", "amount"] { markCompared("\(key).pay_codes[\(code)].\(figure)") }
        }
    }
}
