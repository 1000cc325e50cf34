extension MultipartForm {
    /// The encoded form. Contents are moved, not copied.
    var segments: [HTTPBody.Segment] {
        var all: [HTTPBody.Segment] = []
        var between: [UInt8] = []
        for part in parts {
            addHead(of: part, to: &between)
            switch part.content {
            case .text(let text): between += Self.lineBreaksUnified(text)
            case .bytes(let bytes): flush(.bytes(bytes))
            case .file(let content): flush(.file(content))
            }
            between.append(contentsOf: "\r\n".utf8)
        }
        between.append(contentsOf: "--\(boundary)--\r\n".utf8)
        all.append(.bytes(between))
        return all

        func flush(_ segment: HTTPBody.Segment) {
            all.append(.bytes(between))
            all.append(segment)
            between = []
        }
    }

    /// What makes the form unfit to send, or nil.
    var fault: String? {
        let isUsable =
            (1...70).contains(boundary.utf8.count)
            && boundary.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "'"), UInt8(ascii: "+"), UInt8(ascii: "_"),
                    UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        guard isUsable else { return "the form's boundary is not 1 to 70 of A-Z a-z 0-9 ' + _ - ." }
        for type in parts.compactMap({ $0.file?.contentType }) {
            if type.isEmpty { return "a file in the form has no content type" }
            if HeaderField("Content-Type", HeaderValue(type)).fault != nil {
                return "the content type of a file in the form has a line break or another control character"
            }
        }
        return nil
    }

    private func addHead(of part: Part, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: "--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8)
        bytes += Self.escaped(Self.lineBreaksUnified(part.name))
        if let file = part.file {
            bytes.append(contentsOf: "\"; filename=\"".utf8)
            bytes += Self.escaped(Array(file.name.utf8))
            bytes.append(contentsOf: "\"\r\nContent-Type: \(file.contentType)".utf8)
        } else {
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(contentsOf: "\r\n\r\n".utf8)
    }

    /// CR LF for each CR, LF and CR LF.
    private static func lineBreaksUnified(_ text: String) -> [UInt8] {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return Array(text.utf8) }
        var result: [UInt8] = []
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0A where last == 0x0D: break
            case 0x0A, 0x0D: result += [0x0D, 0x0A]
            default: result.append(byte)
            }
            last = byte
        }
        return result
    }

    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }) else { return bytes }
        var result: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""): result += Array("%22".utf8)
            case 0x0D: result += Array("%0D".utf8)
            case 0x0A: result += Array("%0A".utf8)
            default: result.append(byte)
            }
        }
        return result
    }
}
