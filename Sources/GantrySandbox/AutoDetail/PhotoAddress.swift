/// Where a photo is served: a path that says whose it is, and a signature in the query, as object stores have them.
struct PhotoAddress: Hashable {
    static let pattern = "/uploads/appointments/:id/:kind/:file"
    /// Stands in records where the server's own address belongs, because only a request knows that.
    static let originMark = "{origin}"

    var appointment: String
    /// `work` or `defect`.
    var kind: String
    /// As it stands in the address, percent signs and all.
    var file: String

    var path: String { "/uploads/appointments/\(appointment)/\(kind)/\(file)" }

    /// The same for the same path, so that an answer is the same whenever it is asked for.
    var signature: String { String(EntityTag(Array("gantry sandbox \(path)".utf8)).text.dropFirst().dropLast()) }

    /// The address as records hold it.
    var text: String { "\(Self.originMark)\(path)?X-Amz-Expires=60&X-Amz-Signature=\(signature)" }

    init(appointment: String, kind: String, file: String) {
        self.appointment = appointment
        self.kind = kind
        self.file = file
    }

    /// Reads the path of what ``text`` or a real address holds; nil for an address of another form.
    init?(_ address: String) {
        let parts = address.prefix { $0 != "?" }.split(separator: "/").suffix(5)
        guard parts.count == 5, parts.prefix(2).joined(separator: "/") == "uploads/appointments" else { return nil }
        let words = parts.suffix(3).map(String.init)
        self.init(appointment: words[0], kind: words[1], file: words[2])
    }

    /// The bytes with the server's address in place of its mark.
    static func placed(_ bytes: [UInt8], at origin: String) -> [UInt8] {
        let mark = Array(originMark.utf8)
        var placed: [UInt8] = []
        placed.reserveCapacity(bytes.count + bytes.count / 16)
        var copied = 0
        var cursor = 0
        while cursor + mark.count <= bytes.count {
            // The second byte tells a mark from the start of an object at once.
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
