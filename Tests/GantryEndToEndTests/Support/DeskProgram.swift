import FoundationEssentials
import Glibc

/// `gantry desk` of a workspace, and a browser that can also do what no browser does.
final class DeskProgram: Sendable {
    let child: Child
    let port: Int
    /// The path that opens it, with the key.
    let entrance: String

    /// Starts it and waits until it listens. Who starts it ends it.
    ///
    /// - Parameter path: a folder whose programs are found before all others.
    init(
        _ workspace: String, _ more: [String] = [], path: String? = nil, environment: [String: String] = [:],
        folder: String? = nil
    ) async throws {
        var command = DeskProgram.command(workspace, more)
        command.environment = environment
        // One that isn't there yet can't be worked in.
        command.folder = folder ?? workspace
        if let path { command.environment["PATH"] = path + ":" + (Product.environment["PATH"] ?? "") }
        child = try command.start()
        try await child.says("\"serving\"")
        let url = try child.outSoFar().split(separator: "\"").first { $0.hasPrefix("http://127.0.0.1:") } ?? ""
        let rest = url.dropFirst("http://127.0.0.1:".count)
        port = Int(rest.prefix { $0 != "/" }) ?? 0
        entrance = String(rest.drop { $0 != "/" })
    }

    static func command(_ workspace: String, _ more: [String] = []) -> Command {
        // Tests may be run by root, whom the desk asks about that.
        let asRoot = geteuid() == 0 ? ["--as-root"] : []
        var command = Command([Product.binary, "desk", "--json", "--workspace", workspace] + asRoot + more)
        // The checkout's own Pipelines/ would be found before the workspace's.
        command.folder = workspace
        // Longer than a browser takes to see every page.
        command.timeout = .seconds(900)
        return command
    }

    /// An answer.
    struct Answer: Sendable, CustomStringConvertible {
        let status: Int
        /// In lower case, each with its values.
        let headers: [String: [String]]
        let body: String

        /// What a form of the page for an address carries.
        func token(for path: String) -> String {
            value("action=\"\(path)\"><input type=\"hidden\" name=\"token\"")
        }

        /// What the first field of a name holds.
        func value(of name: String) -> String { value("name=\"\(name)\"") }

        private func value(_ start: String) -> String {
            body.firstRange(of: start + " value=\"").map {
                String(body[$0.upperBound...].prefix { $0 != "\"" })
            } ?? ""
        }

        var description: String { "\(status) \(headers) \(body.prefix(2_000))" }
    }

    /// Opens the desk.
    /// - Returns: the cookie.
    func enter() async throws -> String {
        let answer = try await get(entrance)
        let cookie = answer.headers["set-cookie"]?.first ?? ""
        return String(cookie.prefix { $0 != ";" })
    }

    func get(_ path: String, cookie: String? = nil) async throws -> Answer {
        try await send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(line("Cookie", cookie))\r\n")
    }

    /// Sends the form of a page whose hidden field `what` has a value, with what a person adds, and follows where that leads. Of a
    /// command it waits for the end.
    /// - Returns: the page at the end.
    func send(
        _ what: String, of page: Answer, to path: String, _ fields: [(String, String)] = [], cookie: String
    ) async throws -> Answer {
        let forms = page.body.components(separatedBy: "<form ").dropFirst().map {
            $0.components(separatedBy: "</form>")[0]
        }
        guard let form = forms.first(where: { $0.contains("name=\"what\" value=\"\(what)\"") }) else {
            throw HarnessError("no form \(what): \(page)")
        }
        let hidden = form.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst().map { input in
            let parts = input.components(separatedBy: "\"")
            return (parts[0], parts[2])
        }
        let sent = try await post(path, hidden + fields, cookie: cookie)
        guard sent.status == 303, let location = sent.headers["location"]?.first else { return sent }
        for _ in 0..<600 {
            let next = try await get(location, cookie: cookie)
            guard next.body.contains("data-live") else { return next }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw HarnessError("It doesn't end: \(location)")
    }

    /// Where a page sends files, and what they carry.
    static func upload(in page: String) -> (path: String, token: String) {
        func value(_ name: String) -> String {
            page.firstRange(of: name + "=\"").map { String(page[$0.upperBound...].prefix { $0 != "\"" }) } ?? ""
        }
        return (value("data-put"), value("data-token"))
    }

    /// Sends a file as the script of a page does.
    func put(
        _ path: String, _ bytes: [UInt8], token: String, cookie: String, origin: String? = nil, length: Int? = nil
    ) async throws -> Answer {
        try await send(
            Array(
                ("PUT \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n" + line("Cookie", cookie)
                    + line("Origin", origin ?? "http://127.0.0.1:\(port)") + line("Gantry-Form", token)
                    + "Content-Type: application/octet-stream\r\nContent-Length: \(length ?? bytes.count)\r\n\r\n").utf8
            ) + bytes)
    }

    /// Sends a form as the desk's own page does.
    func post(_ path: String, _ fields: [(String, String)], cookie: String) async throws -> Answer {
        try await post(path, fields, cookie: cookie, origin: "http://127.0.0.1:\(port)")
    }

    func post(
        _ path: String, _ fields: [(String, String)], cookie: String?, origin: String?, more: String = "",
        host: String? = nil
    ) async throws -> Answer {
        let body = fields.map { "\(DeskProgram.encoded($0.0))=\(DeskProgram.encoded($0.1))" }.joined(separator: "&")
        return try await send(
            "POST \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
                + line("Cookie", cookie) + line("Origin", origin) + more
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
        )
    }

    private func line(_ name: String, _ value: String?) -> String { value.map { "\(name): \($0)\r\n" } ?? "" }

    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            return scalar.isASCII && scalar.properties.isAlphabetic || (0x30...0x39).contains(byte)
                ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Sends these very bytes on a connection of its own.
    func send(_ request: String) async throws -> Answer { try await send(Array(request.utf8)) }

    private func send(_ request: [UInt8]) async throws -> Answer {
        let bytes = try DeskConnection(port: port).exchange(request)
        guard let answer = Answer(bytes) else {
            throw HarnessError(
                "No answer to \(String(decoding: request.prefix(200), as: UTF8.self)): \(String(decoding: bytes.prefix(200), as: UTF8.self))"
            )
        }
        return answer
    }
}

extension DeskProgram.Answer {
    /// Reads what came; `nil` where that is no answer.
    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let end = text.firstRange(of: "\r\n\r\n")
        let lines = text[..<(end?.lowerBound ?? text.endIndex)].split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var headers: [String: [String]] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased(), default: []].append(
                String((parts.count > 1 ? parts[1] : "").drop { $0 == " " }))
        }
        self.init(status: status, headers: headers, body: end.map { String(text[$0.upperBound...]) } ?? "")
    }
}
