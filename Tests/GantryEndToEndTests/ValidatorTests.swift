import FoundationEssentials
import Glibc
import Testing

/// The published sample month, judged by programs that share no code with the product.
@Suite("The published sample month") struct ValidatorTests {
    @Test(
        "passes bagit, sha256sum, xmllint, lxml, csv and jq, and their sums are the stated ones",
        arguments: ["zstd", "gzip", "none"])
    func validators(compression: String) async throws {
        let folder = try TestFolder("variant")
        var job = try await Job.sample()
        let ending = ["zstd": ".zst", "gzip": ".gz", "none": ""][compression] ?? ""
        job.pipeline = try Variants.file(
            in: folder,
            [
                ("work-entries.jsonl.zst", "work-entries.jsonl\(ending)"),
                ("compression: zstd", "compression: \(compression)"),
            ],
            more: Variants.allDialects)
        let workspace = try Workspace("sample")
        let run = try await job.command(workspace.path).run()
        try #require(run.status == .exited(0), "\(run)")
        let found = try await Command([Product.python, Product.tools + "/check_bag.py", workspace.published, "1491"])
            .run()
        found.expect(exit: 0)
        let verified = try await Command([Product.binary, "verify", workspace.published]).run()
        verified.expect(exit: 0)
    }

    @Test("is private at every moment, the journal's side files included", arguments: ["000", "022"])
    func modesDuringTheRun(umask: String) async throws {
        var job = try await Job.slow()
        job.settings = ["records.page-size=10", "checkpoint.records=15"]
        let workspace = try Workspace("modes")
        let command = try job.command(workspace.path, wrapper: ["sh", "-c", "umask \(umask); exec \"$@\"", "sh"])
        var seen: Set<String> = []
        var open: [String: String] = [:]
        var samples = 0
        let child = try command.start()
        let ended = Counter()
        let ending = Task {
            let ending = try await child.ending()
            ended.add()
            return ending
        }
        while ended.value == 0 {
            for (name, found) in modes(below: workspace.path) {
                seen.insert(name)
                if found.mode != (found.isFolder ? 0o700 : 0o600) { open[name] = String(found.mode, radix: 8) }
            }
            samples += 1
            try await Task.sleep(for: .milliseconds(3))
        }
        #expect(try await ending.value.status == .exited(0))
        for (name, found) in modes(below: workspace.path) where found.mode != (found.isFolder ? 0o700 : 0o600) {
            open[name] = String(found.mode, radix: 8)
        }
        #expect(open.isEmpty, "names that others could read or write: \(open)")
        let sideFiles = seen.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }
        #expect(sideFiles.count == 2, "the journal's side files were not seen in \(samples) looks: \(seen.sorted())")
        #expect(seen.contains { $0.contains("parts/") && $0.hasSuffix("work-entries.csv") })
    }

    @Test(
        "holds no password or token, nor does anything that the run wrote or said; the account is only where it says the source"
    ) func secrets() async throws {
        let recorder = try await Recorder(passingOnTo: Sandbox.plain.value.url)
        let job = Job("recorded", url: recorder.url)
        let workspace = try Workspace("secrets")
        // A run that is stopped in the middle leaves its write-ahead log and parts, which are looked through too.
        let cut = try await job.command(workspace.path, environment: Faults.environment(workspace, "kill@200")).run()
        #expect(cut.wasKilled, "\(cut)")
        let killed = try Tree(workspace.path)
        let ending = try await job.command(workspace.path, ["--json"]).run()
        try #require(ending.status == .exited(0), "\(ending)")
        let whole = try Tree(workspace.path)
        // The tokens that the server gave, as a recorder between the two has seen them.
        let tokens = try recorder.requests().compactMap(Secrets.token)
        #expect(tokens.count == 2, "\(tokens)")
        // Where an export says which server and account it came from, and the journal and the report with it.
        let naming = ["journal.sqlite", "journal.sqlite-wal", "bag-info.txt", "totals.json", "stdout"]
        var texts: [(String, [UInt8])] = [
            ("stdout", Array((cut.out + ending.out).utf8)), ("stderr", Array((cut.err + ending.err).utf8)),
        ]
        texts += killed.files.map { ("after the kill: " + $0.key, $0.value) } + whole.files.map { ($0.key, $0.value) }
        for (place, bytes) in texts {
            let namesAccount = naming.contains { place == $0 || place.hasSuffix("/" + $0) || place.hasSuffix(" " + $0) }
            for canary in [Sandbox.password] + tokens + (namesAccount ? [] : [Sandbox.email]) {
                for form in Secrets.forms(of: canary) where Secrets.find(form, in: bytes) {
                    Issue.record("\(place) holds \(form) of \(canary)")
                }
            }
        }
        #expect(texts.count > 15, "only \(texts.count) texts were looked through")
    }
}

enum Secrets {
    /// The token in the answer of a recorded request, if any.
    static func token(_ request: String) -> String? {
        let mark = "\\\"token\\\":\\\""
        guard let at = request.firstRange(of: mark) else { return nil }
        return String(request[at.upperBound...].prefix { $0 != "\\" })
    }

    /// How a secret may be written: plainly, for URLs, in base 64 at any position, in hexadecimal, or as UTF-16.
    static func forms(of secret: String) -> [String] {
        let bytes = Array(secret.utf8)
        var forms = [
            secret, secret.split(separator: "@").joined(separator: "%40"),
            bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined(),
        ]
        for shift in 0..<3 {
            let text = Data(Array(repeating: UInt8(ascii: "x"), count: shift) + bytes).base64EncodedString()
            forms.append(String(text.dropFirst([0, 2, 3][shift]).dropLast(4)))
        }
        forms.append(String(bytes.flatMap { [Character(Unicode.Scalar($0)), "\0"] }.dropLast()))
        return forms.filter { $0.utf8.count >= 8 }
    }

    static func find(_ form: String, in bytes: [UInt8]) -> Bool {
        let wanted = Array(form.utf8)
        guard bytes.count >= wanted.count, let first = wanted.first else { return false }
        var index = 0
        while let at = bytes[index...].firstIndex(of: first), at + wanted.count <= bytes.count {
            if bytes[at..<at + wanted.count].elementsEqual(wanted) { return true }
            index = at + 1
        }
        return false
    }
}
