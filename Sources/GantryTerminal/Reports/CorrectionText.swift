internal import GantryEngine
public import GantryJSON
public import GantryKit
internal import GantryModel
package import GantryRuns

/// What a correction changes of a period that was delivered, for people.
public enum CorrectionText {
    /// What is compared, which files there are, and what is to be typed.
    package static func files(_ total: ExportTotals.CorrectionTotal, currency: String?) -> [String] {
        var lines = [
            "  A correction of \(total.base), which was delivered: "
                + NumberText.count(total.rows, one: "pay line differs", many: "pay lines differ")
                + amount(total.amount, currency) + "."
        ]
        if total.usesNewSettings {
            lines.append("  By the settings, rates and employees of today, not by those that were signed.")
        }
        for file in total.files {
            lines.append("  \(file.name): \(NumberText.count(file.rows, one: "row", many: "rows"))")
        }
        for name in total.byHand {
            lines.append("  \(name): its layout takes no corrections, so somebody types the changes below.")
        }
        for name in total.missing {
            lines.append(
                "  \(name): it isn't written yet, since a value doesn't fit its layout. Type nothing that goes into it."
            )
        }
        if total.isTyped, total.byHand.isEmpty {
            lines.append("  No file is in the layout of a payroll program, so somebody types the changes below.")
        }
        if total.multipliedOtherwise > 0 {
            lines.append(
                "  \(NumberText.count(total.multipliedOtherwise, one: "row", many: "rows")): units × rate is not the difference of amounts. A payroll program that multiplies by itself is off by a hundredth there."
            )
        }
        return lines
    }

    /// The same with the lines that differ.
    static func lines(_ correction: ReviewReport.Correction, currency: String?, style: TextStyle) -> [String] {
        files(correction.total, currency: currency) + [""]
            + DifferenceText.table(correction.lines, currency: currency, style: style)
            + [""] + effects(correction.causes, hasIDs: true, currency: currency, style: style)
    }

    /// What each cause changes of each pay line; the rows of a line add up to its difference.
    private static func effects(
        _ causes: [PeriodChanges.Entry], hasIDs: Bool, currency: String?, style: TextStyle
    ) -> [String] {
        var table = TextTable(
            (hasIDs ? [.left("Id")] : []) + [
                .left("Because of"), .left("Employee"), .left("Pay code"), .right("Difference"),
                .right(currency.map { "Amount \($0)" } ?? "Amount"),
            ])
        for cause in causes {
            let name = ([cause.rule] + [cause.entry ?? cause.leave].compactMap { $0?.keyText })
                .joined(separator: " ")
            for effect in cause.effects {
                table.add(
                    (hasIDs ? [cause.id] : []) + [
                        name, effect.payrollNumber,
                        effect.payCode + (effect.project.map { ", project \($0)" } ?? ""),
                        DifferenceText.signed(decimalText(nano: effect.units.nano, .exact)),
                        effect.amount.map { DifferenceText.signed(NumberText.money($0)) } ?? "",
                    ])
            }
        }
        return table.foldedLines(style: style)
    }

    /// What a server has otherwise now than when a period was signed.
    public static func lines(_ changes: PeriodChanges, style: TextStyle) -> [String] {
        guard !changes.isEmpty else {
            func said(_ count: Int, _ what: String, not: String = "") -> [String] {
                let verb = count == 1 ? "is" : "are"
                return count == 0 ? [] : ["\(counted(count, "entry", plural: "entries")) \(verb)\(not) \(what)"]
            }
            let moved = said(changes.left, "paid any more", not: "n't") + said(changes.came, "paid now")
            let though = moved.isEmpty ? "" : ", though \(moved.joined(separator: " and "))"
            return ["\(changes.base): nothing changed in pay\(though)."]
        }
        var entries = TextTable([
            .left("Rule"), .left("Entry"), .left("Employee"), .left("Day"), .left("Field"), .right("Signed"),
            .right("Now"),
        ])
        for entry in changes.entries {
            entries.add([
                entry.rule, (entry.entry ?? entry.leave)?.keyText ?? "", entry.employee?.keyText ?? "",
                entry.date.map { "\($0)" } ?? "", entry.field, entry.old, entry.new,
            ])
        }
        return joined([
            [summary(changes, style: style)],
            DifferenceText.table(changes.lines, currency: changes.currency, style: style),
            entries.foldedLines(style: style),
            effects(changes.entries, hasIDs: false, currency: changes.currency, style: style), [next(changes)],
        ])
    }

    /// The changes in one line.
    public static func summary(_ changes: PeriodChanges, style: TextStyle) -> String {
        style.yellow(
            "\(changes.base): \(NumberText.count(changes.lines.count, one: "pay line differs", many: "pay lines differ")) now"
                + amount(changes.amount, changes.currency) + ".")
    }

    private static func next(_ changes: PeriodChanges) -> String {
        let base = changes.base
        let command = ShellCommand([
            "gantry", "run", base.pipeline, "--period", base.period, "--revision", "next", "--because", "REASON",
        ])
        return changes.isDelivered
            ? "To correct it: \(command.shellText)"
            : "It is signed and not delivered. To sign it anew: \(command.shellText)"
    }

    private static func amount(_ amount: Money?, _ currency: String?) -> String {
        amount.map { ", \(DifferenceText.signed(NumberText.money($0))) \(currency ?? "")" } ?? ""
    }
}

extension ResultValues {
    /// What a server has otherwise now than when a period was signed.
    public static func changes(_ changes: PeriodChanges) -> JSONTree {
        .object([
            "base": .string(changes.base.description), "isDelivered": .bool(changes.isDelivered),
            "amount": JSONTree(changes.amount?.description), "currency": JSONTree(changes.currency),
            "lines": lines(changes.lines),
            "entries": .array(changes.entries.map(cause)),
        ])
    }

    /// A cause, and what it changes of each pay line.
    private static func cause(_ cause: PeriodChanges.Entry) -> JSONTree {
        func key(_ key: Int64?) -> JSONTree { key.map { .key($0) } ?? .null }
        return .object([
            "id": .string(cause.id), "rule": .string(cause.rule), "entry": key(cause.entry),
            "leave": key(cause.leave), "employee": key(cause.employee),
            "date": JSONTree(cause.date?.description), "field": .string(cause.field), "old": .string(cause.old),
            "new": .string(cause.new), "isPaid": .bool(cause.isPaid),
            "effects": .array(
                cause.effects.map { effect in
                    .object([
                        "payrollNumber": .string(effect.payrollNumber), "payCode": .string(effect.payCode),
                        "project": JSONTree(effect.project), "units": .string("\(effect.units)"),
                        "amount": JSONTree(effect.amount?.description),
                    ])
                }),
        ])
    }

    /// What a correction changes, with the lines and the causes.
    static func correction(_ correction: ReviewReport.Correction) -> JSONTree {
        guard case .object(let members) = self.correction(correction.total) else { return .null }
        return .object(
            members + [
                JSONTree.Member("lines", lines(correction.lines)),
                JSONTree.Member("causes", .array(correction.causes.map(cause))),
            ])
    }

    /// What a correction changes.
    static func correction(_ total: ExportTotals.CorrectionTotal) -> JSONTree {
        .object([
            "base": .string(total.base.description), "newSettings": .bool(total.usesNewSettings),
            "rows": .integer(total.rows), "amount": JSONTree(total.amount?.description),
            "multipliedOtherwise": .integer(total.multipliedOtherwise),
            "files": .array(
                total.files.map { .object(["name": .string($0.name), "rows": .integer($0.rows)]) }),
            "byHand": .array(total.byHand.map { .string($0) }),
        ])
    }
}
