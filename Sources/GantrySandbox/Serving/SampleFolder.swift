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
                .unusableSample, path, "the sample files cannot be read (\(error))",
                next: "Name the folder that holds \(system.rawValue)/, such as Samples.")
        }
    }

    init(_ files: [SampleFile]) { self.files = files }

    /// The records of `NAME.json`, and of `NAME-….json` with a number, in order of file name.
    ///
    /// - Throws: ``SandboxError`` with `.unusableSample` when there is no such file or one is no list of records.
    func records(_ name: String) throws(SandboxError) -> StoredRecords {
        let found = files.filter { file in
            file.name == "\(name).json"
                || (file.name.hasPrefix("\(name)-") && file.name.dropFirst(name.count + 1).first?.isNumber == true)
        }
        guard !found.isEmpty else {
            throw SandboxError(
                .unusableSample, "\(name).json", "the file is missing",
                next: "Put the file back, or write the samples again.")
        }
        return try StoredRecords(name: found.map(\.name).joined(separator: " and "), texts: found.map(\.bytes))
    }
}
