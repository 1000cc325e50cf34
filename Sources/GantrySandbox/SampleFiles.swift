import FoundationEssentials

/// A file of samples: a JSON array with one record on each line, or a photo.
public struct SampleFile: Sendable {
    /// Below the system's folder, for example `photos/ph-1.jpg`.
    public var name: String
    /// The whole content.
    public var bytes: [UInt8]
}

/// The sample month that `Samples/` holds, made anew. The same bytes on every machine.
public enum SampleFiles {
    static let data = GeneratedData(entries: 1_480, employees: 60, seed: 2026, unusual: false)

    /// The files of `Samples/<system>/`, in order of name.
    public static func files(of system: SandboxSystem) throws -> [SampleFile] {
        switch system {
        case .ksrCranes: try ksrCranes()
        case .cdblLMS: try CDBLSamples.files()
        case .autoDetailHub: try AutoDetailSamples.files()
        case .vynqTalk: try VynqTalkSamples.files()
        }
    }

    /// The lists that go with generated work entries: workers, customers, payroll batches and periods.
    public static func lists(for data: GeneratedData) -> [SampleFile] { GeneratedLists(data).files() }

    /// Writes the files of every system below `folder`, one folder each. Files of the same names are replaced.
    ///
    /// - Throws: Whatever the file system says; a file that was begun may be left.
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

    static func ksrCranes() throws(SandboxError) -> [SampleFile] {
        let generated = try GeneratedWorkEntries(data)
        var records = (0..<generated.count).map { position in
            var bytes: [UInt8] = []
            generated.append(position, to: &bytes)
            return bytes
        }
        // The repeat stands beside its twin, as it does when a page is read while rows are written.
        records.insert(records[SampleExceptions.repeatedPosition], at: SampleExceptions.repeatedPosition + 1)
        // The first file ends with 15 October and has the repeat besides.
        let october = CivilDay(year: 2026, month: 10, day: 1)
        let split = generated.positions(from: october, through: october.adding(days: 14)).upperBound + 1
        let firstHalf = records[..<split]
        let secondHalf = records[split...] + SampleExceptions.records.map { Array($0.utf8) }
        return GeneratedLists(data).files() + GeneratedOffice.sampleFiles(data) + [
            SampleFile("work-entries-1.json", Array(firstHalf)), SampleFile("work-entries-2.json", Array(secondHalf)),
        ]
    }
}

extension SampleFile {
    init(_ name: String, _ records: [[UInt8]]) {
        self.name = name
        bytes = Array("[\n".utf8)
        for (index, record) in records.enumerated() {
            bytes += record
            bytes.append(index + 1 < records.count ? ",\n" : "\n")
        }
        bytes.append("]\n")
    }
}
