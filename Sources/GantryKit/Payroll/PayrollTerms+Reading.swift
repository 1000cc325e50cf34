internal import GantryEngine
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

extension PayrollTerms.Reader {
    static let archived = PayrollTerms.Reader { try PayrollTerms.reading($0, in: $1, $2) }
}

extension PayrollTerms {
    /// Reads the pipeline file of an export, with the layouts that lie beside it.
    /// - Throws: `PipelineFileError`, and `RunError.verificationFailed` for a file that pays nothing.
    fileprivate static func reading(_ text: [UInt8], in folder: String, _ contract: Contract) throws -> PayrollTerms {
        let pipeline = try Pipeline.read(
            exported: text, named: "data/\(PayrollFile.pipeline.name)", catalog: .built,
            profiles: ProfileFolders(["\(folder)/data/\(ProfileFormat.folder)"]))
        guard let payroll = pipeline.payroll else {
            throw RunError(.verificationFailed, "it is no pipeline of a payroll export")
        }
        return PayrollTerms(
            pipeline: pipeline.name, checks: PayrollPlan.checks(payroll, contract), settings: payroll.pay,
            joinsWorkers: payroll.join != nil, stated: TotalsDocument.stated(payroll))
    }
}

extension PublishedPay {
    /// The pay lines of an export of any formats.
    init(exported folder: ExportFolder) async throws {
        try await self.init(folder, formats: OutputFormats.all, terms: .archived)
    }
}
