package import GantryEngine
internal import GantryFiles
package import GantryOutputs

/// `payroll-xml`: the payroll file with days and totals, with its schema next to it.
package struct PayXMLFormat: PayFormat {
    package init() {}

    package static let name = "payroll-xml"

    package var name: String { PayXMLFormat.name }
    package var help: String { "The pay lines as XML, with daily hours, control totals and a schema." }
    package var keys: [OutputKey] { [] }
    package var isTable: Bool { false }
    package var allowsSeveral: Bool { false }

    package func ending(_ choices: [String: String]) -> FileEnding { FileEnding(".xml", reason: "the format \(name)") }

    package func companions(of file: String) -> [String] { [PayXMLFile.schemaName(besides: file)] }

    package func start(
        _ output: Output, in folder: String, parts: String, calculation: PayCalculation
    ) throws -> any PayFile {
        try PayXMLFile(
            folder: folder, name: output.file, calculation.batch, payCodes: calculation.payCodes,
            isByProject: calculation.isByProject)
    }

    /// It is valid to its schema's types and adds up to the totals.
    package func readBack(
        _ output: Output, mark: FileCheckpoint, totals: PayrollTotals, calculation: PayCalculation
    ) -> ReadBack.Proof {
        .checked { xml in
            let proof = try verifyPayrollXML(
                file: xml.path, proof: .types, byProject: calculation.isByProject, limit: 3)
            if let finding = proof.findings.first { return "\(finding)" }
            if let violation = proof.violations.first { return "\(violation)" }
            return proof.recomputed == totals ? nil : "its lines add up to different totals"
        }
    }

    package func entry(of output: Output, _ mark: FileCheckpoint) -> FileEntry {
        FileEntry(mark, format: name, rows: .employees)
    }
}
