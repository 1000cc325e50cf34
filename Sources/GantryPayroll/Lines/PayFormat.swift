package import GantryEngine
package import GantryOutputs

/// A format of payroll files, which are made of the aggregates at the end of a run.
package protocol PayFormat: OutputFormat {
    /// Starts a file in `folder`.
    /// - Parameter parts: the folder of what isn't published itself, with what grew for the output.
    func start(
        _ output: Output, in folder: String, parts: String, calculation: PayCalculation
    ) throws -> any PayFile
    /// What reading a finished file back must show.
    /// - Parameters:
    ///   - mark: as the file gave it when it was finished.
    ///   - totals: what its lines must add up to.
    func readBack(
        _ output: Output, mark: FileCheckpoint, totals: PayrollTotals, calculation: PayCalculation
    ) -> ReadBack.Proof
}

extension PayFormat {
    package var content: OutputContent { .pay }
}
