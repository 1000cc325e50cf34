import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryModel
import Testing

/// Rows that are sent again, and whose place at the server isn't free.
extension SentSystemFileTests {
    private static let check = " Check at the server whether it is this row."

    /// What is found of a row for /named/a whose second request was answered with 412.
    ///
    /// - Parameter step: The request, from its method on.
    private static func found(
        _ step: String, _ answers: [String: String],
        cells: [String: String] = ["name": "a", "day": "2026-10-05", "hours": "7.50", "note": "N"], content: String = ""
    ) async throws -> String {
        let sent = try Sent(named(step), cells, state: "", attempts: 2, content: content, said: 412)
        return shown(try await sent.find(0, Lists(answers)))
    }

    private static func named(_ step: String) throws -> any SubmissionDescription<DescribedRow> {
        let columns = "name: { required: true }, day: { type: date }, hours: { type: decimal }, note: {}"
        let file = step.contains("file: raw") ? "    file: { column: file, types: [pdf], most: 1 MB }\n" : ""
        let text =
            Self.text.split(separator: "submissions:")[0] + """
                submissions:
                  names:
                    help: Names.

                """ + file + """
                    columns: { \(file.isEmpty ? "" : "file: { required: true }, ")\(columns) }
                    steps:
                      - \(step)
                        there: 412
                """
        let system = try SystemFile.read(Array(String(text).utf8), named: "Systems/tracker.yaml")
        return try #require(system.submissions.first as? any SubmissionDescription<DescribedRow>)
    }

    private static let put = """
        put: "/named/{name}"
                body:
                  source: gantry
                  version: 2
                  entry: { day: { column: day }, hours: { column: hours }, note: { column: note } }
                done: 201
                id: "n-{name}"
                lost: repeat
        """

    @Test(
        "is done if the server has what it sends, and else unknown",
        arguments: [
            (#"{"source":"gantry","version":2.0,"entry":{"day":"2026-10-05","hours":"7.5","note":"N","x":1}}"#, nil),
            (#"{"data":{"source":"gantry","version":2,"entry":{"day":"2026-10-05","hours":7.5,"note":"N"}}}"#, nil),
            (#"{"source":"gantry","version":2,"entry":{"day":"2026-10-05","hours":7.5,"note":"n"}}"#, "note"),
            (#"{"source":"gantry","version":2,"entry":{"day":"2026-10-06","hours":100}}"#, "day, hours and note"),
            (#"{"source":"other","version":2,"entry":{"day":"2026-10-05","hours":7.5,"note":"N"}}"#, "source"),
            ("[]", "source, version, day, hours and note"),
        ] as [(String, String?)])
    func compared(answer: String, differing: String?) async throws {
        let expected = differing.map { "GET /named/… shows something else for \($0)." + Self.check } ?? "found n-a"
        #expect(try await Self.found(Self.put, ["/named/a": answer]) == expected)
    }

    @Test("is unknown where the server shows nothing, or no JSON, and if it has something for an empty cell")
    func notCompared() async throws {
        #expect(try await Self.found(Self.put, [:]) == "GET /named/… shows nothing." + Self.check)
        let failed = "GET /named/… is answered with a failure, or not with JSON." + Self.check
        for answer in ["<html></html>", #"{"error":"no"}"#] {
            #expect(try await Self.found(Self.put, ["/named/a": answer]) == failed)
        }
        let few = ["name": "a", "hours": "7.5"]
        for (more, isSame) in [("", true), (#","note":null,"day":"""#, true), (#","note":"N""#, false)] {
            let answer = #"{"source":"gantry","version":2,"entry":{"hours":7.5\#(more)}}"#
            #expect(try await (Self.found(Self.put, ["/named/a": answer], cells: few) == "found n-a") == isSame)
        }
    }

    @Test("is unknown where something that it sends can't be compared")
    func incomparable() async throws {
        let answers = ["/named/a": "{}", "/named/a?of=N": "{}"]
        let end = "\n        done: 201\n        lost: repeat"
        let beside = " is sent in the query or in a header, which can't be compared." + Self.check
        for (more, column) in [
            ("query: { of: \"{note}\" }", "note"), ("headers: { X-Hours: \"{hours}\" }", "hours"),
        ] {
            let step = "put: \"/named/{name}\"\n        \(more)" + end
            #expect(try await Self.found(step, answers) == column + beside)
            #expect(try await Self.found(step, answers, cells: ["name": "a"]) == "found ")
        }
        let unread = "What is there can't be read and compared with the row." + Self.check
        #expect(try await Self.found("post: \"/named/{name}\"" + end, answers) == unread)
    }

    @Test("is done if its file is there, all of it")
    func sameFile() async throws {
        let step = """
            put: "/named/{name}"
                    file: raw
                    done: 201
                    lost: repeat
            """
        let cells = ["name": "a", "file": "x.pdf"]
        let digest = String(repeating: "9f", count: 32)
        for (there, expected) in [
            (digest, "found "), ("0", "GET /named/… shows another file." + Self.check),
            (nil, "GET /named/… shows nothing." + Self.check),
        ] as [(String?, String)] {
            let answers = there.map { ["/named/a": $0] } ?? [:]
            #expect(try await Self.found(step, answers, cells: cells, content: "file=\(digest)/3") == expected)
        }
        // A ledger without the file's digest can't say what was sent.
        #expect(try await Self.found(step, ["/named/a": ""], cells: cells).hasPrefix("What is there can't be read"))
    }

    @Test("is simply made again where no answer said that it is there, and refused beside another for its place")
    func place() async throws {
        func open(_ name: String, _ note: String) throws -> Sent {
            try Sent(Self.named(Self.put), ["name": name, "note": note], state: "", attempts: 2)
        }
        let row = try open("a", "1")
        #expect(try await Self.shown(row.find(0, Lists())) == "repeatable")
        #expect(try row.limits.count == 1 && row.limits == open("a", "2").limits)
        #expect(try row.limits != open("b", "1").limits)
    }
}
