/// A request that no browser sends, made from random numbers.
struct HostileRequest: CustomStringConvertible {
    static let run = "/payroll/payroll-monthly/2026-10/r1"
    static let decide = run + "/decide"

    /// What it is sent to.
    struct Place: Sendable {
        let port: Int
        let cookie: String
        /// Of the form that changes the language.
        let token: String
        /// Of the form that decides about findings.
        let decisionToken: String
        /// The addresses of the run's files.
        let files: [String]
        /// Those of the style and the script.
        let assets: [String]
    }

    let bytes: [UInt8]
    let path: String
    /// Whether it is well-formed HTTP, which must be answered.
    let isPlain: Bool
    /// Whether another one can follow on its connection.
    let isKept: Bool

    var description: String { String(decoding: bytes.prefix(1_000), as: UTF8.self) }

    init(in place: Place, _ random: inout Seeded) {
        var isPlain = true
        var isKept = true
        var method = ["GET", "GET", "GET", "HEAD", "POST", "POST", "PUT"].randomElement(using: &random) ?? ""
        if Self.isChosen(1, of: 20, &random) {
            method =
                ["DELETE", "OPTIONS", "PATCH", "PROPFIND", "CONNECT", "TRACE", "GETT"].randomElement(using: &random)
                ?? ""
            (isPlain, isKept) = (false, false)
        }
        switch Int.random(in: 0..<40, using: &random) {
        case 0: path = (place.files + place.assets).randomElement(using: &random) ?? "/"
        case 1:
            let steps = ["run", "review", "compare", "sign", "deliver", "files", "report", "decide", "start", ""]
            path = "\(Self.run)/\(steps.randomElement(using: &random) ?? "")"
        case 20...22: path = Self.decide
        case 2...9: path = Self.mutated(place.files + place.assets + [Self.run, "/commands/0"], &random)
        case 10...13:
            path = "/" + Self.text(in: 0x21...0xFF, upTo: 300, &random)
            (isPlain, isKept) = (false, false)
        case 14...17:
            path = "/" + String(repeating: Self.part(&random) + "/", count: .random(in: 1...2_000, using: &random))
            isPlain = isPlain && path.utf8.count < 8_000
        case 18...19:
            path = "/?" + Self.text(in: 0x61...0x7A, upTo: 200, &random) + "=%2e&form=../../secret.txt&all=%00"
        default:
            path =
                "/" + (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.part(&random) }.joined(separator: "/")
        }
        var lines = ["\(method) \(path) HTTP/1.1"]
        func add(_ name: String, _ value: String) { lines.append("\(name): \(value)") }
        add("Host", Self.isChosen(1, of: 20, &random) ? "evil.example" : "127.0.0.1:\(place.port)")
        if !Self.isChosen(1, of: 4, &random) { add("Cookie", place.cookie) }
        if Self.isChosen(1, of: 10, &random) { add("Cookie", Self.text(in: 0x21...0x7E, upTo: 100, &random)) }
        if Self.isChosen(1, of: 20, &random) {
            let more = [
                "Range: bytes=0-9", "If-None-Match: *", "X-Forwarded-Host: evil.example", "X-HTTP-Method-Override: PUT",
                "Accept-Encoding: gzip", "Sec-Fetch-Site: cross-site", "Content-Location: /etc/passwd",
                "X-Original-URL: /jobs",
            ]
            lines.append(more.randomElement(using: &random) ?? "")
        }
        var body: [UInt8] = []
        if ["POST", "PUT"].contains(method) {
            add("Origin", Self.isChosen(1, of: 8, &random) ? "http://evil.example" : "http://127.0.0.1:\(place.port)")
            let isForm = !Self.isChosen(1, of: 8, &random)
            add("Content-Type", isForm ? "application/x-www-form-urlencoded" : "multipart/form-data; boundary=a")
            body = Self.body(path == Self.decide ? place.decisionToken : place.token, &random)
            if Self.isChosen(1, of: 4, &random) {
                add("Transfer-Encoding", "chunked")
                body =
                    body.isEmpty
                    ? Array("0\r\n\r\n".utf8)
                    : Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
            } else {
                add("Content-Length", "\(body.count)")
            }
        }
        self.isPlain = isPlain
        self.isKept = isKept
        // A character of a path above ASCII is sent as one byte.
        let head = (lines.joined(separator: "\r\n") + "\r\n\r\n").unicodeScalars.map {
            UInt8(truncatingIfNeeded: $0.value)
        }
        bytes = head + body
    }

    /// A path without its escapes.
    static func decoded(_ path: String) -> String {
        var parts = path.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
        let first = parts.removeFirst()
        return parts.reduce(first) { text, part in
            let byte = UInt8(part.prefix(2), radix: 16).map { String(UnicodeScalar($0)) + part.dropFirst(2) }
            return text + (byte ?? "%" + part)
        }
    }

    private static func isChosen(_ count: Int, of all: Int, _ random: inout Seeded) -> Bool {
        Int.random(in: 0..<all, using: &random) < count
    }

    /// An address of the desk with a part put in, taken out or written otherwise.
    private static func mutated(_ addresses: [String], _ random: inout Seeded) -> String {
        var parts = (addresses.randomElement(using: &random) ?? "").split(separator: "/").map(String.init)
        let index = Int.random(in: 0..<parts.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: parts.insert(part(&random), at: index)
        case 1: parts.remove(at: index)
        case 2: parts[index] = part(&random)
        case 3: parts[index] = parts[index].utf8.map { "%" + String($0, radix: 16) }.joined()
        default: parts += ["..", "..", "..", "..", "..", "..", part(&random)]
        }
        return "/" + parts.joined(separator: "/")
    }

    private static func part(_ random: inout Seeded) -> String {
        let parts = [
            "", ".", "..", "%2e%2e", "..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd", "etc", "passwd", "payroll",
            "payroll-monthly",
            "2026-10", "r1", "r0", "r99999999999999999999", "files", "report", "review", "data", "bagit.txt",
            "totals.json",
            "assets", "desk.css", "journal.sqlite", "secret.txt", "..%5c..%5c", "jobs", "commands", "%00", "%", "%zz",
            "%ff",
            "%C0%AE%C0%AE", "%F0%9F%92%B0", "%3Cscript%3E", "'", "%22", "enter?key=0", "language", "decide", "start",
            "?a=b", "#",
            "@", "~root", ";", "%E2%80%AE",
        ]
        return parts.randomElement(using: &random) ?? ""
    }

    private static func body(_ token: String, _ random: inout Seeded) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return (0..<Int.random(in: 0...2_000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
            }
        case 1:
            return Array(
                repeating: UInt8.random(in: 0...255, using: &random),
                count: isChosen(1, of: 20, &random) ? 1_000_000 : 500)
        case 2: return Array("token=\(token)&token=0&what=&id=\(text(in: 0x61...0x7A, upTo: 20, &random))".utf8)
        default:
            let fields = [
                "token", "what", "id", "verb", "by", "because", "seen", "form", "back", "to", "%", "=", "file",
            ]
            let pairs = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                let value = DeskProgram.encoded(text(in: 1...255, upTo: 40, &random))
                return "\(fields.randomElement(using: &random) ?? "")=\(value)"
            }
            return Array(
                ([isChosen(1, of: 2, &random) ? "token=\(token)" : "token="] + pairs).joined(separator: "&").utf8)
        }
    }

    private static func text(in range: ClosedRange<UInt8>, upTo most: Int, _ random: inout Seeded) -> String {
        String(
            String.UnicodeScalarView(
                (0..<Int.random(in: 0...most, using: &random)).map { _ in
                    Unicode.Scalar(UInt8.random(in: range, using: &random))
                }))
    }
}
