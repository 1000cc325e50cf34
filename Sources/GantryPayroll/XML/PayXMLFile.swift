package import GantryEngine
internal import GantryFiles
internal import GantryOutputs

/// `payroll-xml`: the payroll file with days, totals and its schema next to it.
package final class PayXMLFile: PayFile {
    /// This much is collected before it is written.
    private static let gathered = 1 << 20

    private let folder: String
    private let form: PayrollXMLSchema.Form
    private var part: Part
    private var xml: PayrollXMLWriter

    /// Starts the file.
    /// - Throws: `PayrollError.refused` when the batch or a pay code breaks a rule of the file.
    package init(folder: String, name: String, _ batch: PayrollBatch, payCodes: [PayCode], isByProject: Bool) throws {
        self.folder = folder
        form = PayrollXMLSchema.Form(batch, payCodes, isByProject: isByProject)
        var part = Part(folder: folder, name: name)
        try part.open(at: nil)
        self.part = part
        xml = try PayrollXMLWriter(batch, payCodes: payCodes)
    }

    package func add(_ employee: PayrollEmployee) throws {
        try xml.add(employee)
        if xml.pendingBytes > PayXMLFile.gathered { try drain() }
    }

    package func finish(_ totals: PayrollTotals) throws -> [FileCheckpoint] {
        try xml.finish(expecting: totals)
        try drain()
        part.rows = totals.employees
        let mark = try part.mark()
        try part.close()
        return [mark, try schema()]
    }

    private func drain() throws {
        try xml.drain { (bytes: Span<UInt8>) throws in try part.append(bytes) }
    }

    private func schema() throws -> FileCheckpoint {
        let name = PayXMLFile.schemaName(besides: part.name)
        let bytes = PayrollXMLSchema.document(form)
        try Publishing.writeDurably(bytes.span, to: "\(folder)/\(name)")
        return FileCheckpoint(
            name: name, length: Int64(bytes.count), sha256: ContentHasher.digest(of: bytes.span).description)
    }

    /// The name of the schema of a file: `payroll.xsd` for `payroll.xml`.
    package static func schemaName(besides name: String) -> String {
        (name.hasSuffix(".xml") ? String(name.dropLast(4)) : name) + ".xsd"
    }
}
