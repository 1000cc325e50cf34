internal import GantryEngine
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

extension PayrollPlan {
    /// What the layouts of outputs can't do, whatever is fetched.
    static func requireProfiles(_ payroll: Pipeline.Payroll) throws {
        for output in payroll.outputs {
            guard let format = output.format as? ProfileFormat else { continue }
            // Pay codes don't depend on the run.
            let batch = PayrollBatch(
                system: "", connection: "", pipeline: "", period: try PayPeriod("2026-10"), revision: 1,
                snapshot: Instant(secondsSince1970: 0))
            let payCodes = PayCalculation(payroll.pay, batch: batch).payCodes
            if let code = format.withoutRow(payCodes).first {
                throw RunError(
                    .unsupported,
                    "\(output.file): the layout \(format.name) has no row for \(format.kind(of: code).words), which the pay code "
                        + "\(code.code) counts.",
                    advice:
                        "Pay the code in another file, or use a layout with rows for \(format.kind(of: code).words).")
            }
            if payroll.pay?.isByProject == true, !format.profile.shows(.project), format.profile.rowsOfOneCode != .adds
            {
                throw RunError(
                    .unsupported,
                    "\(output.file): pay is split by projects, which the layout \(format.name) doesn't show, so it would "
                        + "have several rows of one number and code, and \(format.profile.rowsOfOneCode.words).",
                    advice:
                        "Remove by: from pay, or use a layout that shows projects. Where the vendor confirms that the "
                        + "program pays both, a copy of the same name in the workspace's Profiles can say "
                        + "rows-of-one-code: adds.")
            }
            if let other = payroll.outputs.first(where: { $0.file != output.file && format.owns($0.file, of: output) })
            {
                throw RunError(
                    .unsupported,
                    "The output \(other.file) has a name that \(output.file) could give to the file of an employee.",
                    advice: "Choose another name for one of them.")
            }
        }
    }

    /// - Throws: `RunError.unsupported` when the layout of an output doesn't cover such a period.
    static func requirePeriod(_ period: PayPeriod, of payroll: Pipeline.Payroll) throws {
        for output in payroll.outputs {
            guard let format = output.format as? ProfileFormat, let refusal = format.refusal(of: period) else {
                continue
            }
            throw RunError(
                .unsupported, "\(output.file) can't be written: \(refusal)",
                advice: "Use a month, such as \(.period("2026-10")), or remove the output.")
        }
    }

    /// - Throws: `RunError.unsupported` when the program of an output wouldn't read the name of its file, which only a
    ///   whole period writes.
    static func requireNames(of payroll: Pipeline.Payroll, in period: PayPeriod) throws {
        for output in payroll.outputs {
            guard let format = output.format as? ProfileFormat,
                let problem = format.profile.fileName.problem(of: period.fileName(output.file))
            else { continue }
            throw RunError(
                .unsupported, "\(output.file) can't be written for \(period.name): \(problem.found)",
                advice: "Choose another name for the file: \(problem.expected).")
        }
    }
}
