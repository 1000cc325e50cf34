package import GantryFiles
internal import GantryFormats

/// Reads whole files of a profile.
package enum ProfileFileReader {
    private static let piece = 256 << 10
    /// No layout has longer lines; a file without line ends is none.
    private static let longestLine = 1 << 20

    /// What a file holds.
    /// - Parameters:
    ///   - file: opened at its beginning, and read to its end.
    ///   - payCodes: those of the export.
    ///   - keepsLines: whether the sums of every employee and code are kept, or those of the codes alone.
    /// - Throws: `ProfileReadingError` with the line that isn't of this layout; `FileError` when it can't be read.
    package static func contents(
        of file: ReadFile, _ profile: Profile, _ context: ProfileContext, payCodes: [PayCode], keepsLines: Bool = true
    ) throws -> ProfileContents {
        var reader = ProfileReader(profile, context, payCodes: payCodes, keepsLines: keepsLines)
        var lines = LineSplitter(profile)
        var bytes: [UInt8] = []
        while try file.read(appendingTo: &bytes, atMost: piece) > 0 {
            try lines.add(bytes) { line throws(ProfileReadingError) in try reader.read(line) }
            bytes.removeAll(keepingCapacity: true)
        }
        try lines.finish { line throws(ProfileReadingError) in try reader.read(line) }
        return try reader.finish()
    }

    /// What `bytes` hold.
    package static func contents(
        of bytes: [UInt8], _ profile: Profile, _ context: ProfileContext, payCodes: [PayCode] = []
    ) throws(ProfileReadingError) -> ProfileContents {
        var reader = ProfileReader(profile, context, payCodes: payCodes)
        var lines = LineSplitter(profile)
        try lines.add(bytes) { line throws(ProfileReadingError) in try reader.read(line) }
        try lines.finish { line throws(ProfileReadingError) in try reader.read(line) }
        return try reader.finish()
    }

    /// What is wrong with the file as XML; `nil` where it is well-formed and keeps the schema.
    package static func problem(ofXML path: String, schema: [UInt8]?, named name: String) -> String? {
        do throws(XMLError) {
            if let schema {
                let found = try XMLSchema(schema, name: name).validate(file: path, limit: 1).first
                return found.map { "it breaks its schema \(name): \($0)" }
            }
            var reader = try XMLStreamReader(file: path)
            while try reader.next() != nil {}
            return nil
        } catch {
            return "it can't be read as XML: \(error.explanation)"
        }
    }

    /// Cuts bytes into the lines of a profile.
    private struct LineSplitter {
        private let end: [UInt8]
        private let endsLastLine: Bool
        private let mark: [UInt8]
        private var line: [UInt8] = []
        private var count = 0
        private var isAtStart = true

        init(_ profile: Profile) {
            end = profile.lineEnd.bytes
            endsLastLine = profile.endsLastLine
            mark = profile.encoding.mark
        }

        mutating func add(
            _ bytes: [UInt8], _ each: (Span<UInt8>) throws(ProfileReadingError) -> Void
        ) throws(ProfileReadingError) {
            var start = 0
            if isAtStart {
                guard bytes.starts(with: mark) else {
                    throw ProfileReadingError(line: 1, message: "it doesn't begin with a byte order mark")
                }
                start = mark.count
                isAtStart = false
            }
            let last = end[end.count - 1]
            var index = start
            while let found = bytes.span.firstPlace(of: last, from: index) {
                index = found + 1
                // Most lines are in the bytes as a whole.
                if line.isEmpty {
                    let length = index - start - end.count
                    guard length >= 0, bytes.span.has(end, at: start + length) else { continue }
                    let own = start..<(start + length)
                    start = index
                    count += 1
                    try each(bytes.span.extracting(own))
                    continue
                }
                line += bytes[start..<index]
                start = index
                let length = line.count - end.count
                guard length >= 0, line.span.has(end, at: length) else { continue }
                count += 1
                try each(line.span.extracting(0..<length))
                line.removeAll(keepingCapacity: true)
            }
            line += bytes[start...]
            guard line.count <= longestLine else {
                throw ProfileReadingError(line: count + 1, message: "it is longer than any line of a layout")
            }
        }

        mutating func finish(
            _ each: (Span<UInt8>) throws(ProfileReadingError) -> Void
        ) throws(ProfileReadingError) {
            if isAtStart, !mark.isEmpty {
                throw ProfileReadingError(line: 1, message: "it doesn't begin with a byte order mark")
            }
            guard endsLastLine else {
                if count > 0 || !line.isEmpty { try each(line.span) }
                return
            }
            guard line.isEmpty else {
                throw ProfileReadingError(line: count + 1, message: "the last line has no end")
            }
        }
    }
}
