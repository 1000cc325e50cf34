/// A text as one part of a path (RFC 3986, 3.3): characters that could end it or change the path are percent-encoded.
func pathPart(_ text: String) -> String {
    var out = ""
    for byte in text.utf8 {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x7E: out.unicodeScalars.append(Unicode.Scalar(byte))
        // A point alone or doubled would be a step in the path.
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            out += "%" + (digits.count == 1 ? "0" : "") + digits
        }
    }
    return out
}

/// An address without its query and fragment, which can contain signatures.
func withoutQuery(_ url: String) -> String {
    String(Substring(url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
}
