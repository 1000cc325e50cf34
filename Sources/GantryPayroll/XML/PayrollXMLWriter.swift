internal import GantryFormats

/// Writes a payroll file as a stream: memory follows the largest employee and the number of pay codes.
///
/// One order of calls: the batch with its pay codes, `add` for every employee in the order of `PayrollNumber`,
/// `finish`. `drain` may be called between any two of them. The same calls give the same bytes, wherever they are
/// drained.
///
/// An employee is checked against every rule before its first byte is written, so one that is refused leaves the file
/// as it was: the caller may hold that employee and continue.
package struct PayrollXMLWriter: ~Copyable {
    private var xml: XMLStreamWriter
    private var rules: PayrollFileRules
    /// The totals of the employees so far.
    package private(set) var totals: PayrollTotals

    /// Starts a file with its batch and the pay codes that its lines may use, in the order of lines and totals.
    ///
    /// - Throws: `.refused` when the batch or a pay code breaks a rule.
    package init(_ batch: PayrollBatch, payCodes: [PayCode]) throws(PayrollError) {
        let rules = PayrollFileRules(batch: batch, payCodes: payCodes)
        var first: PayrollFinding?
        rules.checkBatch { if first == nil { first = $0 } }
        if let first { throw PayrollError(refusing: first) }
        do throws(XMLError) { xml = try PayrollXMLWriter.opened(batch, payCodes) } catch { throw PayrollError(error) }
        self.rules = rules
        totals = PayrollTotals(payCodes: payCodes)
    }

    /// Writes one employee.
    ///
    /// - Throws: `.refused` with the finding when the employee is out of order, is repeated, contradicts itself or has
    ///   a text that XML can't hold. Nothing is written then.
    package mutating func add(_ employee: PayrollEmployee) throws(PayrollError) {
        var first: PayrollFinding?
        let lastNumber = rules.lastNumber
        rules.check(employee) { if first == nil { first = $0 } }
        if let first {
            rules.lastNumber = lastNumber
            throw PayrollError(refusing: first)
        }
        do throws(XMLError) {
            try PayrollXMLWriter.write(employee, unitsDecimals: rules.batch.unitsDecimals, to: &xml)
        } catch { throw PayrollError(error) }
        totals.add(employee)
    }

    /// Writes the control totals and ends the file.
    ///
    /// - Parameter expected: totals that were added up elsewhere, compared before they are written.
    /// - Throws: `.totals` when they differ.
    package mutating func finish(expecting expected: PayrollTotals? = nil) throws(PayrollError) {
        if let expected, let difference = totals.differences(from: expected, batch: rules.batch).first {
            throw PayrollError(.totals, finding: difference, reason: "The payroll file doesn't add up: \(difference)")
        }
        do throws(XMLError) {
            try xml.end()
            try PayrollXMLWriter.write(totals, unitsDecimals: rules.batch.unitsDecimals, to: &xml)
            try xml.end()
            try xml.finish()
        } catch { throw PayrollError(error) }
    }

    /// Bytes that wait for `drain`, about.
    package var pendingBytes: Int { xml.pendingBytes }

    /// Hands over what was written since the last call; the span is valid in `body` only.
    package mutating func drain<R, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> R) throws(Failure) -> R {
        try xml.drain(body)
    }
}

extension PayrollError {
    init(_ error: XMLError) { self.init(.xml, reason: error.explanation) }
}
