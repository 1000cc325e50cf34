import FoundationEssentials

/// A copy of an export folder in which something is changed and every digest made anew, so that only what the files say
/// of each other can tell.
struct AlteredExport: Sendable {
    let folder: TestFolder
    var path: String { folder.file("copy") }

    init(of original: String) throws {
        folder = try TestFolder("altered")
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: original, toPath: folder.file("copy"))
    }

    func change(_ name: String, _ body: (String) -> String) throws {
        let before = try text(of: path + "/" + name)
        let after = body(before)
        guard after != before else { throw HarnessError("\(name) was to be changed and is the same") }
        try write(after, to: path + "/" + name)
    }

    static let reseal = """
        set -e; cd "$1"
        find data -type f -exec sha256sum {} + | sort -k2 > manifest-sha256.txt
        oxum=$(find data -type f -printf '%s\\n' | awk '{ bytes += $1; files += 1 } END { printf "%d.%d", bytes, files }')
        sed -i "s/^Payload-Oxum: .*/Payload-Oxum: $oxum/" bag-info.txt
        sha256sum bag-info.txt bagit.txt manifest-sha256.txt > tagmanifest-sha256.txt
        """

    func verified() async throws -> Ending {
        try await Command(["bash", "-c", AlteredExport.reseal, "bash", path]).succeed()
        return try await Command([Product.binary, "verify", path]).run()
    }
}

/// One figure of a `totals.json`, and the document with another value in its place.
struct AlteredFigure: Sendable {
    /// `pay_codes[0].units`
    let path: String
    let document: String

    /// Every figure of a document as Gantry writes it: one to a line.
    static func all(of document: String) -> [AlteredFigure] {
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var found: [AlteredFigure] = []
        var places: [(name: String, isList: Bool, next: Int)] = []
        for (number, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            guard let first = text.first else { continue }
            if first == "}" || first == "]" {
                places.removeLast()
                continue
            }
            var value = text
            var name = ""
            if first == "\"", let end = text.firstRange(of: "\": ") {
                name = String(text[text.index(after: text.startIndex)..<end.lowerBound])
                value = text[end.upperBound...]
            } else if let last = places.indices.last, places[last].isList {
                name = "[\(places[last].next)]"
                places[last].next += 1
            }
            if value == "{" || value == "[" {
                places.append((name, value == "[", 0))
                continue
            }
            let end = value.hasSuffix(",") ? "," : ""
            let old = String(value.dropLast(end.count))
            guard old != "[]", old != "{}" else { continue }
            var changed = lines
            changed[number] = String(line.dropLast(value.count)) + other(than: old) + end
            let path = (places.map(\.name) + [name]).reduce("") {
                $1.hasPrefix("[") || $0.isEmpty ? $0 + $1 : "\($0).\($1)"
            }
            found.append(AlteredFigure(path: path, document: changed.joined(separator: "\n")))
        }
        return found
    }

    private static func other(than value: String) -> String {
        switch value {
        case "null": return "\"7\""
        case "true": return "false"
        case "false": return "true"
        default: break
        }
        guard value.hasPrefix("\"") else { return String((Int(value) ?? 0) + 1) }
        let text = value.dropFirst().dropLast()
        guard let last = text.last else { return "\"x\"" }
        // A digit becomes another one, so that a number stays one.
        if let digit = last.wholeNumberValue { return "\"\(text.dropLast())\((digit + 1) % 10)\"" }
        return "\"\(text)x\""
    }
}
