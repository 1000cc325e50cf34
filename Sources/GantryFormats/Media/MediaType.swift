/// The kinds of files that are uploaded.
public enum MediaType: String, Sendable, CaseIterable, Hashable {
    case pdf, jpeg, png, webp

    /// As a request's `Content-Type` has it (RFC 3778, RFC 2046, RFC 9649, the PNG specification).
    public var mimeType: String {
        switch self {
        case .pdf: "application/pdf"
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        }
    }

    /// What names of such files end in, in lower case without the point; the usual one first.
    public var fileExtensions: [String] {
        switch self {
        case .pdf: ["pdf"]
        case .jpeg: ["jpg", "jpeg"]
        case .png: ["png"]
        case .webp: ["webp"]
        }
    }

    /// For a sentence: "a JPEG image".
    public var name: String {
        switch self {
        case .pdf: "a PDF document"
        case .jpeg: "a JPEG image"
        case .png: "a PNG image"
        case .webp: "a WebP image"
        }
    }

    /// The type that belongs to the ending of a file's name, in either case.
    public init?(fileName name: String) {
        guard let ending = fileExtension(of: name),
            let type = MediaType.allCases.first(where: { $0.fileExtensions.contains(ending) })
        else { return nil }
        self = type
    }
}

/// What follows the last point of a path's last name, in lower case, or `nil` if it has none.
func fileExtension(of path: String) -> String? {
    guard let name = path.utf8.split(separator: UInt8(ascii: "/")).last,
        let point = name.lastIndex(of: UInt8(ascii: ".")), point != name.startIndex
    else { return nil }
    let ending = Substring(name[point...].dropFirst())
    return ending.isEmpty ? nil : ending.lowercased()
}

/// Types as a choice in a sentence: "a PDF document, a JPEG image or a PNG image", always in the same order.
func choice(of types: Set<MediaType>) -> String {
    let names = MediaType.allCases.filter(types.contains).map(\.name)
    guard let last = names.last, names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
}
