import FoundationEssentials
internal import GantryJSON
internal import GantryModel

/// A file of samples: a JSON array with one record on each line, or a photo.
public struct SampleFile: Sendable {
    /// Relative to the system's folder, for example `photos/ph-1.jpg`.
    public var name: String
    /// The complete content.
    public var bytes: [UInt8]
}

/// The sample month in `Samples/`, computed. The same bytes on every machine.
public enum SampleFiles {
    private static let data = GeneratedData(entries: 1_480, employees: 60, seed: 2026, unusual: false)

    /// The files of `Samples/<system>/`, in order of name.
    ///
    /// - Throws: Nothing in practice: the built-in data is valid.
    public static func files(of system: SandboxSystem) throws(SandboxError) -> [SampleFile] {
        switch system {
        case .ksrCranes: try ksrCranes()
        case .cdblLMS: try CDBLSamples.files()
        case .autoDetailHub: try AutoDetailSamples.files()
        case .vynqTalk: try VynqTalkSamples.files()
        }
    }

    /// Writes the files of every system to `folder`, in one folder for each. Existing files are replaced.
    ///
    /// - Throws: The error of the file system; an incomplete file may remain.
    public static func write(to folder: String) throws {
        for system in SandboxSystem.allCases {
            let target = "\(folder)/\(system.rawValue)"
            for file in try files(of: system) {
                let place = URL(filePath: "\(target)/\(file.name)")
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.bytes).write(to: place)
            }
        }
    }

    private static func ksrCranes() throws(SandboxError) -> [SampleFile] {
        let generated = try GeneratedWorkEntries(data)
        var records = (0..<generated.count).map { position in
            var bytes: [UInt8] = []
            generated.append(position, to: &bytes)
            return bytes
        }
        // The repeat is beside its original, as when a page is read while rows are written.
        records.insert(records[SampleExceptions.repeatedPosition], at: SampleExceptions.repeatedPosition + 1)
        // The first file ends with 15 October and contains the repeat.
        let october = CivilDate(known: "2026-10-01")
        let split = generated.positions(from: october, through: october + 14).upperBound + 1
        let firstHalf = records[..<split]
        let secondHalf = records[split...] + SampleExceptions.records.map { Array($0.utf8) }
        return GeneratedLists(data).files() + GeneratedFixtures.sampleFiles(data) + [
            SampleFile("work-entries-1.json", Array(firstHalf)), SampleFile("work-entries-2.json", Array(secondHalf)),
        ]
    }
}

extension SampleFile {
    init(_ name: String, _ records: [[UInt8]]) {
        self.name = name
        bytes = Array("[\n".utf8) + records.joined(separator: Array(",\n".utf8))
        bytes.append(records.isEmpty ? "]\n" : "\n]\n")
    }

    init(_ name: String, _ records: [JSONTree]) { self.init(name, records.map(\.bytes)) }
}
