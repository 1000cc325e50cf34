import GantryAccounts
import GantryYAML
import Testing

/// Addresses and sign-in of a drafted system file, documents that can't be read, and broken ones.
@Suite("A document that a system is drafted from") struct SystemDraftSignInTests {
    private func draft(_ text: String) throws -> SystemDraft {
        let draft = try SystemDraft.drafted("tracker", from: Array(text.utf8), named: "tracker.yaml")
        let error = #expect(throws: SystemFileError.self) {
            try SystemFile.read(Array(draft.text.utf8), named: "tracker.yaml")
        }
        #expect(error?.mistakes.allSatisfy { $0.code == .open } ?? false, "\(error?.render() ?? "")\n\(draft.text)")
        return draft
    }

    @Test(
        "names its servers by the words of connections",
        arguments: [
            ("[]", ["# The document names no address: each connection says its own."], "/v1/timeEntries"),
            (
                "[{ url: /api/v3/ }]", ["# The document names no address: each connection says its own."],
                "/api/v3/v1/timeEntries"
            ),
            (
                "[{ url: \"https://a.example.com\", description: Production }, { url: \"https://staging.example.com\" }, { url: \"http://localhost:8080\", description: development }]",
                [
                    "environments:", "  production: \"https://a.example.com\"",
                    "  staging: \"https://staging.example.com\"",
                    "  development: \"http://localhost:8080\"",
                ], "/v1/timeEntries"
            ),
            (
                "[{ url: \"https://a.example.com\" }, { url: \"https://b.example.com\" }]",
                [
                    "# Servers that the document doesn't call production, staging or development, or that no connection can name:",
                    "# https://a.example.com and https://b.example.com.",
                ], "/v1/timeEntries"
            ),
            (
                "[{ url: \"http://a.example.com\" }]",
                [
                    "# Servers that the document doesn't call production, staging or development, or that no connection can name:",
                    "# http://a.example.com.",
                ], "/v1/timeEntries"
            ),
        ])
    func servers(servers: String, says: [String], path: String) throws {
        let draft = try draft(
            SystemDraftTests.document.replacing("[{ url: \"https://tracker.example.com/api\" }]", with: servers))
        let lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.isEmpty }.dropFirst()
        #expect(Array(lines.prefix { !$0.isEmpty }.map(String.init)) == says)
        #expect(draft.text.contains("    get: \(path)\n"))
    }

    @Test(
        "says how requests are signed in",
        arguments: [
            ("{ type: http, scheme: Basic }", ["  # key", "  basic: {}"], true),
            ("{ type: http, scheme: bearer, bearerFormat: JWT }", ["  # key", "  bearer: {}"], true),
            (
                "{ type: apiKey, in: query, name: api key }",
                [
                    "  # key", "  # because: why no header carries the key.",
                    "  api-key: { query: api key, because: TODO }",
                ], true
            ),
            (
                "{ type: oauth2, flows: { clientCredentials: { tokenUrl: \"https://tracker.example.com/api/oauth/token\", scopes: { read: x, write: y } } } }",
                [
                    "  # key", "  client-credentials:", "    post: /oauth/token",
                    "    # basic, or form where the server wants client-id and client-secret in the body.",
                    "    send-as: TODO", "    # scope: of read and write.",
                ], false
            ),
            (
                "{ type: oauth2, flows: { clientCredentials: { tokenUrl: \"https://login.example.com/token\" } } }",
                [
                    "  # key", "  client-credentials:",
                    "    # A path below the address. The document names https://login.example.com/token.",
                    "    post: TODO",
                    "    # basic, or form where the server wants client-id and client-secret in the body.",
                    "    send-as: TODO",
                ], false
            ),
        ])
    func signIn(scheme: String, says: [String], hasCheck: Bool) throws {
        let draft = try draft(
            SystemDraftTests.document.replacing("{ type: apiKey, in: header, name: X-Key }", with: scheme))
        let lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "sign-in:" }
            .dropFirst()
        let own = lines.prefix { !$0.isEmpty }.filter { !$0.contains("check: ") && !$0.contains("wrong key") }
        #expect(own.map(String.init) == says)
        #expect(lines.prefix { !$0.isEmpty }.contains("  check: TODO") == hasCheck)
    }

    @Test(
        "leaves the sign-in open where it isn't one that a file can say",
        arguments: [
            ("{ key: { type: apiKey, in: cookie, name: sid } }", "[{ key: [] }]", "key"),
            ("{ key: { type: http, scheme: digest } }", "[{ key: [] }]", "key"),
            ("{ key: { type: apiKey, in: header, name: \"X Key\" } }", "[{ key: [] }]", "key"),
            (
                "{ a: { type: http, scheme: basic }, b: { type: apiKey, in: header, name: X } }", "[{ a: [], b: [] }]",
                "a with b"
            ),
            ("{ a: { type: http, scheme: basic }, b: { type: http, scheme: bearer } }", "[]", "a and b"),
            (
                "{ a: { type: http, scheme: basic }, b: { type: apiKey, in: cookie, name: sid } }", "[]", "a and b"
            ),
            ("{}", "[]", ""),
        ])
    func open(schemes: String, security: String, names: String) throws {
        let draft = try draft(
            SystemDraftTests.document.replacing("{ key: { type: apiKey, in: header, name: X-Key } }", with: schemes)
                .replacing("security: [{ key: [] }]", with: "security: \(security)"))
        #expect(draft.text.contains("\nsign-in: TODO\n"))
        #expect(
            draft.text.contains(
                names.isEmpty ? "# The document names no way to sign in.\n" : "# The document names \(names).\n"))
    }

    @Test("says what every list must carry besides") func headers() throws {
        let draft = try draft(
            SystemDraftTests.document.replacing(
                "{ name: tag, in: query,", with: "{ name: X-Org, in: header, required: true,"))
        #expect(
            draft.text.contains(
                "\nrequests:\n  # What every request must carry besides.\n  headers:\n    X-Org: TODO\n"))
    }

    @Test(
        "is refused with the place where it can't be read",
        arguments: [
            ("x.txt", "{}", "x.txt: The name of the file doesn't say how it is written."),
            ("x.json", "", "x.json: The file is empty."),
            ("x.json", "{\n \"openapi\": \"3.0.0\",\n \"paths\" {}}", "x.json:3:10: The file isn't JSON."),
            ("x.json", "[\"", "x.json: A text in quotation marks is never closed."),
            (
                "x.json", String(repeating: "[", count: 300_000),
                "x.json:1:201: More than 200 lists and groups lie in each other."
            ),
            ("x.json", "{\"swagger\":\"2.0\"}", "x.json: The document is Swagger 2.0."),
            ("x.json", "{\"openapi\":\"3.2.0\"}", "x.json: The document is OpenAPI 3.2.0."),
            ("x.json", "{\"openapi\":\"3.1.0\"}", "x.json: The document has no paths."),
            ("x.json", "[]", "x.json: The document doesn't say that it is OpenAPI."),
            ("x.yaml", "", "x.yaml: The document doesn't say that it is OpenAPI."),
            ("x.yaml", "openapi: 3.0\npaths: [a\n", "x.yaml:2:8: The list that starts here with [ is not closed."),
            (
                "x.yaml", "openapi: 3.0\npaths: &a {}\n",
                "x.yaml:2:8: Anchors (&name) and aliases (*name) are not supported."
            ),
        ])
    func unreadable(file: String, text: String, says: String) throws {
        let error = #expect(throws: SystemFileError.self) {
            try SystemDraft.drafted("tracker", from: Array(text.utf8), named: file)
        }
        #expect(error?.code == .document)
        #expect(error?.render().split(separator: "\n").first == Substring(says))
    }

    /// Any value of a document can be anything.
    @Test("makes a file of open values only, whatever it says") func anything() throws {
        var mistakes: [Mistake] = []
        let source = try #require(SourceText(Array(SystemDraftTests.document.utf8), name: "", mistakes: &mistakes))
        let root = try #require(YAMLReading.read(source, mistakes: &mistakes))
        let odd: [SourceNode.Content] = [
            .nothing, .text("", isPlain: false), .text("TODO", isPlain: true), .text("{{ x }}", isPlain: false),
            .text("a: b # \"c\"\n\nsystem: other", isPlain: false), .text("{\u{7}\u{FFFF}\u{2028}", isPlain: false),
            .text("true", isPlain: true), .text("-1e3", isPlain: true),
            .text("#/components/schemas/Entry", isPlain: false), .text("object", isPlain: true),
            .text("string", isPlain: true), .text("array", isPlain: true),
            .text(String(repeating: "Æ", count: 300), isPlain: true), .list([]), .group([]),
        ]
        var count = 0
        var texts = Self.variants(root, odd, "").map { ($0.yaml, $1) }
        for key in Self.keys(root) {
            for name in ["", "TODO", "a\nb", "\u{FFFE}", "{x}", "{{x}}", "Ø", "password"] {
                texts.append(
                    (SystemDraftTests.document.replacing("\(key):", with: literal(name) + ":"), "\(key) called \(name)")
                )
            }
        }
        for (text, place) in texts {
            guard let draft = try? SystemDraft.drafted("tracker", from: Array(text.utf8), named: "tracker.yaml") else {
                continue
            }
            do throws(SystemFileError) {
                _ = try SystemFile.read(Array(draft.text.utf8), named: "tracker.yaml")
            } catch {
                #expect(error.mistakes.allSatisfy { $0.code == .open }, "\(place)\n\(error.render())\n\(draft.text)")
            }
            count += 1
        }
        #expect(count > 500)
    }

    private static func keys(_ node: SourceNode) -> Set<String> {
        switch node.content {
        case .list(let items): Set(items.flatMap { keys($0) })
        case .group(let entries): Set(entries.flatMap { keys($0.value).union([$0.key]) })
        case .nothing, .refused, .text: []
        }
    }

    private static func variants(
        _ node: SourceNode, _ odd: [SourceNode.Content], _ path: String
    ) -> [(SourceNode, String)] {
        func with(_ content: SourceNode.Content) -> SourceNode {
            var node = node
            node.content = content
            return node
        }
        // A few of them at each place, others at the next.
        let turn = path.utf8.reduce(0) { $0 + Int($1) }
        var all =
            path.isEmpty
            ? [] : odd.enumerated().filter { ($0.offset + turn) % 3 == 0 }.map { (with($1), "\(path) #\($0)") }
        switch node.content {
        case .list(let items):
            for (index, item) in items.enumerated() {
                all += variants(item, odd, path + "[\(index)]").map { inner, place in
                    var items = items
                    items[index] = inner
                    return (with(.list(items)), place)
                }
            }
        case .group(let entries):
            for (index, entry) in entries.enumerated() {
                all += variants(entry.value, odd, path + "." + entry.key).map { inner, place in
                    var entries = entries
                    entries[index].value = inner
                    return (with(.group(entries)), place)
                }
            }
        case .nothing, .refused, .text: break
        }
        return all
    }
}
