internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryOutputs

/// A file in the layout of a profile, or a file for each employee, with a copy of the profile beside it.
final class ProfilePayFile: PayFile {
    /// So much is gathered before it is written.
    private static let gathered = 1 << 20
    static let unitsKey = "units:"
    static let amountKey = "amount:"
    static let stretchesKey = "stretches:"
    static let roundedKey = "rounded"

    private let format: ProfileFormat
    private let folder: String
    private let name: String
    private var writer: ProfileWriter
    /// The one file, where there is not one for each employee.
    private var part: Part?
    private var marks: [FileCheckpoint] = []
    private(set) var leftOut: LeftOutFile?
    /// What a correction writes instead of lines, those of one employee together; `nil` for a whole period.
    private let changes: [[PayrollChange]]?
    /// What the employees with changes have now, by payroll number.
    private var lines: [String: [PayrollLine]] = [:]

    init(
        _ format: ProfileFormat, folder: String, name: String, context: ProfileContext, payCodes: [PayCode],
        changes: [PayrollChange]? = nil
    ) throws {
        self.changes = changes.map { all in
            all.reduce(into: []) { groups, change in
                if groups.last?.last?.payrollNumber == change.payrollNumber {
                    groups[groups.count - 1].append(change)
                } else {
                    groups.append([change])
                }
            }
        }
        for change in changes ?? [] { lines[change.payrollNumber] = [] }
        self.format = format
        self.folder = folder
        self.name = name
        writer = ProfileWriter(format.profile, context, payCodes: payCodes, file: name)
        guard !format.profile.isFilePerEmployee else { return }
        var part = Part(folder: folder, name: name)
        try part.open(at: nil)
        self.part = part
        writer.start()
    }

    func add(_ employee: PayrollEmployee) throws {
        guard changes == nil else {
            lines[employee.payrollNumber]? += employee.lines
            return
        }
        guard !format.profile.isFilePerEmployee else {
            guard !employee.lines.isEmpty else { return }
            return try write(employee.payrollNumber) { $0.add(employee) }
        }
        writer.add(employee)
        if writer.canDrain, writer.pendingBytes > ProfilePayFile.gathered { try part?.append(writer.take().span) }
    }

    func finish(_ totals: PayrollTotals) throws -> [FileCheckpoint] {
        for group in changes ?? [] {
            let lines = lines[group[0].payrollNumber] ?? []
            if format.profile.isFilePerEmployee {
                try write(group[0].payrollNumber) { $0.add(group, of: lines) }
            } else {
                writer.add(group, of: lines)
            }
        }
        if var part {
            if try finishes() {
                try part.append(writer.take().span)
                marks.append(try mark(&part))
            } else {
                try part.close()
            }
            self.part = nil
        }
        if !writer.misfits.isEmpty { try leaveOut() }
        return try marks + ProfileCopy.write(format, in: folder)
    }

    /// Ends the writing; false where something doesn't fit.
    private func finishes() throws -> Bool {
        do {
            try writer.finish()
            return true
        } catch let error as RunError where error.code == .doesNotFit {
            return false
        }
    }

    /// Removes what was written: half a file would be imported as if it were whole.
    private func leaveOut() throws {
        for written in format.profile.isFilePerEmployee ? marks.map(\.name) : [name] {
            try Folders.remove(written, under: folder)
        }
        marks = []
        leftOut = writer.misfits.leftOut(file: name, profile: format.name)
    }

    /// Writes the file of one employee; after the first value that doesn't fit no more are made.
    private func write(_ number: String, _ add: (inout ProfileWriter) -> Void) throws {
        writer.startNextFile()
        add(&writer)
        guard changes == nil || writer.rowCount > 0 || !writer.misfits.isEmpty else { return }
        let (stem, ending) = ProfilePayFile.parts(of: name)
        guard number.utf8.allSatisfy(isNameByte), number.utf8.count <= 64 else {
            return writer.refuse(
                number, column: "file-for", expected: "a number of letters, digits, . _ - for the name of a file")
        }
        guard writer.misfits.isEmpty else { return }
        guard try finishes() else { return }
        var part = Part(folder: folder, name: "\(stem)-\(number)\(ending)")
        try part.open(at: nil)
        try part.append(writer.take().span)
        marks.append(try mark(&part))
    }

    private func mark(_ part: inout Part) throws -> FileCheckpoint {
        part.rows = writer.rowCount
        var sums = [ProfilePayFile.roundedKey: String(writer.roundedRates)]
        for (code, expected) in writer.expected {
            sums[ProfilePayFile.unitsKey + code] = String(expected.units)
            sums[ProfilePayFile.amountKey + code] = String(expected.amount)
            if expected.stretches != 0 { sums[ProfilePayFile.stretchesKey + code] = String(expected.stretches) }
        }
        let mark = try part.mark(sums: sums)
        try part.close()
        return mark
    }

    /// A file name before and from its first dot.
    static func parts(of name: String) -> (stem: String, ending: String) {
        let stem = name.prefix { $0 != "." }
        return (String(stem), String(name.dropFirst(stem.count)))
    }
}

/// The copies of profiles in an export.
enum ProfileCopy {
    static func digest(of bytes: [UInt8]) -> String { ContentHasher.digest(of: bytes.span).description }

    /// Writes the profile's text, and its schema where it has one.
    static func write(_ format: ProfileFormat, in folder: String) throws -> [FileCheckpoint] {
        try Folders.makePrivate(ProfileFormat.folder, under: folder)
        var copies = [(format.copyName, format.source)]
        if let schema = format.schema { copies.append((format.schemaName, schema)) }
        return try copies.map { name, bytes in
            try Publishing.writeDurably(bytes.span, to: "\(folder)/\(name)")
            return FileCheckpoint(name: name, length: Int64(bytes.count), sha256: digest(of: bytes))
        }
    }
}
