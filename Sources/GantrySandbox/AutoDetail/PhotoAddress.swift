internal import GantryJSON

/// The address of a photo: a path with its appointment, and a signature in the query, as object stores have it.
struct PhotoAddress: Hashable {
    static let pattern = "/uploads/appointments/:id/:kind/:file"
    /// The place of the server's own address in records, because only a request knows it.
    static let originMark = "{origin}"

    var appointment: String
    /// `work` or `defect`.
    var kind: String
    /// As in the address, with percent escapes.
    var file: String

    var path: String { "/uploads/appointments/\(appointment)/\(kind)/\(file)" }

    /// Depends on the path alone, so that equal requests get equal answers.
    var signature: String { EntityTag(Array("gantry sandbox \(path)".utf8)).digits }

    /// The address as records contain it.
    var text: String { "\(Self.originMark)\(path)?X-Amz-Expires=60&X-Amz-Signature=\(signature)" }

    init(appointment: String, kind: String, file: String) {
        self.appointment = appointment
        self.kind = kind
        self.file = file
    }

    /// Reads the path of ``text`` or of a real address; nil for an address of another form.
    init?(_ address: String) {
        let parts = address.prefix { $0 != "?" }.split(separator: "/").suffix(5)
        guard parts.count == 5, parts.prefix(2).joined(separator: "/") == "uploads/appointments" else { return nil }
        let words = parts.suffix(3).map(String.init)
        self.init(appointment: words[0], kind: words[1], file: words[2])
    }

    /// The photo in the list of an appointment.
    func photo(_ id: String, created: String) -> JSONTree {
        ["id": .string(id), "url": .string(text), "createdAt": .string(created)]
    }

    /// The bytes with the server's address instead of the mark.
    static func placed(_ bytes: [UInt8], at origin: String) -> [UInt8] {
        let mark = Array(originMark.utf8)
        var placed: [UInt8] = []
        placed.reserveCapacity(bytes.count + bytes.count / 16)
        var copied = 0
        var cursor = 0
        while cursor + mark.count <= bytes.count {
            // The second byte already differs at the start of an object.
            guard bytes[cursor] == mark[0], bytes[cursor + 1] == mark[1],
                bytes[cursor..<(cursor + mark.count)].elementsEqual(mark)
            else {
                cursor += 1
                continue
            }
            placed += bytes[copied..<cursor]
            placed.append(origin)
            cursor += mark.count
            copied = cursor
        }
        placed += bytes[copied...]
        return placed
    }
}
