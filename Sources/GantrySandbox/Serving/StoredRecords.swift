/// The records of a JSON array, with the bytes they were written with.
struct StoredRecords: Sendable {
    /// The file or files, for messages.
    let name: String
    private let bytes: [UInt8]
    private let ranges: [Range<Int>]

    var count: Int { ranges.count }

    /// - Throws: ``SandboxError`` with `.unusableSample` when a text is not a JSON array of objects.
    init(name: String, texts: [[UInt8]]) throws(SandboxError) {
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        for text in texts {
            do {
                for element in try JSONBytes.elements(of: text) {
                    _ = try JSONBytes.members(of: text, at: element.lowerBound)
                    ranges.append((bytes.count + element.lowerBound)..<(bytes.count + element.upperBound))
                }
            } catch {
                throw SandboxError(
                    .unusableSample, about: name, "it isn't a JSON array of objects (byte \(error.offset))",
                    next: "Correct the file, or restore the sample files.")
            }
            bytes += text
        }
        self.name = name
        self.bytes = bytes
        self.ranges = ranges
    }

    /// The JSON text of a field's value.
    func value(_ key: String, of position: Int) -> ArraySlice<UInt8>? {
        // The members were valid when the records were loaded.
        guard let member = try? JSONBytes.member(key, of: bytes, at: ranges[position].lowerBound) else { return nil }
        return bytes[member.value]
    }

    /// A field's value as plain text: a string's content, or the text of any other value; nil for null or absent.
    func text(_ key: String, of position: Int) -> String? {
        value(key, of: position).flatMap(JSONBytes.plainText)
    }

    /// The position of the first record whose field has this plain text.
    func position(_ key: String, _ wanted: String) -> Int? { (0..<count).first { text(key, of: $0) == wanted } }

    func record(_ position: Int) -> [UInt8] { Array(bytes[ranges[position]]) }

    /// The first record whose field has this plain text.
    func record(_ key: String, _ wanted: String) -> [UInt8]? {
        position(key, wanted).map { record($0) }
    }

    func append(_ position: Int, to target: inout [UInt8]) {
        target.append(contentsOf: bytes[ranges[position]])
    }
}
