extension MultipartForm {
    /// The form as it is sent. Contents are taken over, not copied.
    var stretches: [HTTPBody.Stretch] {
        var all: [HTTPBody.Stretch] = []
        var between: [UInt8] = []
        for part in parts {
            between += head(of: part)
            switch part.content {
            case .text(let text): between += Self.lineBreaksUnified(text)
            case .bytes(let bytes): flush(.bytes(bytes))
            case .file(let content): flush(.file(content))
            }
            between += Array("\r\n".utf8)
        }
        all.append(.bytes(between + Array("--\(boundary)--\r\n".utf8)))
        return all

        func flush(_ stretch: HTTPBody.Stretch) {
            all.append(.bytes(between))
            all.append(stretch)
            between = []
        }
    }

    /// What makes the form unfit to send, or nil.
    var fault: String? {
        let marks = "'+_-.".utf8
        let isUsable = (1...70).contains(boundary.utf8.count) && boundary.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || marks.contains(byte)
        }
        guard isUsable else { return "the form's boundary is not 1 to 70 of A-Z a-z 0-9 ' + _ - ." }
        for type in parts.compactMap({ $0.file?.contentType }) {
            if type.isEmpty { return "a file of the form has no content type" }
            if HeaderField("Content-Type", HeaderValue(type)).fault != nil {
                return "the content type of a file of the form has a line break or another control character"
            }
        }
        return nil
    }

    private func head(of part: Part) -> [UInt8] {
        var head = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8)
        head += Self.escaped(Self.lineBreaksUnified(part.name))
        if let file = part.file {
            head += Array("\"; filename=\"".utf8) + Self.escaped(Array(file.name.utf8))
            head += Array("\"\r\nContent-Type: \(file.contentType)\r\n\r\n".utf8)
        } else {
            head += Array("\"\r\n\r\n".utf8)
        }
        return head
    }

    /// CR LF for each CR, LF and CR LF.
    private static func lineBreaksUnified(_ text: String) -> [UInt8] {
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
