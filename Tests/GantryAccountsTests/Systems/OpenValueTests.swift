import Foundation
import GantryAccounts
import GantryYAML
import Testing

/// Values that an author is still to fill in.
@Suite("An open value of a system file") struct OpenValueTests {
    private static let redmine: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        return (try? String(contentsOf: root.appending(path: "Systems/redmine.yaml"), encoding: .utf8)) ?? ""
    }()

    /// What the other two files don't have.
    private static let more = """
        system: more
        title: More
        environments: { production: https://more.example.com }
        zone: Europe/Copenhagen
        sign-in:
          login:
            post: /login
            body: { user: { account: user }, password: { secret: password } }
            token: token
            expires: expires
            refresh: { at: again, post: /refresh, body: { again: { secret: refresh } } }
          check: { get: /me, true: ok, status: 200, query: { a: b } }
        datasets:
          visits:
            help: Visits.
            get: /visits
            records: visits
            key: id
            paging: { cursor: next, query: after, size: 10, most: 20 }
            total: { header: X-Total }
            state: { header: ETag }
            leave-out: { at: gone, is: [yes, removed] }
            filters: { state: { help: In this state., one-of: [a, b], query: s, required: true } }
            fields:
              id: { required: true }
              at: { type: time, format: DD.MM.YYYY hh:mm }
              day: { type: date, at: when, format: unix, zone: UTC }
              took: { type: duration, unit: "h:mm" }
              three: { type: date, at: { year: d.y, month: d.m, day: d.d } }
              photos: { list: { photo: { at: id, required: true }, visit: { of: id } } }
          one:
            help: One visit.
            get: "/visits/{key}"
            record: ""
            key: id
            paging: none
            total: none
            fields: { id: { required: true, help: The key. }, state: { one-of: { "1": open } } }
        """

    /// Ways to sign in that no other file has.
    private static let ways = [
        "api-key: { query: key, because: No header is read. }\n  check: { get: /me, true: ok }",
        "client-credentials: { post: /token, send-as: basic, scope: read write }",
        "session: { post: /in, body: { p: { secret: p } }, csrf: { from: { cookie: X }, header: Y } }",
        "session: { post: /in, body: { p: { secret: p } }, csrf: { from: token, header: Y } }",
    ]

    /// The files that have one value open, each with the place of the value.
    private static func variants(_ text: String) throws -> [(place: String, text: String)] {
        var mistakes: [Mistake] = []
        let source = try #require(SourceText(Array(text.utf8), name: "file", mistakes: &mistakes))
        let root = try #require(YAMLReading.read(source, mistakes: &mistakes))
        return opened(root, "").map { ($0.place, $0.node.yaml) }
    }

    private static func opened(_ node: SourceNode, _ path: String) -> [(place: String, node: SourceNode)] {
        func with(_ content: SourceNode.Content) -> SourceNode {
            var node = node
            node.content = content
            return node
        }
        var all = path.isEmpty ? [] : [(path, with(.text("TODO", isPlain: true)))]
        switch node.content {
        case .list(let items):
            for (index, item) in items.enumerated() {
                all += opened(item, path + "[\(index)]").map { place, inner in
                    var items = items
                    items[index] = inner
                    return (place, with(.list(items)))
                }
            }
        case .group(let entries):
            for (index, entry) in entries.enumerated() {
                all += opened(entry.value, path.isEmpty ? entry.key : path + "." + entry.key).map { place, inner in
                    var entries = entries
                    entries[index].value = inner
                    return (place, with(.group(entries)))
                }
            }
        case .nothing, .refused, .text: break
        }
        return all
    }

    @Test(
        "is refused, whatever it is, and nothing else is said of it", arguments: ["redmine", "tracker", "more", "sent"])
    func alone(file: String) throws {
        let text =
            switch file {
            case "redmine": Self.redmine
            case "tracker": SystemFileTests.text
            case "more": Self.more
            default:
                SentSystemFileTests.text.replacing(
                    "LOST", with: "{ find: hours, query: { day: \"{day}\" }, mark: note }")
            }
        try requireAlone(text, named: file == "sent" ? "tracker" : file, least: 30)
    }

    @Test("is the only mistake of a sign-in too", arguments: OpenValueTests.ways)
    func signIn(way: String) throws {
        let start = try #require(SystemFileTests.text.range(of: "api-key: "))
        let end = try #require(SystemFileTests.text.range(of: "requests:"))
        try requireAlone(
            SystemFileTests.text.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: way + "\n"),
            named: "tracker", least: 30)
    }

    private func requireAlone(_ text: String, named name: String, least: Int) throws {
        _ = try SystemFile.read(Array(text.utf8), named: name + ".yaml")
        let variants = try Self.variants(text)
        #expect(variants.count > least)
        for (place, text) in variants {
            let error = #expect(throws: SystemFileError.self, "\(place)") {
                try SystemFile.read(Array(text.utf8), named: name + ".yaml")
            }
            let found = error?.mistakes.map(\.found) ?? []
            #expect(found == ["\(place) is still to be filled in."], "\(place)\n\(error?.render() ?? "")")
            #expect(error?.mistakes.first?.code == .open)
        }
    }
}
