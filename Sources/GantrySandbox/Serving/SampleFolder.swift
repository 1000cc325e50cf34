import FoundationEssentials

/// The sample files of one system, by name.
struct SampleFolder {
    let files: [SampleFile]

    /// - Throws: ``SandboxError`` with `.unusableSample` when the folder cannot be read.
    init(_ folder: String, _ system: SandboxSystem) throws(SandboxError) {
        let path = folder + "/" + system.rawValue
        do {
            let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
                [".json", ".jpg"].contains { name.hasSuffix($0) }
            }.sorted()
            files = try names.map { name in
                SampleFile(name: name, bytes: Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)"))))
            }
        } catch {
            throw SandboxError(
                .unusableSample, about: path, "the sample files can't be read (\(error))",
                next: "Name a folder that contains \(system.rawValue)/, such as Samples.")
        }
    }

    init(_ files: [SampleFile]) { self.files = files }

    /// The files of stored records, or the files that computed records need too.
    init(
        _ records: SandboxConfiguration.Records, of system: SandboxSystem, generated: (GeneratedData) -> [SampleFile]
    ) throws(SandboxError) {
        switch records {
        case .sampleMonth: self.init(try SampleFiles.files(of: system))
        case .folder(let path): try self.init(path, system)
        case .generated(let data): self.init(generated(data))
        }
    }

    /// The records of `NAME.json`, and of `NAME-….json` with a number, in order of file name.
    ///
    /// - Throws: ``SandboxError`` with `.unusableSample` when there is no such file or a file is not a list of records.
    func records(_ name: String) throws(SandboxError) -> StoredRecords {
        let found = files.filter { file in
            file.name == "\(name).json"
                || (file.name.hasPrefix("\(name)-") && file.name.dropFirst(name.count + 1).first?.isNumber == true)
        }
        guard !found.isEmpty else {
            throw SandboxError(
                .unusableSample, about: "\(name).json", "the file is missing",
                next: "Restore the file.")
        }
        return try StoredRecords(name: found.map(\.name).joined(separator: " and "), texts: found.map(\.bytes))
    }

    /// The record of `NAME.json`, which has only one.
    ///
    /// - Throws: ``SandboxError`` with `.unusableSample` when the file is missing or has another number of records.
    func record(_ name: String) throws(SandboxError) -> [UInt8] {
        let records = try records(name)
        guard records.count == 1 else {
            throw SandboxError(
                .unusableSample, about: records.name, "it has \(records.count) records, not one",
                next: "Correct the file.")
        }
        return records.record(0)
    }
}
